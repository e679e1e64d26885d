// Arrays: items one by one or alike, unique, holding what they must. Bounded: a set that is too small for the number of
// different items is named, not searched again and again.

import { DeadEnd } from './dead-end.ts';
import { mostParts, type Making, type Pin } from './making.ts';
import { isFalse, mostValues, rulesForItem, shapeOf, type Shape } from './shape.ts';
import { arrayOf, valueOfTree, type Tree } from './tree.ts';
import { sameValue } from './json-values.ts';

/** How often another item is drawn when one is there already. */
const mostDraws = 40;

export function makeArray(shape: Shape, making: Making, depth: number, deep: boolean, pin: Pin = {}): Tree {
  const { chance, wish } = making;
  const size = pin.beyond === true ? { least: 0, most: Infinity } : shape.size('Items');
  const room = Math.min(size.most, firstFalse(shape));
  const held = shape.flat.flatMap((rules) => (rules.contains ? [rules.contains] : []));
  const toHold = held.flatMap(({ rules, least }) => Array.from({ length: least }, () => rules));
  const least = Math.max(size.least, toHold.length);
  if (size.least > room || toHold.length > room)
    throw new DeadEnd('impossible', shape.at, `${least} items are needed, and ${room} may be there.`, true);
  if (least > mostParts) throw new DeadEnd('unsupported', shape.at, `${least} items are not tried.`, false);
  const { prefix } = shape;
  const wished = wish && shape.flat.some((rules) => rules.at === wish.at) ? wish.keyword : '';
  let wanted = deep || wished === 'noItems' ? 0 : chance.between(0, Math.max(3, prefix));
  if (wished === 'items' || (making.density > 80 && !deep)) wanted = Math.max(1, prefix, wanted);
  const count = pin.size ?? Math.max(least, Math.min(wanted, room));
  if (count > room || count > mostParts)
    throw new DeadEnd('impossible', shape.at, `${count} items do not go into it.`, false);
  const unique = shape.flat.some((rules) => rules.uniqueItems);
  return arrayOf(items(shape, making, depth, { count, toHold, least, unique }));
}

interface Wanted {
  readonly count: number;
  readonly toHold: readonly Shape['flat'][number][];
  readonly least: number;
  readonly unique: boolean;
}

function items(shape: Shape, making: Making, depth: number, wanted: Wanted): Tree[] {
  const { count, toHold, least, unique } = wanted;
  const places = making.chance.shuffled(Array.from({ length: count }, (_, at) => at));
  const holder = new Map(toHold.map((rules, at) => [places[at] ?? at, rules]));
  const made: Tree[] = [];
  const values: unknown[] = [];
  for (let at = 0; at < count; at++) {
    const held = holder.get(at);
    const said = held ? [...rulesForItem(shape, at), held] : rulesForItem(shape, at);
    let tree: Tree;
    try {
      tree = making.make(said, depth + 1);
      if (unique) tree = another(tree, values, () => making.make(said, depth + 1)) ?? tree;
    } catch (error) {
      if (!(error instanceof DeadEnd) || at < least) throw error;
      making.note(error);
      break;
    }
    if (unique && values.some((value) => sameValue(value, valueOfTree(tree)))) {
      if (at >= least) break;
      throw tooFew(shape, at, least);
    }
    made.push(tree);
    if (unique) values.push(valueOfTree(tree));
  }
  return made;
}

/** An item that is not there yet, or undefined when none was drawn. */
function another(first: Tree, values: readonly unknown[], draw: () => Tree): Tree | undefined {
  let tree = first;
  for (let draws = 0; draws < mostDraws + values.length; draws++) {
    const value = valueOfTree(tree);
    if (!values.some((other) => sameValue(other, value))) return tree;
    tree = draw();
  }
  return undefined;
}

function tooFew(shape: Shape, found: number, needed: number): DeadEnd {
  const known = knownMost(shape, found);
  const words = `uniqueItems with at least ${needed} items needs ${needed} different ones`;
  return known < needed
    ? new DeadEnd('impossible', shape.at, `${words}, and there are only ${known}.`, true)
    : new DeadEnd('impossible', shape.at, `${words}, and only ${found} were found.`, false);
}

function knownMost(shape: Shape, at: number): number {
  if (shape.prefix > 0) return Infinity;
  try {
    return mostValues(shapeOf(rulesForItem(shape, at)));
  } catch (error) {
    if (error instanceof DeadEnd) return 0;
    throw error;
  }
}

/** Items from here on are not allowed. */
function firstFalse(shape: Shape): number {
  for (let at = 0; at <= shape.prefix; at++) if (isFalse(rulesForItem(shape, at))) return at;
  return Infinity;
}
