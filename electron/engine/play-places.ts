// Where a moment lies in a recording, from the journal's columns: no row is read, so a million rows take a few milliseconds.
// Rows play in their order. A clock that went back makes a row play at once, never the ones after it again.

import type { PlayPlace } from '../../shared/ipc/contract.ts';
import { rowKinds } from '../recorder/columns.ts';
import type { JournalColumns } from '../recorder/journal-type.ts';

const lineKind = rowKinds.indexOf('line');

/** Times at which rows from, from+1 … play, µs. */
export function playTimes(columns: JournalColumns, from: number, count: number): Float64Array {
  const end = Math.min(columns.count, from + count - 1);
  const times = new Float64Array(Math.max(0, end - from + 1));
  let atUs = timeAt(columns, from - 1);
  for (let at = 0; at < times.length; at++) {
    atUs = Math.max(atUs, columns.atUs[from - 1 + at] ?? 0);
    times[at] = atUs;
  }
  return times;
}

/** The last place that is not after this moment. */
export function placeAt(columns: JournalColumns, atUs: number): PlayPlace {
  let latestUs = 0;
  for (let index = 0; index < columns.count; index++) {
    const nextUs = Math.max(latestUs, columns.atUs[index] ?? 0);
    if (nextUs > atUs) return { seq: index, atUs: index === 0 ? 0 : latestUs };
    latestUs = nextUs;
  }
  return { seq: columns.count, atUs: latestUs };
}

/** Place of the next line of either side after `from`, or before it; the end, or the beginning, when there is none. */
export function nextFrame(columns: JournalColumns, from: number, by: 1 | -1): PlayPlace {
  let seq = from + by;
  while (seq >= 1 && seq <= columns.count && columns.kind[seq - 1] !== lineKind) seq += by;
  const place = Math.min(Math.max(seq, 0), columns.count);
  return { seq: place, atUs: timeAt(columns, place) };
}

/** When row `seq` plays. */
function timeAt(columns: JournalColumns, seq: number): number {
  let latestUs = 0;
  for (let index = 0; index < Math.min(seq, columns.count); index++)
    latestUs = Math.max(latestUs, columns.atUs[index] ?? 0);
  return latestUs;
}
