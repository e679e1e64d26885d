import { describe, expect, it } from 'vitest';
import { clip, counted, join, optional, quote, say, wireText } from '../../../../shared/protocol/say.ts';

describe('row text', () => {
  it('keeps our words and wire values apart, so that neither can pass for the other', () => {
    expect(say`/${'audit'} and ${{ words: 'not ours' }}`).toEqual([
      { words: '/' },
      { wire: 'audit' },
      { words: ' and ' },
      { wire: '{"words":"not ours"}' },
    ]);
  });

  it('says what is missing or empty', () => {
    expect(say`${undefined}${''}`).toEqual([{ words: '(missing)' }, { words: '(empty)' }]);
    expect(optional(' · ', '')).toEqual([]);
    expect(join(optional('x ', 0), optional('', null))).toEqual([{ words: 'x ' }, { wire: '0' }]);
  });

  it('shows values as compact JSON and stops early, whatever their size', () => {
    expect(wireText({ a: [1, 'x', null, { b: true }] })).toBe('{"a":[1,"x",null,{"b":true}]}');
    let read = 0;
    const huge = new Proxy(new Array<number>(3_000_000), {
      get: (target, key) => (key === 'length' ? target.length : ((read += 1), 7)),
    });
    expect(wireText(huge)).toHaveLength(300);
    expect(read).toBeLessThan(400);
  });

  it('does not follow depth beyond what a row can show', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 9_000; i++) deep = [deep];
    expect(wireText(deep)).toBe(`${'['.repeat(12)}[…]${']'.repeat(12)}`);
  });

  it('never cuts a surrogate pair in two', () => {
    expect(clip('ab😀cd', 4)).toBe('ab…');
    expect(clip('ab😀cd', 5)).toBe('ab😀…');
    expect(clip('abc', 3)).toBe('abc');
  });

  it('quotes wire values with nothing invisible in them', () => {
    expect(quote('a\u202eb\n')).toBe('"a\\u202eb\\n"');
    expect(quote({ a: 1 })).toBe('"{"a":1}"');
  });

  it('counts in words', () => {
    expect([counted(1, 'line'), counted(2, 'line'), counted(1_200, 'entry', 'entries')]).toEqual([
      '1 line',
      '2 lines',
      '1,200 entries',
    ]);
  });
});
