// What changed between two values, line by line, with the words that differ inside a changed line. Pure and bounded: what
// is too large to compare well is shown as taken away and added whole, never wrong and never slow.

import { lineText, type Piece, type ValueLine } from './value-lines.ts';

export interface DiffPiece extends Piece {
  /** This part differs from the line's partner. */
  readonly changed?: true;
}
export type DiffLine =
  | {
      readonly side: 'same' | 'removed' | 'added';
      readonly depth: number;
      readonly pieces: readonly DiffPiece[];
    }
  /** So many lines are the same here and were left out. */
  | { readonly side: 'folded'; readonly count: number };

/** Largest table of a comparison: beyond it everything between the common ends counts as changed. */
const mostCells = 1_000_000;
/** Unchanged lines kept around a change. */
const context = 2;

/** Every line in order; removed before added where both stand at one place. Long runs that are the same are folded. */
export function diffLines(before: readonly ValueLine[], after: readonly ValueLine[]): readonly DiffLine[] {
  const spelled = (line: ValueLine): string => `${line.depth} ${lineText(line)}`;
  const steps = editSteps(before.map(spelled), after.map(spelled));
  const lines: Exclude<DiffLine, { side: 'folded' }>[] = [];
  let a = 0;
  let b = 0;
  for (let at = 0; at < steps.length;) {
    if (steps[at] === 'same') {
      const line = before[a];
      if (line) lines.push({ side: 'same', depth: line.depth, pieces: line.pieces });
      a++;
      b++;
      at++;
      continue;
    }
    const fromA = a;
    const fromB = b;
    for (; at < steps.length && steps[at] !== 'same'; at++) {
      if (steps[at] === 'removed') a++;
      else b++;
    }
    lines.push(...changedLines(before.slice(fromA, a), after.slice(fromB, b)));
  }
  return folded(lines);
}

/** Removed and added lines at one place; partners (same key, or the same place where there are none) show their words. */
function changedLines(
  removed: readonly ValueLine[],
  added: readonly ValueLine[],
): Exclude<DiffLine, { side: 'folded' }>[] {
  const partner = new Map<ValueLine, ValueLine>();
  const taken = new Set<ValueLine>();
  removed.forEach((line, place) => {
    const match =
      line.key === null
        ? added[place]
        : added.find((one) => one.key === line.key && one.depth === line.depth && !taken.has(one));
    if (!match || match.key !== line.key || taken.has(match)) return;
    taken.add(match);
    partner.set(line, match);
  });
  const back = new Map([...partner].map(([line, match]) => [match, line]));
  const show = (side: 'removed' | 'added', line: ValueLine, other: ValueLine | undefined) => ({
    side,
    depth: line.depth,
    pieces: other ? marked(line, other) : line.pieces,
  });
  return [
    ...removed.map((line) => show('removed', line, partner.get(line))),
    ...added.map((line) => show('added', line, back.get(line))),
  ];
}

/** The pieces of `line`, cut where its words begin and end to differ from those of `other`. */
function marked(line: ValueLine, other: ValueLine): readonly DiffPiece[] {
  const text = lineText(line);
  const own = wordsOf(text);
  const steps = editSteps(own, wordsOf(lineText(other))).filter((step) => step !== 'added');
  const changed: { from: number; to: number }[] = [];
  let offset = 0;
  own.forEach((word, at) => {
    const last = changed.at(-1);
    const end = offset + word.length;
    if (steps[at] === 'removed') {
      // Blanks between two words that changed belong to them: one mark reads better than many.
      if (last && text.slice(last.to, offset).trim() === '') last.to = end;
      else changed.push({ from: offset, to: end });
    }
    offset = end;
  });
  return cut(line.pieces, changed);
}

function cut(
  pieces: readonly Piece[],
  changed: readonly { from: number; to: number }[],
): readonly DiffPiece[] {
  const parts: DiffPiece[] = [];
  let start = 0;
  for (const { tone, text } of pieces) {
    const end = start + text.length;
    let done = start;
    for (const { from, to } of changed) {
      if (to <= done || from >= end) continue;
      if (from > done) parts.push({ tone, text: text.slice(done - start, from - start) });
      const until = Math.min(to, end);
      parts.push({ tone, text: text.slice(Math.max(from, done) - start, until - start), changed: true });
      done = until;
    }
    if (done < end) parts.push({ tone, text: text.slice(done - start) });
    start = end;
  }
  return parts;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

type EditStep = 'same' | 'removed' | 'added';

/** A shortest way from `a` to `b`: longest common subsequence between their common ends. */
function editSteps(a: readonly string[], b: readonly string[]): readonly EditStep[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const rows = a.length - start - tail;
  const columns = b.length - start - tail;
  const middle =
    rows * columns > mostCells
      ? [...Array<EditStep>(rows).fill('removed'), ...Array<EditStep>(columns).fill('added')]
      : between(a.slice(start, start + rows), b.slice(start, start + columns));
  return [...Array<EditStep>(start).fill('same'), ...middle, ...Array<EditStep>(tail).fill('same')];
}

function between(a: readonly string[], b: readonly string[]): readonly EditStep[] {
  const width = b.length + 1;
  // Length of the longest common subsequence of what is left from (row, column) on.
  const table = new Uint32Array((a.length + 1) * width);
  const cell = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row--) {
    for (let column = b.length - 1; column >= 0; column--) {
      table[row * width + column] =
        a[row] === b[column]
          ? cell(row + 1, column + 1) + 1
          : Math.max(cell(row + 1, column), cell(row, column + 1));
    }
  }
  const steps: EditStep[] = [];
  for (let row = 0, column = 0; row < a.length || column < b.length;) {
    if (row < a.length && column < b.length && a[row] === b[column]) {
      steps.push('same');
      row++;
      column++;
    } else if (column >= b.length || (row < a.length && cell(row + 1, column) >= cell(row, column + 1))) {
      steps.push('removed');
      row++;
    } else {
      steps.push('added');
      column++;
    }
  }
  return steps;
}

/** Nothing is folded where nothing changed: then the whole value is what there is to see. */
function folded(lines: readonly Exclude<DiffLine, { side: 'folded' }>[]): readonly DiffLine[] {
  if (lines.every((line) => line.side === 'same')) return lines;
  const near = lines.map((_line, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some((line) => line.side !== 'same'),
  );
  const shown: DiffLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line) continue;
    if (near[at]) {
      shown.push(line);
      continue;
    }
    let count = 1;
    while (at + 1 < lines.length && !near[at + 1]) {
      count++;
      at++;
    }
    if (count === 1) shown.push(line);
    else shown.push({ side: 'folded', count });
  }
  return shown;
}
