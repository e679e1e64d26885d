// Makes the judge of values for one schema: ajv with formats, in the dialect that check-schema would take. What is fuzzed is
// valid when this says so. Knows no frames.

import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Whether a parsed value fits. May throw a RangeError on values nested deeper than the stack. */
export type ValidateValue = (value: unknown) => boolean;

export type ValidatorMade =
  | { readonly ok: true; readonly validate: ValidateValue }
  /** Why ajv makes no validator of it, as a sentence. */
  | { readonly ok: false; readonly problem: string };

// Own properties only: every object inherits a `constructor`, which else counts as one that was sent. Strict numbers:
// 1e400 is none that a reader can hold.
const options: Options = {
  strict: false,
  logger: false,
  validateFormats: true,
  ownProperties: true,
  strictNumbers: true,
};
const plugFormats = addFormats as unknown as (ajv: Ajv) => Ajv;

/** @param schemaText JSON text; draft 2020-12 unless it names draft-07, or works only as that */
export function makeValidator(schemaText: string): ValidatorMade {
  let schema: unknown;
  try {
    schema = JSON.parse(schemaText);
  } catch (error) {
    return { ok: false, problem: `The schema is no JSON: ${wordsOf(error)}.` };
  }
  if (typeof schema === 'boolean') return { ok: true, validate: () => schema };
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return { ok: false, problem: 'A schema is an object, or true or false.' };
  const { $schema: dialect, ...bare } = schema as Record<string, unknown>;
  const newest = (): Ajv => new Ajv2020(options);
  const draft07 = (): Ajv => new Ajv(options);
  if (typeof dialect === 'string') return compile(/draft-0[467]/.test(dialect) ? draft07 : newest, bare);
  const made = compile(newest, bare);
  if (made.ok) return made;
  const older = compile(draft07, bare);
  return older.ok ? older : made;
}

function compile(make: () => Ajv, schema: object): ValidatorMade {
  try {
    const check = plugFormats(make()).compile(schema);
    return { ok: true, validate: (value) => check(value) };
  } catch (error) {
    return { ok: false, problem: `${wordsOf(error)}.` };
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep';
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
