import { describe, expect, test } from 'vitest';
import { judgeSchema } from '../../../../shared/fuzz/judge.ts';
import { makeValidator } from '../../../../electron/session/schema-validator.ts';
import { fuzzSchemas } from '../../../support/fuzz-schemas.ts';
import { plan, validatorOf } from '../../../support/fuzz-plans.ts';
import type { FuzzCase, SchemaVerdict } from '../../../../shared/fuzz/fuzz-types.ts';

function judged(schema: unknown): SchemaVerdict {
  const { schemaText, validate } = validatorOf(schema);
  return judgeSchema(schemaText, validate);
}
const rawOf = (made: FuzzCase): string => (made.kind === 'value' ? made.raw : '');

test.each(fuzzSchemas)('"$title" gets its word', ({ schema, verdict = 'ready' }) => {
  const found = judged(schema);
  expect(found.kind).toBe(verdict);
  if (found.kind !== 'ready') {
    expect(found.why).toMatch(/^[A-Z].{10,}[.]$|^(?:uniqueItems|minProperties) .*[.]$/);
    expect(plan(schema, { runs: 10 })).toEqual([]);
  }
});

test.each(fuzzSchemas)('"$title" is judged with few questions to the validator', ({ schema }) => {
  const { schemaText, validate } = validatorOf(schema);
  let asked = 0;
  judgeSchema(schemaText, (value) => {
    asked++;
    return validate(value);
  });
  expect(asked).toBeLessThanOrEqual(60);
});

describe('schemas that no validator is made of', () => {
  const without = (schema: unknown): SchemaVerdict => {
    const schemaText = JSON.stringify(schema);
    const made = makeValidator(schemaText);
    if (made.ok) throw new Error('a validator was made');
    return judgeSchema(schemaText, null, made.problem);
  };

  test('references in a circle are endless', () => {
    const circle = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
    expect(without(circle).kind).toBe('endless');
  });

  test('a reference to elsewhere and a bad pattern are broken, in the words of ajv', () => {
    expect(without({ $ref: 'https://example.com/other' })).toMatchObject({ kind: 'broken' });
    expect(without({ pattern: '[' })).toMatchObject({ kind: 'broken' });
    expect(judgeSchema('{', null)).toMatchObject({ kind: 'broken' });
  });
});

test('a part that cannot be filled is left out and named', () => {
  const schema = {
    type: 'object',
    properties: {
      ok: { type: 'string' },
      never: { type: 'integer', minimum: 2, maximum: 1 },
      endless: { $ref: '#/$defs/e' },
    },
    $defs: { e: { type: 'object', properties: { e: { $ref: '#/$defs/e' } }, required: ['e'] } },
  };
  const found = judged(schema);
  expect(found).toMatchObject({ kind: 'ready' });
  const notes = found.kind === 'ready' ? found.notes : [];
  expect(notes.map(({ kind, at }) => `${kind} ${at}`)).toEqual(
    expect.arrayContaining(['impossible /properties/never', 'endless /$defs/e']),
  );
  const valid = plan(schema, { phases: ['valid'], runs: 30 }).map(rawOf);
  expect(valid.every((raw) => !raw.includes('"never"') && !raw.includes('"endless"'))).toBe(true);
});

test('features of a pattern that generating does without are named', () => {
  const found = judged({ type: 'string', pattern: '^(?=.*\\d)(?<!x)[a-z\\d]{6,}\\b$' });
  const words = found.kind === 'ready' ? found.notes.map(({ why }) => why).join(' ') : '';
  for (const feature of ['look-ahead "(?="', 'look-behind "(?<!"', 'word boundary'])
    expect(words).toContain(feature);
});

test('a pattern that takes exponential time is not tried on long text', () => {
  const cases = plan({ type: 'string', pattern: '^(a+)+$' }, { runs: 150 });
  expect(cases.length).toBeGreaterThan(5);
});

describe('reported faults of other tools', () => {
  test('case S08: more different items than the enum has is impossible, and proven so', () => {
    const schema = { type: 'array', uniqueItems: true, minItems: 4, items: { enum: ['a', 'b', 'c'] } };
    expect(judged(schema)).toEqual({
      kind: 'impossible',
      at: '',
      proven: true,
      why: 'uniqueItems with at least 4 items needs 4 different ones, and there are only 3.',
    });
  });

  test('case S08: three keys of two names are impossible, and proven so', () => {
    const names = {
      type: 'object',
      patternProperties: { '^(yes|no)$': { type: 'boolean' } },
      minProperties: 3,
    };
    expect(judged({ ...names, additionalProperties: false })).toMatchObject({
      kind: 'impossible',
      proven: true,
    });
    // Other keys are not forbidden here: there is a third name after all.
    expect(judged(names)).toMatchObject({ kind: 'ready' });
  });

  test('case S08: a part of a tool that is impossible leaves the rest to be fuzzed', () => {
    const tags = { type: 'array', uniqueItems: true, minItems: 4, items: { enum: [1, 2, 3] } };
    const tool = (required: string[]): unknown => ({
      type: 'object',
      properties: { path: { type: 'string' }, tags },
      required,
    });
    expect(judged(tool(['tags']))).toMatchObject({ kind: 'impossible', at: '/properties/tags' });
    expect(judged(tool(['path']))).toMatchObject({
      kind: 'ready',
      notes: [{ kind: 'impossible', at: '/properties/tags' }],
    });
  });

  test('case S01: a reference to another property brings its pattern', () => {
    const cases = plan(
      {
        type: 'object',
        properties: { a: { type: 'string', pattern: '^[a-z]+$' }, b: { $ref: '#/properties/a' } },
        required: ['a', 'b'],
      },
      { phases: ['valid', 'invalid'], runs: 100 },
    );
    for (const made of cases.filter((one) => one.verdict === 'valid' && !one.why.includes('key')))
      expect(rawOf(made)).toMatch(/"b":"[a-z]+"/);
    expect(
      cases.some(
        (made) => made.verdict === 'invalid' && made.fault?.keyword === 'pattern' && made.fault.at === '/b',
      ),
    ).toBe(true);
  });

  test.each([
    ['at the root', { oneOf: [kind('email', 'address'), kind('sms', 'phone')] }],
    ['that overlap', { type: 'object', oneOf: [{ required: ['id'] }, { required: ['name'] }] }],
    [
      'inside allOf',
      { allOf: [{ type: 'object' }, { anyOf: [{ required: ['line'] }, { required: ['pattern'] }] }] },
    ],
  ])('case S03: alternatives %s are each taken, and valid for ajv', (_, schema) => {
    const valid = plan(schema, { phases: ['valid'], runs: 40 });
    const taken = new Set(
      valid.flatMap((made) => made.branches.filter((id) => / (?:one|any)Of \d$/.test(id))),
    );
    expect(taken.size).toBe(2);
  });

  test('case S06: enums of numbers give numbers, with a type and without', () => {
    const schema = {
      type: 'object',
      properties: { level: { enum: [1, 2, 3] }, on: { type: 'integer', enum: [0, 1] } },
      required: ['level', 'on'],
      additionalProperties: false,
    };
    const valid = plan(schema, { phases: ['valid'], runs: 40 }).map(rawOf);
    expect(new Set(valid).size).toBe(6);
    for (const raw of valid) expect(raw).toMatch(/^\{"level":[123],"on":[01]\}$/);
  });
});

function kind(name: string, key: string): unknown {
  return {
    type: 'object',
    properties: { kind: { const: name }, [key]: { type: 'string' } },
    required: ['kind', key],
  };
}
