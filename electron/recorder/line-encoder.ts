// Puts a line into the writer's block as its entry in the file: the prefix, then the very bytes of the line. This runs
// for every line of a flood, so it makes no object and no string. It must only be given lines that are JSON objects.

import type { Side } from '../../shared/session/entries.ts';
import type { WireLine } from '../transport/transport.ts';
import type { BlockWriter } from './block-writer.ts';
import { bytesOf, copyAscii, type Bytes } from './copy-ascii.ts';
import { LinePrefix } from './line-prefix.ts';

const closingBrace = 125;
const lineFeed = 10;

export class LineEncoder {
  #prefix = new LinePrefix('extension', 'lf', false, false);
  readonly #others: LinePrefix[] = [];
  #source: Bytes = bytesOf(new Uint8Array(0));

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
    const { text, byteLength, source, start } = line;
    if (!this.#prefix.fits(from, line.ending, line.bom, held)) this.#change(from, line, held);
    const prefix = this.#prefix.place(seq, atUs);
    const prefixLength = prefix.bytes.length;
    const length = prefixLength + byteLength + 2;
    writer.room(length);
    const { block, used } = writer;
    copyAscii(prefix, 0, block, used, prefixLength);
    const at = used + prefixLength;
    // As many bytes as UTF-16 units: ASCII.
    if (text.length === byteLength && source !== undefined && start !== undefined) {
      if (source !== this.#source.bytes) this.#source = bytesOf(source);
      copyAscii(this.#source, start, block, at, byteLength);
    } else block.bytes.set(line.bytes, at);
    block.bytes[at + byteLength] = closingBrace;
    block.bytes[at + byteLength + 1] = lineFeed;
    writer.used = used + length;
    writer.touched();
    return length;
  }

  /** Takes up the prefix for another shape of line; there are two dozen at most. */
  #change(from: Side, { ending, bom }: WireLine, held: boolean): void {
    this.#others.push(this.#prefix);
    const at = this.#others.findIndex((other) => other.fits(from, ending, bom, held));
    this.#prefix = this.#others.splice(at, at < 0 ? 0 : 1)[0] ?? new LinePrefix(from, ending, bom, held);
  }
}
