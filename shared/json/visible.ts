// Makes text from the wire harmless to look at: control characters, direction marks, characters without width and halves
// of surrogate pairs become visible escapes. The window shows segments, a terminal the plain string (no escape sequence
// of an extension may reach it). Never changes what is kept or sent.

export type VisibleSegment =
  | { readonly text: string }
  /** A code point that would be invisible or would change what is around it, e.g. `U+202E`. */
  | { readonly escape: string };

// C0, DEL, C1, soft hyphen, Arabic letter mark, Mongolian vowel separator, zero width, directions and isolates, line and
// paragraph separators, word joiner and invisible operators, BOM, interlinear anchors, tag characters, lone surrogates.
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/u;
const ALL_HIDDEN = new RegExp(HIDDEN.source, 'gu');

/** Whether `text` needs escapes at all. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

/** Segments in order; put together they are the whole text. */
export function makeVisible(text: string): readonly VisibleSegment[] {
  if (!hasHidden(text)) return text === '' ? [] : [{ text }];
  const segments: VisibleSegment[] = [];
  let done = 0;
  for (const match of text.matchAll(ALL_HIDDEN)) {
    if (match.index > done) segments.push({ text: text.slice(done, match.index) });
    segments.push({ escape: codePointName(match[0]) });
    done = match.index + match[0].length;
  }
  if (done < text.length) segments.push({ text: text.slice(done) });
  return segments;
}

/** The same as one plain string, escapes as in JSON: `\n`, `\u202e`, `\u{e0041}`. */
export function visibleText(text: string): string {
  return hasHidden(text) ? text.replace(ALL_HIDDEN, jsonEscape) : text;
}

function codePointName(character: string): string {
  return `U+${hex(character).toUpperCase().padStart(4, '0')}`;
}

function jsonEscape(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  const code = hex(character);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
