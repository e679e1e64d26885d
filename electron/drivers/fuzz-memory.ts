// How much memory a process and those it started hold at the moment. Linux only (/proc); elsewhere nothing is known. It only
// looks.

import { readFileSync } from 'node:fs';

const pageBytes = 4_096;
const mostProcesses = 64;

/** Resident bytes of the process and its descendants; undefined where that can't be known. */
export function treeBytes(pid: number): number | undefined {
  let bytes: number | undefined;
  const queue = [pid];
  for (let at = 0; at < queue.length && at < mostProcesses; at++) {
    const own = residentBytes(queue[at]!);
    if (own !== undefined) bytes = (bytes ?? 0) + own;
    queue.push(...childrenOf(queue[at]!));
  }
  return bytes;
}

function residentBytes(pid: number): number | undefined {
  const pages = Number(read(`/proc/${pid}/statm`).split(' ')[1]);
  return Number.isFinite(pages) ? pages * pageBytes : undefined;
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return ''; // gone, or not Linux
  }
}
