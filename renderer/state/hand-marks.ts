// Marks in a text that is being edited: they move with what stands before them, and are lost when what they mark is changed.
// Pure.

import { valuesIn, type FuzzMark } from '@shared/fuzz/places.ts';

/** The marks that are left after a change, each with its new place or null. */
export function movedMark(before: string, after: string, { start, end }: FuzzMark): FuzzMark | null {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const by = after.length - before.length;
  if (end <= head) return { start, end };
  if (start >= before.length - tail) return { start: start + by, end: end + by };
  return null;
}

/** What a selection means: itself, or, when nothing is selected, the value that the cursor stands in. */
export function meantMark(text: string, start: number, end: number): FuzzMark | null {
  if (end > start) return { start, end };
  const around = valuesIn(text).filter((value) => value.start <= start && start <= value.end);
  const [least] = around.sort((one, other) => one.end - one.start - (other.end - other.start));
  return least ? { start: least.start, end: least.end } : null;
}

export interface MarkedPiece {
  readonly text: string;
  /** Counts from 1; null between marks. */
  readonly place: number | null;
}

/** The text in pieces, for showing what is marked; marks in any order, not overlapping. */
export function pieces(text: string, marks: readonly FuzzMark[]): readonly MarkedPiece[] {
  const sorted = marks.map((mark, at) => ({ ...mark, place: at + 1 })).sort((a, b) => a.start - b.start);
  const made: MarkedPiece[] = [];
  let from = 0;
  for (const { start, end, place } of sorted) {
    if (start > from) made.push({ text: text.slice(from, start), place: null });
    made.push({ text: text.slice(start, end), place });
    from = end;
  }
  if (from < text.length) made.push({ text: text.slice(from), place: null });
  return made;
}
