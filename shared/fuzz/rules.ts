// A JSON Schema taken apart once: each schema object becomes the rules it states, with references found and patterns
// compiled. What generates, judges and enumerates branches reads rules, never JSON. Draft 2020-12 and draft-07 alike.

import { fieldOf, membersOf, rawOf, textOf, type Exact } from '../form/exact.ts';
import type { SchemaText } from '../form/schema.ts';
import { compactJson } from '../json/compact.ts';
import { escapePointer } from '../json/pointer.ts';

export const jsonTypes = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'] as const;
export type JsonType = (typeof jsonTypes)[number];

/** A value written in the schema: as spelled, and as a reader gets it. */
export interface Given {
  readonly raw: string;
  readonly value: unknown;
}

export const numberBounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const;
export const sizeBounds = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;
export type BoundName = (typeof numberBounds)[number] | (typeof sizeBounds)[number];

export interface PatternRules {
  readonly source: string;
  /** Undefined when it is no regular expression; ajv refuses such schemas. */
  readonly regex: RegExp | undefined;
  readonly rules: Rules;
}

/** What one schema object says. Absent keywords are undefined or empty. */
export interface Rules {
  /** JSON pointer of it in the document. */
  readonly at: string;
  /** Set for the schemas true and false. */
  readonly always?: boolean;
  readonly types: readonly JsonType[] | null;
  readonly allowed: readonly Given[] | null;
  readonly constant: Given | null;
  readonly examples: readonly Given[];
  readonly bounds: Readonly<Partial<Record<BoundName, number>>>;
  readonly multipleOf: number | undefined;
  readonly pattern: { readonly source: string; readonly regex: RegExp | undefined } | undefined;
  readonly format: string | undefined;
  readonly properties: ReadonlyMap<string, Rules>;
  readonly patternProperties: readonly PatternRules[];
  readonly additionalProperties: Rules | undefined;
  readonly propertyNames: Rules | undefined;
  readonly required: readonly string[];
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas: ReadonlyMap<string, Rules>;
  readonly unevaluatedProperties: Rules | undefined;
  readonly prefix: readonly Rules[];
  /** For the items after the prefix. */
  readonly items: Rules | undefined;
  readonly contains: { readonly rules: Rules; readonly least: number; readonly most: number } | undefined;
  readonly uniqueItems: boolean;
  readonly unevaluatedItems: Rules | undefined;
  readonly allOf: readonly Rules[];
  readonly anyOf: readonly Rules[];
  readonly oneOf: readonly Rules[];
  readonly not: Rules | undefined;
  readonly condition: { readonly if: Rules; readonly then?: Rules; readonly else?: Rules } | undefined;
  /** Asked for only when needed: schemas refer to themselves. Undefined without `$ref`, null when it leads nowhere. */
  readonly target: () => Rules | null | undefined;
}

/** The schema of a document, and whether words of draft-07 are meant. */
export class RuleBook {
  readonly schema: SchemaText;
  readonly draft07: boolean;
  readonly #rules = new Map<Exact, Rules>();
  readonly #places = new Map<Exact, string>();

  constructor(schema: SchemaText) {
    this.schema = schema;
    this.draft07 = speaksDraft07(schema.root);
    this.#place(schema.root, '');
  }

  get root(): Rules {
    return this.of(this.schema.root);
  }

  of(node: Exact): Rules {
    const known = this.#rules.get(node);
    if (known) return known;
    const rules = readRules(this, node, this.#places.get(node) ?? '');
    this.#rules.set(node, rules);
    return rules;
  }

  given(node: Exact): Given {
    const text = rawOf(this.schema.text, node);
    const raw = compactJson(text) ?? text;
    return { raw, value: JSON.parse(raw) as unknown };
  }

  #place(root: Exact, at: string): void {
    const waiting: [Exact, string][] = [[root, at]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [node, place] = next;
      this.#places.set(node, place);
      if (node.kind === 'array')
        node.items.forEach((item, index) => waiting.push([item, `${place}/${index}`]));
      for (const { key, value } of membersOf(node)) waiting.push([value, `${place}/${escapePointer(key)}`]);
    }
  }
}

/** The same reading as the checker of schemas has: a dialect that is named, or lists in "items", which ended with 2019. */
function speaksDraft07(root: Exact): boolean {
  const dialect = textOf(root, '$schema');
  if (dialect !== undefined) return /draft-0[467]/.test(dialect);
  const waiting: Exact[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (fieldOf(node, 'items')?.kind === 'array') return true;
    if (node.kind === 'array') waiting.push(...node.items);
    for (const { key, value } of membersOf(node))
      if (key !== 'const' && key !== 'enum' && key !== 'default' && key !== 'examples') waiting.push(value);
  }
  return false;
}

