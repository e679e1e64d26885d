// Splits a query into tokens: `key:value`, plain words and "quoted text", each with an optional minus. Never fails: an open
// quote goes to the end, a lone minus is a word.

export interface Token {
  /** Before the colon; undefined for plain and quoted text. */
  readonly key: string | undefined;
  readonly value: string;
  readonly negated: boolean;
  /** UTF-16 units in the query. */
  readonly start: number;
  readonly end: number;
}

/** Minus, key and colon: each may be missing. */
const HEAD = /(-(?=\S))?(?:([A-Za-z]+):)?/y;
/** Quoted text with \" inside, to its closing quote or to the end; or everything up to a space. */
const VALUE = /"((?:[^"\\]|\\.)*)(?:"|\\?$)|(\S*)/sy;

export function splitTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const [head, minus, key] = matchAt(HEAD, text, at);
    const [body, quoted, bare] = matchAt(VALUE, text, at + head.length);
    const end = at + head.length + body.length;
    const value = quoted === undefined ? (bare ?? '') : quoted.replace(/\\(.)/gs, '$1');
    // `""` asks for nothing.
    if (value !== '' || key !== undefined)
      tokens.push({ key, value, negated: minus !== undefined, start: at, end });
    at = skipSpace(text, end);
  }
  return tokens;
}

/** Both patterns match at any place, if only the empty text. */
function matchAt(pattern: RegExp, text: string, at: number): readonly [string, ...(string | undefined)[]] {
  pattern.lastIndex = at;
  return pattern.exec(text) as unknown as [string, ...(string | undefined)[]];
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}
