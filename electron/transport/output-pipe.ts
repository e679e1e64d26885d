// One output of the extension, stdout or stderr: bytes of the pipe through the splitter to the sink, until it closes.
// It must not know whose lines they are.

import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ClosedEntry } from '../../shared/session/entries.ts';
import { LineSplitter, type LineListener } from './lines.ts';
import type { LineLimits } from './split-line.ts';

export interface OutputListener extends LineListener {
  closed(fact: ClosedEntry): void;
}

export class OutputPipe {
  readonly #pipe: 'stdout' | 'stderr';
  /** By which the system lists it among a process's open files; undefined when we don't know. */
  readonly name: string | undefined;
  readonly #splitter: LineSplitter;
  readonly #listener: OutputListener;
  readonly #showAfterMs: number | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #stream: Readable | undefined;
  #closed = false;
  #bytesSeen = 0;

  constructor(
    pipe: 'stdout' | 'stderr',
    name: string | undefined,
    limits: LineLimits,
    listener: OutputListener,
    showAfterMs?: number,
  ) {
    this.#pipe = pipe;
    this.name = name;
    this.#listener = listener;
    this.#showAfterMs = showAfterMs;
    this.#splitter = new LineSplitter(limits, listener);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  get bytesSeen(): number {
    return this.#bytesSeen;
  }

  /** Bytes for the sink, valid only during the call. */
  readonly push = (bytes: Buffer): void => {
    if (this.#closed) return;
    this.#bytesSeen += bytes.length;
    this.#splitter.push(bytes);
    if (this.#showAfterMs !== undefined) this.#watchOpenLine(this.#showAfterMs);
  };

  /** The stream whose bytes come through `push`. */
  attach(stream: Socket | Readable): void {
    this.#stream = stream;
    stream.on('end', () => this.#close('extension'));
    stream.on('error', (error: NodeJS.ErrnoException) =>
      this.#close('extension', error.code ?? error.message),
    );
    stream.on('close', () => this.#close('extension'));
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  /** Stops reading although the other end is open. */
  giveUp(): void {
    this.#close('host');
    this.#stream?.destroy();
  }

  /** A prompt or a progress line has no end and is read all the same: after a silence it counts as a line. */
  #watchOpenLine(afterMs: number): void {
    if (this.#splitter.openBytes > 0 && this.#quiet) {
      this.#quiet.refresh();
      return;
    }
    clearTimeout(this.#quiet);
    this.#quiet = this.#splitter.openBytes > 0 ? setTimeout(() => this.#splitter.end(), afterMs) : undefined;
  }

  #close(by: ClosedEntry['by'], error?: string): void {
    if (this.#closed) return;
    clearTimeout(this.#quiet);
    this.#splitter.end();
    this.#closed = true;
    this.#listener.closed({
      kind: 'closed',
      pipe: this.#pipe,
      by,
      ...(error === undefined ? {} : { error }),
    });
  }
}
