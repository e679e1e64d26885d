// How wide the columns are and which part of the line to the partner runs through a row. Pure.

import { seconds } from '../../format/time.ts';

/** A digit of 11 px mono. */
const digitPx = 6.6;

/** Grid columns: gutter, number, time, direction, type, id, summary, latency. Numbers get the room the largest needs. */
export function columnsFor(count: number, lastAtUs: number): string {
  const numberPx = 40 + digitPx * Math.max(0, String(count).length - 4);
  const timePx = 64 + digitPx * Math.max(0, seconds(lastAtUs).length - 7);
  return `20px ${numberPx}px ${timePx}px 28px var(--type) var(--id) minmax(0, 1fr) var(--latency)`;
}

/** Places are -1 where the row is not in the list. */
export function linkPart(
  index: number,
  selected: number,
  partner: number,
): 'start' | 'middle' | 'end' | null {
  if (selected < 0 || partner < 0) return null;
  const first = Math.min(selected, partner);
  const last = Math.max(selected, partner);
  if (index < first || index > last) return null;
  return index === first ? 'start' : index === last ? 'end' : 'middle';
}
