import { describe, expect, test } from 'vitest';
import { branchesOf } from '../../../../shared/fuzz/branches.ts';
import { evaluate } from '../../../../shared/fuzz/evaluate.ts';
import { fuzzPhases, type FuzzCase, type FuzzPhase } from '../../../../shared/fuzz/fuzz-types.ts';
import { openSchema } from '../../../../shared/fuzz/judge.ts';
import { makeValidator } from '../../../../electron/session/schema-validator.ts';
import { fuzzSchemas } from '../../../support/fuzz-schemas.ts';
import { plan, seedOfRun, validatorOf } from '../../../support/fuzz-plans.ts';
import { schemaFixtures } from '../../../support/schema-fixtures.ts';

const seed = seedOfRun('fuzz plan');
const tables = [
  ...schemaFixtures()
    .filter(({ schemaText }) => makeValidator(schemaText).ok)
    .map(({ file, schemaText }) => ({ title: file, schemaText })),
  ...fuzzSchemas
    .filter(({ verdict }) => verdict === undefined)
    .map(({ title, schema }) => ({ title, schemaText: JSON.stringify(schema) })),
];
const rawOf = (made: FuzzCase): string => (made.kind === 'value' ? made.raw : '');
const verdictOf = (made: FuzzCase): string => made.verdict;

describe.each(tables)('cases of the schema "$title"', ({ schemaText }) => {
  const cases = plan(schemaText, { seed, runs: 48 });

  test('are valid or invalid as they say, by a validator of its own', () => {
    const { validate } = validatorOf(schemaText);
    expect(cases.length).toBeGreaterThan(5);
    for (const made of cases)
      expect([rawOf(made), verdictOf(made)]).toEqual([
        rawOf(made),
        validate(JSON.parse(rawOf(made))) ? 'valid' : 'invalid',
      ]);
  });

  test('are JSON on one line, each another one, with a sentence and a fault where invalid', () => {
    for (const made of cases) {
      expect(rawOf(made)).not.toMatch(/[\r\n]/);
      expect(made.why).not.toBe('');
      expect(made.fault === null).toBe(made.verdict === 'valid');
    }
    const short = cases.map(rawOf).filter((raw) => raw.length < 2_000);
    expect(new Set(short).size).toBe(short.length);
    expect(cases.map(({ index }) => index)).toEqual(cases.map((_, at) => at));
  });

  test('have both kinds where the schema forbids anything at all', () => {
    expect(cases.some((made) => made.verdict === 'valid')).toBe(true);
    const any = schemaText === 'true' || schemaText === '{}';
    expect(cases.some((made) => made.verdict === 'invalid')).toBe(!any);
  });

  test('take only branches that the schema has', () => {
    const known = new Set(branchesOf(schemaText).map(({ id }) => id));
    for (const made of cases) for (const id of made.branches) expect(known).toContain(id);
  });

  test('break rules of the schema exactly when ajv says so, formats left to ajv', () => {
    const open = openSchema(schemaText);
    if ('problem' in open) throw new Error(open.problem);
    for (const made of cases) {
      const { faults } = evaluate(open.root, JSON.parse(rawOf(made)));
      if (faults.length > 0) expect([rawOf(made), made.verdict]).toEqual([rawOf(made), 'invalid']);
      else if (
        !schemaText.includes('"format"') &&
        !rawOf(made).includes('[[[[[[') &&
        !rawOf(made).includes('{"a":{"a":{"a"')
      )
        expect([rawOf(made), made.verdict]).toEqual([rawOf(made), 'valid']);
    }
  });

  test('are the same for the same seed and others for another', () => {
    expect(plan(schemaText, { seed, runs: 20 })).toEqual(cases.slice(0, 20));
    if (cases.length === 48 && cases.filter((made) => made.phase === 'valid').length > 12)
      expect(plan(schemaText, { seed: seed + 1, runs: 48 }).map(rawOf)).not.toEqual(cases.map(rawOf));
  });
});

/** `not` forbids one of its branches, which enumerating does not see. */
const outOfReach = ['not a key'];

test.each(fuzzSchemas.filter(({ verdict, title }) => verdict === undefined && !outOfReach.includes(title)))(
  'every alternative, enum value, type and key of "$title" is taken by a valid case',
  ({ schema }) => {
    const taken = new Set(
      plan(schema, { seed, runs: 150, phases: ['valid', 'boundaries'] })
        .filter((made) => made.verdict === 'valid')
        .flatMap((made) => made.branches),
    );
    const wanted = branchesOf(JSON.stringify(schema)).filter(
      ({ id, invalid }) => !invalid && / (?:oneOf|anyOf|enum|type|then|else|with|without) ?/.test(id),
    );
    expect(wanted.filter(({ id }) => !taken.has(id)).map(({ id }) => id)).toEqual([]);
  },
);

