// Checks frames against their catalogue schemas with ajv and says what is wrong in plain words. Compiles a schema the first
// time its frame type is seen. The only place in the engine that knows ajv; must not know any protocol by name.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { quote } from '../../shared/protocol/say.ts';
import type { FrameDef, Issue, JsonObject, ValidateFrame } from '../../shared/protocol/define.ts';

const MOST_ISSUES = 20;
/** Beyond this many elements in its lists a broken frame gets its first fault only: all of them could be millions. */
const MOST_ELEMENTS = 1_000;
const none: readonly Issue[] = Object.freeze([]);

interface Compiled {
  /** Stops at the first fault; the only one that runs for good frames. */
  readonly quick: ValidateFunction;
  thorough: ValidateFunction | undefined;
}

/** A validator with its own cache of compiled schemas. One per process is enough. */
export function makeValidateFrame(): ValidateFrame {
  // `needed` marks fields without which the host can't use a frame; it checks nothing itself.
  const options = { strict: true, allowUnionTypes: true, verbose: true, keywords: ['needed'] };
  const quick = new Ajv({ ...options, allErrors: false });
  const thorough = new Ajv({ ...options, allErrors: true });
  const compiled = new Map<FrameDef, Compiled>();

  const compile = (def: FrameDef): Compiled => {
    const made: Compiled = { quick: quick.compile(def.schema), thorough: undefined };
    compiled.set(def, made);
    return made;
  };
  // Frames of one type come in runs: remembering the last one spares a look-up for each.
  let lastDef: FrameDef | undefined;
  let last: Compiled | undefined;

  return (def, frame) => {
    const validators = def === lastDef && last !== undefined ? last : (compiled.get(def) ?? compile(def));
    lastDef = def;
    last = validators;
    if (validators.quick(frame)) return none;
    let failed = validators.quick;
    if (elementsAtMost(frame, MOST_ELEMENTS)) {
      failed = validators.thorough ??= thorough.compile(def.schema);
      failed(frame);
    }
    return issuesOf(failed.errors ?? [], def);
  };
}

/** Counts elements of the frame's own lists and what they hold directly, and gives up early. */
function elementsAtMost(frame: JsonObject, most: number): boolean {
  let left = most;
  const count = (value: unknown, depth: number): void => {
    if (left < 0 || depth > 8 || typeof value !== 'object' || value === null) return;
    const members = Array.isArray(value) ? value : Object.values(value);
    left -= members.length;
    if (left >= 0) for (const member of members) count(member, depth + 1);
  };
  count(frame, 0);
  return left >= 0;
}

function issuesOf(errors: readonly ErrorObject[], def: FrameDef): readonly Issue[] {
  // Where alternatives failed, only the sum of them is worth a line.
  const told = errors.filter((error) => !/\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath));
  const issues = told.slice(0, MOST_ISSUES).map((error) => issueOf(error, def.source));
  if (told.length > MOST_ISSUES) {
    issues.push({
      code: 'more-schema-faults',
      severity: 'info',
      message: `${told.length - MOST_ISSUES} more faults in this frame are not listed.`,
      pointer: '',
      source: def.source,
    });
  }
  return issues;
}

function issueOf(error: ErrorObject, source: string): Issue {
  const pointer = error.instancePath;
  const where = pointer === '' ? 'The frame' : pointer;
  switch (error.keyword) {
    case 'required':
      return missing(error, pointer, source);
    case 'type':
      return wrongType(error, pointer, where, source);
    case 'enum':
      return {
        code: 'unknown-value',
        severity: 'warning',
        message: `${where} is ${quote(error.data)}; known values are ${(error.schema as unknown[]).join(', ')}.`,
        pointer,
        source,
      };
    case 'minLength':
      return {
        code: 'empty-field',
        severity: 'error',
        message: `${where} must not be empty.`,
        pointer,
        source,
      };
    default:
      return {
        code: 'schema',
        severity: 'error',
        message: `${where} ${error.message ?? 'is wrong'}.`,
        pointer,
        source,
      };
  }
}

function missing(error: ErrorObject, parent: string, source: string): Issue {
  const field = (error.params as { readonly missingProperty: string }).missingProperty;
  const needed = (error.parentSchema?.needed as readonly string[] | undefined)?.includes(field) ?? false;
  const consequence = needed ? 'the host can not use the frame without it' : 'the host reads it as empty';
  return {
    code: 'missing-field',
    severity: needed ? 'error' : 'warning',
    message: `${parent}/${field} is missing; ${consequence}.`,
    pointer: `${parent}/${field}`,
    fix: `Send "${field}".`,
    source,
  };
}

function wrongType(error: ErrorObject, pointer: string, where: string, source: string): Issue {
  const wanted = (error.params as { readonly type: string | readonly string[] }).type;
  const must = [wanted].flat().filter((type) => type !== 'null');
  if (error.data === null) {
    return {
      code: 'null-field',
      severity: 'warning',
      message: `${where} is null; the host reads that as if the field were missing.`,
      pointer,
      fix: 'Leave the field out, or send a value.',
      source: 'real host, May 2026',
    };
  }
  const wants = must.map(withArticle).join(' or ');
  return {
    code: 'wrong-type',
    severity: 'error',
    message: `${where} must be ${wants}, is ${kindOf(error.data, must)}; the real host drops such a frame, mostly without a word.`,
    pointer,
    fix: `Send ${wants}.`,
    source,
  };
}

function kindOf(value: unknown, must: readonly string[]): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && must.includes('integer')) return `the number ${value}`;
  return withArticle(typeof value);
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
