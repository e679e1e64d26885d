// Finds every process that a test has brought into being, however far down the tree: they inherit a mark in their
// environment. Linux only (/proc). Zombies have no environment any more and count as gone.

import { readFileSync, readdirSync } from 'node:fs';

export const markName = 'FRAMESCOPE_TEST_MARK';
let marks = 0;

/** An environment entry no other test has. */
export function newMark(): Record<string, string> {
  return { [markName]: `${process.pid}-${++marks}` };
}

/** pids of the processes that have the mark, without this one. */
export function markedProcesses(mark: Readonly<Record<string, string>>): number[] {
  const entry = `${markName}=${mark[markName]}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => environmentOf(name).includes(entry))
    .map(Number);
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // gone meanwhile, or not ours to look at
  }
}

/** Whether the process is there and no zombie. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Resolves when `condition` holds; it is asked again every few ms, as /proc tells nobody of its changes. */
export async function until(what: string, condition: () => boolean, withinMs = 10_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
