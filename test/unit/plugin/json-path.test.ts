import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueAt } from '../../../electron/plugin/json-path.ts';

const text = (json: string, path: string): unknown => {
  const found = valueAt(json, path);
  return found === undefined || found === 'notJson' || found.kind === 'inner' ? found : found.text;
};

describe('a path into JSON', () => {
  it('leads through objects, key by key', () => {
    expect(text('{"a":{"b":{"c":"deep"}}}', 'a.b.c')).toBe('deep');
    expect(valueAt('{"a":{"b":1}}', 'a')).toEqual({ kind: 'inner' });
    expect(text('{"a":1}', 'a.b')).toBeUndefined();
    expect(text('{"a":[{"b":1}]}', 'a.b')).toBeUndefined();
    expect(text('{"a":{"x":{"b":1}}}', 'a.b')).toBeUndefined();
    expect(text('{"b":1,"a":{"b":2}}', 'a.b')).toBe('2');
    expect(text('[{"a":1}]', 'a')).toBeUndefined();
    expect(text('"a"', 'a')).toBeUndefined();
  });

  it('keeps the spelling of numbers', () => {
    expect(valueAt('{"n":9223372036854775807}', 'n')).toMatchObject({
      kind: 'number',
      spelled: '9223372036854775807',
    });
    expect(valueAt('{"n":1.0}', 'n')).toMatchObject({ spelled: '1.0' });
  });

  it('takes the last of keys that stand twice', () => {
    expect(text('{"a":{"b":1},"a":{"b":2}}', 'a.b')).toBe('2');
    expect(text('{"a":{"b":1},"a":3}', 'a.b')).toBeUndefined();
    expect(text('{"a":{"b":1},"a":{"c":2}}', 'a.b')).toBeUndefined();
  });

  it('says when the text is no JSON', () => {
    expect(valueAt('{"a":', 'a')).toBe('notJson');
  });

  it('finds what a parsed value has, whatever stands around it', () => {
    const key = fc.string({ minLength: 1 }).filter((one) => !one.includes('.') && one !== '__proto__');
    const around = fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(
        fc.array(key, { minLength: 1, maxLength: 4 }),
        fc.string(),
        around,
        (keys, wanted, others) => {
          const value = keys.reduceRight<unknown>((inner, one) => ({ ...others, [one]: inner }), wanted);
          expect(text(JSON.stringify(value), keys.join('.'))).toBe(wanted);
        },
      ),
    );
  });
});
