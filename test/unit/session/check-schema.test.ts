import { describe, expect, it } from 'vitest';
import { makeCheckSchema } from '../../../electron/session/check-schema.ts';

const check = makeCheckSchema();

describe('a schema', () => {
  it.each([
    '{}',
    'true',
    '{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":["string","null"]}}}',
    '{"properties":{"self":{"$ref":"#"}}}',
    '{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{}]}',
    '{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}],"dependencies":{"a":["b"]}}',
    '{"items":[{"type":"string"}]}',
    '{"format":"made-up","unknownKeyword":1}',
    '{"enum":[1,"a",null]}',
  ])('%s works', (text) => expect(check(text)).toBe(''));

  it.each([
    ['{"type":"objct"}', /data\/type must be equal to one of the allowed values/],
    ['{"$ref":"#/$defs/x"}', /Can't resolve reference #\/\$defs\/x/],
    ['{"$ref":"http://elsewhere/x"}', /Can't resolve reference http/],
    ['{"pattern":"("}', /Invalid regular expression/],
    ['{"properties":5}', /data\/properties must be object/],
    ['{"$schema":"http://json-schema.org/draft-07/schema#","required":"a"}', /data\/required must be array/],
    ['3', /A schema is an object/],
    ['null', /A schema is an object/],
    ['{', /It is no JSON/],
    [`${'{"not":'.repeat(9_000)}{}${'}'.repeat(9_000)}`, /nested too deep/],
  ])('%.60s is explained', (text, words) => expect(check(text)).toMatch(words));

  it('is looked at alone: ids that two of them share are no clash, and the answer is the same each time', () => {
    for (let round = 0; round < 2; round++) {
      expect(check('{"$id":"same","type":"object"}')).toBe('');
      expect(check('{"$id":"same","type":"array"}')).toBe('');
      expect(check('{"$id":"other","properties":{"a":{"$id":"same","type":"nope"}}}')).toMatch(
        /data\/properties/,
      );
    }
  });
});
