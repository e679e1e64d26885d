// What an inspection waits for: the host being ready, a while longer, and whatever cuts that short. Decides nothing.

import type { HostState } from '../../shared/session/entries.ts';
import type { Session } from '../session/session-type.ts';
import { after, firstOf, settled, type Source } from './first-of.ts';
import type { Ending } from './shortfall.ts';
import type { Terminal } from './terminal.ts';

function inState(session: Session, state: HostState): Source {
  return (fire) => {
    if (session.status.state === state) fire();
    return session.onChange(() => {
      if (session.status.state === state) fire();
    });
  };
}

/** No hello so far, for `ms`. Once hello has come the host's own deadlines lead to ready; a plugin has none: not ready. */
function noHelloFor(session: Session, ms: number | undefined): Source {
  return (fire) => {
    const stopTimer = after(ms)(fire);
    const stopListening = session.onChange(() => {
      if (session.status.state === 'registering' && !session.plugin) stopTimer();
    });
    return () => {
      stopTimer();
      stopListening();
    };
  };
}

/** @param timeoutMs how long to wait for hello; undefined: as long as the host does */
export function waitForReady(
  session: Session,
  terminal: Terminal,
  timeoutMs: number | undefined,
): Promise<Ending> {
  return firstOf({
    ready: inState(session, 'ready'),
    ended: settled(session.ended),
    interrupted: (fire) => terminal.onInterrupt(fire),
    gone: (fire) => terminal.out.onGone(fire),
    timeout: noHelloFor(session, timeoutMs),
  });
}

/** Goes on for `waitMs`, unless something ends it before. */
export function listenOn(
  session: Session,
  terminal: Terminal,
  waitMs: number,
): Promise<'over' | Exclude<Ending, 'ready' | 'timeout'>> {
  return firstOf({
    over: after(waitMs),
    ended: settled(session.ended),
    interrupted: (fire) => terminal.onInterrupt(fire),
    gone: (fire) => terminal.out.onGone(fire),
  });
}
