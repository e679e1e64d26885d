// The recorder as the stand-in sees it: a thread that takes batches and gives orders of the app. It may be slow, fail or
// die: then nothing is recorded any more, and nothing else changes.

import { Worker } from 'node:worker_threads';
import type { GateMode, Raw } from '../../shared/session/entries.ts';

/** What the recorder needs to know from the start. */
export interface RecorderSettings {
  readonly stateDir: string;
  /** Absolute; otherwise a new file in the state folder. */
  readonly record: string | null;
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** ISO 8601: the wall clock at µs 0. */
  readonly startedAt: string;
}

export type ToRecorder =
  | { readonly kind: 'batch'; readonly buffer: ArrayBuffer; readonly used: number }
  /** How the gate stands; lines by their numbers there, all told by batches before. */
  | { readonly kind: 'gate'; readonly mode: GateMode; readonly held: readonly number[] }
  | { readonly kind: 'finish' };

export type Order =
  | { readonly kind: 'mode'; readonly mode: GateMode }
  | { readonly kind: 'release'; readonly number: number; readonly edited?: Raw }
  | { readonly kind: 'releaseAll' }
  | { readonly kind: 'drop'; readonly number: number };

export type FromRecorder =
  | { readonly kind: 'returned'; readonly buffer: ArrayBuffer; readonly used: number }
  /** Where it records; null when it can't, and why. */
  | { readonly kind: 'opened'; readonly file: string | null; readonly why: string }
  | { readonly kind: 'order'; readonly order: Order }
  /** Nobody is there any more who could release. */
  | { readonly kind: 'appGone' }
  | { readonly kind: 'done' };

export interface RecorderListener {
  heard(said: Exclude<FromRecorder, { kind: 'done' }>): void;
  /** It is gone before it was asked to finish. */
  failed(): void;
}

export class RecorderThread {
  readonly #worker: Worker;
  readonly #over: Promise<void>;
  #asked = false;
  #still: NodeJS.Timeout | undefined;
  #giveUp = (): void => {};

  constructor(program: URL, settings: RecorderSettings, listener: RecorderListener) {
    // Its standard streams are caught: what it might print belongs to nobody here.
    this.#worker = new Worker(program, { workerData: settings, stdout: true, stderr: true });
    this.#worker.unref();
    this.#over = new Promise((resolve) => {
      const gone = (): void => {
        resolve();
        if (!this.#asked) listener.failed();
        this.#asked = true;
      };
      this.#worker.on('error', gone);
      this.#worker.on('exit', gone);
      this.#worker.on('message', (said: FromRecorder) => {
        this.#still?.refresh();
        if (said.kind === 'done') resolve();
        else listener.heard(said);
      });
    });
  }

  batch(buffer: ArrayBuffer, used: number): void {
    this.#tell({ kind: 'batch', buffer, used }, [buffer]);
  }

  gate(mode: GateMode, held: readonly number[]): void {
    this.#tell({ kind: 'gate', mode, held });
  }

  /** Resolves when all is recorded; given up when it makes no progress for `stillMs`, or by `giveUp`. */
  async finish(stillMs: number): Promise<void> {
    this.#asked = true;
    this.#tell({ kind: 'finish' });
    const still = new Promise<void>((resolve) => {
      this.#still = setTimeout(resolve, stillMs);
      this.#giveUp = resolve;
    });
    await Promise.race([this.#over, still]);
    clearTimeout(this.#still);
  }

  /** Nobody waits for it any more. */
  giveUp(): void {
    this.#giveUp();
  }

  #tell(message: ToRecorder, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
