// Bytes to whole lines while a direction is held, line ends included, nothing changed. Only for that: what passes unheld is
// never cut. It must not know what a line means.

const lineFeed = 10;

export class LineCutter {
  #parts: Buffer[] = [];
  #bytes = 0;

  /** Bytes of a line that has no end yet. */
  get openBytes(): number {
    return this.#bytes;
  }

  /** Calls back with each line that is whole now; the line is a copy. */
  push(chunk: Uint8Array, line: (bytes: Buffer) => void): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end + 1));
      start = end + 1;
      line(this.take());
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** What has no end yet; nothing is kept of it. */
  take(): Buffer {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    return bytes;
  }

  #keep(bytes: Uint8Array): void {
    this.#parts.push(Buffer.from(bytes));
    this.#bytes += bytes.length;
  }
}
