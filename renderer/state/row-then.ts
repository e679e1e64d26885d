// A row as it was at an earlier place of its recording: what later rows made of it is taken back. Pure.

import type { PlayPlace, RowDetail } from '@shared/ipc/contract.ts';
import type { Row } from '@shared/session/row.ts';

/** @param place the newest row that is there; `row` is not after it */
export function rowThen(row: Row, place: PlayPlace): Row {
  const answered = row.pairSeq !== undefined && row.pairSeq > place.seq;
  const held = heldThen(row, place);
  if (!answered && !held) return row;
  const { pairSeq: _pairSeq, latencyUs: _latencyUs, ...unanswered } = row;
  const then: Row = answered ? { ...unanswered, pending: true } : row;
  if (!held) return then;
  // What became of it at the gate came after it was held.
  const { edited: _edited, dropped: _dropped, ...waiting } = then;
  return { ...waiting, held: { now: true } };
}

export function detailThen(detail: RowDetail, place: PlayPlace): RowDetail {
  const { pair, editedRaw, ...rest } = detail;
  const row = rowThen(detail.row, place);
  return {
    ...rest,
    row,
    ...(pair && pair.seq <= place.seq ? { pair } : {}),
    ...(editedRaw && !heldThen(detail.row, place) ? { editedRaw } : {}),
  };
}

/** It was released, or dropped, only later. */
function heldThen({ held, atUs }: Row, place: PlayPlace): boolean {
  return held !== undefined && 'heldUs' in held && atUs + held.heldUs > place.atUs;
}
