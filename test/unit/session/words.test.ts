import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame } from '../../../electron/session/encode.ts';
import { rawMember } from '../../../electron/session/frame-fields.ts';
import { defaultSettings } from '../../../electron/session/host-settings.ts';
import { LastOutput } from '../../../electron/session/last-output.ts';
import { rawOf, textOf, wireBytes } from '../../../electron/session/raw-bytes.ts';
import { hostParts } from '../../support/host-parts.ts';

describe('host frames as text', () => {
  it('are compact, keep the order of keys, and escape what Go escapes', () => {
    expect(encodeFrame({ type: 'x', b: '<&>\u2028\u2029', a: 'ü\b\f\u0001"\\' })).toBe(
      '{"type":"x","b":"\\u003c\\u0026\\u003e\\u2028\\u2029","a":"ü\\b\\f\\u0001\\"\\\\"}',
    );
  });

  it('give back what went in', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (frame) => {
        expect(JSON.parse(encodeFrame(frame))).toEqual(JSON.parse(JSON.stringify(frame)));
        expect(encodeFrame(frame)).not.toMatch(/[<>&\u2028\u2029\n]/);
      }),
    );
  });
});

describe('the exact text of a member', () => {
  it.each([
    ['{"schema":{"a":[1,{"b":"}"}]},"x":1}', '{"a":[1,{"b":"}"}]}'],
    ['{ "x":{"schema":1} , "schema" : 1.50 }', '1.50'],
    ['{"schema":"a\\"b","schema":"last"}', '"last"'],
    ['{"Schema":null}', 'null'],
    ['{"x":["schema",1]}', null],
    ['{}', null],
  ])('of %s', (line, text) => {
    expect(rawMember(line, 'schema')).toBe(text);
  });

  it('is that of the value, whatever the value', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (before, value) => {
        expect(rawMember(`{"a":${before},"schema":${value} ,"z":0}`, 'schema')).toBe(value.trim());
      }),
    );
  });
});

describe('the last output', () => {
  it('keeps the last twenty lines, each cut, oldest first', () => {
    const output = new LastOutput();
    for (let n = 0; n < 45; n++) output.push(`line ${n} ${'x'.repeat(1_000)}`);
    expect(output.count).toBe(45);
    expect(output.lines().map((line) => line.slice(0, 7))).toEqual(
      Array.from({ length: 20 }, (_, n) => `line ${n + 25}`),
    );
    expect(output.lines()[0]).toHaveLength(400);
  });

  it.each([
    [[], undefined],
    [['', '  '], undefined],
    [['one', 'two', ''], '"two"'],
    [['Traceback (most recent call last):', '  File "x"', 'ValueError: bad', ''], '"ValueError: bad"'],
    [['panic: boom', 'goroutine 1 [running]:', 'main.main()'], '"panic: boom"'],
    [
      ['TypeError: x is not a function', '    at y (z.js:1:1)', 'Node.js v20'],
      '"TypeError: x is not a function"',
    ],
  ])('of %j says %s', (lines, telling) => {
    const output = new LastOutput();
    for (const line of lines) output.push(line);
    expect(output.telling()).toBe(telling);
  });
});

describe('bytes of a line', () => {
  it('go through text or base64 unchanged', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x00]);
    const line = {
      text: undefined,
      bytes,
      ending: 'lf',
      bom: false,
      byteLength: 3,
      truncated: false,
    } as const;
    const raw = rawOf(line);
    expect(textOf(raw)).toBeUndefined();
    expect([...wireBytes(raw)]).toEqual([0x7b, 0xff, 0x00, 0x0a]);
    expect(textOf({ base64: Buffer.from('ü').toString('base64') })).toBe('ü');
    expect([...wireBytes({ text: 'ü' })]).toEqual([0xc3, 0xbc, 0x0a]);
  });
});

describe('default settings', () => {
  it('take version and name from the profile and the project from the caller', () => {
    const { target, profile } = hostParts({ profile: 'terva-6' });
    expect(defaultSettings(target, '/home/ada/shop', profile)).toMatchObject({
      profile: 'terva-6',
      protocolVersion: 6,
      projectDir: '/home/ada/shop',
      extensionDir: null,
      dataDir: null,
      environment: {},
    });
  });
});
