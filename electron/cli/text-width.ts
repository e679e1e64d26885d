// How many columns of a terminal a text takes, and texts cut and filled to a width. Pure; it expects text whose control
// characters have been made visible already.

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const plain = /^[\x20-\x7e]*$/;
const marksOnly = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
const emoji = /\p{Emoji_Presentation}|\ufe0f/u;
// East Asian wide and fullwidth blocks (Unicode Standard Annex 11), as ranges of code points.
const wideRanges = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
] as const;

function characterWidth(character: string): number {
  if (plain.test(character)) return character.length;
  if (marksOnly.test(character)) return 0;
  if (emoji.test(character)) return 2;
  const code = character.codePointAt(0) ?? 0;
  return wideRanges.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** Columns taken on a terminal. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of characters.segment(text)) width += characterWidth(segment);
  return width;
}

/** The text, or its beginning and `…`, in at most `columns` columns. */
export function cut(text: string, columns: number): string {
  // No character takes more UTF-16 units than this and no columns; huge texts must not be measured whole.
  const near = text.length > columns * 16 ? text.slice(0, columns * 16) : text;
  if (near === text && textWidth(text) <= columns) return text;
  let kept = '';
  let left = columns - 1;
  for (const { segment } of characters.segment(near)) {
    left -= characterWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Filled with blanks at the end up to `columns`; longer text stays as it is. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}
