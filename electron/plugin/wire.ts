// The child's line to the engine. Everything goes out before the code it speaks of runs on, with writes that wait, so that a
// crash loses nothing. In a line the first character says what it is:
//
//   <  a frame of the plugin          >  a frame of the host that was decided here (what a host function returns)
//   (  the same two, and whoever      )
//      made it waits for a verdict
//   !  no frame: a word between child and engine
//
// While a verdict is awaited nothing else happens in this process: the plugin stands still because its call does not return.

import { readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { waitReadable } from './native.ts';

export type Verdict =
  /** It passes; `edited`: in this form. */
  { readonly passes: true; readonly edited?: string } | { readonly passes: false };

type Side = 'extension' | 'host';

export interface WireListener {
  /** A frame of the host, to be carried out. */
  frame(text: string): void;
  /** Any other word of the engine. */
  word(word: Readonly<Record<string, unknown>>): void;
  /** The engine is gone. */
  closed(): void;
}

const readBytes = 65_536;

export class Wire {
  /** Whether frames wait for a verdict. */
  asks = false;
  readonly #inFd: number;
  readonly #outFd: number;
  readonly #listener: WireListener;
  readonly #decoder = new StringDecoder('utf8');
  readonly #verdicts = new Map<number, Verdict>();
  #pending = '';
  #open = '';
  #asked = 0;
  #socket: Socket | undefined;

  constructor(inFd: number, outFd: number, listener: WireListener) {
    this.#inFd = inFd;
    this.#outFd = outFd;
    this.#listener = listener;
  }

  /** Listens from now on; keeps the process alive. */
  listen(): void {
    const socket = new Socket({ fd: this.#inFd, readable: true, writable: false });
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('error', () => this.#listener.closed());
    socket.on('close', () => this.#listener.closed());
    this.#socket = socket;
  }

  /** A frame that nobody waits for; with `flush`. */
  tell(from: Side, json: string): void {
    this.#pending += `${from === 'extension' ? '<' : '>'}${json}\n`;
  }

  say(word: object): void {
    this.#pending += `!${JSON.stringify(word)}\n`;
  }

  flush(): void {
    if (this.#pending === '') return;
    const bytes = Buffer.from(this.#pending);
    this.#pending = '';
    for (let sent = 0; sent < bytes.length;) sent += writeSync(this.#outFd, bytes, sent);
  }

  /** Sends a frame and waits for what is to become of it. */
  ask(from: Side, json: string): Verdict {
    const number = ++this.#asked;
    this.#pending += `${from === 'extension' ? '(' : ')'}${json}\n`;
    this.flush();
    for (;;) {
      const verdict = this.#verdicts.get(number);
      if (verdict !== undefined) {
        this.#verdicts.delete(number);
        return verdict;
      }
      this.#readNow();
    }
  }

  /** What has come meanwhile is read although the loop does not turn. */
  #readNow(): void {
    waitReadable(this.#inFd);
    const bytes = Buffer.allocUnsafe(readBytes);
    try {
      const count = readSync(this.#inFd, bytes, 0, bytes.length, null);
      if (count === 0) this.#listener.closed();
      else this.#read(bytes.subarray(0, count));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }

  #read(bytes: Buffer): void {
    const lines = (this.#open + this.#decoder.write(bytes)).split('\n');
    this.#open = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (line.startsWith('>')) return this.#listener.frame(line.slice(1));
    const word = JSON.parse(line.slice(1)) as Readonly<Record<string, unknown>>;
    const { go, drop, line: edited, ask } = word;
    if (typeof go === 'number')
      this.#verdicts.set(go, { passes: true, ...(typeof edited === 'string' ? { edited } : {}) });
    else if (typeof drop === 'number') this.#verdicts.set(drop, { passes: false });
    else if (typeof ask === 'boolean') this.asks = ask;
    else this.#listener.word(word);
  }

  close(): void {
    this.#socket?.destroy();
  }
}
