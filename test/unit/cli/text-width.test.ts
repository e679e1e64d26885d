import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, padEnd, textWidth } from '../../../electron/cli/text-width.ts';

describe('the width of a text on a terminal', () => {
  it.each([
    ['', 0],
    ['hello', 5],
    ['Grüße', 5],
    ['e\u0301', 1],
    ['日本', 4],
    ['한글', 4],
    ['🙂', 2],
    ['👩‍👩‍👧', 2],
    ['→ ← ⇠ ▲ ✖', 9],
  ])('%j takes %i columns', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });

  it('a text that fits is left as it is, another is cut and says so', () => {
    expect(cut('hello', 5)).toBe('hello');
    expect(cut('hello!', 5)).toBe('hell…');
    expect(cut('日本語', 5)).toBe('日本…');
    expect(cut('日本語', 4)).toBe('日…');
  });

  it('is never exceeded by a cut, and a filled text is never narrower', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(textWidth(cut(text, columns))).toBeLessThanOrEqual(columns);
        expect(textWidth(padEnd(text, columns))).toBeGreaterThanOrEqual(columns);
      }),
    );
  });

  it('does not measure all of a text that is far too long', () => {
    expect(cut('x'.repeat(30_000_000), 10)).toBe('xxxxxxxxx…');
    expect(cut('é'.repeat(30_000_000), 10)).toBe('ééééééééé…');
  });
});
