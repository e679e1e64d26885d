import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../../electron/session/discover/manifest.ts';

const parse = (text: string | Uint8Array) => parseManifest(Buffer.from(text as string), '/x/extension.json');

function value(text: string) {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
}

function refusal(text: string | Uint8Array) {
  const parsed = parse(text);
  if (parsed.ok) throw new Error('it was accepted');
  return parsed.failure;
}

describe('a manifest', () => {
  it('is read in full', () => {
    const text = `{"name":"a","version":"1.2","exec":"./run","args":["-x",""],"language":"sh","enabled":false,"description":"d"}`;
    expect(value(text)).toEqual({
      name: 'a',
      version: '1.2',
      exec: './run',
      args: ['-x', ''],
      language: 'sh',
      enabled: false,
      description: 'd',
    });
  });

  it('needs only name and exec; enabled when it does not say', () => {
    expect(value('{"name":"a","exec":"b"}')).toEqual({
      name: 'a',
      version: '',
      exec: 'b',
      args: [],
      language: '',
      enabled: true,
      description: '',
    });
  });

  it('matches keys regardless of letter case, and the last of several counts', () => {
    expect(value('{"NAME":"a","name":"b","Name":"c","EXEC":"d","aRgS":["e"]}')).toMatchObject({
      name: 'c',
      exec: 'd',
      args: ['e'],
    });
  });

  it('folds letter case as the real host does: the long s is an s', () => {
    expect(value('{"name":"a","exec":"b","arg\u017f":["c"]}').args).toEqual(['c']);
  });

  it('ignores keys it does not know and takes null as nothing', () => {
    const text = '{"name":"a","exec":"b","skills":[1],"version":null,"enabled":null,"args":null,"name":null}';
    expect(value(text)).toMatchObject({ name: 'a', version: '', enabled: true, args: [] });
  });

  it('takes a null among the arguments as an empty text', () => {
    expect(value('{"name":"a","exec":"b","args":[null,"c"]}').args).toEqual(['', 'c']);
  });

  it('keeps what is not ASCII, and replaces what is not UTF-8', () => {
    expect(value('{"name":"späße 😀","exec":"b"}').name).toBe('späße 😀');
    const broken = Buffer.concat([
      Buffer.from('{"name":"a'),
      Buffer.from([0xff]),
      Buffer.from('","exec":"b"}'),
    ]);
    expect(parse(broken)).toMatchObject({ ok: true, value: { name: 'a\ufffd' } });
  });
});

describe('a manifest that is refused', () => {
  it.each([
    ['{"exec":"b"}', 'has no name'],
    ['{"name":"","exec":"b"}', 'has no name'],
    ['{"name":null,"exec":"b"}', 'has no name'],
    ['{"name":"a"}', 'has no exec'],
    ['{"name":"a","exec":""}', 'has no exec'],
    ['[1]', 'is a list, not an object'],
    ['"x"', 'is a text, not an object'],
    ['null', 'is null, not an object'],
  ])('%s: %s', (text, message) => {
    const failure = refusal(text);
    expect(failure.code).toBe('manifestInvalid');
    expect(failure.message).toContain(`/x/extension.json ${message}`);
    expect(failure.fix).toBeTruthy();
  });

  it.each([
    ['{\n  "name": "a",\n  "exec": 7\n}', '"exec" as a number at line 3, column 11; it must be a text'],
    [
      '{"name":"a","exec":"b","args":"c"}',
      '"args" as a text at line 1, column 31; it must be a list of texts',
    ],
    [
      '{"name":"a","exec":"b",\n"args":["c",{}]}',
      '"args", and element 2 of it as an object at line 2, column 13',
    ],
    [
      '{"name":"a","exec":"b","enabled":"no"}',
      '"enabled" as a text at line 1, column 34; it must be true or false',
    ],
    ['{"name":{},"name":"a","exec":"b"}', '"name" as an object at line 1, column 9; it must be a text'],
  ])('%s: the wrong type is named with its place', (text, message) => {
    expect(refusal(text).message).toContain(message);
  });

  it('is not JSON: place and excerpt are given', () => {
    const { message } = refusal('{\n  "name": "a",\n  "exec": node\n}\n');
    expect(message).toContain('is not JSON');
    expect(message).toContain('line 3, column 11');
    expect(message).toContain('"exec": ▸node');
  });

  it.each([
    ['a comment', '{"name":"a","exec":"b"} // no'],
    ['a trailing comma', '{"name":"a","exec":"b",}'],
    ['an end too early', '{"name":"a","exec":"b"'],
    ['nothing', ''],
    ['a control character in a text', '{"name":"a\u0001","exec":"b"}'],
    ['two values', '{"name":"a","exec":"b"}{}'],
  ])('%s is not JSON', (_, text) => {
    expect(refusal(text).message).toContain('is not JSON');
  });

  it('starts with a byte order mark', () => {
    const failure = refusal('\ufeff{"name":"a","exec":"b"}');
    expect(failure.message).toContain('byte order mark');
    expect(failure.fix).toContain('without BOM');
  });
});
