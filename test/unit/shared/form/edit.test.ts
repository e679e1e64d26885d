// Edits of one place in a JSON text: what they change, and that they change nothing else.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  moveItem,
  putItem,
  putMember,
  readRaw,
  removeAt,
  renameKey,
  replaceRaw,
} from '../../../../shared/form/edit.ts';
import { atPointer, rawOf, readExact, type Exact } from '../../../../shared/form/exact.ts';
import { prettyJson } from '../../../../shared/form/layout.ts';
import { compactJson } from '../../../../shared/json/compact.ts';
import { escapePointer } from '../../../../shared/json/pointer.ts';

/** JSON text with any layout, spelling and order. */
const space = fc.stringMatching(/^[ \t\n\r]{0,3}$/);
const scalar = fc.oneof(
  fc.constantFrom('null', 'true', '1.0', '1e3', '9007199254740993', '-0', '"\\u00e9\\/"', '""', '"a"'),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const { value: anyJson } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'json' },
    scalar,
    fc
      .tuple(space, fc.array(fc.tuple(tie('value'), space, space), { maxLength: 4 }))
      .map(
        ([lead, items]) => `[${lead}${items.map(([raw, before, after]) => before + raw + after).join(',')}]`,
      ),
    fc
      .tuple(
        space,
        fc.array(
          fc.tuple(fc.constantFrom('a', 'b', '10', '2', '', 'a/b', '__proto__'), space, tie('value'), space),
          {
            maxLength: 4,
          },
        ),
      )
      .map(
        ([lead, members]) =>
          `{${lead}${members.map(([key, gap, raw, after]) => `${JSON.stringify(key)}${gap}:${gap}${raw}${after}`).join(',')}}`,
      ),
  ),
}));

function places(text: string): readonly { pointer: string; node: Exact }[] {
  const read = readExact(text);
  if (!read.ok) throw new Error(`not JSON: ${text}`);
  const found: { pointer: string; node: Exact }[] = [];
  const walk = (node: Exact, pointer: string): void => {
    // Of keys that stand twice only the last can be found.
    if (atPointer(read.root, pointer) === node) found.push({ pointer, node });
    if (node.kind === 'object')
      for (const { key, value } of node.members) walk(value, `${pointer}/${escapePointer(key)}`);
    if (node.kind === 'array') node.items.forEach((item, at) => walk(item, `${pointer}/${at}`));
  };
  walk(read.root, '');
  return found;
}

const textAndPlace = anyJson.chain((text) =>
  fc.record({ text: fc.constant(text), at: fc.nat(), other: fc.nat(), raw: anyJson }),
);
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

describe('replacing a value', () => {
  test('what is read back is what was written, and writing what was read changes nothing', () => {
    fc.assert(
      fc.property(textAndPlace, ({ text, at, raw }) => {
        const { pointer } = pick(places(text), at);
        expect(readRaw(replaceRaw(text, pointer, raw), pointer)).toBe(raw);
        expect(replaceRaw(text, pointer, readRaw(text, pointer) ?? '?')).toBe(text);
      }),
    );
  });

  test('every byte outside of the value stays', () => {
    fc.assert(
      fc.property(textAndPlace, ({ text, at, raw }) => {
        const { pointer, node } = pick(places(text), at);
        const changed = replaceRaw(text, pointer, raw);
        expect(changed).toBe(text.slice(0, node.start) + raw + text.slice(node.end));
      }),
    );
  });

  test('a place that is not there leaves the text alone', () => {
    expect(replaceRaw('{"a":1}', '/b', '2')).toBe('{"a":1}');
    expect(replaceRaw('{"a":', '/a', '2')).toBe('{"a":');
  });
});

