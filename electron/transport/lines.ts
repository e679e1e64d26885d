// Bytes to lines, exactly: only LF ends a line, a CR before it belongs to the end, everything else is content.
// Linear in the bytes whatever the chunking; keeps at most one line over from chunk to chunk. It must not know what a
// line means. Text is decoded once a chunk and cut as strings, half the cost of looking for LF in the bytes.

import { constants, isAscii, isUtf8 } from 'node:buffer';
import { OpenLine } from './open-line.ts';
import { decode, lengthOfWholeCharacters, type LineLimits, SplitLine } from './split-line.ts';
import type { WireLine } from './transport.ts';

const lf = 10;
const cr = 13;

export interface LineListener {
  /** `text` may be a part of a larger string: what keeps it for long should copy it. */
  line(line: WireLine): void;
  /** Once for a line over the limit that has no end yet, so that it is not silent until then. */
  over?(bytesSoFar: number): void;
}

/** Feed it with `push`, close it with `end`; lines come out synchronously, in order. */
export class LineSplitter {
  readonly #listener: LineListener;
  readonly #limits: LineLimits;
  readonly #open: OpenLine;

  constructor(limits: LineLimits, listener: LineListener) {
    const maxLineBytes = Math.min(limits.maxLineBytes, constants.MAX_STRING_LENGTH);
    this.#limits = { maxLineBytes, keptBytes: Math.min(limits.keptBytes, maxLineBytes) };
    this.#listener = listener;
    this.#open = new OpenLine(this.#limits);
  }

  /** Bytes of the line that has no end yet. */
  get openBytes(): number {
    return this.#open.length;
  }

  /** The chunk is read only during the call. */
  push(chunk: Buffer): void {
    let start = 0;
    if (!this.#open.isFresh) {
      const end = chunk.indexOf(lf);
      if (end === -1) return this.#keep(chunk, 0);
      this.#open.append(chunk, 0, end);
      this.#listener.line(this.#open.take(true));
      start = end + 1;
    }
    const end = chunk.lastIndexOf(lf) + 1;
    if (end > start) this.#splitWhole(chunk.subarray(start, end));
    if (chunk.length > Math.max(start, end)) this.#keep(chunk, Math.max(start, end));
  }

  /** No more bytes: what is left is a line without an end. */
  end(): void {
    if (this.#open.length > 0) this.#listener.line(this.#open.take(false));
  }

  #keep(chunk: Buffer, start: number): void {
    const wasOver = this.#open.isOver;
    this.#open.append(chunk, start, chunk.length);
    if (this.#open.isOver && !wasOver) this.#listener.over?.(this.#open.length);
  }

  /** Whole lines, from a line's start to an LF. */
  #splitWhole(bytes: Buffer): void {
    // One unit a byte: positions in this string are positions in the bytes, and searching it is memchr.
    const units = bytes.toString('latin1');
    if (isAscii(bytes)) return this.#splitAscii(bytes, units);
    const text = isUtf8(bytes) ? bytes.toString('utf8') : undefined;
    let textStart = 0;
    for (let start = 0, at = units.indexOf('\n'); at !== -1; at = units.indexOf('\n', start)) {
      const end = at > start && units.charCodeAt(at - 1) === cr ? at - 1 : at;
      let line: string | undefined;
      if (text !== undefined) {
        const textAt = text.indexOf('\n', textStart);
        line = text.slice(textStart, textAt - (at - end));
        textStart = textAt + 1;
      } else {
        line = decode(bytes.subarray(start, end));
      }
      this.#emit(line, bytes, start, end, at);
      start = at + 1;
    }
  }

  #splitAscii(bytes: Buffer, text: string): void {
    for (let start = 0, at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
      const end = at > start && text.charCodeAt(at - 1) === cr ? at - 1 : at;
      this.#emit(text.slice(start, end), bytes, start, end, at);
      start = at + 1;
    }
  }

  #emit(text: string | undefined, bytes: Buffer, start: number, end: number, at: number): void {
    const ending = end === at ? 'lf' : 'crlf';
    if (end - start <= this.#limits.maxLineBytes) {
      return this.#listener.line(new SplitLine(text, bytes, start, end, ending));
    }
    const kept = start + lengthOfWholeCharacters(bytes.subarray(start, start + this.#limits.keptBytes));
    const keptText = decode(bytes.subarray(start, kept));
    this.#listener.line(new SplitLine(keptText, bytes, start, kept, ending, end - start));
  }
}
