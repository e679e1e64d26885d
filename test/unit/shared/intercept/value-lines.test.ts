// Values of intercepts as lines to look at.

import { describe, expect, test } from 'vitest';
import { jsonLines, lineText, textLines } from '../../../../shared/intercept/value-lines.ts';

const shown = (text: string): string[] =>
  jsonLines(text).lines.map((line) => '  '.repeat(line.depth) + lineText(line));

describe('arguments as lines', () => {
  test('stand one member a line, without the braces around all and without commas', () => {
    expect(shown('{"command":"ls","env":{"CI":"1","A":[1,2]}}')).toEqual([
      '"command": "ls"',
      '"env": {',
      '  "CI": "1"',
      '  "A": [',
      '    1',
      '    2',
      '  ]',
      '}',
    ]);
  });

  test('are spelled as they were sent: digits, escapes, order and duplicate keys', () => {
    expect(shown('{"b":12345678901234567890,"a":"\\u0026\\/","b":1e3}')).toEqual([
      '"b": 12345678901234567890',
      '"a": "\\u0026\\/"',
      '"b": 1e3',
    ]);
  });

  test('show empty objects and lists on one line', () => {
    expect(shown('{"a":{},"b":[]}')).toEqual(['"a": {}', '"b": []']);
    expect(shown('{}')).toEqual(['{}']);
  });

  test.each([
    ['null', ['null']],
    ['[1]', ['[', '  1', ']']],
    ['"text"', ['"text"']],
  ])('show a value that is no object whole: %s', (text, lines) => {
    expect(shown(text)).toEqual(lines);
  });

  test('that are no JSON come as they are', () => {
    expect(shown('{"a":\noops')).toEqual(['{"a":', 'oops']);
  });

  test('that go on for ever are cut, and it is said', () => {
    const { lines, cut } = jsonLines(`[${Array(5_000).fill('1').join(',')}]`);
    expect(cut).toBe(true);
    expect(lines.length).toBe(2_000);
  });
});

test('a message comes line by line, empty lines included', () => {
  expect(textLines('a\n\nb').lines.map(lineText)).toEqual(['a', '', 'b']);
});
