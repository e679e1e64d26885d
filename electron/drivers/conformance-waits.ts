// What a check waits for: a state, silence, the end. Every wait ends by itself, and at once when the check is called off.

import type { HostState } from '../../shared/session/entries.ts';
import { CalledOff, unlessCalledOff } from './called-off.ts';
import type { CheckRun } from './conformance-bench.ts';

export type Reached = 'ready' | 'ended' | 'waiting';

export interface Waiting {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Until it is ready, or can't become so any more.
 * @param withinMs for hello; once it has come, the host's own deadlines lead to ready. A plugin has no hello.
 */
export function untilReady({ session }: CheckRun, withinMs: number, { signal }: Waiting): Promise<Reached> {
  const reached = new Promise<Reached>((resolve) => {
    let timer: NodeJS.Timeout | undefined = undefined;
    const done = (how: Reached): void => {
      clearTimeout(timer);
      off();
      signal?.removeEventListener('abort', abort);
      resolve(how);
    };
    const abort = (): void => done('waiting');
    const look = (): void => {
      const how = byState[session.state];
      if (how) done(how);
      else if (session.state === 'registering' && !session.plugin) clearTimeout(timer);
    };
    timer = setTimeout(abort, withinMs);
    const off = session.onChange(look);
    signal?.addEventListener('abort', abort, { once: true });
    look();
  });
  return unlessCalledOff(reached, signal);
}

const byState: Partial<Record<HostState, Reached>> = { ready: 'ready', stopping: 'ended', ended: 'ended' };

/** Until nothing was recorded for that long, or the process has ended; at most `mostMs` in all. */
export async function untilQuiet(
  { session, journal }: CheckRun,
  quietMs: number,
  { signal }: Waiting,
  mostMs = quietMs * 4,
): Promise<void> {
  const until = performance.now() + mostMs;
  for (;;) {
    const before = journal.count;
    await pause(Math.min(quietMs, Math.max(0, until - performance.now())), { signal });
    if (journal.count === before || session.state === 'ended' || performance.now() >= until) return;
  }
}

/** Real time passes. Throws CalledOff. */
export function pause(ms: number, { signal }: Waiting): Promise<void> {
  if (signal?.aborted) return Promise.reject(new CalledOff());
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(new CalledOff());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** The host's way of stopping. `hard`: without waiting for its graces. Resolves when the process is gone. */
export async function stopRun({ session }: CheckRun, hard: boolean): Promise<void> {
  if (session.state !== 'ended') session.stop('driver');
  // Nothing is left waiting at the gate.
  session.setMode('run');
  if (hard && session.state !== 'ended') session.stop('driver');
  await session.ended;
}
