// Which line at the gate a running hop waits for: its question that was not written yet, or its answer that was not read.
// Pure; holding itself is the session's.

import type { ChainCard, ChainHop, RunningHop } from '@shared/session/agent.ts';
import type { AppState } from './app.svelte.ts';
import type { SessionState } from './session.svelte.ts';

export interface HeldHop {
  readonly session: SessionState;
  /** seq of the held line. */
  readonly line: number;
  readonly side: 'question' | 'answer';
}

const sides = { event_intercept: 'question', event_intercept_response: 'answer' } as const;

/** undefined when nothing of it is held, or when it does not run. */
export function heldHop(app: AppState, hop: ChainHop | RunningHop): HeldHop | undefined {
  if (hop.verdict !== 'running') return undefined;
  const session = app.session(hop.session);
  const row = session?.heldRows.find(
    ({ type, id }) =>
      Object.hasOwn(sides, type) && (hop.callId === undefined || hop.callId === null || id === hop.callId),
  );
  if (!session || !row) return undefined;
  return { session, line: row.seq, side: sides[row.type as keyof typeof sides] };
}

/** Whether something of the chain waits at a gate. */
export function chainHeld(app: AppState, card: ChainCard): boolean {
  return card.outcome === null && card.hops.some((hop) => heldHop(app, hop) !== undefined);
}
