// What the schema checker found, in plain words: where, what was wanted, what is there. Only words.

import type { ErrorObject } from 'ajv';
import { escapePointer } from '../../shared/json/pointer.ts';
import { nearestName } from '../../shared/protocol/near.ts';
import { quote } from '../../shared/protocol/say.ts';

export interface IssueWords {
  readonly pointer: string;
  readonly message: string;
  readonly fix?: string;
}

type Params = Readonly<Record<string, unknown>>;

export function issueWords(error: ErrorObject): IssueWords {
  const pointer = error.instancePath;
  const params = error.params as Params;
  const schema = error.parentSchema as { properties?: object } | undefined;
  switch (error.keyword) {
    case 'required':
      return {
        pointer: `${pointer}/${escapePointer(String(params.missingProperty))}`,
        message: 'is required and absent',
      };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownKey(pointer, String(params.additionalProperty ?? params.unevaluatedProperty), schema);
    case 'type':
      return { pointer, message: `must be ${types(params.type)}, is ${kindOf(error.data)}` };
    case 'enum':
      return { pointer, message: `must be one of ${list(params.allowedValues)}` };
    case 'const':
      return { pointer, message: `must be ${json(params.allowedValue)}` };
    case 'oneOf': {
      const passing = params.passingSchemas;
      return {
        pointer,
        message: Array.isArray(passing)
          ? 'matches more than one of the alternatives; exactly one is wanted'
          : 'matches none of the alternatives',
      };
    }
    case 'anyOf':
      return { pointer, message: 'matches none of the alternatives' };
    case 'false schema':
      return { pointer, message: 'nothing is allowed here' };
    case 'not':
      return { pointer, message: 'matches what it must not' };
    case 'minLength':
    case 'maxLength':
      return { pointer, message: `must have ${bound(error.keyword, params.limit)} characters` };
    case 'minItems':
    case 'maxItems':
      return { pointer, message: `must have ${bound(error.keyword, params.limit)} items` };
    case 'uniqueItems':
      return { pointer, message: `items ${String(params.j)} and ${String(params.i)} are the same` };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { pointer, message: `must be ${compare(params.comparison)} ${String(params.limit)}` };
    case 'multipleOf':
      return { pointer, message: `must be a multiple of ${String(params.multipleOf)}` };
    case 'pattern':
      return { pointer, message: `must match ${String(params.pattern)}` };
    case 'format':
      return { pointer, message: `is not of the format ${String(params.format)}` };
    default:
      return { pointer, message: error.message ?? 'is wrong' };
  }
}

function unknownKey(parent: string, key: string, schema: { properties?: object } | undefined): IssueWords {
  const meant = nearestName(key, Object.keys(schema?.properties ?? {}));
  return {
    pointer: `${parent}/${escapePointer(key)}`,
    message: 'not in the schema, which forbids others',
    ...(meant === undefined ? {} : { fix: `Did you mean "${meant}"?` }),
  };
}

function types(type: unknown): string {
  return (Array.isArray(type) ? type : [type]).map((one) => withArticle(String(one))).join(' or ');
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return `the number ${value}`;
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

function json(value: unknown): string {
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

function list(values: unknown): string {
  const all = Array.isArray(values) ? values : [];
  const shown = all.slice(0, 8).map(json).join(', ');
  return all.length > 8 ? `${shown} and ${all.length - 8} more` : shown;
}

function bound(keyword: string, limit: unknown): string {
  return `${keyword.startsWith('min') ? 'at least' : 'at most'} ${String(limit)}`;
}

function compare(comparison: unknown): string {
  return { '<=': '≤', '>=': '≥' }[String(comparison)] ?? String(comparison);
}
