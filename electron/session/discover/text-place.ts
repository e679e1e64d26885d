// Where in a text something is, for people: line and column from 1, and the piece around it. Pure.

const excerptUnits = 30;

/** `line 3, column 7`. Lines end at LF; columns count UTF-16 units. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
}

/** What stands there, on its own line, with a mark before it: `"exec": ▸node,`. */
export function excerptAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = text.indexOf('\n', offset);
  const before = text.slice(Math.max(lineStart, offset - excerptUnits), offset).trimStart();
  const after = text.slice(offset, Math.min(lineEnd === -1 ? text.length : lineEnd, offset + excerptUnits));
  return after.trim() === '' ? `${before}▸(end)` : `${before}▸${after.trimEnd()}`;
}
