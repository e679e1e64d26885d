// JSON against schemas that strangers sent: what is wrong, where, and that nothing a schema holds can throw or hang.

import { describe, expect, test } from 'vitest';
import { checkJson, schemaProblem } from '../../../electron/session/check-json.ts';
import { readExact, fieldOf } from '../../../shared/form/exact.ts';
import { readSchema } from '../../../shared/form/schema.ts';
import { templateOf } from '../../../shared/form/template.ts';
import { schemaFixtures } from '../../support/schema-fixtures.ts';

const text = (schema: unknown): string => JSON.stringify(schema);
const found = (schema: unknown, value: string): readonly string[] =>
  checkJson(text(schema), value).issues.map(({ pointer, message }) => `${pointer}: ${message}`);

describe('issues', () => {
  const tool = {
    type: 'object',
    properties: { path: { type: 'string' }, max_bytes: { type: 'integer', maximum: 1048576 } },
    required: ['path'],
    additionalProperties: false,
  };

  test('each has its pointer and says what was wanted', () => {
    expect(found(tool, '{"max_bytes":9007199254740993,"a/b":1}')).toEqual([
      '/path: is required and absent',
      '/a~1b: not in the schema, which forbids others',
      '/max_bytes: must be ≤ 1048576',
    ]);
  });

  test('a misspelt key is told which one was meant', () => {
    const { issues } = checkJson(text(tool), '{"path":"x","max_byte":1}');
    expect(issues[0]).toMatchObject({ pointer: '/max_byte', fix: 'Did you mean "max_bytes"?' });
  });

  test('a right value has none', () => {
    expect(found(tool, '{ "path": "x" }')).toEqual([]);
  });

  test('a number where text is wanted is named as it is', () => {
    expect(found({ type: 'string' }, '5')).toEqual([': must be a string, is the number 5']);
  });

  test('of failed alternatives only the sum is told', () => {
    const schema = { oneOf: [{ type: 'string' }, { type: 'object', required: ['a'] }] };
    expect(found(schema, '1')).toEqual([': matches none of the alternatives']);
    const overlap = { oneOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(found(overlap, '{"a":1,"b":2}')).toEqual([
      ': matches more than one of the alternatives; exactly one is wanted',
    ]);
  });

  test('formats are checked, unknown ones are not', () => {
    expect(found({ format: 'date' }, '"yesterday"')).toEqual([': is not of the format date']);
    expect(found({ format: 'made-up' }, '"x"')).toEqual([]);
  });

  test('what is no JSON is an issue, not an exception', () => {
    expect(checkJson('{}', '{"a":').issues).toMatchObject([{ code: 'not-json' }]);
  });
});

describe('schemas', () => {
  test.each([
    ['{"type":"sting"}', 'does not compile'],
    ['{"type":', 'not JSON'],
    ['[]', 'neither an object nor a boolean'],
    ['{"$ref":"#/$defs/none"}', 'does not compile'],
    ['{"$schema":"http://json-schema.org/draft-04/schema#"}', 'too old'],
    ['{"pattern":"("}', 'does not compile'],
  ])('%s is said to be no use: %s', (schema, words) => {
    const result = checkJson(schema, '{}');
    expect(result.schemaProblem).toContain(words);
    expect(result.issues).toEqual([]);
    expect(schemaProblem(schema)).toBe(result.schemaProblem);
  });

  test('draft-07 and 2020-12 are told apart by $schema, or by what they hold', () => {
    const tuple = { items: [{ type: 'string' }] };
    expect(found(tuple, '[1]')).toEqual(['/0: must be a string, is the number 1']);
    expect(found({ $schema: 'http://json-schema.org/draft-07/schema#', ...tuple }, '[1]')).toHaveLength(1);
    expect(found({ prefixItems: [{ type: 'string' }] }, '[1]')).toHaveLength(1);
  });

  test('a pattern that Unicode mode refuses still works', () => {
    expect(found({ type: 'string', pattern: '^[\\w\\-]+$' }, '"a b"')).toHaveLength(1);
  });

  test('true allows all, false nothing', () => {
    expect(found(true, '1')).toEqual([]);
    expect(found(false, '1')).toEqual([': nothing is allowed here']);
  });

  test('two schemas with the same $id do not meet', () => {
    expect(found({ $id: 'https://example.com/a', type: 'string' }, '1')).toHaveLength(1);
    expect(found({ $id: 'https://example.com/a', type: 'integer' }, '1')).toEqual([]);
  });

  test('a pattern that never ends is given up, and the process goes on', () => {
    const { issues } = checkJson('{"pattern":"^(a+)+$"}', JSON.stringify(`${'a'.repeat(40)}!`));
    expect(issues).toMatchObject([{ code: 'check-given-up' }]);
    expect(found({ type: 'string' }, '"still here"')).toEqual([]);
  });
});

describe('fixtures', () => {
  const uncheckable = new Set(['14-endless-reference.json', '17-outside-reference.json']);

  test.each(schemaFixtures())('$file compiles, or says why not', ({ file, schemaText, examples }) => {
    const problem = schemaProblem(schemaText);
    expect(problem === '').toBe(!uncheckable.has(file));
    for (const example of examples) expect(() => checkJson(schemaText, example)).not.toThrow();
  });

  // What a person sees first should be right already, where the schema leaves a way to be.
  const hopeless = new Set(['30-conditions.json']);
  test.each(schemaFixtures().filter(({ file }) => !uncheckable.has(file) && !hopeless.has(file)))(
    'the template of $file is valid: $title',
    ({ schemaText }) => {
      const schema = readSchema(schemaText);
      if (!schema.ok) throw new Error(schema.problem);
      const template = templateOf(schema.schema.whole);
      const { issues } = checkJson(schemaText, template);
      // Patterns are the one thing that no template can guess.
      expect(issues.filter(({ code }) => code !== 'schema-pattern')).toEqual([]);
    },
  );

  test('the digits of a big number are kept on the way to the window', () => {
    const read = readExact('{"n":9007199254740993}');
    expect(read.ok && fieldOf(read.root, 'n')).toMatchObject({ raw: '9007199254740993' });
  });
});
