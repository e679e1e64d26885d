// The shape of what all schemas of one place say together. Filled by facets.ts; read by controls, templates and the form.

import type { Exact } from './exact.ts';
import type { FormNote } from './notes.ts';
import type { SubSchema } from './schema.ts';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';
export const jsonTypes: readonly JsonType[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
];

/** One of several values that are allowed. */
export interface Allowed {
  readonly node: Exact;
  /** JSON text as the schema spells it. */
  readonly raw: string;
  readonly title?: string;
}

/** oneOf or anyOf at some level of a place's schema. */
export interface Choice {
  /** Where it stands in the schema, unique among the choices of one place. */
  readonly id: string;
  readonly keyword: 'oneOf' | 'anyOf';
  readonly branches: readonly SubSchema[];
}

export interface Facets {
  /** null: any. Empty: the schemas contradict each other. */
  types: ReadonlySet<JsonType> | null;
  /** An alternative that is nothing but null stands beside the rest. */
  orNull: boolean;
  /** A schema of `false`: nothing is allowed here. */
  never: boolean;
  allowed: readonly Allowed[] | null;
  /** The values allowed come from const, so there is nothing to choose. */
  fixed: boolean;
  title?: string;
  description?: string;
  format?: string;
  /** Numbers as the schema spells them. */
  bounds: {
    minimum?: string | undefined;
    above?: string | undefined;
    maximum?: string | undefined;
    minLength?: number;
  };
  hints: string[];
  notes: FormNote[];
  properties: Map<string, SubSchema[]>;
  /** Properties that only some values of others bring in. */
  conditional: Set<string>;
  required: Set<string>;
  patterns: { readonly pattern: string; readonly schema: SubSchema }[];
  /** For keys that nothing else speaks of; undefined: any, 'none': no such keys. */
  additional: SubSchema[] | 'none' | undefined;
  /** The first items, one by one. */
  prefix: SubSchema[][];
  /** All other items; undefined: any, 'none': no more. */
  items: SubSchema[] | 'none' | undefined;
  minItems: number;
  choices: { readonly choice: Choice; readonly picked: number }[];
  defaults: string[];
  examples: string[];
  readOnly: boolean;
}

/** Says which branch is taken. */
export type Picker = (choice: Choice) => number;

export function noFacets(): Facets {
  return {
    types: null,
    orNull: false,
    never: false,
    allowed: null,
    fixed: false,
    bounds: {},
    hints: [],
    notes: [],
    properties: new Map(),
    conditional: new Set(),
    required: new Set(),
    patterns: [],
    additional: undefined,
    prefix: [],
    items: undefined,
    minItems: 0,
    choices: [],
    defaults: [],
    examples: [],
    readOnly: false,
  };
}

/** Whether a value of type `one` passes; an integer is a number. */
export function allows(types: ReadonlySet<JsonType>, one: JsonType): boolean {
  return types.has(one) || (one === 'integer' && types.has('number'));
}
