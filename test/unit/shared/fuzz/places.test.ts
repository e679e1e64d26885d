import { describe, expect, test } from 'vitest';
import { mostPayloads, payloadLists, payloadsOf, type Payload } from '../../../../shared/fuzz/payloads.ts';
import {
  combine,
  countOf,
  markKind,
  valuesIn,
  type CombineMode,
  type FuzzMark,
} from '../../../../shared/fuzz/places.ts';
import { validatorOf } from '../../../support/fuzz-plans.ts';

const frame = '{"type":"tool_call", "id":"c1","args":{"n":1.0,"path":"/a/b.txt"}}';
const mark = (piece: string): FuzzMark => ({
  start: frame.indexOf(piece),
  end: frame.indexOf(piece) + piece.length,
});
const given = (...raws: string[]): Payload[] => raws.map((raw) => ({ raw, words: raw }));
const texts = (mode: CombineMode, ...places: [string, Payload[]][]): string[] =>
  [
    ...combine(
      frame,
      places.map(([piece, payloads]) => ({ mark: mark(piece), payloads })),
      mode,
    ),
  ].map(({ text }) => text);

test('every value and key of a frame can be marked, by its pointer', () => {
  const found = valuesIn(frame).map(({ kind, pointer, start, end }) => [
    kind,
    pointer,
    frame.slice(start, end),
  ]);
  expect(found).toContainEqual(['string', '/args/path', '"/a/b.txt"']);
  expect(found).toContainEqual(['key', '/args/n', '"n"']);
  expect(found).toContainEqual(['object', '/args', '{"n":1.0,"path":"/a/b.txt"}']);
  expect(valuesIn('{"a":[1,{"b":2}').map(({ pointer }) => pointer)).toContain('/a/1/b');
});

test('a payload is spelled as its place wants it, and all else stays as written', () => {
  expect(markKind(frame, mark('1.0'))).toBe('value');
  expect(markKind(frame, mark('b.txt'))).toBe('inString');
  expect(markKind(frame, mark('"path"'))).toBe('key');
  expect(markKind(frame, mark(', '))).toBe('text');
  expect(texts('one', ['1.0', given('"x"')])).toEqual([frame.replace('1.0', '"x"')]);
  expect(texts('one', ['b.txt', given('"a\\"b"', '7')])).toEqual([
    frame.replace('b.txt', 'a\\"b'),
    frame.replace('b.txt', '7'),
  ]);
  expect(texts('one', ['"path"', given('"__proto__"', '7')])).toEqual([
    frame.replace('"path"', '"__proto__"'),
    frame.replace('"path"', '"7"'),
  ]);
  expect(texts('one', [', ', given('"\\n"')])).toEqual([frame.replace(', ', '\n')]);
});

describe('two places', () => {
  const places: [string, Payload[]][] = [
    ['"/a/b.txt"', given('""', 'null')],
    ['1.0', given('0', '1', '2')],
  ];

  test('one at a time leaves the other as written', () => {
    const made = texts('one', ...places);
    expect(made).toHaveLength(5);
    expect(made[0]).toBe(frame.replace('"/a/b.txt"', '""'));
  });

  test('in sequence go together, the shorter list ending first', () => {
    const made = texts('sequence', ...places);
    expect(made).toHaveLength(3);
    expect(made[1]).toBe(frame.replace('"/a/b.txt"', 'null').replace('1.0', '1'));
    expect(made[2]).toBe(frame.replace('1.0', '2'));
  });

  test('in all combinations meet each other once', () => {
    const made = texts('all', ...places);
    expect(new Set(made).size).toBe(6);
    expect(made[1]).toBe(frame.replace('"/a/b.txt"', '""').replace('1.0', '1'));
  });

  test.each(['one', 'sequence', 'all'] as const)('%s is counted before it is made', (mode) => {
    const marked = places.map(([piece, payloads]) => ({ mark: mark(piece), payloads }));
    expect(countOf(marked, mode)).toBe([...combine(frame, marked, mode)].length);
  });

  test('that overlap are refused', () => {
    const marked = [
      { mark: mark('"path":"/a'), payloads: given('1') },
      { mark: mark('/a/b'), payloads: given('1') },
    ];
    expect(() => [...combine(frame, marked, 'all')]).toThrow(RangeError);
  });
});

describe('payloads', () => {
  test.each(payloadLists)(
    'of the list "$title" are JSON, each another one, with words',
    ({ id, payloads }) => {
      expect(payloadsOf({ kind: 'list', id }, 1)).toBe(payloads);
      expect(payloads.length).toBeGreaterThan(3);
      for (const { raw, words } of payloads) {
        JSON.parse(raw);
        expect(words).not.toBe('');
      }
      expect(new Set(payloads.map(({ raw }) => raw)).size).toBe(payloads.length);
    },
  );

  test('of generators come by step, length, chance and schema, the same for a seed', () => {
    const raws = (...args: Parameters<typeof payloadsOf>): string[] =>
      payloadsOf(...args).map(({ raw }) => raw);
    expect(raws({ kind: 'numbers', from: 0, to: 0.3, step: 0.1 }, 1)).toEqual(['0', '0.1', '0.2', '0.3']);
    expect(raws({ kind: 'numbers', from: 2, to: 0, step: 1 }, 1)).toEqual(['2', '1', '0']);
    expect(raws({ kind: 'numbers', from: 0, to: 1e9, step: 1 }, 1)).toHaveLength(mostPayloads);
    expect(raws({ kind: 'numbers', from: 0, to: 9, step: 0 }, 1)).toEqual([]);
    expect(raws({ kind: 'lengths', from: 1, to: 3, step: 2, letter: 'é' }, 1)).toEqual(['"é"', '"ééé"']);
    const random = { kind: 'randomText', count: 20, least: 1, most: 9 } as const;
    expect(raws(random, 5)).toEqual(raws(random, 5));
    expect(raws(random, 5)).not.toEqual(raws(random, 6));
    const { schemaText, validate } = validatorOf({ type: 'integer', minimum: 1 });
    for (const verdict of ['valid', 'invalid'] as const) {
      const made = raws({ kind: 'schema', schemaText, validate, verdict, count: 10 }, 1);
      expect(made).toHaveLength(10);
      for (const raw of made) expect(validate(JSON.parse(raw))).toBe(verdict === 'valid');
    }
  });
});
