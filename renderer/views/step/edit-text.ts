// What an edit of a line has changed and what is odd about it. Pure text; no protocol knowledge.

/** The part of `original` that `draft` does not share at its start or end; empty when it only adds. */
export function changedSpan(original: string, draft: string): { from: number; originalEnd: number } {
  const shorter = Math.min(original.length, draft.length);
  let from = 0;
  while (from < shorter && original[from] === draft[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && original.at(-1 - tail) === draft.at(-1 - tail)) tail += 1;
  return { from, originalEnd: original.length - tail };
}

/** Sentences about what a reader of lines would stumble over; none when it is one JSON object. */
export function oddities(draft: string): readonly string[] {
  const lines = draft.split('\n').length;
  if (lines > 1) return [`It holds a line break: on the wire these are ${lines} lines.`];
  if (draft.trim() === '') return ['It is empty.'];
  try {
    const value: unknown = JSON.parse(draft);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? []
      : ['It is JSON, but not an object: a host takes it for noise.'];
  } catch (error) {
    return [`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`];
  }
}
