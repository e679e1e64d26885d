// Which processes we have running, on disk: one small file each under `<stateDir>/running`. After a hard kill of ours
// the next start finds here what was left behind (case P06). A file counts only for the very process it was made for:
// same pid, same start time, same boot of the machine. Linux only for finding; elsewhere nothing is found.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { groupGone, signalGroup } from './process-group.ts';
import { bootId, commandOf, groupMembers, processRow } from './process-table.ts';

interface RunRecord {
  readonly pid: number;
  /** Clock ticks since boot. */
  readonly startTime: string;
  readonly bootId: string;
  readonly executable: string;
  readonly argv: readonly string[];
  readonly ownerPid: number;
  readonly ownerStartTime: string;
}

/** Processes of a run whose Framescope is gone. */
export interface Leftover {
  /** Of the program that was started; it may be gone while what it started lives on. */
  readonly pid: number;
  readonly startTime: string;
  readonly executable: string;
  readonly argv: readonly string[];
  readonly processes: readonly { readonly pid: number; readonly command: string }[];
}

const termMs = 1_000;
const killMs = 1_000;

export class RunRegistry {
  readonly #folder: string;
  readonly #trouble: (message: string) => void;

  /** A register that can't be written is told and otherwise does no harm. */
  constructor(stateDir: string, trouble: (message: string) => void = () => {}) {
    this.#folder = runningFolder(stateDir);
    this.#trouble = trouble;
  }

  add(pid: number, { executable, argv }: Pick<RunRecord, 'executable' | 'argv'>): void {
    const startTime = processRow(pid)?.startTime ?? '';
    const ownerStartTime = processRow(process.pid)?.startTime ?? '';
    const owner = { ownerPid: process.pid, ownerStartTime };
    const record: RunRecord = { pid, startTime, bootId: bootId(), executable, argv, ...owner };
    this.#try('add to', () => {
      mkdirSync(this.#folder, { recursive: true });
      // Renamed into place: whoever looks meanwhile must not see half a file.
      const unfinished = path.join(this.#folder, `${pid}.part`);
      writeFileSync(unfinished, `${JSON.stringify(record)}\n`, { mode: 0o600 });
      renameSync(unfinished, fileOf(this.#folder, pid));
    });
  }

  remove(pid: number): void {
    this.#try('remove from', () => rmSync(fileOf(this.#folder, pid), { force: true }));
  }

  #try(verb: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#trouble(`Could not ${verb} the register of running processes in ${this.#folder}: ${why}`);
    }
  }
}

/** Runs whose owner is gone and that still have living processes; files of runs that are over are removed. */
export function findLeftovers(stateDir: string): readonly Leftover[] {
  if (process.platform !== 'linux') return [];
  const folder = runningFolder(stateDir);
  return filesIn(folder).flatMap((file) => {
    const record = readRecord(file);
    if (record && ownerLives(record)) return [];
    const leftover = record && leftoverOf(record);
    if (leftover) return [leftover];
    rmSync(file, { force: true });
    return [];
  });
}

/** SIGTERM to the group, a second later SIGKILL. Looks again first: by now it may be gone, or another process. */
export async function endLeftover(stateDir: string, leftover: Leftover): Promise<Result<void>> {
  const file = fileOf(runningFolder(stateDir), leftover.pid);
  const record = readRecord(file);
  const current = record?.startTime === leftover.startTime ? leftoverOf(record) : undefined;
  if (!current) return ok(undefined);
  const leaderLives = processRow(leftover.pid) !== undefined;
  signalGroup(leftover.pid, 'SIGTERM', leaderLives);
  if (!(await groupGone(leftover.pid, termMs))) {
    const outcome = signalGroup(leftover.pid, 'SIGKILL', processRow(leftover.pid) !== undefined);
    if (!(await groupGone(leftover.pid, killMs))) {
      const words = current.processes.map(({ pid, command }) => `${pid} ${command}`).join(', ');
      const why = outcome.to === 'refused' ? ` (${outcome.error})` : '';
      return failed(
        failure('internal', `Could not end ${words}${why}.`, 'End them with the tools of your system.'),
      );
    }
  }
  rmSync(file, { force: true });
  return ok(undefined);
}

function leftoverOf(record: RunRecord): Leftover | undefined {
  if (record.bootId !== bootId()) return undefined;
  const { pid, startTime, executable, argv } = record;
  const leader = processRow(pid);
  // A pid is not given out again while a group of that number lives: another start time means that ours are all gone.
  if (leader && leader.startTime !== startTime) return undefined;
  const processes = groupMembers(pid).map((row) => ({ pid: row.pid, command: commandOf(row.pid) }));
  return processes.length > 0 ? { pid, startTime, executable, argv, processes } : undefined;
}

function ownerLives({ ownerPid, ownerStartTime, bootId: boot }: RunRecord): boolean {
  return boot === bootId() && processRow(ownerPid)?.startTime === ownerStartTime;
}

/** Undefined when the file is gone or damaged: there is nothing in it to go by. */
function readRecord(file: string): RunRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<RunRecord>;
    const numbers = [record.pid, record.ownerPid];
    const texts = [record.startTime, record.bootId, record.executable, record.ownerStartTime];
    const isWhole =
      numbers.every((value) => Number.isInteger(value) && Number(value) > 1) &&
      texts.every((value) => typeof value === 'string') &&
      Array.isArray(record.argv);
    return isWhole ? (record as RunRecord) : undefined;
  } catch {
    return undefined;
  }
}

function runningFolder(stateDir: string): string {
  return path.join(stateDir, 'running');
}

function fileOf(folder: string, pid: number): string {
  return path.join(folder, `${pid}.json`);
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^\d+\.json$/.test(name) ? [path.join(folder, name)] : []));
  } catch {
    return []; // nothing was ever started
  }
}
