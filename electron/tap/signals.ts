// Signals through the tap: what is sent to us goes to the child, and when the child dies of one, so do we. SIGKILL and
// SIGSTOP can't be caught; faults of our own (SIGSEGV and its kin) and what pipes and limits of ours raise are not passed on.

import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';

const notPassedOn: ReadonlySet<string> = new Set([
  ...['SIGKILL', 'SIGSTOP'], // never reach us
  ...['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS', 'SIGSTKFLT'], // faults of the one that has them
  ...['SIGCHLD', 'SIGCLD', 'SIGPIPE', 'SIGXFSZ'], // raised by what we do ourselves
  'SIGUNUSED',
]);

/** Names of the signals that are passed on, each number once. */
export const passedSignals: readonly NodeJS.Signals[] = firstNames();

/** Passes signals on from now on; `told` hears of each first. Returns what stops it. */
export function passSignals(told: (signal: NodeJS.Signals) => void): () => void {
  const listening: NodeJS.Signals[] = [];
  for (const signal of passedSignals) {
    try {
      process.on(signal, told);
      listening.push(signal);
    } catch {
      // this system has the name but lets nobody listen: it keeps its usual effect
    }
  }
  return () => {
    for (const signal of listening) process.off(signal, told);
  };
}

/** Ends this process as the child ended. Returns only when the system did not let it die of the signal. */
export function endLike({
  code,
  signal,
}: {
  readonly code: number | null;
  readonly signal: string | null;
}): void {
  if (signal !== null) dieOf(signal as NodeJS.Signals);
  process.exit(code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0));
}

function dieOf(signal: NodeJS.Signals): void {
  const ignore = (): void => {};
  try {
    // The child may have left a core; a second one, of us, would only mislead.
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // not Linux, or not allowed
  }
  try {
    // Node ignores some of them: whoever listened last leaves the system's own effect behind.
    process.on(signal, ignore);
    process.off(signal, ignore);
  } catch {
    // can't be listened to (SIGKILL): its effect is the system's already
  }
  process.kill(process.pid, signal);
}

function firstNames(): NodeJS.Signals[] {
  const seen = new Set<number>();
  return (Object.entries(constants.signals) as [NodeJS.Signals, number][])
    .filter(([name, number]) => !notPassedOn.has(name) && !seen.has(number) && seen.add(number))
    .map(([name]) => name);
}
