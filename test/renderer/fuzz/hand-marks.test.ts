// Marks in a frame that is being edited: where they go, and what a cursor means.

import { describe, expect, test } from 'vitest';
import { meantMark, movedMark, pieces } from '../../../renderer/state/hand-marks.ts';

const text = '{"a":"one","b":22}';
const marked = (part: string) => {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
};

describe('a mark', () => {
  test('moves with what is typed before it, stays with what is typed behind it', () => {
    const after = text.replace('"one"', '"eleven"');
    const moved = movedMark(text, after, marked('22'));
    expect(moved && after.slice(moved.start, moved.end)).toBe('22');
    expect(movedMark(text, `${text} `, marked('"one"'))).toEqual(marked('"one"'));
  });
  test('is lost when what it marks is changed', () => {
    expect(movedMark(text, text.replace('one', 'onx'), marked('"one"'))).toBeNull();
  });
  test('is the value at the cursor when nothing is selected, the innermost one', () => {
    const at = text.indexOf('one');
    expect(meantMark(text, at, at)).toEqual(marked('"one"'));
    expect(meantMark(text, 2, 4)).toEqual({ start: 2, end: 4 });
    expect(meantMark('no json', 3, 3)).toBeNull();
  });
  test('shows its number in the order in which it was marked', () => {
    expect(pieces(text, [marked('22'), marked('"one"')]).filter(({ place }) => place !== null)).toEqual([
      { text: '"one"', place: 2 },
      { text: '22', place: 1 },
    ]);
    expect(
      pieces(text, [marked('22'), marked('"one"')])
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
