// Puts a line into the writer's block as its entry in the file: the prefix, then the very bytes of the line. This runs
// for every line of a flood, so it makes no object and no string. It must only be given lines that are JSON objects.

import type { LineEnding, Side } from '../../shared/session/entries.ts';
import type { WireLine } from '../transport/transport.ts';
import type { BlockWriter } from './block-writer.ts';
import { copyAscii, type Bytes } from './copy-ascii.ts';
import { LinePrefix } from './line-prefix.ts';

const closingBrace = 125;
const lineFeed = 10;

export class LineEncoder {
  #prefix = new LinePrefix('extension', 'lf', false, false);
  readonly #others: LinePrefix[] = [];

  /** Returns the bytes it took; 0 when the writer refuses. */
  encode(
    writer: BlockWriter,
    seq: number,
    atUs: number,
    from: Side,
    line: WireLine & { readonly text: string },
    held: boolean,
  ): number {
    if (writer.refusing) return 0;
    if (!this.#prefix.fits(from, line.ending, line.bom, held))
      this.#change(from, line.ending, line.bom, held);
    const prefix = this.#prefix.place(seq, atUs);
    const length = prefix.bytes.length + line.bytes.length + 2;
    writer.room(length);
    const { block, used } = writer;
    block.bytes.set(prefix.bytes, used);
    block.bytes.set(line.bytes, used + prefix.bytes.length);
    return this.#finish(writer, used, length);
  }

  /** As `encode`, for `length` bytes of ASCII at `start` of a line that is ended by LF and not held. */
  encodeAscii(
    writer: BlockWriter,
    seq: number,
    atUs: number,
    from: Side,
    source: Bytes,
    start: number,
    byteLength: number,
  ): number {
    if (writer.refusing) return 0;
    if (!this.#prefix.fits(from, 'lf', false, false)) this.#change(from, 'lf', false, false);
    const prefix = this.#prefix.place(seq, atUs);
    const prefixLength = prefix.bytes.length;
    const length = prefixLength + byteLength + 2;
    writer.room(length);
    const { block, used } = writer;
    copyAscii(prefix, 0, block, used, prefixLength);
    copyAscii(source, start, block, used + prefixLength, byteLength);
    return this.#finish(writer, used, length);
  }

  #finish(writer: BlockWriter, used: number, length: number): number {
    const { bytes } = writer.block;
    bytes[used + length - 2] = closingBrace;
    bytes[used + length - 1] = lineFeed;
    writer.used = used + length;
    writer.touched();
    return length;
  }

  /** Takes up the prefix for another shape of line; there are two dozen at most. */
  #change(from: Side, ending: LineEnding, bom: boolean, held: boolean): void {
    this.#others.push(this.#prefix);
    const at = this.#others.findIndex((other) => other.fits(from, ending, bom, held));
    this.#prefix = this.#others.splice(at, at < 0 ? 0 : 1)[0] ?? new LinePrefix(from, ending, bom, held);
  }
}
