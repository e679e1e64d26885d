// Bytes on their way to the extension's stdin: first in, first out, never blocking. Counts what the pipe has not taken
// and says when that lasts. It must not know what the bytes are, nor keep the process alive.

import type { Writable } from 'node:stream';
import type { ClosedEntry, WriteResumedEntry, WriteStalledEntry } from '../../shared/session/entries.ts';

/** Between two pieces: long enough for a reader to read the first by itself. */
const pauseMs = 5;

export interface InputQueueOptions {
  /** How long the oldest bytes may wait before that is told; the end of it is told when nothing waits any more. */
  readonly stallMs: number;
  readonly fact: (fact: ClosedEntry | WriteStalledEntry | WriteResumedEntry) => void;
}

export class InputQueue {
  readonly #stream: Writable;
  readonly #options: InputQueueOptions;
  /** When each write that waits was queued, in ms, oldest first. */
  readonly #queuedAt: number[] = [];
  #pendingBytes = 0;
  #stalledSince: number | undefined;
  #stallTimer: NodeJS.Timeout | undefined;
  #closing = false;
  /** A write is under way in pieces; what comes meanwhile waits. */
  #cutting = false;
  readonly #behind: (() => void)[] = [];
  #laterBytes = 0;
  #closed = false;

  constructor(stream: Writable, options: InputQueueOptions) {
    this.#stream = stream;
    this.#options = options;
    stream.on('error', (error: NodeJS.ErrnoException) =>
      this.#close('extension', error.code ?? error.message),
    );
  }

  get pendingBytes(): number {
    return this.#pendingBytes + this.#laterBytes;
  }

  /**
   * The bytes must not change until `written`; once the pipe is closed they go nowhere and `written` is called at once.
   * @param cuts places in the bytes at which the write pauses, so that the reader gets them in pieces
   */
  write(bytes: Uint8Array, written?: () => void, cuts: readonly number[] = []): void {
    if (this.#cutting) {
      this.#laterBytes += bytes.byteLength;
      this.#behind.push(() => {
        this.#laterBytes -= bytes.byteLength;
        this.write(bytes, written, cuts);
      });
    } else if (cuts.length === 0) this.#put(bytes, written);
    else this.#writePieces(bytes, cuts, written);
  }

  #writePieces(bytes: Uint8Array, cuts: readonly number[], written?: () => void): void {
    const ends = [...cuts.filter((cut) => cut > 0 && cut < bytes.byteLength), bytes.byteLength];
    this.#cutting = true;
    const next = (at: number, from: number): void => {
      const to = ends[at];
      if (to !== undefined)
        return this.#put(bytes.subarray(from, to), () => void setTimeout(() => next(at + 1, to), pauseMs));
      this.#cutting = false;
      written?.();
      while (!this.#cutting && this.#behind.length > 0) this.#behind.shift()?.();
    };
    next(0, 0);
  }

  #put(bytes: Uint8Array, written?: () => void): void {
    if (this.#closing || this.#closed) {
      written?.();
      return;
    }
    this.#pendingBytes += bytes.byteLength;
    this.#queuedAt.push(performance.now());
    this.#stallTimer ??= setTimeout(() => this.#checkStall(), this.#options.stallMs);
    this.#stream.write(bytes, (error) => {
      this.#pendingBytes -= bytes.byteLength;
      this.#queuedAt.shift();
      if (error) this.#break(error);
      else if (this.#queuedAt.length === 0) this.#drained();
      written?.();
    });
  }

  /** Closes after all that waits; what is written from now on goes nowhere. */
  closeAfterPending(): void {
    if (this.#cutting) return void this.#behind.push(() => this.closeAfterPending());
    this.#closing = true;
    if (this.#queuedAt.length === 0) this.#close('host');
  }

  /** Closes now; bytes that wait are given up. */
  close(by: ClosedEntry['by']): void {
    this.#close(by);
  }

  /** One timer for many short waits: it looks, when it fires, how long the oldest bytes have waited. */
  #checkStall(): void {
    this.#stallTimer = undefined;
    const oldest = this.#queuedAt[0];
    if (oldest === undefined || this.#stalledSince !== undefined || this.#closed) return;
    const leftMs = this.#options.stallMs - (performance.now() - oldest);
    if (leftMs > 0) {
      this.#stallTimer = setTimeout(() => this.#checkStall(), Math.ceil(leftMs));
      return;
    }
    this.#stalledSince = oldest;
    const pendingLines = this.#queuedAt.length;
    this.#options.fact({ kind: 'writeStalled', pendingBytes: this.#pendingBytes, pendingLines });
  }

  #drained(): void {
    if (this.#stalledSince !== undefined && !this.#closed) {
      const stalledUs = Math.round((performance.now() - this.#stalledSince) * 1_000);
      this.#options.fact({ kind: 'writeResumed', stalledUs });
    }
    this.#stalledSince = undefined;
    if (this.#closing) this.#close('host');
  }

  #break(error: NodeJS.ErrnoException): void {
    this.#close('extension', error.code ?? error.message);
  }

  #close(by: ClosedEntry['by'], error?: string): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#stallTimer);
    this.#stallTimer = undefined;
    this.#options.fact({ kind: 'closed', pipe: 'stdin', by, ...(error === undefined ? {} : { error }) });
    this.#stream.destroy();
  }
}
