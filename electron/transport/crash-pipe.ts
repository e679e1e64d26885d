// What a process writes while it goes down: a few bytes and lines, gathered whole until the pipe closes. It must not know
// what they mean.

import type { Readable } from 'node:stream';

const mostBytes = 256 * 1024;

export class CrashPipe {
  readonly name = undefined;
  readonly #chunks: Buffer[] = [];
  readonly #closed: () => void;
  #stream: Readable | undefined;
  #isClosed = false;
  #bytesSeen = 0;

  constructor(closed: () => void) {
    this.#closed = closed;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get bytesSeen(): number {
    return this.#bytesSeen;
  }

  get report(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  attach(stream: Readable): void {
    this.#stream = stream;
    stream.on('data', (bytes: Buffer) => {
      if (this.#bytesSeen < mostBytes) this.#chunks.push(bytes);
      this.#bytesSeen += bytes.length;
    });
    stream.on('close', () => this.#close());
    stream.on('error', () => this.#close());
  }

  giveUp(): void {
    this.#close();
    this.#stream?.destroy();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closed();
  }
}
