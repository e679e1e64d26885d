// Several rules that hold for the same value, as one: types that are left, the tightest bounds, what is said of each key and
// item. Alternatives have been chosen before. Finds contradictions that need no trying; generates nothing.

import { DeadEnd } from './dead-end.ts';
import { isOfType, sameValue } from './json-values.ts';
import { isAdditional } from './evaluate.ts';
import { jsonTypes, type Given, type JsonType, type Rules } from './rules.ts';

export interface Limit {
  readonly value: number;
  /** The bound itself is outside. */
  readonly open: boolean;
}

export interface Shape {
  /** Rules without further alternatives or references; the first names the place in the schema. */
  readonly flat: readonly Rules[];
  readonly at: string;
  /** Keys of `properties`, in the order of the schema. */
  readonly named: readonly string[];
  /** What is said of named keys and of items up to the end of the prefix, as far as it was asked for. */
  readonly said: Map<string | number, readonly Rules[]>;
  readonly examples: readonly Given[];
  /** Items that have rules of their own, before those that share them. */
  readonly prefix: number;
  readonly types: readonly JsonType[];
  /** Whether any rule names types or fixed values; without, all are left. */
  readonly typed: boolean;
  readonly allowed: readonly Given[] | null;
  readonly least: Limit | undefined;
  readonly most: Limit | undefined;
  readonly steps: readonly number[];
  /** Sizes: code points, items, keys. */
  readonly size: (of: 'Length' | 'Items' | 'Properties') => { readonly least: number; readonly most: number };
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly required: ReadonlySet<string>;
}

interface KnownShapes {
  shape?: Shape;
  readonly more: WeakMap<Rules, KnownShapes>;
}

const knownShapes: KnownShapes = { more: new WeakMap() };

/** Found once for the same rules in the same order: values are made of the same few shapes again and again. */
export function shapeOf(flat: readonly Rules[]): Shape {
  let here = knownShapes;
  for (const rules of flat) {
    let next = here.more.get(rules);
    if (!next) here.more.set(rules, (next = { more: new WeakMap() }));
    here = next;
  }
  if (here === knownShapes) return newShape(flat);
  return (here.shape ??= newShape(flat));
}

function newShape(flat: readonly Rules[]): Shape {
  const at = flat[0]?.at ?? '';
  const types = jsonTypes.filter((type) => flat.every((rules) => allowsType(rules, type)));
  const allowed = allowedBy(flat, at);
  if (types.length === 0 && allowed === null)
    throw new DeadEnd('impossible', at, `No type is left: ${typesInWords(flat)}.`, true);
  const bounds = flat.map((rules) => rules.bounds);
  const sizeOf = (of: 'Length' | 'Items' | 'Properties'): ReturnType<Shape['size']> => ({
    least: Math.max(0, ...bounds.map((one) => one[`min${of}`] ?? 0)),
    most: Math.min(Infinity, ...bounds.map((one) => one[`max${of}`] ?? Infinity)),
  });
  const sizes = { Length: sizeOf('Length'), Items: sizeOf('Items'), Properties: sizeOf('Properties') };
  return {
    flat,
    at,
    named: [...new Set(flat.flatMap((rules) => [...rules.properties.keys()]))],
    said: new Map(),
    examples: flat.flatMap((rules) => rules.examples),
    prefix: Math.max(0, ...flat.map((rules) => rules.prefix.length)),
    types,
    typed: allowed !== null || flat.some((rules) => rules.types !== null),
    allowed,
    least: tightest(
      bounds.flatMap((one) => limits(one.minimum, one.exclusiveMinimum)),
      (a, b) => a > b,
    ),
    most: tightest(
      bounds.flatMap((one) => limits(one.maximum, one.exclusiveMaximum)),
      (a, b) => a < b,
    ),
    steps: flat.flatMap((rules) => (rules.multipleOf === undefined ? [] : [rules.multipleOf])),
    size: (of) => sizes[of],
    patterns: [...new Set(flat.flatMap((rules) => (rules.pattern ? [rules.pattern.source] : [])))],
    formats: [...new Set(flat.flatMap((rules) => (rules.format === undefined ? [] : [rules.format])))],
    required: new Set(flat.flatMap((rules) => rules.required)),
  };
}

