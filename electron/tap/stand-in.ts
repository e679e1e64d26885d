// The program that stands where the host expects the extension: starts the real one, joins the streams, passes signals and
// the ending on. Whatever is written down or shown is the recorder's, in a thread of its own, and comes second. It must
// not write a byte of its own to stdout, nor to stderr unless a person looks at it.

import { spawn, type ChildProcess } from 'node:child_process';
import { isatty } from 'node:tty';
import { makePipes } from '../transport/pipes.ts';
import { Crossing } from './crossing.ts';
import { RecorderThread, type FromRecorder, type Order, type RecorderSettings } from './recorder-thread.ts';
import { passSignals } from './signals.ts';
import { Sink } from './sink.ts';
import { Source } from './source.ts';
import { TapLog } from './tap-log.ts';

/** As the child ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StandInOptions {
  readonly settings: RecorderSettings;
  /** The recorder's program. */
  readonly recorder: URL;
  /** Called once the child runs. */
  readonly started?: () => void;
}

/** As shells say it. */
const notFound = 127;
const notRunnable = 126;
/** The ending waits for the recorder as long as it makes progress, and so long when it does not. */
const stillMs = 2_000;
/** The child has gone and another process still holds its outputs: so long after the last byte they are given up. */
const lingerMs = 1_000;

