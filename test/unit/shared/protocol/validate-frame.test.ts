import { describe, expect, it } from 'vitest';
import { frameDef } from '../../../../shared/protocol/registry.ts';
import type { FrameDef, JsonObject } from '../../../../shared/protocol/define.ts';
import type { Side } from '../../../../shared/session/entries.ts';
import { profileOf, validateFrame } from '../../../support/protocol-parts.ts';

const { protocol } = profileOf('zot-latest');

function def(type: string, from: Side = 'extension'): FrameDef {
  const found = frameDef(protocol, from, type);
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
}

function faults(type: string, frame: JsonObject) {
  return validateFrame(def(type), { type, ...frame });
}

describe('the schema check', () => {
  it('says nothing of a good frame, and always the same nothing', () => {
    expect(faults('ready', {})).toEqual([]);
    expect(faults('ready', {})).toBe(faults('hello', { name: 'x', version: '1' }));
  });

  it('does not mind fields it does not know', () => {
    expect(faults('ready', { extra: 1 })).toEqual([]);
  });

  it('names a wrong type with pointer, both types and the source', () => {
    expect(faults('hello', { name: 5, version: '1' })).toEqual([
      {
        code: 'wrong-type',
        severity: 'error',
        message:
          '/name must be a string, is a number; the real host drops such a frame, mostly without a word.',
        pointer: '/name',
        fix: 'Send a string.',
        source: 'seed, HelloFromExt',
      },
    ]);
  });

  it.each([
    ['tool_result', { id: '1', content: {} }, '/content must be an array, is an object;'],
    ['tool_result', { id: '1', content: [7] }, '/content/0 must be an object, is a number;'],
    ['tool_result', { id: '1', content: [], is_error: 'yes' }, '/is_error must be a boolean, is a string;'],
    [
      'hello',
      { name: 'x', version: '1', min_protocol: 1.5 },
      '/min_protocol must be an integer, is the number 1.5;',
    ],
    ['subscribe', { events: ['a', 1] }, '/events/1 must be a string, is a number;'],
  ])('of %s %j says %s', (type, frame, message) => {
    expect(faults(type, frame)[0]?.message).toContain(message);
  });

  it('tells what the host needs from what it can do without', () => {
    expect(faults('hello', {})).toMatchObject([
      { code: 'missing-field', severity: 'error', pointer: '/name' },
      { code: 'missing-field', severity: 'warning', pointer: '/version' },
    ]);
  });

  it('takes null as absent, as the host does, and says so', () => {
    expect(faults('notify', { level: 'info', message: null })).toMatchObject([
      { code: 'null-field', severity: 'warning', pointer: '/message' },
    ]);
    expect(faults('tool_result', { id: '1', content: null })).toEqual([]);
  });

  it('names the known values where any text is let through', () => {
    expect(faults('notify', { level: 'debug', message: 'x' })).toMatchObject([
      {
        code: 'unknown-value',
        severity: 'warning',
        message: '/level is "debug"; known values are info, warn, error, success.',
      },
    ]);
  });

  it('refuses an empty name in hello', () => {
    expect(faults('hello', { name: '', version: '1' })).toMatchObject([
      { code: 'empty-field', severity: 'error' },
    ]);
  });

  it('lists at most twenty faults and counts the rest', () => {
    const content = Array.from({ length: 100 }, () => 1);
    const found = faults('tool_result', { id: '1', content });
    expect(found).toHaveLength(21);
    expect(found.at(-1)?.message).toContain('80 more faults');
  });

  it('tells only the first of millions of faults', () => {
    const content = Array.from({ length: 2_000_000 }, () => 1);
    expect(faults('tool_result', { id: '1', content })).toHaveLength(1);
  });
});
