// Whether a text is base64 as a Go host reads it, and where it stops being so. Standard alphabet with padding; line breaks
// inside are skipped (real host, May 2026: "illegal base64 data at input byte N").

const plain = /^[A-Za-z0-9+/]*={0,2}$/;
const PAD = 61;

export type Base64Reading =
  | { readonly ok: true; readonly byteLength: number }
  /** Offset in bytes of UTF-8, as the host counts. */
  | { readonly ok: false; readonly atByte: number };

export function readBase64(text: string): Base64Reading {
  if (text.length % 4 === 0 && plain.test(text)) {
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
    return { ok: true, byteLength: (text.length / 4) * 3 - padding };
  }
  return readSlowly(Buffer.from(text));
}

/** Group by group, to find the place. */
function readSlowly(bytes: Uint8Array): Base64Reading {
  let byteLength = 0;
  let at = 0;
  for (;;) {
    let digits = 0;
    while (digits < 4) {
      // An unfinished group is found wanting at its own start, line breaks not counted.
      if (at === bytes.length)
        return digits === 0 ? { ok: true, byteLength } : { ok: false, atByte: at - digits };
      const byte = bytes[at] ?? 0;
      at++;
      if (isLineBreak(byte)) continue;
      if (byte === PAD) return readPadding(bytes, at, digits, byteLength);
      if (!isDigit(byte)) return { ok: false, atByte: at - 1 };
      digits++;
    }
    byteLength += 3;
  }
}

/** The first "=" is behind us: after two digits a second one must follow, and then nothing. */
function readPadding(bytes: Uint8Array, from: number, digits: number, byteLength: number): Base64Reading {
  let at = from;
  if (digits < 2) return { ok: false, atByte: at - 1 };
  if (digits === 2) {
    at = skipLineBreaks(bytes, at);
    if (at === bytes.length) return { ok: false, atByte: bytes.length };
    if (bytes[at] !== PAD) return { ok: false, atByte: at - 1 };
    at++;
  }
  at = skipLineBreaks(bytes, at);
  if (at < bytes.length) return { ok: false, atByte: at };
  return { ok: true, byteLength: byteLength + digits - 1 };
}

function skipLineBreaks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isLineBreak(bytes[at] ?? 0)) at++;
  return at;
}

function isLineBreak(byte: number): boolean {
  return byte === 10 || byte === 13;
}

function isDigit(byte: number): boolean {
  return (
    (byte >= 65 && byte <= 90) ||
    (byte >= 97 && byte <= 122) ||
    (byte >= 48 && byte <= 57) ||
    byte === 43 ||
    byte === 47
  );
}
