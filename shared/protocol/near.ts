// "Did you mean": the nearest of a few names, by edits of one letter (swapping two neighbours is one edit).

/** The closest candidate within `most` edits, the first of equals; undefined when none is that close. */
export function nearestName(name: string, candidates: Iterable<string>, most = 2): string | undefined {
  if (name === '' || name.length > 64) return undefined;
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    // Short names are all close to each other: "id" is no misspelling of "cwd".
    const allowed = Math.min(bestDistance - 1, Math.floor(Math.max(candidate.length, name.length) / 3));
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = edits(name.toLowerCase(), candidate.toLowerCase());
    if (distance > allowed || distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Optimal string alignment distance. */
function edits(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
