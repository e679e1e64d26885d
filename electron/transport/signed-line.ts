// A line whose first byte is a sign and not part of it. A view, like the line it is made from.

import type { LineEnding } from '../../shared/session/entries.ts';
import type { WireLine } from './transport.ts';

export class SignedLine implements WireLine {
  readonly text: string | undefined;
  readonly ending: LineEnding;
  readonly bom = false;
  readonly byteLength: number;
  readonly truncated: boolean;
  readonly source: Uint8Array;
  readonly start: number;
  readonly #length: number;

  constructor(line: WireLine) {
    this.text = line.text?.slice(1);
    this.ending = line.ending;
    this.byteLength = line.byteLength - 1;
    this.truncated = line.truncated;
    this.source = line.source ?? line.bytes;
    this.start = (line.start ?? 0) + 1;
    this.#length = line.bytes.length - 1;
  }

  get bytes(): Uint8Array {
    return this.source.subarray(this.start, this.start + this.#length);
  }
}
