import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHidden, makeVisible, visibleText } from '../../../../shared/json/visible.ts';

describe('text made visible', () => {
  it('is left alone when everything in it can be seen', () => {
    const plain = 'Grüße, 世界 😀 <b>&amp;</b>';
    expect(makeVisible(plain)).toEqual([{ text: plain }]);
    expect(visibleText(plain)).toBe(plain);
    expect(makeVisible('')).toEqual([]);
  });

  it.each([
    ['\u202e', 'U+202E', '\\u202e'],
    ['\u2066', 'U+2066', '\\u2066'],
    ['\u200e', 'U+200E', '\\u200e'],
    ['\u061c', 'U+061C', '\\u061c'],
    ['\u200b', 'U+200B', '\\u200b'],
    ['\ufeff', 'U+FEFF', '\\ufeff'],
    ['\u0000', 'U+0000', '\\u0000'],
    ['\u001b', 'U+001B', '\\u001b'],
    ['\u009b', 'U+009B', '\\u009b'],
    ['\u007f', 'U+007F', '\\u007f'],
    ['\u2028', 'U+2028', '\\u2028'],
    ['\ud800', 'U+D800', '\\ud800'],
    ['\udfff', 'U+DFFF', '\\udfff'],
    ['\u{e0041}', 'U+E0041', '\\u{e0041}'],
    ['\n', 'U+000A', '\\n'],
    ['\t', 'U+0009', '\\t'],
  ])('%j becomes %s, in a terminal %s', (character, escape, plain) => {
    expect(makeVisible(`a${character}b`)).toEqual([{ text: 'a' }, { escape }, { text: 'b' }]);
    expect(visibleText(`a${character}b`)).toBe(`a${plain}b`);
  });

  it('leaves whole surrogate pairs and joins nothing to them', () => {
    expect(makeVisible('😀\ud83d')).toEqual([{ text: '😀' }, { escape: 'U+D83D' }]);
  });

  it('lets no escape sequence reach a terminal, and loses no text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visibleText(text);
        expect(hasHidden(shown)).toBe(false);
        // eslint-disable-next-line no-control-regex -- the point of the test
        expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        const back = makeVisible(text)
          .map((part) =>
            'text' in part ? part.text : String.fromCodePoint(Number.parseInt(part.escape.slice(2), 16)),
          )
          .join('');
        expect(back).toBe(text);
      }),
    );
  });
});
