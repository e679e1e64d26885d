// Redaction of JSON texts: what is masked, and that nothing else moves.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../shared/redact/edit.ts';
import { editsOfJson, type JsonRules } from '../../../shared/redact/json-edits.ts';
import { MaskBook, maskPattern } from '../../../shared/redact/mask.ts';
import { rulesOf, usualChoice, type NamedValue, type RedactionChoice } from '../../../shared/redact/rules.ts';
import { ValueFinder } from '../../../shared/redact/value-finder.ts';

const seed = 20_260_601;

function rules(choice: Partial<RedactionChoice> = {}, environment: readonly NamedValue[] = []): JsonRules {
  const made = rulesOf(
    { ...usualChoice, ...choice },
    environment,
    environment.map(({ name }) => name),
  );
  if (!made.ok) throw new Error(made.failure.message);
  const { keys, pointers, patterns, values } = made.value;
  return {
    keys,
    pointers,
    patterns,
    masks: new MaskBook(),
    finder: new ValueFinder(values),
    found: () => {},
    wholeFound: () => {},
  };
}

function redact(text: string, given: JsonRules, type = 'tool_result'): string {
  const edits = editsOfJson(text, given, type);
  if (!edits) throw new Error('it is no JSON');
  return applyEdits(text, edits);
}

describe('by the name of a key', () => {
  test.each([
    ['{"password":"hunter2"}', '{"password":"[redacted-1]"}'],
    [
      '{"accessToken":"abc","ACCESS_TOKEN":"abc"}',
      '{"accessToken":"[redacted-1]","ACCESS_TOKEN":"[redacted-1]"}',
    ],
    ['{"x-api-key": "k1", "password":1234}', '{"x-api-key": "[redacted-1]", "password":"[redacted-2]"}'],
    ['{"Authorization":"Bearer abc"}', '{"Authorization":"[redacted-1]"}'],
    ['{"cookies":["a=1","b=2"]}', '{"cookies":["[redacted-1]","[redacted-2]"]}'],
    [
      '{"headers":[{"value":"abc","name":"Cookie"}]}',
      '{"headers":[{"value":"[redacted-1]","name":"Cookie"}]}',
    ],
    ['{"args":["--token","abc","--name","x"]}', '{"args":["--token","[redacted-1]","--name","x"]}'],
    ['{"p\\u0061ssword":"a"}', '{"p\\u0061ssword":"[redacted-1]"}'],
  ])('%s', (before, after) => expect(redact(before, rules())).toBe(after));

  test.each([
    '{"max_tokens":4096,"tokens":12,"token_type":"bearer-like","next_page_token":"abc"}',
    '{"schema":{"properties":{"password":{"type":"string","description":"yours"}}}}',
    '{"key":"up","author":"Ada","pattern":"x","monkey":"see"}',
    '{"password":"","token":null,"secret":true}',
    '{"pwd":"/home/ada","OLD_PWD":"/"}',
  ])('leaves %s alone', (text) => expect(redact(text, rules())).toBe(text));

  test('a name that a person chose takes all below it, whatever it is', () => {
    const before = '{"Customer-Id":17,"customer_id":{"a":["x",true,null]},"other":"x"}';
    expect(redact(before, rules({ keys: ['customerId'] }))).toBe(
      '{"Customer-Id":"[redacted-1]","customer_id":{"a":["[redacted-2]","[redacted-3]",null]},"other":"x"}',
    );
    expect(redact('{"userMail":"a@b"}', rules({ keys: ['*mail'] }))).toBe('{"userMail":"[redacted-1]"}');
  });
});

