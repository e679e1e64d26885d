// Host frames as text, spelled as the real hosts spell them: compact JSON by Go's encoder. Keys stay in the order given.
// Adds no line end and knows no frame.

import type { JsonObject } from '../../shared/protocol/define.ts';

const escapedByGo = /[<>&\u2028\u2029]/g;

/** Compact JSON with `<`, `>`, `&`, U+2028 and U+2029 as \uXXXX (real host, May 2026: Go encoding/json). */
export function encodeFrame(frame: JsonObject): string {
  return JSON.stringify(frame).replace(
    escapedByGo,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