function readRules(book: RuleBook, node: Exact, at: string): Rules {
  const sub = (key: string): Rules | undefined => {
    const field = fieldOf(node, key);
    return field?.kind === 'object' || field?.kind === 'boolean' ? book.of(field) : undefined;
  };
  const list = (key: string): readonly Rules[] => {
    const field = fieldOf(node, key);
    return field?.kind === 'array' ? field.items.map((item) => book.of(item)) : [];
  };
  const constant = fieldOf(node, 'const');
  const ref = textOf(node, '$ref') ?? (book.draft07 ? undefined : textOf(node, '$dynamicRef'));
  const newer = !book.draft07;
  const condition = sub('if');
  const [then, otherwise] = [sub('then'), sub('else')];
  return {
    at,
    ...(node.kind === 'boolean' ? { always: node.raw === 'true' } : {}),
    types: typesOf(node),
    allowed: givenList(book, fieldOf(node, 'enum')),
    constant: constant ? book.given(constant) : null,
    examples: [
      ...[fieldOf(node, 'default')].flatMap((one) => (one ? [book.given(one)] : [])),
      ...(givenList(book, fieldOf(node, 'examples')) ?? []),
    ],
    bounds: boundsOf(node),
    multipleOf: numberOf(node, 'multipleOf'),
    pattern: patternOf(fieldOf(node, 'pattern')),
    format: textOf(node, 'format'),
    ...objectRules(book, node),
    additionalProperties: sub('additionalProperties'),
    propertyNames: sub('propertyNames'),
    unevaluatedProperties: newer ? sub('unevaluatedProperties') : undefined,
    prefix: list(book.draft07 ? 'items' : 'prefixItems'),
    items: book.draft07 && fieldOf(node, 'items')?.kind === 'array' ? sub('additionalItems') : sub('items'),
    contains: containsOf(book, node),
    uniqueItems: isTrue(node, 'uniqueItems'),
    unevaluatedItems: newer ? sub('unevaluatedItems') : undefined,
    allOf: list('allOf'),
    anyOf: list('anyOf'),
    oneOf: list('oneOf'),
    not: sub('not'),
    condition: condition && {
      if: condition,
      ...(then ? { then } : {}),
      ...(otherwise ? { else: otherwise } : {}),
    },
    target: () => {
      if (ref === undefined) return undefined;
      const found = book.schema.resolve(ref);
      return found ? book.of(found.node) : null;
    },
  };
}

type ObjectRules = Pick<
  Rules,
  'properties' | 'patternProperties' | 'required' | 'dependentRequired' | 'dependentSchemas'
>;

function objectRules(book: RuleBook, node: Exact): ObjectRules {
  const dependentRequired = new Map<string, readonly string[]>();
  const dependentSchemas = new Map<string, Rules>();
  const sources = ['dependencies', ...(book.draft07 ? [] : ['dependentRequired', 'dependentSchemas'])];
  for (const { key, value } of sources.flatMap((name) => membersOf(fieldOf(node, name)))) {
    if (value.kind === 'array')
      dependentRequired.set(key, [...(dependentRequired.get(key) ?? []), ...texts(value)]);
    else if (value.kind === 'object' || value.kind === 'boolean') dependentSchemas.set(key, book.of(value));
  }
  return {
    properties: new Map(
      membersOf(fieldOf(node, 'properties')).map(({ key, value }) => [key, book.of(value)]),
    ),
    patternProperties: membersOf(fieldOf(node, 'patternProperties')).map(({ key, value }) => ({
      source: key,
      regex: regexOf(key),
      rules: book.of(value),
    })),
    required: texts(fieldOf(node, 'required')),
    dependentRequired,
    dependentSchemas,
  };
}

function containsOf(book: RuleBook, node: Exact): Rules['contains'] {
  const field = fieldOf(node, 'contains');
  if (field?.kind !== 'object' && field?.kind !== 'boolean') return undefined;
  const [least, most] = book.draft07
    ? [undefined, undefined]
    : [numberOf(node, 'minContains'), numberOf(node, 'maxContains')];
  return { rules: book.of(field), least: least ?? 1, most: most ?? Infinity };
}

function typesOf(node: Exact): readonly JsonType[] | null {
  const field = fieldOf(node, 'type');
  const named = field?.kind === 'string' ? [field.text] : texts(field);
  const types = jsonTypes.filter((type) => named.includes(type));
  if (types.length === 0) return null;
  return isTrue(node, 'nullable') && !types.includes('null') ? [...types, 'null'] : types;
}

function boundsOf(node: Exact): Rules['bounds'] {
  const bounds: Partial<Record<BoundName, number>> = {};
  for (const name of [...numberBounds, ...sizeBounds]) {
    const value = numberOf(node, name);
    if (value !== undefined) bounds[name] = value;
  }
  return bounds;
}

function numberOf(node: Exact, key: string): number | undefined {
  const field = fieldOf(node, key);
  return field?.kind === 'number' ? Number(field.raw) : undefined;
}

function isTrue(node: Exact, key: string): boolean {
  const field = fieldOf(node, key);
  return field?.kind === 'boolean' && field.raw === 'true';
}

function texts(node: Exact | undefined): readonly string[] {
  return node?.kind === 'array'
    ? node.items.flatMap((item) => (item.kind === 'string' ? [item.text] : []))
    : [];
}

function givenList(book: RuleBook, node: Exact | undefined): readonly Given[] | null {
  return node?.kind === 'array' ? node.items.map((item) => book.given(item)) : null;
}

function patternOf(node: Exact | undefined): Rules['pattern'] {
  return node?.kind === 'string' ? { source: node.text, regex: regexOf(node.text) } : undefined;
}

/** With the flag that ajv sets. */
export function regexOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined; // the checker of the schema says why; here it only cannot be used
  }
}
