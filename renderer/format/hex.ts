// Bytes as lines of a hex dump: offset, bytes, the same bytes as ASCII. A line is made when it is looked at, so a dump
// of any size costs what is on screen. Knows no frames.

export interface HexLine {
  /** At least four hex digits, all lines of a dump alike. */
  readonly offset: string;
  /** `7b 22 74`, two digits a byte. */
  readonly hex: string;
  /** Printable ASCII as it is, every other byte as `·`. */
  readonly ascii: string;
}

export function hexLineCount(byteLength: number, perLine: number): number {
  return Math.ceil(byteLength / perLine);
}

export function hexLine(all: Uint8Array, index: number, perLine: number): HexLine {
  const start = index * perLine;
  const line = all.subarray(start, start + perLine);
  const digits = Math.max(4, (all.length - 1).toString(16).length);
  let hex = '';
  let ascii = '';
  for (const byte of line) {
    hex += `${hex && ' '}${byte.toString(16).padStart(2, '0')}`;
    ascii += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
  }
  return { offset: start.toString(16).padStart(digits, '0'), hex, ascii };
}

/** All bytes as two hex digits each, with a space between. */
export function hexText(all: Uint8Array): string {
  return Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** The bytes of a base64 text; the text is ours, so a wrong one is a bug and throws. */
export function bytesOfBase64(text: string): Uint8Array {
  const binary = atob(text);
  const all = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) all[at] = binary.charCodeAt(at);
  return all;
}
