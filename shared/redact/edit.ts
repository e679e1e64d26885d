// A change of a text as places and what stands there afterwards. Everything outside the places stays byte for byte: a
// redacted line is its own text with some pieces replaced, never a value printed anew.

export interface Edit {
  /** UTF-16 units of the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** What stands there afterwards. */
  readonly text: string;
  /** The rule that asked for it, as it is counted and shown. */
  readonly rule: string;
}

/** @param edits in order, not overlapping */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  let made = '';
  let done = 0;
  for (const { start, end, text: instead } of edits) {
    made += text.slice(done, start) + instead;
    done = end;
  }
  return made + text.slice(done);
}

/** Where each unit of a decoded string begins in the text between its quotes; one more for the end. */
export function escapeMap(raw: string): (at: number) => number {
  if (!raw.includes('\\')) return (at) => at;
  const places: number[] = [];
  let at = 0;
  while (at < raw.length) {
    places.push(at);
    if (raw.charCodeAt(at) !== 92) at += 1;
    else at += raw[at + 1] === 'u' ? 6 : 2;
  }
  places.push(raw.length);
  return (decoded) => places[decoded] ?? raw.length;
}

/**
 * Edits of a decoded string as edits of the text it was read from.
 * @param raw what stands between the quotes, from `offset` on
 */
export function asWritten(edits: readonly Edit[], raw: string, offset: number): Edit[] {
  const place = escapeMap(raw);
  return edits.map(({ start, end, text, rule }) => ({
    start: offset + place(start),
    end: offset + place(end),
    text: JSON.stringify(text).slice(1, -1),
    rule,
  }));
}
