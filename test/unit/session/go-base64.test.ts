import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBase64 } from '../../../electron/session/go-base64.ts';

describe('base64 as a Go host reads it', () => {
  it.each([
    ['', 0],
    ['AAAA', 3],
    ['iVBORw0KGgo=', 8],
    ['AA\nAA', 3],
    ['AA\r\n==', 1],
    ['AAA=\n\r', 2],
    ['A\nA\nA\n=', 2],
  ])('%j is %i bytes', (text, byteLength) => expect(readBase64(text)).toEqual({ ok: true, byteLength }));

  it.each([
    // measured: real host, May 2026
    ['!!notbase64', 0],
    ['AAA', 0],
    ['AA-_', 2],
    ['AAAA ', 4],
    // the same rules at other places
    ['A', 0],
    ['AAAAA', 4],
    ['A===', 1],
    ['=AAA', 0],
    ['AA=', 3],
    ['AA=A', 2],
    ['AA==A', 4],
    ['AAA=AAAA', 4],
    ['AAAAé', 4],
    ['éAAA', 0],
  ])('%j is none from byte %i on', (text, atByte) => expect(readBase64(text)).toEqual({ ok: false, atByte }));

  it('reads whatever is written, with line breaks anywhere', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(fc.nat(60), { maxLength: 5 }),
        (bytes, breaks) => {
          let text = Buffer.from(bytes).toString('base64');
          for (const at of breaks) text = `${text.slice(0, at)}\n${text.slice(at)}`;
          expect(readBase64(text)).toEqual({ ok: true, byteLength: bytes.length });
        },
      ),
    );
  });

  it('never accepts a sign that is not of the alphabet', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        fc.pre(/[^A-Za-z0-9+/=\r\n]/.test(text));
        expect(readBase64(text).ok).toBe(false);
      }),
    );
  });
});
