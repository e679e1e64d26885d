import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJson } from '../../../../shared/json/compact.ts';

describe('compact JSON', () => {
  it.each([
    ['{ "b" : 1.0 ,\r\n\t"a" : [ 1e+2 , -0.0 ] }', '{"b":1.0,"a":[1e+2,-0.0]}'],
    ['"  a\\n\\u0041 \\" b "', '"  a\\n\\u0041 \\" b "'],
    ['{"k":1,"k":2,"10":0,"9":0}', '{"k":1,"k":2,"10":0,"9":0}'],
    ['[ "\\\\" , 1 ]', '["\\\\",1]'],
    [' 12345678901234567890123 ', '12345678901234567890123'],
  ])('of %j keeps the spelling', (text, compact) => expect(compactJson(text)).toBe(compact));

  it.each(['', ' ', '{', '{"a":}', '[1,]', '1 2', '// x', "{'a':1}", '\u00a01', 'NaN'])(
    'of %j is none, because that is not JSON',
    (text) => expect(compactJson(text)).toBeUndefined(),
  );

  it('has the same value, and no white space outside strings', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', 1, 2, '\t'), (value, indent) => {
        const compact = compactJson(JSON.stringify(value, null, indent)) ?? '';
        expect(compact).toBe(JSON.stringify(value));
        expect(compactJson(compact)).toBe(compact);
      }),
    );
  });

  it('is linear: megabytes of one string, and of many small values, take no stack', () => {
    const long = JSON.stringify({ a: ' x"'.repeat(1_000_000) });
    expect(compactJson(` ${long} `)).toBe(long);
    expect(compactJson(`[${'1 ,'.repeat(500_000)}1]`)?.length).toBe(1_000_003);
  });
});
