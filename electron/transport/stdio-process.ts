// An extension as a subprocess: starts it, carries bytes in and lines out. How it ends is in process-ending.ts.
// No shell, no search along PATH, no policy: when to close stdin and when to signal is the session's to say.

import { execa, type Options, type ResultPromise } from 'execa';
import { wrongFormat } from './executable.ts';
import { InputQueue } from './input-queue.ts';
import { OutputPipe, type OutputListener } from './output-pipe.ts';
import { type ChildPipes, makePipes } from './pipes.ts';
import { defaultEndingTimes, type EndingTimes, ProcessEnding } from './process-ending.ts';
import type { Signal } from './process-group.ts';
import { RunRegistry } from './run-registry.ts';
import { spawnFailure } from './spawn-failure.ts';
import type { Launch, Transport, TransportSink } from './transport.ts';

export interface StdioProcessOptions extends Partial<EndingTimes> {
  /** Where running processes are registered, for after a hard kill of ours; not registered when left out. */
  readonly stateDir?: string;
  /** Told in words when something of ours fails that does not touch the extension (the register). */
  readonly trouble?: (message: string) => void;
  /** How long bytes may wait for stdin before `writeStalled`; 250. */
  readonly stallMs?: number;
}

type Child = ResultPromise<Options>;

/** A line of stderr without an end is shown after this silence. */
const showStderrAfterMs = 500;

export class StdioProcess implements Transport {
  readonly #launch: Launch;
  readonly #options: StdioProcessOptions;
  #sink: TransportSink | undefined;
  #input: InputQueue | undefined;
  #outputs: readonly OutputPipe[] = [];
  #ending: ProcessEnding | undefined;
  #paused = false;

  constructor(launch: Launch, options: StdioProcessOptions = {}) {
    this.#launch = launch;
    this.#options = options;
  }

  /** Once. `spawned` is told before this returns, all else later. */
  start(sink: TransportSink): void {
    if (this.#sink) throw new Error('a StdioProcess starts once');
    this.#sink = sink;
    const refusal = this.#refusal();
    if (refusal !== undefined) {
      void this.#failed(sink, refusal);
      return;
    }
    const pipes = makePipes();
    const child = spawn(this.#launch, pipes);
    if (child.pid !== undefined) return this.#started(sink, child, child.pid, pipes);
    pipes?.discard();
    void child.then((result) => this.#failed(sink, result.code ?? 'unknown'));
  }

  write(bytes: Uint8Array, written?: () => void, cuts?: readonly number[]): void {
    if (this.#input) this.#input.write(bytes, written, cuts);
    else written?.();
  }

  closeInput(): void {
    this.#input?.closeAfterPending();
  }

  /** Also ends held pipes once the process is gone. Nothing happens, nothing is told, when there is nobody to signal. */
  signal(signal: Signal, reason: string): void {
    this.#ending?.signal(signal, reason);
  }

  /** Lines of a chunk that was read already still come. */
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

  /** errno of what the system would not refuse by itself, or not under its right name. */
  #refusal(): string | undefined {
    const { executable, argv, cwd, environment } = this.#launch;
    const texts = [executable, cwd, ...argv, ...Object.entries(environment).flat()];
    return texts.some((text) => text.includes('\0')) ? 'EINVAL' : wrongFormat(executable)?.errno;
  }

  async #failed(sink: TransportSink, errno: string): Promise<void> {
    sink.fact(await spawnFailure(this.#launch, errno));
    sink.ended();
  }

  #started(sink: TransportSink, child: Child, pid: number, pipes: ChildPipes | undefined): void {
    const { executable, argv, cwd, environmentAdded, maxLineBytes, keptBytes } = this.#launch;
    // People read stderr: of a line without end (progress) no more is gathered than would be kept of it.
    const errorLimits = { maxLineBytes: Math.min(maxLineBytes, keptBytes), keptBytes };
    const { stateDir, trouble, stallMs = 250 } = this.#options;
    const registry = stateDir === undefined ? undefined : new RunRegistry(stateDir, trouble);
    registry?.add(pid, { executable, argv });
    const stdout = new OutputPipe('stdout', pipes?.names.stdout, this.#launch, {
      line: (line) => sink.line(line),
      over: (bytesSoFar) => sink.lineOver?.('stdout', bytesSoFar),
      closed: (fact) => ending.outputClosed(fact),
    });
    const errorListener: OutputListener = {
      line: (line) => sink.stderr(line),
      over: (bytesSoFar) => sink.lineOver?.('stderr', bytesSoFar),
      closed: (fact) => ending.outputClosed(fact),
    };
    const stderr = new OutputPipe(
      'stderr',
      pipes?.names.stderr,
      errorLimits,
      errorListener,
      showStderrAfterMs,
    );
    const stdin = present(pipes ? pipes.openStdin() : child.stdin);
    const input = new InputQueue(stdin, { stallMs, fact: (fact) => sink.fact(fact) });
    const ended = (): void => {
      registry?.remove(pid);
      sink.ended();
    };
    const parts = {
      pid,
      outputs: [stdout, stderr],
      input,
      fact: sink.fact.bind(sink),
      ended,
      isPaused: () => this.#paused,
    };
    const ending = new ProcessEnding(parts, { ...defaultEndingTimes, ...this.#options });
    this.#input = input;
    this.#outputs = [stdout, stderr];
    this.#ending = ending;
    sink.fact({ kind: 'spawned', pid, executable, argv, cwd, environmentAdded });
    child.once('exit', (code, signal) => ending.exited(code, signal));
    stdout.attach(pipes ? pipes.openStdout(stdout.push) : present(child.stdout).on('data', stdout.push));
    stderr.attach(pipes ? pipes.openStderr(stderr.push) : present(child.stderr).on('data', stderr.push));
    pipes?.closeTheirs();
    if (this.#paused) this.pause();
  }
}

function spawn({ executable, argv, cwd, environment }: Launch, pipes: ChildPipes | undefined): Child {
  // execa takes any descriptor; its types name only the first ten.
  const [stdin, stdout, stderr] = (pipes?.theirs ?? ['pipe', 'pipe', 'pipe']) as ('pipe' | 3)[];
  const options: Options = {
    ...{ stdin, stdout, stderr, cwd, env: { ...environment }, extendEnv: false },
    ...(argv[0] === undefined ? {} : { argv0: argv[0] }),
    detached: process.platform !== 'win32', // leader of a group of its own, so that all of it can be ended
    cleanup: false, // process-group.ts does that, for the whole group
    reject: false,
    buffer: false,
    verbose: 'none',
  };
  return execa(executable, argv.slice(1), options);
}

function present<T>(stream: T | null | undefined): T {
  if (!stream) throw new Error('the child was started without its pipes');
  return stream;
}
