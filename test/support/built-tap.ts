// The stand-in as a program of its own, built from the sources as they are now, and a run of it between a test that plays
// the host and a real program that plays the extension.

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './built-cli.ts';

const cache = path.join(root, 'node_modules', '.cache', 'framescope', 'tap-under-test');
const rooms = ['tap', 'link', 'recorder', 'transport', 'session'].map((room) => `electron/${room}`);

let built: Promise<string> | undefined;

/** Absolute path of the folder with cli.js, tap.js and tap-recorder.js; `tap` is all that this cli.js can do. */
export function builtTap(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = path.join(cache, sourcesDigest());
  if (existsSync(path.join(folder, 'cli.js'))) return folder;
  const outDir = `${folder}.${process.pid}`;
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  try {
    mkdirSync(outDir, { recursive: true });
    const builder = path.join(import.meta.dirname, 'build-tap.mjs');
    await promisify(execFile)(process.execPath, [builder, outDir], { cwd: root, env });
    if (!existsSync(folder)) renameSync(outDir, folder);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  return folder;
}

function sourcesDigest(): string {
  const digest = createHash('sha256');
  for (const room of [...rooms, 'shared', 'vite.config.ts', 'electron/cli/start.ts']) {
    const at = path.join(root, room);
    const names = statSync(at).isFile() ? [''] : (readdirSync(at, { recursive: true }) as string[]);
    for (const name of names.sort()) {
      const { size, mtimeMs } = statSync(path.join(at, name));
      digest.update(`${room}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return digest.digest('hex').slice(0, 16);
}

export interface TapOptions {
  /** FRAMESCOPE_STATE_DIR. */
  readonly state: string;
  readonly options?: readonly string[];
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface TapEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A host's view of a tapped extension. */
export class TapRun {
  readonly child: ChildProcess;
  readonly ended: Promise<TapEnd>;
  out = '';
  err = '';
  readonly #watchers = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.on('data', (chunk: Buffer) => this.#grow(() => (this.out += chunk.toString('latin1'))));
    child.stderr?.on('data', (chunk: Buffer) => this.#grow(() => (this.err += chunk.toString('latin1'))));
    child.stdin?.on('error', () => {}); // the extension closed it: tests look at what follows from that
    this.ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Resolves once stdout (or stderr) holds this text. */
  says(text: string, where: 'out' | 'err' = 'out'): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!this[where].includes(text)) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
      void this.ended.then(() => {
        look();
        reject(new Error(`It ended without ${JSON.stringify(text)}:\n${this.out}\n${this.err}`));
      });
    });
  }

  #grow(change: () => void): void {
    change();
    for (const watcher of [...this.#watchers]) watcher();
  }
}

export async function startTap(argv: readonly string[], options: TapOptions): Promise<TapRun> {
  const program = path.join(await builtTap(), 'cli.js');
  const child = spawn(process.execPath, [program, 'tap', ...(options.options ?? []), '--', ...argv], {
    cwd: options.cwd ?? options.state,
    env: { ...process.env, ...options.environment, FRAMESCOPE_STATE_DIR: options.state },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return new TapRun(child);
}

export interface RecordedLine {
  readonly seq: number;
  readonly kind: string;
  readonly [key: string]: unknown;
}

/** The entries of a recording; without a file, of the only one in the state folder. */
export function recordedEntries(state: string, file?: string): RecordedLine[] {
  const folder = path.join(state, 'journals');
  const at = file ?? path.join(folder, readdirSync(folder)[0] ?? '');
  const lines = readFileSync(at, 'utf8').trimEnd().split('\n');
  return lines.slice(1).map((line) => JSON.parse(line) as RecordedLine);
}