export class StandIn {
  readonly #options: StandInOptions;
  readonly #startUs = performance.now() * 1_000;
  readonly #log = new TapLog({
    post: (buffer, used) => this.#recorder?.batch(buffer, used),
    nowUs: () => this.#nowUs(),
  });
  #recorder: RecorderThread | undefined;
  #crossing: Crossing | undefined;
  #child: ChildProcess | undefined;
  #resolveEnding: (ending: Ending) => void = () => {};
  #openOutputs = 2;
  #ending: Ending | undefined;
  #linger: NodeJS.Timeout | undefined;
  #stopSignals = (): void => {};

  constructor(options: StandInOptions) {
    this.#options = options;
  }

  /** Resolves when the child has ended, all it said has been passed on, and the recorder is done. */
  async run(): Promise<Ending> {
    const over = new Promise<Ending>((resolve) => (this.#resolveEnding = resolve));
    this.#start();
    const ending = await over;
    clearTimeout(this.#linger);
    this.#log.fact({ kind: 'exited', code: ending.code, signal: ending.signal });
    this.#log.flush();
    await this.#recorder?.finish(stillMs);
    this.#stopSignals();
    return ending;
  }

  /** A fault of ours: it is written down, nothing is held any more, and the streams go on. */
  fault(error: unknown): void {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#log.fact({ kind: 'note', text: `A fault of Framescope's tap: ${words}` });
    this.#crossing?.setMode('run');
  }

  #start(): void {
    const { argv, cwd } = this.#options.settings;
    const [command = '', ...args] = argv;
    const pipes = makePipes();
    const stdio = pipes ? [...pipes.theirs] : (['pipe', 'pipe', 'pipe'] as const);
    const child = spawn(command, args, { stdio: [...stdio], cwd });
    this.#child = child;
    pipes?.closeTheirs();
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) this.#notStarted(command, error);
    });
    child.on('exit', (code, signal) => this.#exited({ code, signal }));
    if (child.pid !== undefined)
      this.#log.fact({
        kind: 'spawned',
        pid: child.pid,
        executable: command,
        argv,
        cwd,
        environmentAdded: [],
      });
    const ours = pipes ? pipes.ours : [child.stdin, child.stdout, child.stderr];
    const [input, output, errors] = ours as [number, number, number]; // streams where there are no pipes of ours
    if (child.pid !== undefined) {
      this.#stopSignals = passSignals((signal) => this.#signal(signal));
      this.#join(input, output, errors);
    }
    this.#record();
    this.#options.started?.();
  }

  #record(): void {
    const { recorder, settings } = this.#options;
    try {
      this.#recorder = new RecorderThread(recorder, settings, {
        heard: (said) => this.#heard(said),
        failed: () => this.#withoutRecorder(),
      });
    } catch {
      this.#withoutRecorder(); // no more threads: the extension runs all the same
    }
  }

  #join(input: number, output: number, errors: number): void {
    const toChild = new Sink(input, {
      drained: () => crossing.drained('host'),
      broken: (error) => {
        fromHost.close();
        this.#log.fact({ kind: 'closed', pipe: 'stdin', by: 'extension', error });
      },
    });
    const toHost = new Sink(1, {
      drained: () => crossing.drained('extension'),
      broken: (error) => {
        fromChild.close();
        this.#log.fact({ kind: 'closed', pipe: 'stdout', by: 'host', error });
        this.#outputDone();
      },
    });
    const toErrors = new Sink(2, {
      drained: () => fromErrors.resume(),
      broken: () => {
        fromErrors.close();
        this.#outputDone();
      },
    });
    const fromHost = new Source(
      0,
      {
        bytes: (chunk) => crossing.chunk('host', chunk),
        end: () => {
          crossing.end('host');
          this.#log.fact({ kind: 'closed', pipe: 'stdin', by: 'host' });
        },
      },
      () => toChild.pendingBytes === 0,
    );
    const fromChild = new Source(
      output,
      {
        bytes: (chunk) => {
          crossing.chunk('extension', chunk);
          this.#linger?.refresh();
        },
        end: () => {
          this.#log.fact({ kind: 'closed', pipe: 'stdout', by: 'extension' });
          crossing.end('extension');
          crossing.afterExtension(() => void toHost.end().then(() => this.#outputDone()));
        },
      },
      () => toHost.pendingBytes === 0,
    );
    const fromErrors = new Source(
      errors,
      {
        bytes: (chunk) => {
          toErrors.write(chunk);
          this.#log.bytes('stderr', chunk);
          if (toErrors.full) fromErrors.pause();
          this.#linger?.refresh();
        },
        end: () => {
          this.#log.end('stderr');
          this.#log.fact({ kind: 'closed', pipe: 'stderr', by: 'extension' });
          void toErrors.end().then(() => this.#outputDone());
        },
      },
      () => toErrors.pendingBytes === 0,
    );
    const crossing = new Crossing({
      host: { sink: toChild, source: fromHost },
      extension: { sink: toHost, source: fromChild },
      log: this.#log,
      nowUs: () => this.#nowUs(),
      changed: () => this.#recorder?.gate(crossing.mode, crossing.held),
    });
    this.#crossing = crossing;
  }

  #nowUs(): number {
    return performance.now() * 1_000 - this.#startUs;
  }

  #notStarted(command: string, { code = 'unknown', message }: NodeJS.ErrnoException): void {
    this.#log.fact({
      kind: 'spawnFailed',
      code,
      message: `Could not start ${command}: ${message}.`,
      executable: command,
    });
    if (isatty(2)) process.stderr.write(`framescope tap: could not start ${command}: ${message}\n`);
    this.#resolveEnding({ code: code === 'ENOENT' ? notFound : notRunnable, signal: null });
  }

  /** A host that signals us wants it now: nothing is held any more. */
  #signal(signal: NodeJS.Signals): void {
    const child = this.#child;
    const running = child !== undefined && this.#ending === undefined;
    if (running) child.kill(signal);
    this.#log.fact({ kind: 'note', text: `The host sent ${signal}, which was passed on.` });
    if (!ends.has(signal)) return;
    this.#crossing?.setMode('run');
    if (running) return;
    this.#recorder?.giveUp();
    this.#resolveEnding(this.#ending ?? { code: null, signal });
  }

  #exited(ending: Ending): void {
    this.#ending = ending;
    this.#crossing?.dropHostLines();
    if (this.#openOutputs === 0) return this.#resolveEnding(ending);
    this.#linger = setTimeout(() => this.#lingered(ending), lingerMs);
  }

  /** Held lines are waited for; what another process may still say is not. */
  #lingered(ending: Ending): void {
    if ((this.#crossing?.held.length ?? 0) > 0) this.#linger?.refresh();
    else this.#resolveEnding(ending);
  }

  #outputDone(): void {
    this.#openOutputs -= 1;
    if (this.#openOutputs === 0 && this.#ending) this.#resolveEnding(this.#ending);
  }

  #heard(said: Exclude<FromRecorder, { kind: 'done' }>): void {
    if (said.kind === 'returned') return this.#log.returned(said.buffer, said.used);
    if (said.kind === 'order') return this.#obey(said.order);
    if (said.kind === 'appGone') return this.#crossing?.setMode('run');
    if (said.file === null) return this.#withoutRecorder();
    if (isatty(2) && isatty(1)) process.stderr.write(`framescope tap: recording to ${said.file}\n`);
  }

  #obey(order: Order): void {
    const crossing = this.#crossing;
    if (!crossing) return;
    if (order.kind === 'mode') crossing.setMode(order.mode);
    else if (order.kind === 'release') crossing.release(order.number, order.edited);
    else if (order.kind === 'drop') crossing.drop(order.number);
    else crossing.releaseAll();
  }

  /** What can't be recorded can't be held either: nobody could see it. */
  #withoutRecorder(): void {
    this.#crossing?.setMode('run');
    this.#log.close();
  }
}

/** Signals with which a host ends an extension. */
const ends: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGABRT']);
