// Where bytes come from: one of our own standard streams, or the end of a child's pipe. Reads into one buffer that is used
// again as long as nobody still needs what is in it. It must not look at the bytes.

import { closeSync, createReadStream, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';

/** A pipe gives no more at once. */
const readBytes = 65_536;

export interface SourceListener {
  bytes(chunk: Buffer): void;
  /** Nothing follows: the end, or the errno name of what broke it. */
  end(error?: string): void;
}

export class Source {
  readonly #from: number | Readable;
  readonly #listener: SourceListener;
  /** Whether the buffer of the last chunk may be filled again. */
  readonly #mayReuse: () => boolean;
  readonly #stream: Readable;
  #over = false;

  /** `from`: a descriptor, or a stream where the system gave us that. */
  constructor(from: number | Readable, listener: SourceListener, mayReuse: () => boolean) {
    this.#from = from;
    this.#listener = listener;
    this.#mayReuse = mayReuse;
    this.#stream = this.#open();
    this.#stream.on('end', () => this.#ended());
    this.#stream.on('error', (error: NodeJS.ErrnoException) => this.#ended(error.code ?? 'unknown'));
    this.#stream.on('close', () => this.#ended());
  }

  pause(): void {
    this.#stream.pause();
  }
  resume(): void {
    this.#stream.resume();
  }

  /** Reads no more, so that who writes there learns that nobody does. */
  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#stream.destroy();
    if (typeof this.#from === 'number') giveUpStandard(this.#from);
  }

  #ended(error?: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#stream.destroy();
    this.#listener.end(error);
  }

  #open(): Readable {
    const from = this.#from;
    if (typeof from !== 'number') return this.#listen(from);
    const stat = fstatSync(from);
    if (stat.isFIFO() || stat.isSocket()) return this.#openPipe(from);
    return this.#listen(
      isatty(from) ? new ReadStream(from) : createReadStream('', { fd: from, autoClose: false }),
    );
  }

  #listen(stream: Readable): Readable {
    return stream.on('data', (chunk: Buffer) => this.#listener.bytes(chunk));
  }

  #openPipe(fd: number): Readable {
    let buffer = Buffer.allocUnsafeSlow(readBytes);
    const onread = {
      buffer: (): Buffer => {
        if (!this.#mayReuse()) buffer = Buffer.allocUnsafeSlow(readBytes);
        return buffer;
      },
      callback: (count: number, filled: Buffer): boolean => {
        this.#listener.bytes(filled.subarray(0, count));
        return true;
      },
    };
    const options = { fd, readable: true, writable: false, allowHalfOpen: true, onread };
    const socket = new Socket(options as ConstructorParameters<typeof Socket>[0]);
    socket.read(0);
    return socket;
  }
}

/** Node never closes 0, 1 and 2 by itself. What takes their place is /dev/null, so that no file of ours ever gets there. */
export function giveUpStandard(fd: number): void {
  if (fd > 2) return;
  try {
    closeSync(fd);
    if (process.platform !== 'win32') openSync('/dev/null', fd === 0 ? 'r' : 'w');
  } catch {
    // closed already: that is what was wanted
  }
}
