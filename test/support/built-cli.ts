// The command line as a program of its own: built from the sources as they are now, once for each state of them.

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

export const root = path.resolve(import.meta.dirname, '..', '..');
const cache = path.join(root, 'node_modules', '.cache', 'framescope', 'cli-under-test');

let built: Promise<string> | undefined;

/** Absolute path of the built file. */
export function builtCli(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = path.join(cache, sourcesDigest());
  const file = path.join(folder, 'cli.js');
  if (existsSync(file)) return file;
  forgetOld();
  // Other test files may build at the same time: each into a folder of its own, and the first one stays.
  const outDir = `${folder}.${process.pid}`;
  const { VITEST: _, NODE_ENV: __, ...environment } = process.env;
  try {
    const builder = path.join(import.meta.dirname, 'build-cli.mjs');
    await promisify(execFile)(process.execPath, [builder, outDir], { cwd: root, env: environment });
    if (!existsSync(file)) renameSync(outDir, folder);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  return file;
}

/** What was built from sources of yesterday. */
function forgetOld(): void {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) {
    const at = path.join(cache, name);
    if (Date.now() - statSync(at).mtimeMs > 86_400_000) rmSync(at, { recursive: true, force: true });
  }
}

function sourcesDigest(): string {
  const digest = createHash('sha256');
  for (const room of ['electron', 'shared', 'vite.config.ts']) {
    const at = path.join(root, room);
    const files = statSync(at).isFile() ? [''] : (readdirSync(at, { recursive: true }) as string[]);
    for (const name of files.sort()) {
      const { size, mtimeMs } = statSync(path.join(at, name));
      digest.update(`${room}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return digest.digest('hex').slice(0, 16);
}

export interface Ran {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The program started; its output is collected, and may be watched. */
export class CliRun {
  readonly child: ChildProcess;
  readonly done: Promise<Ran>;
  out = '';
  err = '';
  readonly #watchers = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#grow(() => (this.out += text)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#grow(() => (this.err += text)));
    this.done = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve({ code, signal, out: this.out, err: this.err }));
    });
  }

  /** Resolves with the match once stdout shows it; rejects when the program ends without it. */
  async shows(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(this.out);
        if (!match) return;
        this.#watchers.delete(look);
        resolve(match);
      };
      this.#watchers.add(look);
      look();
      this.done.then(
        ({ out, err }) => reject(new Error(`It ended without ${pattern}:\n${out}\n${err}`)),
        reject,
      );
    });
  }

  #grow(change: () => void): void {
    change();
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Starts the built command line. Recordings go where FRAMESCOPE_STATE_DIR of the options says. */
export async function startCli(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [await builtCli(), ...args], {
    cwd: options.cwd ?? root,
    env: { ...process.env, NO_COLOR: '1', ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new CliRun(child);
}

export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return (await startCli(args, options)).done;
}
