// One line as the splitter hands it out, and how its bytes become text. It must not know where lines end.

import { isAscii, isUtf8 } from 'node:buffer';
import type { LineEnding } from '../../shared/session/entries.ts';
import type { WireLine } from './transport.ts';

export interface LineLimits {
  /** Content longer than this is cut. At most the longest string there can be (about 512 MiB). */
  readonly maxLineBytes: number;
  /** What is kept of it; less by up to 3 bytes where a character would be cut in two. */
  readonly keptBytes: number;
}

/** A line whose bytes lie in a chunk; the view is made only when asked for. */
export class SplitLine implements WireLine {
  readonly text: string | undefined;
  readonly ending: LineEnding;
  readonly bom: boolean;
  readonly byteLength: number;
  readonly truncated: boolean;
  readonly source: Buffer;
  readonly start: number;
  private readonly end: number;

  constructor(
    text: string | undefined,
    source: Buffer,
    start: number,
    end: number,
    ending: LineEnding,
    byteLength = end - start,
    bom = false,
  ) {
    this.text = text;
    this.source = source;
    this.start = start;
    this.end = end;
    this.ending = ending;
    this.byteLength = byteLength;
    this.bom = bom;
    this.truncated = byteLength > end - start;
  }

  get bytes(): Uint8Array {
    return this.source.subarray(this.start, this.end);
  }
}

/** The text of bytes that are UTF-8, undefined where they are not. */
export function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** How many of these bytes to keep so that a UTF-8 character at the end is not cut in two. */
export function lengthOfWholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return needs(byte) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function needs(leadByte: number): number {
  if (leadByte >= 0xf0) return 4;
  return leadByte >= 0xe0 ? 3 : 2;
}