function allowsType(rules: Rules, type: JsonType): boolean {
  if (rules.types === null) return true;
  return rules.types.includes(type) || (type === 'integer' && rules.types.includes('number'));
}

/** Values that all enums and consts share and whose type is left. */
function allowedBy(flat: readonly Rules[], at: string): readonly Given[] | null {
  const lists = flat.flatMap((rules) => [
    ...(rules.allowed ? [rules.allowed] : []),
    ...(rules.constant ? [[rules.constant]] : []),
  ]);
  const [first, ...others] = lists;
  if (!first) return null;
  const common = first.filter(
    ({ value }) =>
      others.every((list) => list.some((other) => sameValue(other.value, value))) &&
      flat.every((rules) => rules.types === null || rules.types.some((type) => isOfType(value, type))),
  );
  if (common.length === 0)
    throw new DeadEnd('impossible', at, 'No value is in every enum and const that holds here.', true);
  return common;
}

function limits(closed: number | undefined, open: number | undefined): Limit[] {
  return [
    ...(closed === undefined ? [] : [{ value: closed, open: false }]),
    ...(open === undefined ? [] : [{ value: open, open: true }]),
  ];
}

function tightest(all: readonly Limit[], tighter: (a: number, b: number) => boolean): Limit | undefined {
  let best: Limit | undefined;
  for (const one of all)
    if (!best || tighter(one.value, best.value) || (one.value === best.value && one.open)) best = one;
  return best;
}

/** What is said of the value of a key. */
export function rulesForKey(shape: Shape, key: string): readonly Rules[] {
  const known = shape.said.get(key);
  if (known) return known;
  const said = saidOfKey(shape, key);
  if (shape.named.includes(key)) shape.said.set(key, said);
  return said;
}

function saidOfKey({ flat }: Shape, key: string): readonly Rules[] {
  const said: Rules[] = [];
  let spoken = false;
  for (const rules of flat) {
    const named = rules.properties.get(key);
    if (named) said.push(named);
    for (const { regex, rules: one } of rules.patternProperties) if (regex?.test(key)) said.push(one);
    if (rules.additionalProperties && isAdditional(rules, key)) said.push(rules.additionalProperties);
    spoken ||= rules.additionalProperties !== undefined || !isAdditional(rules, key);
  }
  if (!spoken) for (const { unevaluatedProperties: rest } of flat) if (rest) said.push(rest);
  return said;
}

/** What is said of an item. */
export function rulesForItem(shape: Shape, at: number): readonly Rules[] {
  const index = Math.min(at, shape.prefix);
  let said = shape.said.get(index);
  if (!said) shape.said.set(index, (said = saidOfItem(shape, index)));
  return said;
}

function saidOfItem({ flat }: Shape, at: number): readonly Rules[] {
  const said = flat.flatMap((rules) => rules.prefix[at] ?? rules.items ?? []);
  if (said.length > 0) return said;
  return flat.flatMap(({ unevaluatedItems: rest }) => rest ?? []);
}

export function isFalse(said: readonly Rules[]): boolean {
  return said.some((rules) => rules.always === false);
}

function typesInWords(flat: readonly Rules[]): string {
  const lists = flat.flatMap((rules) => (rules.types ? [rules.types.join(' or ')] : []));
  return `the value would have to be ${[...new Set(lists)].join(' and ')} at once`;
}

/** How many different values there are at most; Infinity when that cannot be told. */
export function mostValues(shape: Shape): number {
  if (shape.allowed) return shape.allowed.length;
  let sum = 0;
  const types = shape.types.filter((type) => type !== 'integer' || !shape.types.includes('number'));
  for (const type of types) {
    if (type === 'boolean') sum += 2;
    else if (type === 'null') sum += 1;
    else if (type === 'integer' && shape.least && shape.most)
      sum += Math.max(0, Math.floor(shape.most.value) - Math.ceil(shape.least.value) + 1);
    else if (type === 'string' && shape.size('Length').most === 0) sum += 1;
    else return Infinity;
  }
  return sum;
}
