// How much of a long text is put on the page at a time: so many characters, and only so many that have to be made
// visible one by one, since each of those is an element of its own. Pure.

import { makeVisible } from '@shared/json/visible.ts';

const windowChars = 256 * 1_024;
const windowPieces = 1_500;
const sliceChars = 512;

/** End of the next window of `text` that begins at `start`; never between the halves of a character. */
export function windowEnd(text: string, start: number): number {
  let end = start;
  let pieces = 0;
  while (end < text.length && end - start < windowChars && pieces < windowPieces) {
    const next = wholeCharacter(text, Math.min(end + sliceChars, text.length));
    pieces += makeVisible(text.slice(end, next)).length;
    end = next;
  }
  return end;
}

function wholeCharacter(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  const splits = before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
  return splits ? at - 1 : at;
}
