// One end of the private socket between a tap and the app: JSON lines both ways, bounded both ways. It must not know what
// they mean. Whoever breaks the rules, or does not read what it is told, is cut off; nothing here throws or waits.

import type { Socket } from 'node:net';

/** What may wait to be read by the other side before it counts as gone. */
const maxUnreadBytes = 16 * 1024 * 1024;
const lineFeed = 10;

export interface PeerListener {
  message(value: unknown): void;
  /** Once, whoever closed it; `why` is set when a rule was broken. */
  closed(why?: string): void;
}

export class Peer {
  readonly #socket: Socket;
  readonly #listener: PeerListener;
  readonly #maxLineBytes: number;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #over = false;

  constructor(socket: Socket, maxLineBytes: number, listener: PeerListener) {
    this.#socket = socket;
    this.#maxLineBytes = maxLineBytes;
    this.#listener = listener;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('end', () => this.#close());
    socket.on('close', () => this.#close());
    socket.on('error', () => this.#close()); // told by `closed`: a lost connection has nothing more to it
  }

  /** False when nobody is there to hear it. */
  send(message: object): boolean {
    if (this.#over) return false;
    this.#socket.write(`${JSON.stringify(message)}\n`);
    if (this.#socket.writableLength <= maxUnreadBytes) return true;
    this.#close('it does not read what it is told');
    return false;
  }

  /** Says the last words that were sent, then closes. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#socket.destroySoon();
    this.#listener.closed();
  }

  /** Closes at once. */
  cut(why?: string): void {
    this.#close(why);
  }

  #take(chunk: Buffer): void {
    let start = 0;
    while (!this.#over) {
      const end = chunk.indexOf(lineFeed, start);
      const piece = chunk.subarray(start, end < 0 ? chunk.length : end);
      if (this.#partBytes + piece.length > this.#maxLineBytes) return this.#close('its line is too long');
      this.#parts.push(piece);
      this.#partBytes += piece.length;
      if (end < 0) return;
      start = end + 1;
      const line = Buffer.concat(this.#parts).toString('utf8');
      this.#parts = [];
      this.#partBytes = 0;
      this.#line(line);
    }
  }

  #line(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.#close('it sent a line that is not JSON');
    }
    this.#listener.message(value);
  }

  #close(why?: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#socket.destroy();
    this.#listener.closed(why);
  }
}
