// Builds journal-child.ts into one file and runs it, as a process that tests may kill.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../../..');

/** Absolute path of the program; its folder is the caller's to remove. */
export async function builtChild(): Promise<string> {
  const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-child-'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, 'journal-child.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  return path.join(outDir, 'program.mjs');
}

/** What the program tells: JSON, one object a line. */
export type Told = Readonly<Record<string, unknown>>;

export class Child {
  readonly process: ChildProcess;
  readonly told: Told[] = [];
  readonly #waiting: (() => void)[] = [];
  errors = '';

  constructor(command: string, args: readonly string[]) {
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    if (!this.process.stdout || !this.process.stderr) throw new Error('no pipes');
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      this.told.push(JSON.parse(line) as Told);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.process.on('close', () => {
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** The n-th thing it tells, from 0. Rejects when it ends before. */
  async tells(n: number): Promise<Told> {
    for (;;) {
      const told = this.told[n];
      if (told) return told;
      if (this.process.exitCode !== null || this.process.signalCode !== null) {
        throw new Error(`The child ended: ${this.errors}`);
      }
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  /** Gives a command and waits for its answer. */
  async ask(command: string): Promise<Told> {
    const next = this.told.length;
    this.process.stdin?.write(`${command}\n`);
    return this.tells(next);
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const closed = once(this.process, 'close');
    this.process.kill('SIGKILL');
    await closed;
  }
}
