// Makes a parsed frame show what was sent: a parsed value has lost digits of long numbers and the order of keys that look
// like numbers. Reads the raw text again, only for rows that are looked at and only when such a loss is possible.

import { walkJson } from '../json/walk.ts';
import type { JsonObject } from '../protocol/define.ts';
import { rememberSentText, SentNumber, WIRE_LIMIT } from '../protocol/say.ts';

/** Long numbers, decimals and exponents, minus zero, keys that look like array indexes. */
const MAY_DIFFER = /\d{16}|\d[.eE]|-0|"\d+"\s*:/;
/** A larger frame is summarised from its parsed value: its row must not cost a walk over all of it. */
const LONGEST = 1_000_000;

/** The frame for its summary; the same object when nothing can have been lost. */
export function frameAsSent(text: string, frame: JsonObject): JsonObject {
  if (text.length > LONGEST || !MAY_DIFFER.test(text)) return frame;
  const shown: Record<string, unknown> = { ...frame };
  let depth = 0;
  let member = '';
  let compact = '';
  let needsComma = false;
  const add = (piece: string): void => {
    if (compact.length > WIRE_LIMIT) return;
    compact += needsComma ? `,${piece}` : piece;
  };
  walkJson(text, {
    open(kind) {
      if (depth === 1) [compact, needsComma] = ['', false];
      if (depth > 0) add(kind === 'object' ? '{' : '[');
      needsComma = false;
      depth++;
    },
    key(name) {
      if (depth === 1) {
        member = name;
        return;
      }
      add(`${JSON.stringify(name)}:`);
      needsComma = false;
    },
    scalar(kind, offset, length, decoded) {
      const spelled = kind === 'string' ? JSON.stringify(decoded) : text.slice(offset, offset + length);
      if (depth > 1) add(spelled);
      else if (kind === 'number' && spelled !== String(shown[member]))
        shown[member] = new SentNumber(spelled);
      needsComma = true;
    },
    close(kind) {
      depth--;
      needsComma = false;
      if (depth > 0) add(kind === 'object' ? '}' : ']');
      needsComma = true;
      const value = shown[member];
      if (depth === 1 && typeof value === 'object' && value !== null) rememberSentText(value, compact);
    },
  });
  return shown;
}
