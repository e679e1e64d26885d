// A stream of the terminal to print on: waits when the reader is slow, and knows when the reader has gone (`| head`).
// It prints what it is given; making text safe is done where text is made.

import type { Writable } from 'node:stream';

export class Printer {
  readonly #stream: Writable;
  readonly #goneListeners = new Set<() => void>();
  #gone = false;
  #used = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    // A reader that leaves breaks the pipe (EPIPE): no fault of ours, printing just ends. Anything else that breaks
    // output (disk full) leaves us without a reader just the same.
    stream.on('error', () => this.#leave());
  }

  /** The reader went away; what is printed from now on is dropped. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Something was printed. */
  get used(): boolean {
    return this.#used;
  }

  /** Calls back once, at once when it is so already. Returns the unsubscriber. */
  onGone(listener: () => void): () => void {
    if (this.#gone) listener();
    else this.#goneListeners.add(listener);
    return () => this.#goneListeners.delete(listener);
  }

  /** Prints lines; resolves when the stream has room again. */
  async lines(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await this.text(`${lines.join('\n')}\n`);
  }

  async text(text: string): Promise<void> {
    this.#used = true;
    if (this.#gone || this.#stream.write(text)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#stream.off('drain', done);
        this.#goneListeners.delete(done);
        resolve();
      };
      this.#stream.on('drain', done);
      this.onGone(done);
    });
  }

  #leave(): void {
    this.#gone = true;
    for (const listener of [...this.#goneListeners]) listener();
    this.#goneListeners.clear();
  }
}