describe('adding and taking away', () => {
  test('a member that is put is there, all others keep their bytes, and taken away again they still do', () => {
    fc.assert(
      fc.property(textAndPlace, fc.string(), ({ text, at, raw }, key) => {
        const objects = places(text).filter(({ node }) => node.kind === 'object');
        fc.pre(objects.length > 0);
        const { pointer, node } = pick(objects, at);
        fc.pre(node.kind === 'object' && !node.members.some((member) => member.key === key));
        const changed = putMember(text, pointer, key, raw);
        const own = `${pointer}/${escapePointer(key)}`;
        expect(JSON.parse(readRaw(changed, own) ?? '?')).toEqual(JSON.parse(raw));
        const removed = removeAt(changed, own);
        expect(readRaw(removed, own)).toBeUndefined();
        for (const { pointer: other, node: was } of places(text)) {
          if (pointer === other || pointer.startsWith(`${other}/`) || other === '') continue;
          expect(readRaw(changed, other)).toBe(rawOf(text, was));
          expect(readRaw(removed, other)).toBe(rawOf(text, was));
        }
      }),
    );
  });

  test.each([
    ['{"a":1}', '{"a":1,"b":2}'],
    ['{"a": 1}', '{"a": 1, "b": 2}'],
    ['{ "a" : 1 }', '{ "a" : 1, "b" : 2 }'],
    ['{}', '{"b":2}'],
    ['{\n  "a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}'],
    ['{\r\n\t"a": 1\r\n}', '{\r\n\t"a": 1,\r\n\t"b": 2\r\n}'],
  ])('a new member looks like its neighbours: %j', (text, expected) => {
    expect(putMember(text, '', 'b', '2')).toBe(expected);
  });

  test('an empty object among lines opens on lines', () => {
    expect(putMember('{\n  "args": {}\n}', '/args', 'tags', '["a"]')).toBe(
      '{\n  "args": {\n    "tags": ["a"]\n  }\n}',
    );
  });

  test('a new member stands where the schema has it', () => {
    const order = ['a', 'b', 'c'];
    expect(putMember('{"a":1,"c":3}', '', 'b', '2', order)).toBe('{"a":1,"b":2,"c":3}');
    expect(putMember('{"b":2}', '', 'a', '1', order)).toBe('{"a":1,"b":2}');
    expect(putMember('{"x":0,"a":1}', '', 'b', '2', order)).toBe('{"x":0,"a":1,"b":2}');
  });

  test('taken away and put back where the schema has it, a member is as before', () => {
    for (const text of ['{"a":1,"b":2,"c":3}', '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}']) {
      for (const [key, raw] of [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ] as const) {
        expect(putMember(removeAt(text, `/${key}`), '', key, raw, ['a', 'b', 'c'])).toBe(text);
      }
    }
  });

  test('a key that stands twice is taken away twice: absent is absent', () => {
    expect(removeAt('{"a":1,"b":2,"a":3}', '/a')).toBe('{"b":2}');
  });

  test('items are put, taken and moved, and the white space between them stays', () => {
    const text = '[ 1,\n  2, 3 ]';
    expect(putItem(text, '', '9', 1)).toBe('[ 1,\n  9,\n  2, 3 ]');
    expect(putItem('[]', '', '1')).toBe('[1]');
    expect(removeAt(text, '/1')).toBe('[ 1,\n  3 ]');
    expect(moveItem(text, '', 0, 2)).toBe('[ 2,\n  3, 1 ]');
    expect(moveItem(moveItem(text, '', 0, 2), '', 2, 0)).toBe(text);
    expect(moveItem(text, '', 0, 5)).toBe(text);
  });

  test('a key is renamed in its place', () => {
    expect(renameKey('{"reasn" : "x", "b":1}', '/reasn', 'reason')).toBe('{"reason" : "x", "b":1}');
    expect(renameKey('{"\\u0061":1}', '/a', 'a')).toBe('{"\\u0061":1}');
  });
});

describe('layout', () => {
  test('laying out changes white space only: compacted it is what it was', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(compactJson(prettyJson(text))).toBe(compactJson(text));
      }),
    );
  });

  test('order, spelling and escapes stay (case N04)', () => {
    const text = '{"b":1.0,"10":2e3,"2":"\\u0061","00":[4,5]}';
    expect(prettyJson(text)).toBe('{\n  "b": 1.0,\n  "10": 2e3,\n  "2": "\\u0061",\n  "00": [4, 5]\n}');
  });

  test('text that is no JSON is left as it is', () => {
    expect(prettyJson('{"a":')).toBe('{"a":');
  });
});
