// Waits for a session to be ready, or to be over, or for the host's patience to run out. Decides nothing from it.

import type { HostState } from '../../shared/session/entries.ts';
import type { Session } from '../session/session-type.ts';

export type Settled = 'ready' | 'ended' | 'waiting';

/** @param withinMs of real time; a session that is held at the gate just goes on waiting */
export function untilReady(
  session: Pick<Session, 'status' | 'onChange'>,
  withinMs: number,
): Promise<Settled> {
  return new Promise((done) => {
    const finish = (settled: Settled): void => {
      clearTimeout(timer);
      off();
      done(settled);
    };
    const timer = setTimeout(() => finish('waiting'), withinMs);
    const look = (): void => {
      const settled = settledAt(session.status.state);
      if (settled) finish(settled);
    };
    const off = session.onChange(look);
    look();
  });
}

function settledAt(state: HostState): Settled | undefined {
  if (state === 'ready') return 'ready';
  return state === 'stopping' || state === 'ended' ? 'ended' : undefined;
}