describe('phases', () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1, maximum: 9, default: 4 }, s: { type: 'string' } },
    required: ['n'],
    additionalProperties: false,
    examples: [{ n: 7, s: 'seven' }],
  };
  const wire = { line: '{"type":"tool_call","id":"c1","name":"t","args":{"n":1}}' };

  test.each(fuzzPhases)('%s alone gives cases of that phase only', (phase: FuzzPhase) => {
    const cases = plan(schema, { phases: [phase], runs: 50, wire });
    expect(cases.length).toBeGreaterThan(1);
    expect(new Set(cases.map((made) => made.phase))).toEqual(new Set([phase]));
  });

  test('none gives nothing, and never more cases than runs', () => {
    expect(plan(schema, { phases: [] })).toEqual([]);
    expect(plan(schema, { runs: 7 })).toHaveLength(7);
  });

  test('take turns, so that a short run sees all of them', () => {
    const cases = plan(schema, { phases: fuzzPhases, runs: 5, wire });
    expect(new Set(cases.map((made) => made.phase))).toEqual(new Set(fuzzPhases));
  });

  test('examples are those given, those of the schema and the defaults of its parts', () => {
    const raws = plan(schema, { phases: ['examples'], examples: ['{"n": 3}'] }).map(rawOf);
    expect(raws).toContain('{"n":3}');
    expect(raws).toContain('{"n":7,"s":"seven"}');
    expect(raws.some((raw) => raw.includes('"n":4'))).toBe(true);
  });

  test.each([
    [
      { type: 'integer', minimum: 3, maximum: 9 },
      { valid: ['3', '4', '8', '9'], invalid: ['2', '10'] },
    ],
    [
      { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 9 },
      { valid: ['4', '8'], invalid: ['3', '9'] },
    ],
    [
      { type: 'number', minimum: 0.5 },
      { valid: ['0.5', '0.6'], invalid: ['0.4'] },
    ],
    [
      { type: 'number', multipleOf: 0.25, maximum: 1 },
      { valid: ['1', '0.75'], invalid: ['1.25'] },
    ],
    [
      { type: 'integer', maximum: 9007199254740992 },
      { valid: ['9007199254740992'], invalid: [] },
    ],
  ])('the bounds of %j are met on, one inside and one outside', (bounded, { valid, invalid }) => {
    const cases = plan(bounded, { phases: ['boundaries'], seed });
    const raws = (verdict: string): string[] => cases.filter((made) => made.verdict === verdict).map(rawOf);
    expect(raws('valid')).toEqual(expect.arrayContaining(valid));
    expect(raws('invalid')).toEqual(expect.arrayContaining(invalid));
  });

  test.each([
    [{ type: 'string', minLength: 2, maxLength: 5 }, [2, 3, 4, 5], [1, 6]],
    [{ type: 'string', pattern: '^[a-z]+$', minLength: 8, maxLength: 10 }, [8, 9, 10], [7, 11]],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 5 }, [2, 3, 4, 5], [1, 6]],
    [{ type: 'object', minProperties: 2, maxProperties: 5 }, [2, 3, 4, 5], [1, 6]],
  ])('the sizes of %j are met on, one inside and one outside', (bounded, valid, invalid) => {
    const cases = plan(bounded, { phases: ['boundaries'], seed });
    const sizes = (verdict: string): number[] =>
      cases
        .filter((made) => made.verdict === verdict)
        .map((made) => JSON.parse(rawOf(made)) as object | string)
        .map((value) => (typeof value === 'string' ? [...value].length : Object.keys(value).length));
    expect(sizes('valid')).toEqual(expect.arrayContaining(valid));
    expect(sizes('invalid')).toEqual(expect.arrayContaining(invalid));
  });

  test('one mutation breaks each keyword once, and says which', () => {
    const cases = plan(
      {
        type: 'object',
        properties: {
          mode: { enum: ['read', 'write'] },
          day: { type: 'string', format: 'date' },
          code: { type: 'string', pattern: '^[a-z]+$' },
          n: { type: 'integer', multipleOf: 5 },
          list: { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 1 },
        },
        required: ['mode', 'list'],
        additionalProperties: false,
        propertyNames: { maxLength: 10 },
      },
      { phases: ['invalid'], runs: 400, seed },
    );
    const broken = new Set(cases.map((made) => made.fault?.keyword));
    for (const keyword of [
      'type',
      'required',
      'additionalProperties',
      'enum',
      'format',
      'pattern',
      'multipleOf',
      'uniqueItems',
      'propertyNames',
    ])
      expect(broken).toContain(keyword);
    expect(cases.map((made) => made.why)).toContain('missing required "mode"');
  });

  test('what readers stumble over reaches the text as it is', () => {
    const cases = plan(
      { type: 'object', properties: { n: { type: 'number' }, s: { type: 'string' } } },
      { phases: ['invalid'], runs: 400, seed },
    );
    const raws = cases.map(rawOf);
    for (const piece of [
      '"n":9007199254740993',
      '"n":-0',
      '"n":1e400',
      '"__proto__":{',
      '"s":"\\ud800"',
      '{"a":'.repeat(2000),
    ])
      expect(
        raws.some((raw) => raw.includes(piece)),
        piece.slice(0, 40),
      ).toBe(true);
    expect(raws.some((raw) => /"n":.*"n":/.test(raw) || /"s":.*"s":/.test(raw))).toBe(true);
    expect(Math.max(...raws.map((raw) => raw.length))).toBeGreaterThan(100_000);
  });
});
