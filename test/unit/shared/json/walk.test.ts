import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkJson } from '../../../../shared/json/walk.ts';

/** Builds the value back from what the walk tells. */
function rebuilt(text: string): unknown {
  const stack: { value: unknown[] | Map<string, unknown>; key: string }[] = [];
  let root: unknown;
  const put = (value: unknown): void => {
    const at = stack.at(-1);
    if (at === undefined) root = value;
    else if (Array.isArray(at.value)) at.value.push(value);
    else at.value.set(at.key, value);
  };
  const end = walkJson(text, {
    open: (kind) => void stack.push({ value: kind === 'array' ? [] : new Map<string, unknown>(), key: '' }),
    close() {
      const done = stack.pop()?.value;
      put(done instanceof Map ? Object.fromEntries(done) : done);
    },
    key(name) {
      const at = stack.at(-1);
      if (at !== undefined) at.key = name;
    },
    scalar: (kind, offset, length, decoded) =>
      put(kind === 'string' ? decoded : JSON.parse(text.slice(offset, offset + length))),
  });
  expect(end.ok).toBe(true);
  return root;
}

describe('the walk over JSON', () => {
  it('tells all there is in a text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(4), (value, indent) => {
        expect(rebuilt(JSON.stringify(value, null, indent))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('accepts what JSON.parse accepts and refuses what it refuses', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json().map((json) => json.slice(0, -1)),
      fc.json().map((json) => ` ${json}\t`),
      fc
        .array(fc.constantFrom(...'{}[],:"\\0123.eE-+tfnu/ \n', 'true', 'null', '"a"'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        let parses = true;
        try {
          JSON.parse(candidate);
        } catch {
          parses = false;
        }
        expect(walkJson(candidate).ok).toBe(parses);
      }),
      { numRuns: 1_000 },
    );
  });

  it('knows every beginning of a text for what it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
        const whole = JSON.stringify(value);
        const end = walkJson(whole.slice(0, cut % whole.length));
        expect(end).toMatchObject({ ok: false, why: 'end' });
      }),
    );
  });

  it.each([
    ['{"a":1,}', 7, 'token', 'a key in double quotes'],
    ['{a:1}', 1, 'token', 'a key or "}"'],
    ['[1 2]', 3, 'token', '"," or "]"'],
    ['{"a" 1}', 5, 'token', '":"'],
    ['1 2', 2, 'trailing', 'nothing more'],
    ['["a\\qb"]', 1, 'string', 'a value or "]"'],
    ['[1.]', 1, 'number', 'a value or "]"'],
    ['[/* c */1]', 1, 'token', 'a value or "]"'],
  ])('%j breaks at %i: %s, expected %s', (text, offset, why, expected) => {
    expect(walkJson(text)).toMatchObject({ ok: false, offset, why, expected });
  });

  it('goes a million levels deep without a stack', () => {
    const depth = 1_000_000;
    expect(walkJson('['.repeat(depth) + ']'.repeat(depth))).toEqual({ ok: true, depth });
  });
});
