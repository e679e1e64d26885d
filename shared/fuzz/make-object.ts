// Objects: which keys come, and a value for each. Required keys always, others by chance; further keys from patterns and free
// names. Bounded: a set of names that is too small is named.

import { DeadEnd } from './dead-end.ts';
import { freeText, makeString } from './make-string.ts';
import { mostParts, type Making, type Pin } from './making.ts';
import { isFalse, rulesForKey, shapeOf, type Shape } from './shape.ts';
import { objectOf, textLeaf, type Tree, type TreeMember } from './tree.ts';

/** How often a further name is drawn in vain before there are taken to be no more. */
const mostDraws = 60;

/** @param forbidden keys that may not come, found while alternatives were chosen */
export function makeObject(
  shape: Shape,
  making: Making,
  depth: number,
  deep: boolean,
  forbidden: ReadonlySet<string>,
  pin: Pin = {},
): Tree {
  const bounds = pin.beyond === true ? { least: 0, most: Infinity } : shape.size('Properties');
  const least = pin.size ?? bounds.least;
  const most = pin.size ?? bounds.most;
  if (bounds.least > bounds.most)
    throw new DeadEnd(
      'impossible',
      shape.at,
      `At least ${least} keys and at most ${most} is no number.`,
      true,
    );
  if (least > mostParts) throw new DeadEnd('unsupported', shape.at, `${least} keys are not tried.`, false);
  const members = new Map<string, Tree>();
  const needed = closure(shape, shape.required);
  if (needed.size > most)
    throw new DeadEnd(
      'impossible',
      shape.at,
      `${needed.size} keys are required, ${most} may be there.`,
      true,
    );
  for (const key of needed) members.set(key, valueFor(shape, key, making, depth, forbidden));
  const optional = making.chance.shuffled(shape.named.filter((key) => !needed.has(key)));
  for (const key of optional) {
    const wanted = members.size < least || (!deep && comes(shape, key, making));
    if (wanted && !members.has(key)) addIfPossible(shape, key, members, most, making, depth, forbidden);
  }
  const extra = deep || making.chance.is(speaksOfOthers(shape) ? 25 : 75) ? 0 : making.chance.between(0, 2);
  addFurther(shape, members, Math.max(least, Math.min(most, members.size + extra)), making, depth, forbidden);
  if (members.size < least) throw tooFew(shape, members.size, least);
  return objectOf(inOrder(shape, members));
}

/** Whether the schema has something to say about keys that it does not name. */
function speaksOfOthers({ flat }: Shape): boolean {
  return flat.some(
    ({ patternProperties, additionalProperties }) =>
      patternProperties.length > 0 || (additionalProperties && additionalProperties.always === undefined),
  );
}

/** Whether an optional key comes this time. */
function comes(shape: Shape, key: string, { wish, density, chance }: Making): boolean {
  if (!wish) return chance.is(density);
  if (wish.choice === key && shape.flat.some((rules) => rules.at === wish.at)) {
    if (wish.keyword === 'without') return false;
    if (wish.keyword === 'with') return true;
  }
  const below = rulesForKey(shape, key).some(
    ({ at }) => wish.at.startsWith(at) && (wish.at.length === at.length || wish.at[at.length] === '/'),
  );
  return below || chance.is(density);
}

/** A set of keys with all that they bring with them. */
function closure(shape: Shape, keys: Iterable<string>): Set<string> {
  const all = new Set(keys);
  if (shape.flat.every((rules) => rules.dependentRequired.size === 0)) return all;
  for (const key of all)
    for (const rules of shape.flat)
      for (const other of rules.dependentRequired.get(key) ?? []) all.add(other);
  return all;
}

function valueFor(
  shape: Shape,
  key: string,
  making: Making,
  depth: number,
  forbidden: ReadonlySet<string>,
): Tree {
  const said = rulesForKey(shape, key);
  if (isFalse(said) || forbidden.has(key))
    throw new DeadEnd(
      'impossible',
      shape.at,
      `The key ${JSON.stringify(key)} is required and not allowed.`,
      !forbidden.has(key),
    );
  if (!isName(shape, key, making))
    throw new DeadEnd(
      'impossible',
      shape.at,
      `The required key ${JSON.stringify(key)} breaks propertyNames.`,
      true,
    );
  return making.make(said, depth + 1);
}

function isName(shape: Shape, key: string, making: Making): boolean {
  return shape.flat.every(
    ({ propertyNames }) => !propertyNames || making.keeps(propertyNames, textLeaf(key)),
  );
}

