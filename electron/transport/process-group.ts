// A child and all it started, as one thing to be signalled and ended. Groups that run are remembered here so that none
// outlives us when we exit normally; after a hard kill see run-registry.ts. It must not know why something is ended.

import { setTimeout as delay } from 'node:timers/promises';
import { commandOf, groupMembers } from './process-table.ts';

export type Signal = 'SIGTERM' | 'SIGKILL';
/** To whom it went; `gone` when there was nobody; otherwise the errno name of the refusal. */
export type SignalOutcome =
  | { readonly to: 'group' | 'process' }
  | { readonly to: 'gone' }
  | { readonly to: 'refused'; readonly error: string };

/** `leaderLives`: the pid itself may be tried too. Once it is reaped, the number may belong to someone else. */
export function signalGroup(pid: number, signal: Signal, leaderLives: boolean): SignalOutcome {
  const group = tryKill(-pid, signal);
  if (group === undefined) return { to: 'group' };
  if (!leaderLives) return group === 'ESRCH' ? { to: 'gone' } : { to: 'refused', error: group };
  const single = tryKill(pid, signal);
  if (single === undefined) return { to: 'process' };
  return single === 'ESRCH' ? { to: 'gone' } : { to: 'refused', error: single };
}

/** Zombies do not count: nobody may be there to reap them. */
export function groupLives(pid: number): boolean {
  if (tryKill(-pid, 0) === 'ESRCH') return false;
  return process.platform !== 'linux' || groupMembers(pid).length > 0;
}

/** Whether the group is gone within the time. */
export async function groupGone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (groupLives(pid)) {
    if (performance.now() >= until) return false;
    await delay(20);
  }
  return true;
}

/** Members as a person may know them: `123 node main.js, 124 sleep 60`; empty where that can't be known. */
export function membersInWords(pid: number): string {
  const rows = groupMembers(pid);
  const shown = rows.slice(0, 5).map((row) => `${row.pid} ${commandOf(row.pid)}`);
  return rows.length > 5 ? `${shown.join(', ')} and ${rows.length - 5} more` : shown.join(', ');
}

const running = new Set<number>();

/** From now on the group is killed when this process exits. */
export function endWithUs(pid: number): void {
  if (running.size === 0) process.on('exit', killRunning);
  running.add(pid);
}

export function forgetGroup(pid: number): void {
  running.delete(pid);
  if (running.size === 0) process.off('exit', killRunning);
}

function killRunning(): void {
  for (const pid of running) tryKill(-pid, 'SIGKILL');
}

/** undefined when it was delivered, else the errno name. */
function tryKill(target: number, signal: Signal | 0): string | undefined {
  try {
    process.kill(target, signal);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
