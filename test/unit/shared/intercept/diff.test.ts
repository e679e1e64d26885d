// What changed between two values.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines, type DiffLine } from '../../../../shared/intercept/diff.ts';
import { jsonLines, lineText, textLines } from '../../../../shared/intercept/value-lines.ts';

type Shown = Exclude<DiffLine, { side: 'folded' }>;
const signs = { same: ' ', removed: '-', added: '+' } as const;
const textOf = (line: Shown): string => line.pieces.map((piece) => piece.text).join('');
const diff = (before: string, after: string): readonly DiffLine[] =>
  diffLines(jsonLines(before).lines, jsonLines(after).lines);
const drawn = (lines: readonly DiffLine[]): string[] =>
  lines.map((line) => (line.side === 'folded' ? `~${line.count}` : signs[line.side] + textOf(line)));
/** Changed words of a line, each in brackets. */
const marked = (line: DiffLine | undefined): string =>
  line && line.side !== 'folded'
    ? line.pieces.map((piece) => (piece.changed ? `[${piece.text}]` : piece.text)).join('')
    : '';

describe('changed arguments', () => {
  test('show the line before and the line after, and what was added last', () => {
    const lines = diff(
      '{"command":"rm -rf build && npm run build"}',
      '{"command":"npm run clean && npm run build","timeout_ms":120000}',
    );
    expect(drawn(lines)).toEqual([
      '-"command": "rm -rf build && npm run build"',
      '+"command": "npm run clean && npm run build"',
      '+"timeout_ms": 120000',
    ]);
    expect(marked(lines[0])).toBe('"command": "[rm -rf build] && npm run build"');
    expect(marked(lines[1])).toBe('"command": "[npm run clean] && npm run build"');
    expect(marked(lines[2])).toBe('"timeout_ms": 120000');
  });

  test('compare members by key, not by place', () => {
    const lines = diff('{"a":"one","b":"two"}', '{"c":"new","b":"2","a":"one!"}');
    expect(marked(lines.find((line) => line.side === 'removed' && textOf(line).startsWith('"b"')))).toBe(
      '"b": "[two]"',
    );
  });

  test('fold what stays the same far from a change, and keep what is near', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at]));
    const lines = drawn(diff(JSON.stringify(many), JSON.stringify({ ...many, k10: -1 })));
    expect(lines).toEqual([
      '~8',
      ' "k8": 8',
      ' "k9": 9',
      '-"k10": 10',
      '+"k10": -1',
      ' "k11": 11',
      ' "k12": 12',
      '~7',
    ]);
  });

  test('a number that only a text comparison tells apart counts as changed', () => {
    expect(drawn(diff('{"n":12345678901234567890}', '{"n":12345678901234567891}'))).toHaveLength(2);
  });

  test('an unchanged value is shown whole, nothing folded', () => {
    const text = JSON.stringify(Array.from({ length: 30 }, (_, at) => at));
    expect(diff(text, text).every((line) => line.side === 'same')).toBe(true);
  });
});

const word = fc.constantFrom('a', 'b', 'c', 'dd', ' ', '"', '{', '1');
const message = fc.array(
  fc.array(word, { maxLength: 6 }).map((words) => words.join('')),
  { maxLength: 12 },
);

describe('whatever the texts', () => {
  test('what is not added is the text before, what is not removed the text after', () => {
    fc.assert(
      fc.property(message, message, (before, after) => {
        const lines = diffLines(textLines(before.join('\n')).lines, textLines(after.join('\n')).lines);
        const side = (left: Shown['side']): string[] =>
          lines.flatMap((line) =>
            line.side === 'folded'
              ? Array<string>(line.count).fill('~')
              : line.side === left
                ? []
                : [textOf(line)],
          );
        const agrees = (found: string[], text: readonly string[]): void => {
          const wanted = text.join('\n').split('\n');
          expect(found.length).toBe(wanted.length);
          found.forEach((line, at) => {
            if (line !== '~') expect(line).toBe(wanted[at]);
          });
        };
        agrees(side('added'), before);
        agrees(side('removed'), after);
      }),
    );
  });

  test('marks never change what a line says', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (before, after) => {
        const lines = diff(before, after).filter((line) => line.side !== 'folded');
        const known = new Set([...jsonLines(before).lines, ...jsonLines(after).lines].map(lineText));
        for (const line of lines) expect(known).toContain(textOf(line));
      }),
    );
  });

  test('two long texts that share nothing are told apart at once', () => {
    const long = (sign: string): string =>
      Array.from({ length: 1_900 }, (_, at) => `${sign} ${at}`).join('\n');
    const lines = diffLines(textLines(long('x')).lines, textLines(long('y')).lines);
    expect(lines.filter((line) => line.side === 'removed')).toHaveLength(1_900);
    expect(lines.filter((line) => line.side === 'added')).toHaveLength(1_900);
  });
});
