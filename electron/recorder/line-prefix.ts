// What stands before the text of a line in the file, ready as bytes: between two lines of a flood only the running
// number changes, so only its digits are written anew. The text itself comes from write.ts's lineHead.

import { lineHead } from '../../shared/recording/write.ts';
import type { LineEnding, Side } from '../../shared/session/entries.ts';
import { bytesOf, type Bytes } from './copy-ascii.ts';

const zero = 48;
const nine = 57;

export class LinePrefix {
  readonly #from: Side;
  readonly #ending: LineEnding;
  readonly #bom: boolean;
  readonly #held: boolean;
  #prefix: Bytes = bytesOf(new Uint8Array(0));
  /** The numbers that stand in it now, and where their digits end. */
  #seq = 0;
  #atUs = -1;
  #seqEnd = 0;
  #atEnd = 0;
  /** Numbers below have no more digits than those that stand there. */
  #seqLimit = 0;
  #atLimit = 0;

  constructor(from: Side, ending: LineEnding, bom: boolean, held: boolean) {
    this.#from = from;
    this.#ending = ending;
    this.#bom = bom;
    this.#held = held;
  }

  /** Whether it is for lines of this shape. */
  fits(from: Side, ending: LineEnding, bom: boolean, held: boolean): boolean {
    return from === this.#from && ending === this.#ending && bom === this.#bom && held === this.#held;
  }

  /** Up to and including `"frame":`; valid until the next call. Neither number may be smaller than the last time. */
  place(seq: number, atUs: number): Bytes {
    if (seq >= this.#seqLimit || atUs >= this.#atLimit) this.#rebuild(seq, atUs);
    else {
      if (seq === this.#seq + 1) addOne(this.#prefix.bytes, this.#seqEnd);
      else putDigits(this.#prefix.bytes, this.#seqEnd, seq, this.#seq);
      if (atUs !== this.#atUs) putDigits(this.#prefix.bytes, this.#atEnd, atUs, this.#atUs);
    }
    this.#seq = seq;
    this.#atUs = atUs;
    return this.#prefix;
  }

  #rebuild(seq: number, atUs: number): void {
    const head = lineHead({
      seq,
      atUs,
      from: this.#from,
      ending: this.#ending,
      ...(this.#bom ? { bom: true as const } : {}),
      ...(this.#held ? { held: true as const } : {}),
    });
    this.#prefix = bytesOf(Buffer.from(`${head},"frame":`, 'latin1'));
    this.#seqEnd = '{"seq":'.length + String(seq).length;
    this.#atEnd = this.#seqEnd + ',"atUs":'.length + String(atUs).length;
    this.#seqLimit = 10 ** String(seq).length;
    this.#atLimit = 10 ** String(atUs).length;
  }
}

function addOne(bytes: Uint8Array, end: number): void {
  let at = end - 1;
  for (; bytes[at] === nine; at--) bytes[at] = zero;
  bytes[at] = (bytes[at] ?? 0) + 1;
}

/** Digits of a number over those of a smaller one that stands there; leading digits they share are left alone. */
function putDigits(bytes: Uint8Array, end: number, value: number, old: number): void {
  let rest = value;
  let oldRest = old;
  for (let at = end - 1; rest !== oldRest; at--) {
    const next = Math.floor(rest / 10);
    bytes[at] = zero + rest - next * 10;
    rest = next;
    oldRest = Math.floor(oldRest / 10);
  }
}
