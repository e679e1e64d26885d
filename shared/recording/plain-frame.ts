// The short way for the shape that nearly all lines of a long recording have: a frame with nothing unusual about it.
// Reads in place, in a text of many lines, and makes nothing but its answer. Part of parse.ts, which knows all shapes.

import type { Side } from '../session/entries.ts';

export interface PlainFrame {
  readonly seq: number;
  readonly atUs: number;
  readonly from: Side;
  /** Where the text of the frame begins; it ends one before the line does. Nobody has looked at it yet. */
  readonly start: number;
}

const closingBrace = 125;
const seqKey = '{"seq":';
const atKey = ',"atUs":';
const fromKey = ',"kind":"line","from":"';
const frameKeys: readonly { readonly from: Side; readonly key: string }[] = [
  { from: 'extension', key: 'extension","frame":' },
  { from: 'host', key: 'host","frame":' },
];

/** The line from `start` to `end` (its line end is not part of it). Undefined when it has any other shape. */
export function plainFrame(text: string, start: number, end: number): PlainFrame | undefined {
  if (text.charCodeAt(end - 1) !== closingBrace || !stands(seqKey, text, start)) return undefined;
  const seqStart = start + seqKey.length;
  const seqEnd = digitsEnd(text, seqStart);
  if (!stands(atKey, text, seqEnd)) return undefined;
  const atStart = seqEnd + atKey.length;
  const atEnd = digitsEnd(text, atStart);
  if (!stands(fromKey, text, atEnd)) return undefined;
  const fromStart = atEnd + fromKey.length;
  for (const { from, key } of frameKeys) {
    if (!stands(key, text, fromStart)) continue;
    const seq = digits(text, seqStart, seqEnd);
    const atUs = digits(text, atStart, atEnd);
    return seq >= 1 && atUs >= 0 ? { seq, atUs, from, start: fromStart + key.length } : undefined;
  }
  return undefined;
}

/** As text.startsWith(key, at), which takes several times as long. */
function stands(key: string, text: string, at: number): boolean {
  for (let i = 0; i < key.length; i++) if (text.charCodeAt(at + i) !== key.charCodeAt(i)) return false;
  return true;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at++;
  return at;
}

/** NaN when there are none, or more than a whole number can have here. */
function digits(text: string, from: number, end: number): number {
  if (end === from || end - from > 15) return NaN;
  let value = 0;
  for (let at = from; at < end; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}
