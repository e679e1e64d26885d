// Plans of fuzzing over a schema with the real judge of values, as the driver has them.

import { makeValidator } from '../../electron/session/schema-validator.ts';
import { fuzzPhases, type FuzzCase, type PlanOptions, type Validate } from '../../shared/fuzz/fuzz-types.ts';
import { planCases } from '../../shared/fuzz/plan.ts';

export function validatorOf(schema: unknown): { schemaText: string; validate: Validate } {
  const schemaText = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const made = makeValidator(schemaText);
  if (!made.ok) throw new Error(`${made.problem} ${schemaText}`);
  return { schemaText, validate: made.validate };
}

export function plan(schema: unknown, more: Partial<PlanOptions> = {}): FuzzCase[] {
  return [
    ...planCases({
      ...validatorOf(schema),
      phases: fuzzPhases.filter((phase) => phase !== 'wire'),
      runs: 200,
      seed: 1,
      ...more,
    }),
  ];
}

/** Printed by the test that uses it. */
export function seedOfRun(name: string): number {
  const seed = Number(process.env.FUZZ_TEST_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`${name}: seed ${seed} (FUZZ_TEST_SEED=${seed})\n`);
  return seed;
}
