// How rows lie in the time of a whole session, for the strip below the lanes: counted from the journal's columns, so that
// a million rows take some milliseconds and no row is read.

import type { RowDensity } from '../../shared/ipc/contract.ts';
import type { JournalReader } from '../recorder/journal-type.ts';

const errorFlag = 1;
const warningFlag = 2;
const heldFlags = 8 | 16;

/** @param buckets parts of equal length from 0 to the last row */
export function rowDensity({ columns, lastAtUs }: JournalReader, buckets: number): RowDensity {
  const counts = new Uint32Array(buckets);
  const marks = new Uint8Array(buckets);
  const perUs = buckets / (lastAtUs + 1);
  for (let at = 0; at < columns.count; at += 1) {
    const bucket = Math.min(buckets - 1, Math.floor((columns.atUs[at] ?? 0) * perUs));
    const flags = columns.flags[at] ?? 0;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    if (flags !== 0) marks[bucket] = (marks[bucket] ?? 0) | markOf(flags);
  }
  return { toUs: lastAtUs, counts, marks };
}

function markOf(flags: number): number {
  return (flags & errorFlag ? 1 : 0) | (flags & warningFlag ? 2 : 0) | (flags & heldFlags ? 4 : 0);
}
