import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowEnd } from '../../../renderer/views/frame/raw-window.ts';

function windows(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = windowEnd(text, start);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

describe('the windows of a long text', () => {
  it('hold 256 KiB of plain text each', () => {
    expect(windows('x'.repeat(600_000)).map((part) => part.length)).toEqual([262_144, 262_144, 75_712]);
  });

  it('are smaller where much has to be made visible', () => {
    const first = windows('\u0000a'.repeat(100_000))[0] ?? '';
    expect(first.length).toBeLessThan(3_000);
  });

  it('lose nothing and cut no character in two', () => {
    const unit = fc.constantFrom('a', '🦊', '\u0000', '\u202e', '\ud83e', '𝄞');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 0, maxLength: 3_000, size: 'max' }), (text) => {
        const parts = windows(text);
        expect(parts.join('')).toBe(text);
        let at = 0;
        for (const part of parts) {
          const cut = /[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(part);
          expect(cut).toBe(false);
          at += part.length;
        }
      }),
      { numRuns: 50 },
    );
  });
});
