// The command line inside the test's own process: real engine, real extensions, output collected. What needs a program
// of its own (signals, broken pipes, exit codes of a process) uses built-cli.ts.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { runCommandLine } from '../../electron/cli/command-line.ts';
import { compose, type Composed } from '../../electron/cli/compose.ts';
import { Printer } from '../../electron/cli/printer.ts';
import { markedProcesses, newMark } from './marked-processes.ts';

export interface JsonReport {
  readonly ok: boolean;
  readonly state: string;
  readonly hello: { readonly name: string; readonly version: string; readonly capabilities: string[] } | null;
  readonly commands: { readonly name: string; readonly description: string }[];
  readonly tools: { readonly name: string; readonly description: string; readonly schema: unknown }[];
  readonly events: string[];
  readonly intercepts: string[];
  readonly problems: { code: string; severity: string; message: string; seq: number | null }[];
  readonly frames: number;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
}

export interface Told {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A state folder and a mark of its own; `close` fails the test when a process is left. */
export class CommandLineUnderTest {
  readonly stateDir = mkdtempSync(path.join(os.tmpdir(), 'framescope-cli-'));
  readonly mark = newMark();
  /** What stands on the standard input. */
  input = '';
  readonly #composed = new Set<Composed>();

  /** Runs one command to its end. */
  async run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Told> {
    const [out, err] = [new Collected(), new Collected()];
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const composed = compose(
      {
        out: out.printer,
        err: err.printer,
        isTerminal: false,
        width: undefined,
        environment: {
          ...Object.fromEntries(inherited),
          FRAMESCOPE_STATE_DIR: this.stateDir,
          ...this.mark,
          ...environment,
        },
        input: async () => new TextEncoder().encode(this.input),
        stream: () => Readable.from([Buffer.from(this.input)]),
        cwd: process.cwd(),
        onInterrupt: () => () => {},
      },
      '0.0.0-test',
    );
    this.#composed.add(composed);
    const code = await runCommandLine(args, composed);
    return { code, out: out.text, err: err.text };
  }

  /** Runs `inspect … --json`; the last line but the line end has to be all there is on stdout. */
  async report(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<Told & { json: JsonReport }> {
    const dashes = args.indexOf('--');
    const options =
      dashes < 0 ? [...args, '--json'] : [...args.slice(0, dashes), '--json', ...args.slice(dashes)];
    const told = await this.run(['inspect', ...options], environment);
    return { ...told, json: JSON.parse(told.out) as JsonReport };
  }

  async close(): Promise<void> {
    for (const composed of this.#composed) await composed.close();
    rmSync(this.stateDir, { recursive: true, force: true });
    const left = markedProcesses(this.mark);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    if (left.length > 0) throw new Error(`Processes were left behind: ${left.join(', ')}`);
  }
}

class Collected {
  readonly #stream = new PassThrough();
  readonly printer = new Printer(this.#stream);
  text = '';

  constructor() {
    this.#stream.setEncoding('utf8').on('data', (text: string) => (this.text += text));
  }
}
