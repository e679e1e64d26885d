// Where journals live, and which there are. The folder is the user's state directory, as each system has it; nothing
// here opens a recording or removes one.

import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { recordingExtension } from '../../shared/recording/format.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder for what the program keeps between runs: FRAMESCOPE_STATE_DIR, else the system's own place (XDG base
 * directories; macOS Application Support; Windows local app data). Absolute; not created here.
 */
export function stateDir(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = env.HOME || env.USERPROFILE || os.homedir();
  if (env.FRAMESCOPE_STATE_DIR) return path.resolve(env.FRAMESCOPE_STATE_DIR);
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'Framescope');
  }
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Framescope');
  // The XDG specification has relative values ignored.
  const xdg = env.XDG_STATE_HOME;
  const base = xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'state');
  return path.join(base, 'framescope');
}

export function journalDir(state: string = stateDir()): string {
  return path.join(state, 'journals');
}

/** Makes the folder and its parents for the user alone. Errors: throws the errno of mkdir or chmod. */
export function makePrivateDir(dir: string): void {
  const made = makeDir(path.resolve(dir));
  // mkdir heeds the umask, which may only take bits away: 0700 stays. An older folder of ours is narrowed.
  if (!made && process.platform !== 'win32' && (fs.statSync(dir).mode & 0o077) !== 0) {
    fs.chmodSync(dir, 0o700);
  }
}

/** Says whether it was made. Node's own `recursive` tries for ever where no folder can be made (Node 20, under /proc). */
function makeDir(dir: string): boolean {
  try {
    fs.mkdirSync(dir, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && fs.statSync(dir).isDirectory()) return false;
    // The parent was there and it failed all the same: it will not get better.
    if (code !== 'ENOENT' || path.dirname(dir) === dir || !makeDir(path.dirname(dir))) throw error;
    return makeDir(dir);
  }
}

const maxNameLength = 40;

/** `20260131T120000Z-greeter-1f9c2a.fsj`: sorts by time, says whose it is, never meets another one. */
export function journalFileName(startedAt: string, name: string): string {
  const time = startedAt.replace(/\.\d+/, '').replace(/[-:]/g, '');
  const safe = name
    .normalize('NFC')
    .replace(/[^\p{Letter}\p{Number}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const short = [...safe].slice(0, maxNameLength).join('') || 'extension';
  return `${time}-${short}-${randomBytes(3).toString('hex')}${recordingExtension}`;
}

export interface JournalFile {
  /** Absolute. */
  readonly path: string;
  /** ISO 8601, UTC; from the file's name, else its time of change. */
  readonly startedAt: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

const namePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(.+)-[0-9a-f]{6}$/;

/** The journals of a folder, newest first; empty when there is no such folder. Reads names only, opens nothing. */
export async function listJournals(dir: string = journalDir()): Promise<readonly JournalFile[]> {
  let names: string[];
  try {
    names = await fs.promises.readdir(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(recordingExtension))
      .map((name) => journalFile(path.join(dir, name))),
  );
  return files
    .filter((file) => file !== undefined)
    .sort((a, b) =>
      a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : a.path < b.path ? -1 : 1,
    );
}

async function journalFile(file: string): Promise<JournalFile | undefined> {
  let stat: fs.Stats;
  try {
    stat = await fs.promises.stat(file);
  } catch {
    return undefined; // removed since the folder was read
  }
  if (!stat.isFile()) return undefined;
  const base = path.basename(file, recordingExtension);
  const match = namePattern.exec(base);
  const [, year, month, day, hour, minute, second, name] = match ?? [];
  return {
    path: file,
    startedAt: match ? `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z` : stat.mtime.toISOString(),
    name: name ?? base,
    size: stat.size,
  };
}
