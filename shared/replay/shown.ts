// Which rows of a table are shown: all, those that differ, or those of one verdict, and of these the ones a text is found in.
// Pure; the window chooses, main filters, so that both speak of the same places.

import { countedAs, isDifference, verdicts, type ReplayRow, type Verdict } from './result.ts';

export type Shown = 'all' | 'differences' | Verdict;
export const shownRows: readonly Shown[] = ['all', 'differences', ...verdicts];

export interface TableFilter {
  readonly show: Shown;
  /** Found in the type, the name or a changed place, whatever the case; '' for all. */
  readonly text: string;
}

/** Whether the filter leaves a row. */
export function isShown({ show, text }: TableFilter): (row: ReplayRow) => boolean {
  const wanted = text.trim().toLowerCase();
  return (row) => ofKind(row, show) && (wanted === '' || hasText(row, wanted));
}

function ofKind(row: ReplayRow, show: Shown): boolean {
  if (show === 'all') return true;
  return show === 'differences' ? isDifference(row) : countedAs(row) === show;
}

function hasText(row: ReplayRow, wanted: string): boolean {
  if (row.kind === 'exit') return `exited ${row.before} ${row.after}`.toLowerCase().includes(wanted);
  if (`${row.type} ${row.name ?? ''}`.toLowerCase().includes(wanted)) return true;
  return row.kind === 'compared' && row.changes.some(({ pointer }) => pointer.toLowerCase().includes(wanted));
}

/** Characters of a line, and of a value, in a brief row. */
const briefText = 200;
const briefChanges = 3;

/** A row for a list: long texts cut, the first changes only. */
export function briefRow(row: ReplayRow): ReplayRow {
  if (row.kind === 'exit') return row;
  const place = <P extends { readonly text: string } | null>(at: P): P =>
    at && at.text.length > briefText ? { ...at, text: at.text.slice(0, briefText) } : at;
  const lines = { baseline: place(row.baseline), run: place(row.run) };
  if (row.kind === 'host') return { ...row, ...lines };
  const changes = row.changes.slice(0, briefChanges).map(({ pointer, before, after }) => ({
    pointer,
    before: before === null ? null : before.slice(0, briefText),
    after: after === null ? null : after.slice(0, briefText),
  }));
  return { ...row, ...lines, changes, left: row.left + row.changes.length - changes.length };
}
