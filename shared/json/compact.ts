// JSON text without the white space that means nothing: what a Go host makes of arguments before it sends them. Never
// re-spells anything: digits, escapes, key order and duplicates stay as written.

const QUOTE = 34;
const BACKSLASH = 92;
const whiteSpace = /[ \t\n\r]/;

/**
 * The text compacted, or undefined when it is not exactly one JSON value (real host, May 2026: numbers in args are kept
 * as written, white space outside strings is compacted, escapes inside args are kept).
 */
export function compactJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined; // that it is no JSON is the answer
  }
  return whiteSpace.test(text) ? withoutSpace(text) : text;
}

/** Linear, without a stack: a text may be megabytes long. */
function withoutSpace(text: string): string {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isSpace(code)) {
      if (at > start) pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(text.slice(start));
  return pieces.join('');
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** Index of the quote that closes the string opened at `start`; valid JSON has one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
