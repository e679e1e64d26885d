// What there is to say about a line's partner: answered, waited for, never answered, or no answer is due. Pure.

import { duration } from '../../format/duration.ts';
import type { RowDetail } from '@shared/ipc/contract.ts';

export type PairState =
  | { readonly kind: 'answered'; readonly seq: number; readonly latencyUs: number | undefined }
  | { readonly kind: 'answers'; readonly seq: number; readonly latencyUs: number | undefined }
  | { readonly kind: 'waiting'; readonly sinceUs: number }
  | { readonly kind: 'never' }
  /** An answer to nothing that is known. */
  | { readonly kind: 'stray'; readonly id: string | undefined }
  | { readonly kind: 'none' };

/** `sessionRuns` is false once no answer can come any more. */
export function pairState({ row, pair, frame }: RowDetail, sessionRuns: boolean): PairState {
  if (row.pairSeq !== undefined) {
    const asks = row.latencyUs !== undefined || row.pairSeq > row.seq;
    const latencyUs = asks ? row.latencyUs : pair?.latencyUs;
    return { kind: asks ? 'answered' : 'answers', seq: row.pairSeq, latencyUs };
  }
  if (row.pending) return sessionRuns ? { kind: 'waiting', sinceUs: row.atUs } : { kind: 'never' };
  if (frame?.role.kind === 'answer') return { kind: 'stray', id: row.id };
  return { kind: 'none' };
}

/** As few words as the detail's head has room for; '' when there is nothing to say. `nowUs` is for what waits. */
export function pairWords(state: PairState, nowUs: number): string {
  switch (state.kind) {
    case 'answered':
      return `answer #${state.seq}${state.latencyUs === undefined ? '' : ` in ${duration(state.latencyUs)}`}`;
    case 'answers':
      return `answers #${state.seq}${state.latencyUs === undefined ? '' : ` after ${duration(state.latencyUs)}`}`;
    case 'waiting':
      return `no answer yet, ${duration(nowUs - state.sinceUs)}`;
    case 'never':
      return 'never answered';
    case 'stray':
      return 'answers no open request';
    case 'none':
      return '';
  }
}
