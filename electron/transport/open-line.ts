// The line that has begun and not ended: its bytes gathered over chunks, at most the limit and a little of them.
// Part of the splitter. It must not look for line ends.

import { decode, lengthOfWholeCharacters, type LineLimits, SplitLine } from './split-line.ts';

const cr = 13;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const firstCapacity = 4096;
/** A buffer that one large line needed is not kept for the small ones after it. */
const largestKept = 1 << 20;

export class OpenLine {
  readonly #limits: LineLimits;
  #bytes = Buffer.allocUnsafe(firstCapacity);
  #stored = 0;
  #length = 0;
  #lastByte = 0;
  #over = false;
  #first = true;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** Bytes so far, stored or not, a BOM and a CR at the end included. */
  get length(): number {
    return this.#length;
  }

  /** Surely longer than the limit; from here on only the head is kept. */
  get isOver(): boolean {
    return this.#over;
  }

  /** Nothing has begun, and it is not the first line either, which alone may have a BOM. */
  get isFresh(): boolean {
    return this.#length === 0 && !this.#first;
  }

  append(chunk: Buffer, start: number, end: number): void {
    if (end <= start) return;
    this.#length += end - start;
    this.#lastByte = chunk[end - 1] ?? 0;
    if (this.#over) return;
    // Past the limit there may still be a BOM before the content and a CR after it.
    const wanted = Math.min(end - start, this.#limits.maxLineBytes + byteOrderMark.length + 1 - this.#stored);
    this.#reserve(this.#stored + wanted);
    this.#stored += chunk.copy(this.#bytes, this.#stored, start, start + wanted);
    if (this.#length - this.#bomLength() - 1 <= this.#limits.maxLineBytes) return;
    this.#over = true;
    this.#stored = Math.min(this.#stored, this.#bomLength() + this.#limits.keptBytes);
    if (this.#bytes.length > largestKept) this.#bytes = Buffer.from(this.#bytes.subarray(0, this.#stored));
  }

  /** The line, ended by an LF or by the end of the stream, and starts anew. Its bytes are valid until the next append. */
  take(endedByLf: boolean): SplitLine {
    const bomLength = this.#bomLength();
    const hasCr = endedByLf && this.#length > bomLength && this.#lastByte === cr;
    const byteLength = this.#length - bomLength - (hasCr ? 1 : 0);
    const isCut = byteLength > this.#limits.maxLineBytes;
    const kept = isCut ? this.#limits.keptBytes : byteLength;
    const bytes = this.#bytes.subarray(bomLength, bomLength + kept);
    const whole = isCut ? lengthOfWholeCharacters(bytes) : kept;
    const text = decode(bytes.subarray(0, whole));
    const ending = endedByLf ? (hasCr ? 'crlf' : 'lf') : 'none';
    const line = new SplitLine(text, bytes, 0, whole, ending, byteLength, bomLength > 0);
    this.#restart();
    return line;
  }

  #restart(): void {
    if (this.#bytes.length > largestKept) this.#bytes = Buffer.allocUnsafe(firstCapacity);
    this.#stored = 0;
    this.#length = 0;
    this.#lastByte = 0;
    this.#over = false;
    this.#first = false;
  }

  #bomLength(): number {
    if (!this.#first || this.#stored < byteOrderMark.length) return 0;
    return this.#bytes.compare(byteOrderMark, 0, 3, 0, 3) === 0 ? byteOrderMark.length : 0;
  }

  /** Doubles, so that gathering a line is linear in its bytes however small the chunks. */
  #reserve(wanted: number): void {
    if (wanted <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(wanted, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#stored);
    this.#bytes = grown;
  }
}