function addIfPossible(
  shape: Shape,
  key: string,
  members: Map<string, Tree>,
  most: number,
  making: Making,
  depth: number,
  forbidden: ReadonlySet<string>,
): void {
  const adds = [...closure(shape, [key])].filter((one) => !members.has(one));
  if (members.size + adds.length > most) return;
  const made: [string, Tree][] = [];
  for (const one of adds) {
    if (isFalse(rulesForKey(shape, one)) || forbidden.has(one) || !isName(shape, one, making)) return;
    try {
      made.push([one, valueFor(shape, one, making, depth, forbidden)]);
    } catch (error) {
      if (!(error instanceof DeadEnd)) throw error;
      making.note(error);
      return;
    }
  }
  for (const [one, tree] of made) members.set(one, tree);
}

/** Keys that the schema does not name, until there are `wanted` or none more is found. */
function addFurther(
  shape: Shape,
  members: Map<string, Tree>,
  wanted: number,
  making: Making,
  depth: number,
  forbidden: ReadonlySet<string>,
): void {
  if (isClosed(shape)) return;
  for (let draws = 0; members.size < wanted && draws < mostDraws + 2 * wanted; draws++) {
    const key = drawName(shape, making);
    if (key !== undefined && !members.has(key))
      addIfPossible(shape, key, members, wanted, making, depth, forbidden);
  }
}

/** No other key than the named ones may come, and those had their turn. */
function isClosed({ flat }: Shape): boolean {
  return flat.some(
    ({ additionalProperties, patternProperties }) =>
      additionalProperties?.always === false && patternProperties.length === 0,
  );
}

function drawName(shape: Shape, { chance }: Making): string | undefined {
  const sources = shape.flat.flatMap((rules) => rules.patternProperties.map((one) => one.source));
  const rules = shape.flat.flatMap(({ propertyNames }) => propertyNames ?? []);
  try {
    const byPattern = sources.length > 0 && chance.is(60);
    if (byPattern) {
      const [first] = shape.flat;
      if (!first) return undefined;
      return makeString({ ...shape, formats: [], patterns: [chance.pick(sources)] }, chance, free);
    }
    if (rules.length > 0) {
      const names = shapeOf(rules);
      const given = names.allowed?.filter(({ value }) => typeof value === 'string');
      if (given && given.length > 0) return String(chance.pick(given).value);
      return makeString(names, chance);
    }
  } catch (error) {
    if (error instanceof DeadEnd) return undefined; // the caller counts how many names there were
    throw error;
  }
  return chance.is(70)
    ? chance.pick(names) + (chance.is(50) ? String(chance.between(0, 99)) : '')
    : freeText(chance, free);
}

const free = { least: 0, most: Infinity };
const names = ['extra', 'x', 'name', 'key', 'X-Key', 'a.b', 'value'];

function tooFew(shape: Shape, found: number, least: number): DeadEnd {
  const known = finiteNames(shape);
  const words = `minProperties asks for ${least} keys`;
  if (known !== undefined && known.length < least)
    return new DeadEnd(
      'impossible',
      shape.at,
      `${words}, and only ${known.length} names may be there: ${known.map((one) => JSON.stringify(one)).join(', ')}.`,
      true,
    );
  return new DeadEnd(
    'impossible',
    shape.at,
    `${words}, and only ${found} were found that may be there.`,
    false,
  );
}

/** All names that are allowed, where the schema lists them one way or the other. */
function finiteNames(shape: Shape): readonly string[] | undefined {
  const closed = shape.flat.find((rules) => rules.additionalProperties?.always === false);
  if (!closed) return undefined;
  const listed = closed.patternProperties.map(
    ({ source }) => /^\^\((?:\?:)?([\w|-]+)\)\$$/.exec(source)?.[1],
  );
  if (listed.some((words) => words === undefined)) return undefined;
  const all = [...closed.properties.keys(), ...listed.flatMap((words) => words?.split('|') ?? [])];
  return [...new Set(all)].filter((key) => !isFalse(rulesForKey(shape, key)));
}

/** In the order of the schema, further keys behind. */
function inOrder(shape: Shape, members: ReadonlyMap<string, Tree>): TreeMember[] {
  const listed: TreeMember[] = [];
  for (const key of shape.named) {
    const value = members.get(key);
    if (value) listed.push({ key, value });
  }
  if (listed.length < members.size)
    for (const [key, value] of members) if (!shape.named.includes(key)) listed.push({ key, value });
  return listed;
}