describe('by place, pattern and value', () => {
  test('a place holds for its type of frame only', () => {
    const text = '{"content":[{"text":"one"},{"text":"two"}]}';
    const given = rules({ pointers: ['tool_result:/content/*/text'] });
    expect(redact(text, given)).toBe('{"content":[{"text":"[redacted-1]"},{"text":"[redacted-2]"}]}');
    expect(redact(text, given, 'notify')).toBe(text);
  });

  test('of a pattern with the group secret only that group goes', () => {
    const given = rules({ regexes: ['order (?<secret>\\d+)', '/CODE-\\w+/i'] });
    expect(redact('{"a":"order 55 of code-x1"}', given)).toBe('{"a":"order [redacted-1] of [redacted-2]"}');
  });

  test.each([
    [`sk-${'a1B2'.repeat(6)}`, 'sk-…'],
    ['ghp_0123456789abcdefghijABCDEFGHIJ012345', 'ghp_…'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl', 'a JWT'],
    ['AKIAIOSFODNN7EXAMPLE', 'an AWS key'],
  ])('%s is masked in the middle of a sentence (%s)', (secret) => {
    const made = redact(JSON.stringify({ message: `use ${secret}, please` }), rules());
    expect(JSON.parse(made)).toEqual({ message: 'use [redacted-1], please' });
  });

  test('header lines, addresses and assignments inside texts', () => {
    const text = JSON.stringify({
      a: 'Authorization: Bearer abcdef123456',
      b: 'postgres://ada:s3cr3t@db/x',
      c: 'MY_API_KEY=abc123def export',
      d: 'GET /x?token=abcdef99&y=1',
    });
    expect(JSON.parse(redact(text, rules()))).toEqual({
      a: 'Authorization: [redacted-1]',
      b: 'postgres://ada:[redacted-2]@db/x',
      c: 'MY_API_KEY=[redacted-3] export',
      d: 'GET /x?token=[redacted-4]&y=1',
    });
  });

  test('JSON inside a string inside a string', () => {
    const inner = JSON.stringify({ say: JSON.stringify({ token: 'a"b', n: 1.0, password: 12 }) });
    const text = JSON.stringify({ content: [{ type: 'text', text: inner }] });
    const made = JSON.parse(redact(text, rules())) as { content: [{ text: string }] };
    const say = JSON.parse((JSON.parse(made.content[0].text) as { say: string }).say) as unknown;
    expect(say).toEqual({ token: '[redacted-1]', n: 1, password: '[redacted-2]' });
  });

  test('a value in every form, and base64 of it is base64 of the mask', () => {
    const value = 's3cr3t/"key"\\é';
    const given = rules({}, [{ name: 'DEMO', value }]);
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const forms = {
      plain: `it is ${value}.`,
      twice: JSON.stringify({ v: value }),
      quoted: `it said ${JSON.stringify(value)}`,
      base64: base64(value),
      inside: base64(`user:${value}!`),
      url: Buffer.from(`ab${value}`).toString('base64url'),
      hex: Buffer.from(value).toString('hex'),
      percent: encodeURIComponent(value),
    };
    const made = JSON.parse(redact(JSON.stringify(forms), given)) as typeof forms;
    const mask = '[redacted-1]';
    expect(made).toEqual({
      plain: `it is ${mask}.`,
      twice: JSON.stringify({ v: mask }),
      quoted: `it said "${mask}"`,
      base64: base64(mask),
      inside: base64(`user:${mask}!`),
      url: Buffer.from(`ab${mask}`).toString('base64url'),
      hex: Buffer.from(mask).toString('hex'),
      percent: encodeURIComponent(mask),
    });
  });

  test('a number goes as a whole', () => {
    const given = rules({ regexes: ['\\d{12}'] });
    expect(redact('{"card":123456789012345, "n":1.50}', given)).toBe('{"card":"[redacted-1]", "n":1.50}');
  });
});

/** JSON texts with odd spelling: white space, escapes, numbers that a double can't hold, duplicate keys. */
const spelled = fc.letrec<{ value: string; list: string; object: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc
      .string()
      .map(
        (text) => `"${[...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
      ),
    fc.constantFrom('1.0', '1e2', '-0', '123456789012345678901', 'true', 'null', '"\\/"'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[ ${items.join(' ,')}]`),
  object: fc
    .array(fc.tuple(fc.constantFrom('a', 'name', 'value', 'token', 'x-key', 'é'), tie('value')), {
      maxLength: 4,
    })
    .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(',\t')} }`),
  value: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('object')),
})).value;

describe(`properties (seed ${seed})`, () => {
  test('what comes out is JSON, and all outside the masks is what it was, byte for byte', () => {
    fc.assert(
      fc.property(spelled, fc.string({ minLength: 4 }), (text, value) => {
        const given = rules({ regexes: ['[a-f]{2,}'] }, [{ name: 'V', value }]);
        const edits = editsOfJson(text, given, 'x');
        if (!edits) throw new Error('no JSON');
        const made = applyEdits(text, edits);
        JSON.parse(made);
        let at = 0;
        let from = 0;
        for (const { start, end, text: mask } of edits) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(made.slice(at, at + start - from)).toBe(text.slice(from, start));
          at += start - from;
          expect(made.slice(at, at + mask.length)).toBe(mask);
          at += mask.length;
          from = end;
        }
        expect(made.slice(at)).toBe(text.slice(from));
      }),
      { seed, numRuns: 500 },
    );
  });

  test('a chosen value is nowhere in what comes out, in none of its forms, and each value has one mask', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, unit: 'grapheme' }),
        fc.string(),
        fc.string(),
        fc.nat({ max: 4 }),
        (value, before, after, nesting) => {
          fc.pre(!maskPattern.test(value) && value.trim().length >= 6);
          const bytes = (text: string): Buffer => Buffer.from(text);
          let nested = `${before}${value}${after}`;
          for (let n = 0; n < nesting; n++) nested = JSON.stringify({ nested });
          const text = JSON.stringify({
            nested,
            base64: bytes(`${before}${value}${after}`).toString('base64'),
            url: bytes(`${before}${value}`).toString('base64url'),
            hex: bytes(value).toString('hex'),
            key: { [value]: 1 },
          });
          const given = rules({ defaults: false }, [{ name: 'V', value }]);
          const made = redact(text, given);
          expect(made).not.toContain(JSON.stringify(value).slice(1, -1));
          const parsed = JSON.parse(made) as Record<'nested' | 'base64' | 'url' | 'hex', string> & {
            key: object;
          };
          expect(Buffer.from(parsed.base64, 'base64').toString()).not.toContain(value);
          expect(Buffer.from(parsed.url, 'base64url').toString()).not.toContain(value);
          expect(parsed.hex).not.toContain(bytes(value).toString('hex'));
          expect(Object.keys(parsed.key)).toEqual(['[redacted-1]']);
          expect(given.masks.size).toBe(1);
        },
      ),
      { seed, numRuns: 400 },
    );
  });
});
