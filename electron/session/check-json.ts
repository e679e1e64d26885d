// Checks JSON text against a JSON Schema that a stranger sent: what is wrong with the value, with pointers, and what is
// wrong with the schema, in words. Never throws. A schema may be made to take for ever, so compiling and checking are cut
// off after a while. Knows no frames.

import vm from 'node:vm';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import type { Issue } from '../../shared/protocol/define.ts';
import { issueWords } from './check-words.ts';

export interface JsonCheck {
  /** Why the schema can't be used, as a sentence; empty when it can. */
  readonly schemaProblem: string;
  /** Pointers are into the value. */
  readonly issues: readonly Issue[];
}

const mostIssues = 50;
const mostSchemas = 200;
/** Longer schemas are not compiled. */
const mostSchemaLetters = 1024 * 1024;
const compileMs = 2_000;
const checkMs = 500;

type Compiled =
  { readonly check: ValidateFunction; readonly isQuick: boolean } | { readonly problem: string };
const compiled = new Map<string, Compiled>();
/** Without expressions, recursion and comparisons of all with all, a check takes no longer than the value is long. */
const mayTakeLong = /"(?:pattern|patternProperties|format|uniqueItems|\$ref|\$recursiveRef|\$dynamicRef)"/;

// Its module is CommonJS: the function is the default of the default.
const addFormats = formatsPlugin as unknown as (ajv: Ajv) => void;

/** Why `schemaText` is no usable JSON Schema, as a sentence; empty when it is one. */
export function schemaProblem(schemaText: string): string {
  const found = compiledOf(schemaText);
  return 'problem' in found ? found.problem : '';
}

export function checkJson(schemaText: string, valueText: string): JsonCheck {
  const found = compiledOf(schemaText);
  if ('problem' in found) return { schemaProblem: found.problem, issues: [] };
  let value: unknown;
  try {
    value = JSON.parse(valueText);
  } catch (error) {
    const message = `The value is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
    return { schemaProblem: '', issues: [{ code: 'not-json', severity: 'error', message, pointer: '' }] };
  }
  const check = (): boolean => found.check(value);
  const done: Within<unknown> = found.isQuick ? { ok: true, value: check() } : within(checkMs, check);
  if (!done.ok) {
    const message = `Checking this value against the schema took longer than ${checkMs} ms and was given up: ${done.why}.`;
    return {
      schemaProblem: '',
      issues: [{ code: 'check-given-up', severity: 'info', message, pointer: '' }],
    };
  }
  const errors = worthTelling(found.check.errors ?? []);
  const issues = errors.slice(0, mostIssues).map(issueOf);
  if (errors.length > mostIssues) {
    const message = `${errors.length - mostIssues} more faults are not listed.`;
    issues.push({ code: 'more-faults', severity: 'info', message, pointer: '' });
  }
  return { schemaProblem: '', issues };
}

function compiledOf(schemaText: string): Compiled {
  const known = compiled.get(schemaText);
  if (known) return known;
  const made = compile(schemaText);
  if (compiled.size >= mostSchemas) compiled.delete(compiled.keys().next().value ?? '');
  compiled.set(schemaText, made);
  return made;
}

function compile(schemaText: string): Compiled {
  if (schemaText.length > mostSchemaLetters)
    return { problem: 'The schema is larger than 1 MiB and is not checked.' };
  let schema: unknown;
  try {
    schema = JSON.parse(schemaText);
  } catch (error) {
    return { problem: `The schema is not JSON: ${error instanceof Error ? error.message : String(error)}.` };
  }
  if (
    typeof schema !== 'boolean' &&
    (typeof schema !== 'object' || schema === null || Array.isArray(schema))
  ) {
    return { problem: 'The schema is neither an object nor a boolean, so it is no JSON Schema.' };
  }
  const makers = makersFor(schema);
  if (typeof makers === 'string') return { problem: makers };
  let first: string | undefined;
  for (const make of makers) {
    const done = within(compileMs, () => make().compile(schema as object));
    if (done.ok) return { check: done.value, isQuick: !mayTakeLong.test(schemaText) };
    first ??= done.why;
  }
  return { problem: `The schema does not compile: ${first ?? 'nobody knows why'}.` };
}

type Maker = () => Ajv;

function makersFor(schema: object | boolean): readonly Maker[] | string {
  const named = typeof schema === 'object' ? (schema as { $schema?: unknown }).$schema : undefined;
  const dialect = typeof named === 'string' ? named : '';
  if (dialect.includes('2020-12')) return both(Ajv2020);
  if (dialect.includes('2019-09')) return both(Ajv2019);
  if (/draft-0[67]/.test(dialect)) return both(Ajv);
  if (/draft-0[1-5]/.test(dialect)) {
    return `The schema is written in ${dialect}, which is too old to be checked; draft-06 and later are.`;
  }
  // Nobody says which: the newest, and draft-07 for what only that has (a list under items).
  return [...both(Ajv2020), ...both(Ajv)];
}

/** Patterns are read as Unicode first, as the standard has it; many are not written for that. */
function both(Kind: new (options: Options) => Ajv): readonly Maker[] {
  const maker = (unicodeRegExp: boolean) => (): Ajv => {
    const ajv = new Kind({
      strict: false,
      allErrors: true,
      // A key may be called constructor.
      ownProperties: true,
      verbose: true,
      logger: false,
      unicodeRegExp,
    });
    addFormats(ajv);
    return ajv;
  };
  return [maker(true), maker(false)];
}

type Within<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/** Runs `work`, but no longer than `ms`: the engine stops what runs too long, regular expressions included. */
function within<T>(ms: number, work: () => T): Within<T> {
  let result: Within<T> = { ok: false, why: 'nothing came of it' };
  const inside = (): void => {
    try {
      result = { ok: true, value: work() };
    } catch (error) {
      result = { ok: false, why: whyNot(error) };
    }
  };
  try {
    vm.runInNewContext('inside()', { inside }, { timeout: ms });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return { ok: false, why: `it was not done after ${ms} ms` };
  }
  return result;
}

function whyNot(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep, or refers to itself without end';
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}

/** Where alternatives failed, only the sum of them is worth a line. */
function worthTelling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const told = errors.filter(
    (error) => !/\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath) && error.keyword !== 'if',
  );
  return told.length > 0 ? told : errors;
}

function issueOf(error: ErrorObject): Issue {
  const { pointer, message, fix } = issueWords(error);
  return { code: `schema-${error.keyword}`, severity: 'warning', message, pointer, ...(fix ? { fix } : {}) };
}
