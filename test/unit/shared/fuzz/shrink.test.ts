import { describe, expect, test } from 'vitest';
import type { FuzzCase } from '../../../../shared/fuzz/fuzz-types.ts';
import { shrinkCase } from '../../../../shared/fuzz/shrink.ts';
import { compareCost } from '../../../../shared/fuzz/shrink-cost.ts';
import { wireCases } from '../../../../shared/fuzz/wire.ts';
import { fuzzSchemas } from '../../../support/fuzz-schemas.ts';
import { plan, seedOfRun, validatorOf } from '../../../support/fuzz-plans.ts';

const seed = seedOfRun('fuzz shrink');
const rawOf = (made: FuzzCase): string => (made.kind === 'value' ? made.raw : '');

/** As the driver does it: the first candidate that still fails, again and again. */
function smallest(
  schema: unknown,
  start: FuzzCase,
  fails: (value: unknown, raw: string) => boolean,
): { found: FuzzCase; asked: number } {
  const context = validatorOf(schema);
  let found = start;
  let asked = 0;
  for (let better = true; better;) {
    better = false;
    for (const next of shrinkCase(found, context)) {
      asked++;
      if (asked > 3_000) throw new Error(`no end: ${rawOf(found).slice(0, 200)}`);
      if (!fails(JSON.parse(rawOf(next)), rawOf(next))) continue;
      found = next;
      better = true;
      break;
    }
  }
  return { found, asked };
}

function caseOf(schema: unknown, raw: string): FuzzCase {
  const { validate } = validatorOf(schema);
  const verdict = validate(JSON.parse(raw)) ? 'valid' : 'invalid';
  const [made] = plan(schema, { phases: ['examples'], examples: [raw], runs: 1 });
  if (!made || made.verdict !== verdict || rawOf(made) !== raw) throw new Error(`${raw} is no case`);
  return made;
}

test.each(fuzzSchemas.filter(({ verdict }) => verdict === undefined))(
  'candidates for "$title" are simpler and keep the verdict',
  ({ schema }) => {
    const context = validatorOf(schema);
    for (const made of plan(schema, { seed, runs: 30 }).filter(({ index }) => index % 10 === 9)) {
      let looked = 0;
      for (const next of shrinkCase(made, context)) {
        if (looked++ > 40) break;
        expect(compareCost(rawOf(next), rawOf(made))).toBeLessThan(0);
        expect(context.validate(JSON.parse(rawOf(next))) ? 'valid' : 'invalid').toBe(made.verdict);
        expect(next.index).toBe(made.index);
        expect(next.why).toBe(made.why);
      }
    }
  },
);

const tool = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    count: { type: 'integer', minimum: 0, maximum: 1000 },
    tags: { type: 'array', items: { type: 'string' } },
    deep: { type: 'object', properties: { on: { type: 'boolean' } } },
  },
  required: ['path'],
};
const large =
  '{"path":"some/long/path é","count":431,"tags":["one","two","","three"],"deep":{"on":true,"x":[1,2,3]},"more":{"a":"b"}}';
const field = (value: unknown, key: string): unknown => (value as Record<string, unknown>)[key];

describe('the smallest input', () => {
  test.each([
    ['a crash on anything', () => true, '{"path":""}'],
    [
      'a crash on a letter beyond ASCII',
      (value: unknown) => [...String(field(value, 'path'))].some((letter) => letter > '~'),
      '{"path":"é"}',
    ],
    [
      'a wrong answer from 100 on',
      (value: unknown) => Number(field(value, 'count')) >= 100,
      '{"path":"","count":100}',
    ],
    [
      'an empty string in a list',
      (value: unknown) => (field(value, 'tags') as unknown[] | undefined)?.includes('') === true,
      '{"path":"","tags":[""]}',
    ],
    [
      'two items',
      (value: unknown) => ((field(value, 'tags') as unknown[] | undefined)?.length ?? 0) >= 2,
      '{"path":"","tags":["",""]}',
    ],
  ])('of %s is found', (_, fails, expected) => {
    const { found, asked } = smallest(tool, caseOf(tool, large), fails);
    expect(rawOf(found)).toBe(expected);
    expect(asked).toBeLessThan(600);
  });

  test('of a call without a required key still lacks it, and nothing else is wrong with it', () => {
    const { found } = smallest(
      tool,
      caseOf(tool, large.replace('"path":"some/long/path é",', '')),
      () => true,
    );
    expect(rawOf(found)).toBe('{}');
    expect(found).toMatchObject({ verdict: 'invalid', fault: { keyword: 'required', at: '' } });
  });

  test('of a wrong type stays one', () => {
    const { found } = smallest(tool, caseOf(tool, large.replace('431', '"431"')), () => true);
    expect(found).toMatchObject({ verdict: 'invalid', fault: { keyword: 'type', at: '/count' } });
    expect(rawOf(found).length).toBeLessThanOrEqual('{"path":"","count":""}'.length);
  });

  test('of 100,000 letters is found at the length that matters', () => {
    const schema = { type: 'object', properties: { s: { type: 'string' } }, required: ['s'] };
    const start = caseOf(schema, JSON.stringify({ s: 'x'.repeat(100_000) }));
    const { found, asked } = smallest(schema, start, (value) => String(field(value, 's')).length >= 4_096);
    expect(rawOf(found)).toBe(JSON.stringify({ s: 'a'.repeat(4_096) }));
    expect(asked).toBeLessThan(200);
  });

  test('of deep nesting is found at the depth that matters', () => {
    const start = caseOf({}, '['.repeat(2000) + ']'.repeat(2000));
    const { found } = smallest({}, start, (_, raw) => raw.startsWith('['.repeat(60)));
    expect(rawOf(found).length).toBeLessThan(2 * 130);
  });

  test('keeps big numbers and duplicate keys when these are what fails', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } } };
    const big = smallest(schema, caseOf(schema, '{"a":1,"n":9007199254740993}'), (_, raw) =>
      raw.includes('9007199254740993'),
    );
    expect(rawOf(big.found)).toBe('{"n":9007199254740993}');
    const twice = smallest(
      schema,
      caseOf(schema, '{"n":1,"a":[1,2],"n":2}'),
      (_, raw) => raw.split('"n"').length === 3,
    );
    expect(rawOf(twice.found)).toBe('{"n":1,"n":0}');
  });
});

test('wire cases shrink to fewer and shorter writes, and end', () => {
  const line = '{"type":"tool_call","id":"c1","name":"t","args":{}}';
  for (const [index, draft] of [...wireCases({ line })].entries()) {
    let found: FuzzCase = { ...draft, index };
    let steps = 0;
    for (
      let next = [...shrinkCase(found, validatorOf(true))][0];
      next;
      next = [...shrinkCase(found, validatorOf(true))][0]
    ) {
      if (next.kind !== 'wire' || found.kind !== 'wire') throw new Error('no wire case');
      const size = (one: FuzzCase): number =>
        one.kind === 'wire' ? one.writes.reduce((sum, write) => sum + write.length + 1, 0) : 0;
      expect(size(next)).toBeLessThan(size(found));
      expect(next.fault).toEqual(found.fault);
      found = next;
      if (steps++ > 200) throw new Error('no end');
    }
  }
});
