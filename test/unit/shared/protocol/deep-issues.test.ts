import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepIssues } from '../../../../shared/protocol/codec.ts';
import { codes, decoded } from '../../../support/protocol-parts.ts';

function deep(text: string) {
  return deepIssues(text, decoded(text, 'host'));
}

const call = (args: string) => `{"type":"tool_call","id":"1","name":"x","args":${args}}`;

describe('the deep look at a frame', () => {
  it('finds nothing in an ordinary one', () => {
    expect(deep(call('{"a":[1,2.5,-3e2,"\\ud83d\\ude00",null,true],"b":{}}'))).toEqual([]);
  });

  it('finds duplicate keys at any level, with pointers', () => {
    expect(deep('{"type":"tool_call","id":"1","id":"2","name":"x","args":[{"k":1,"k":2}]}')).toMatchObject([
      { code: 'duplicate-key', severity: 'warning', pointer: '/id' },
      { code: 'duplicate-key', pointer: '/args/0/k' },
    ]);
    expect(deep(call('{"a":{"k":1},"b":{"k":1}}'))).toEqual([]);
  });

  it('finds numbers that a double can not hold (case N01)', () => {
    expect(deep(call('{"id":7301444403300120013,"list":[1,18446744073709551615]}'))).toMatchObject([
      { code: 'number-loses-digits', severity: 'info', pointer: '/args/id' },
      { code: 'number-loses-digits', pointer: '/args/list/1' },
    ]);
  });

  it('finds halves of surrogate pairs in texts and keys', () => {
    expect(codes(deep(call('"a\\ud800b"')))).toEqual(['lone-surrogate']);
    expect(codes(deep(call('{"\\udc00":1}')))).toEqual(['lone-surrogate']);
  });

  it('tells unusual depth without overflowing', () => {
    expect(codes(deep(call(`${'['.repeat(9_000)}${']'.repeat(9_000)}`)))).toEqual(['deep-nesting']);
  });

  it('stops at a number a person can read', () => {
    expect(
      deep(call(`{${Array.from({ length: 500 }, () => '"k":1').join(',')}}`)).length,
    ).toBeLessThanOrEqual(51);
  });

  it('has nothing to add to lines that are no frames, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(Array.isArray(deepIssues(text, decoded(text)))).toBe(true);
      }),
    );
    expect(deep('nonsense')).toEqual([]);
  });
});
