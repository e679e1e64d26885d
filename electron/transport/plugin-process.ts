// The process that calls a native plugin: starts it, carries frames and words both ways, and keeps the plugin's own stdout
// and stderr apart from them. Descriptors: 0 is at its end, 1 and 2 are the plugin's, 3 comes from the process, 4 goes to
// it, 5 is for a crash. How it ends is in process-ending.ts, as for any other extension.

import { spawn as spawnChild, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { CrashPipe } from './crash-pipe.ts';
import { InputQueue } from './input-queue.ts';
import { OutputPipe } from './output-pipe.ts';
import { type ChildPipes, makePipes } from './pipes.ts';
import type { PluginSink, PluginTransport } from './plugin-transport.ts';
import { defaultEndingTimes, type EndingTimes, ProcessEnding } from './process-ending.ts';
import type { Signal } from './process-group.ts';
import { RunRegistry } from './run-registry.ts';
import { SignedLine } from './signed-line.ts';
import { spawnFailure } from './spawn-failure.ts';
import type { Launch, TransportFact, WireLine } from './transport.ts';

export interface PluginProcessOptions extends Partial<EndingTimes> {
  /** Where running processes are registered, for after a hard kill of ours; not registered when left out. */
  readonly stateDir?: string;
  readonly trouble?: (message: string) => void;
}

const lineFeed = Buffer.from('\n');
const frameSign = Buffer.from('>');
/** Words are ours and small; a wait for the pipe is no fact about the plugin. */
const stallMs = 2_000_000_000;

export class PluginProcess implements PluginTransport {
  readonly #launch: Launch;
  readonly #options: PluginProcessOptions;
  #sink: PluginSink | undefined;
  #input: InputQueue | undefined;
  #outputs: readonly OutputPipe[] = [];
  #ending: ProcessEnding | undefined;
  #paused = false;
  #asked = 0;

  constructor(launch: Launch, options: PluginProcessOptions = {}) {
    this.#launch = launch;
    this.#options = options;
  }

  /** Once. `spawned` is told before this returns, all else later. */
  start(sink: PluginSink): void {
    if (this.#sink) throw new Error('a PluginProcess starts once');
    this.#sink = sink;
    const pipes = makePipes();
    const child = spawn(this.#launch, pipes);
    const { pid } = child;
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (pid === undefined) void this.#failed(sink, error.code ?? 'unknown');
    });
    if (pid === undefined) return pipes?.discard();
    this.#started(sink, child, pid, pipes);
  }

  frame(bytes: Uint8Array, written?: () => void): void {
    if (this.#input) this.#input.write(Buffer.concat([frameSign, bytes, lineFeed]), written);
    else written?.();
  }

  word(text: string): void {
    this.#input?.write(Buffer.from(`!${text}\n`));
  }

  signal(signal: Signal, reason: string): void {
    this.#ending?.signal(signal, reason);
  }

  pause(): void {
    this.#paused = true;
    for (const output of this.#outputs) output.pause();
  }

  resume(): void {
    this.#paused = false;
    for (const output of this.#outputs) output.resume();
  }

  get pendingBytes(): number {
    return this.#input?.pendingBytes ?? 0;
  }

  async #failed(sink: PluginSink, errno: string): Promise<void> {
    sink.fact(await spawnFailure(this.#launch, errno));
    sink.ended();
  }

  #started(sink: PluginSink, child: ChildProcess, pid: number, pipes: ChildPipes | undefined): void {
    const { executable, argv, cwd, environmentAdded, maxLineBytes, keptBytes } = this.#launch;
    const printedLimits = { maxLineBytes: Math.min(maxLineBytes, keptBytes), keptBytes };
    const { stateDir, trouble } = this.#options;
    const registry = stateDir === undefined ? undefined : new RunRegistry(stateDir, trouble);
    registry?.add(pid, { executable, argv });
    const printed = (to: 'stdout' | 'stderr'): OutputPipe =>
      new OutputPipe(to, pipes?.names[to], printedLimits, {
        line: (line) => sink.printed(to, line),
        closed: (fact) => ending.outputClosed(fact),
      });
    const [stdout, stderr] = [printed('stdout'), printed('stderr')];
    const frames = new OutputPipe('stdout', undefined, this.#launch, {
      line: (line) => this.#line(sink, line),
      closed: () => ending.outputClosed(), // a pipe of ours: its end is no fact about the plugin
    });
    const crashes = new CrashPipe(() => {
      if (crashes.report.length > 0) sink.crashReport(crashes.report);
      ending.outputClosed();
    });
    const input = new InputQueue(child.stdio[4] as Writable, { stallMs, fact: () => {} });
    const ending = new ProcessEnding(
      {
        pid,
        outputs: [stdout, stderr, frames, crashes],
        input,
        fact: (told: TransportFact) => sink.fact(told),
        ended: () => {
          registry?.remove(pid);
          sink.ended();
        },
        isPaused: () => this.#paused,
      },
      { ...defaultEndingTimes, ...this.#options },
    );
    this.#input = input;
    this.#outputs = [stdout, stderr, frames];
    this.#ending = ending;
    sink.fact({ kind: 'spawned', pid, executable, argv, cwd, environmentAdded });
    child.once('exit', (code, signal) => ending.exited(code, signal));
    stdout.attach(pipes ? pipes.openStdout(stdout.push) : readable(child, 1).on('data', stdout.push));
    stderr.attach(pipes ? pipes.openStderr(stderr.push) : readable(child, 2).on('data', stderr.push));
    frames.attach(readable(child, 3).on('data', frames.push));
    crashes.attach(readable(child, 5));
    // Nobody has anything to say to the plugin on its stdin.
    pipes?.openStdin().destroy();
    pipes?.closeTheirs();
    if (this.#paused) this.pause();
  }

  #line(sink: PluginSink, line: WireLine): void {
    const sign = line.text?.charAt(0) ?? String.fromCharCode(line.bytes[0] ?? 0);
    switch (sign) {
      case '<':
        return sink.frame('extension', new SignedLine(line), null);
      case '>':
        return sink.frame('host', new SignedLine(line), null);
      case '(':
        return sink.frame('extension', new SignedLine(line), ++this.#asked);
      case ')':
        return sink.frame('host', new SignedLine(line), ++this.#asked);
      default:
        return sink.word(line.text?.slice(1) ?? '');
    }
  }
}

function readable(child: ChildProcess, fd: number): Readable {
  const stream = child.stdio[fd];
  if (!stream) throw new Error('the child was started without its pipes');
  return stream as Readable;
}

function spawn({ executable, argv, cwd, environment }: Launch, pipes: ChildPipes | undefined): ChildProcess {
  const theirs: StdioOptions = pipes ? [...pipes.theirs] : ['ignore', 'pipe', 'pipe'];
  return spawnChild(executable, argv.slice(1), {
    cwd,
    env: { ...environment },
    stdio: [...theirs, 'pipe', 'pipe', 'pipe'],
    ...(argv[0] === undefined ? {} : { argv0: argv[0] }),
    detached: process.platform !== 'win32', // leader of a group of its own, so that all of it can be ended
  });
}
