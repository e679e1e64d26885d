// The system's list of processes, as far as we need it: who is in a group, who holds a pipe, is this still the same
// process. Linux only (/proc); elsewhere nothing is known and the answers are empty. It must not signal anything.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ProcessRow {
  readonly pid: number;
  readonly group: number;
  /** In clock ticks since boot; with the pid it names one process for good. */
  readonly startTime: string;
}

/** One living process; undefined when there is none (a zombie counts as none), or when it can't be known. */
export function processRow(pid: number): ProcessRow | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined; // gone, or not Linux
  }
  // The name in parentheses may contain blanks and parentheses itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const startTime = fields[19];
  if (group === undefined || startTime === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid, group: Number(group), startTime };
}

/** Living members of a process group, lowest pid first. */
export function groupMembers(group: number): readonly ProcessRow[] {
  return allPids().flatMap((pid) => {
    const row = processRow(pid);
    return row?.group === group ? [row] : [];
  });
}

/** Processes other than ours that have one of these files open, by the name the system gives them. */
export function holdersOf(files: readonly string[]): readonly number[] {
  return allPids().filter((pid) => pid !== process.pid && holds(pid, files));
}

/** The command line for a person, blanks between arguments; the short name when it has none or hides it. */
export function commandOf(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0+$/, '').replaceAll('\0', ' ');
    return line || `[${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()}]`;
  } catch {
    return '(gone)'; // it ended while we looked
  }
}

/** Names this run of the machine: after a restart pids and start times mean nothing. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return ''; // not Linux
  }
}

function holds(pid: number, files: readonly string[]): boolean {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).some((name) => {
    try {
      const target = readlinkSync(`${folder}/${name}`).replace(/ \(deleted\)$/, '');
      return files.includes(target);
    } catch {
      return false; // closed while we looked
    }
  });
}

function allPids(): readonly number[] {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // gone, of another user, or not Linux
  }
}
