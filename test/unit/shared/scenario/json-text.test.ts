import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapePointer } from '../../../../shared/json/pointer.ts';
import { childrenOf, sameJson, valueAt } from '../../../../shared/scenario/json-text.ts';

describe('the value at a pointer', () => {
  it.each([
    ['{"a":1.0}', '', '{"a":1.0}'],
    ['{"a":1.0}', '/a', '1.0'],
    ['{"a":[1,{"b":2}]}', '/a/1/b', '2'],
    ['{"a/b":1,"m~n":2}', '/a~1b', '1'],
    ['{"a/b":1,"m~n":2}', '/m~0n', '2'],
    ['{"":{"":3}}', '//', '3'],
    ['{"a":1,"a":2}', '/a', '2'],
    ['{"a":{"b":1},"a":{}}', '/a/b', undefined],
    ['{"a":1}', '/b', undefined],
    ['[1]', '/01', undefined],
    ['"text"', '/0', undefined],
    ['not JSON', '/a', undefined],
  ])('of %s, %s', (text, pointer, value) => expect(valueAt(text, pointer)).toBe(value));

  it('of each member is that member', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const parsed = JSON.parse(text) as Record<string, unknown>;
        for (const key of Object.keys(parsed))
          expect(JSON.parse(valueAt(text, `/${escapePointer(key)}`) ?? '')).toEqual(parsed[key]);
      }),
    );
  });
});

describe('two texts', () => {
  it.each([
    ['{"a":1,"b":[2]}', ' { "b" : [2.0], "\\u0061": 1e0 } ', true],
    ['7301444403300120013', '7301444403300120012', false],
    ['0.10', '1e-1', true],
    ['-0', '0', true],
    ['[1,2]', '[2,1]', false],
    ['"1"', '1', false],
    ['null', 'false', false],
    ['{"a":1,"a":2}', '{"a":2}', true],
    ['x', 'x', false],
  ])('%s and %s are the same value: %s', (a, b, same) => expect(sameJson(a, b)).toBe(same));

  it('of one value are the same, however they are laid out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => sameJson(JSON.stringify(value), JSON.stringify(value, null, 2))),
    );
  });
});

it('children have their places, also in a list', () => {
  const text = ' [ 1, {"a":2}, [] ] ';
  const { kind, children } = childrenOf(text);
  expect(kind).toBe('array');
  expect(children.map(({ offset, end }) => text.slice(offset, end))).toEqual(['1', '{"a":2}', '[]']);
});
