// What is typed into a field as JSON text: digits as typed, escapes as they were.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editString, isNumber, numberRaw, showsAsText } from '../../../../shared/form/spell.ts';

/** A JSON string with escapes of every sort. */
const spelled = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom('\\u0041', '\\/', '\\n', '\\ud83d', '\\ude00', '\\ud83d\\ude00', '\\"', '\\\\'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `"${parts.join('')}"`);

describe('strings', () => {
  test('an edited string says exactly what was typed', () => {
    fc.assert(
      fc.property(spelled, fc.string({ unit: 'binary' }), (raw, typed) => {
        expect(JSON.parse(editString(raw, typed))).toBe(typed);
      }),
    );
  });

  test('typing what it says already changes nothing', () => {
    fc.assert(
      fc.property(spelled, (raw) => {
        expect(editString(raw, JSON.parse(raw) as string)).toBe(raw);
      }),
    );
  });

  test('escapes before and after the change stay', () => {
    expect(editString('"a\\u00e9\\/b\\u0020c"', 'aé/XX c')).toBe('"a\\u00e9\\/XX\\u0020c"');
    expect(editString('"\\ud83d\\ude00!"', '😀?')).toBe('"\\ud83d\\ude00?"');
  });

  test('what a text field would lose or hide is not shown as plain text', () => {
    expect(showsAsText('two\nlines\twith a tab')).toBe(true);
    for (const text of ['\r', '\u0000', '\u202e', '\ud800', '\u200b']) expect(showsAsText(text)).toBe(false);
  });
});

describe('numbers', () => {
  test.each(['0', '-0', '1.0', '1e3', '1E+2', '9007199254740993', '12345678901234567890'])(
    '%s is sent as it is typed',
    (typed) => expect(numberRaw(typed)).toBe(typed),
  );

  test.each(['', '-', '1.', '.5', '01', '1e', 'NaN', '0x10', 'ten'])(
    '%j is no number and is sent as text',
    (typed) => {
      expect(isNumber(typed)).toBe(false);
      expect(numberRaw(typed)).toBe(JSON.stringify(typed));
    },
  );
});
