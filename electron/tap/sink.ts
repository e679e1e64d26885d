// Where bytes go: one of our own standard streams, or a child's stdin. Writes at once what the system takes at once, keeps
// the rest in order, and says when there is too much of it. It must not look at the bytes.

import { createWriteStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { isatty, WriteStream } from 'node:tty';
import { giveUpStandard } from './source.ts';

/** More than this waiting: whoever writes is to wait too. */
const muchBytes = 1024 * 1024;

export interface SinkListener {
  /** Room again after `full`. */
  drained(): void;
  /** Nobody reads there any more; errno name. */
  broken(error: string): void;
}

export class Sink {
  readonly #to: number | Writable;
  readonly #stream: Writable;
  readonly #listener: SinkListener;
  #isBroken = false;
  #writes = 0;
  #allWritten = (): void => {};
  #ended: Promise<void> | undefined;

  /** `to`: a descriptor, or a stream where the system gave us that. */
  constructor(to: number | Writable, listener: SinkListener) {
    this.#to = to;
    this.#listener = listener;
    this.#stream = typeof to === 'number' ? openForWriting(to) : to;
    this.#stream.on('drain', () => listener.drained());
    this.#stream.on('error', (error: NodeJS.ErrnoException) => this.#broke(error.code ?? 'unknown'));
    this.#stream.on('close', () => this.#broke('EPIPE'));
  }

  /** The bytes must stay as they are while `pendingBytes` is not 0. */
  write(bytes: Uint8Array): void {
    if (this.#isBroken || this.#ended) return;
    this.#writes += 1;
    this.#stream.write(bytes, this.#wrote);
  }

  get pendingBytes(): number {
    return this.#isBroken ? 0 : this.#stream.writableLength;
  }

  get full(): boolean {
    return this.pendingBytes > muchBytes;
  }

  /** Closes it behind what waits; resolves when it is closed. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  /** Closes it at once; what waits is lost. */
  cut(): void {
    if (!this.#isBroken) this.#stream.destroy();
  }

  readonly #wrote = (): void => {
    this.#writes -= 1;
    if (this.#writes === 0) this.#allWritten();
  };

  // Only closed, never shut down: others may have the same socket for theirs (a shell and what it starts).
  async #end(): Promise<void> {
    if (!this.#isBroken) {
      if (this.#writes > 0) await new Promise<void>((resolve) => (this.#allWritten = resolve));
      await new Promise<void>((resolve) => {
        this.#stream.once('close', resolve);
        this.#stream.destroy();
      });
    }
    if (typeof this.#to === 'number') giveUpStandard(this.#to);
  }

  #broke(error: string): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#allWritten();
    if (this.#ended) return;
    this.#stream.destroy();
    if (typeof this.#to === 'number') giveUpStandard(this.#to);
    this.#listener.broken(error);
  }
}

function openForWriting(fd: number): Writable {
  const stat = fstatSync(fd);
  const highWaterMark = muchBytes;
  if (stat.isFIFO() || stat.isSocket())
    return new Socket({ fd, readable: false, writable: true, highWaterMark } as ConstructorParameters<
      typeof Socket
    >[0]);
  if (isatty(fd)) return new WriteStream(fd);
  return createWriteStream('', { fd, autoClose: false, highWaterMark });
}
