// Makes one value that keeps a schema: chooses alternatives, puts what holds together into a shape, and has the maker of the
// type fill it. Bounded in steps and depth; whatever comes out is checked by ajv afterwards.

import { choose, hasChoice } from './choose.ts';
import { DeadEnd } from './dead-end.ts';
import { keeps } from './evaluate.ts';
import type { SchemaNote } from './fuzz-types.ts';
import type { Heights } from './heights.ts';
import { makeArray } from './make-array.ts';
import { makeNumber } from './make-number.ts';
import { makeObject } from './make-object.ts';
import { makeString } from './make-string.ts';
import { deepEnough, type Making, type Pin, type Wish } from './making.ts';
import type { Chance } from './random.ts';
import type { Given, JsonType, Rules } from './rules.ts';
import { shapeOf, type Shape } from './shape.ts';
import { leaf, textLeaf, treeOfRaw, valueOfTree, type Tree } from './tree.ts';

export interface MakerOptions {
  readonly heights: Heights;
  readonly chance: Chance;
  readonly wish?: Wish | null;
  readonly density?: number;
  /** Parts that were left out, with why; filled while making. */
  readonly notes?: Map<string, SchemaNote>;
}

/** Values made per case, the vain ones included. */
const mostSteps = 6_000;
/** From here on only what has to be there is added. */
const mostRich = 150;
const mostTries = 12;

export class Maker implements Making {
  readonly chance: Chance;
  readonly heights: Heights;
  readonly wish: Wish | null;
  readonly density: number;
  readonly #notes: Map<string, SchemaNote> | undefined;
  #steps = 0;

  constructor({ heights, chance, wish = null, density, notes }: MakerOptions) {
    this.heights = heights;
    this.chance = chance;
    this.wish = wish;
    this.density = density ?? chance.pick([0, 30, 60, 90, 100]);
    this.#notes = notes;
  }

  /** Throws a DeadEnd when nothing fits or was found. */
  make(list: readonly Rules[], depth: number): Tree {
    let last: DeadEnd | undefined;
    for (let tries = 0; tries < mostTries; tries++) {
      if (this.#steps++ > mostSteps) throw last ?? tooBig(list);
      try {
        const chosen = choose(list, this, depth);
        const tree = this.#fill(shapeOf(chosen.flat), depth, chosen.forbidden, chosen.nots);
        if (!chosen.soft) return tree;
        const value = valueOfTree(tree);
        if (list.every((rules) => keeps(rules, value))) return tree;
        last = keptBack(list, chosen.flat) ?? last;
      } catch (error) {
        if (!(error instanceof DeadEnd)) throw error;
        last = error;
        if (!hasChoice(list)) throw error;
      }
    }
    throw (
      last ?? new DeadEnd('impossible', list[0]?.at ?? '', 'No value was found that keeps all of it.', false)
    );
  }

  /** The value of rules that were chosen already, with what is pinned: for bounds. */
  makePinned(flat: readonly Rules[], type: JsonType, depth: number, pin: Pin): Tree {
    const shape = shapeOf(flat);
    if (type === 'array') return makeArray(shape, this, depth, false, pin);
    if (type === 'object') return makeObject(shape, this, depth, false, new Set(), pin);
    const size = pin.size ?? 0;
    return textLeaf(makeString(shape, this.chance, { least: size, most: size }));
  }

  isDeep(depth: number): boolean {
    return depth >= deepEnough || this.#steps > mostRich;
  }

  keeps(rules: Rules, tree: Tree): boolean {
    return keeps(rules, valueOfTree(tree));
  }

  note(end: DeadEnd): void {
    const note = { kind: end.kind, at: end.at, why: end.message };
    this.#notes?.set(`${note.at} ${note.why}`, note);
  }

  #fill(shape: Shape, depth: number, forbidden: ReadonlySet<string>, nots: readonly Rules[]): Tree {
    const given = this.#given(shape, nots);
    if (given) return given;
    const deep = this.isDeep(depth);
    const type = this.#type(shape, depth, deep);
    if (type === 'null') return leaf('null');
    if (type === 'boolean') return leaf(String(this.chance.is(50)));
    if (type === 'integer' || type === 'number') return makeNumber(shape, type === 'integer', this.chance);
    if (type === 'string') return textLeaf(makeString(shape, this.chance));
    if (depth > deepEnough * 8) throw tooBig(shape.flat);
    return type === 'array'
      ? makeArray(shape, this, depth, deep)
      : makeObject(shape, this, depth, deep, forbidden);
  }

  /** One of the values the schema lists; at times one of its examples. */
  #given(shape: Shape, nots: readonly Rules[]): Tree | undefined {
    const { examples } = shape;
    const list = shape.allowed ?? (examples.length > 0 && this.chance.is(15) ? examples : []);
    if (list.length === 0 && !shape.allowed) return undefined;
    const kept = keptOf(shape, list);
    const fitting =
      nots.length > 0 ? kept.filter(({ value }) => !nots.some((one) => keeps(one, value))) : kept;
    const wished = this.wish?.keyword === 'enum' && fitting.find(({ value }) => this.#isWished(shape, value));
    if (fitting.length > 0) return treeOfGiven(wished || this.chance.pick(fitting));
    if (shape.allowed)
      throw new DeadEnd(
        'impossible',
        shape.at,
        'None of the listed values keeps the rest of the schema.',
        nots.length === 0,
      );
    return undefined;
  }

  #isWished(shape: Shape, value: unknown): boolean {
    const { wish } = this;
    if (wish?.keyword !== 'enum') return false;
    const rules = shape.flat.find((one) => one.at === wish.at);
    return rules?.allowed?.[Number(wish.choice)]?.value === value;
  }

  #type(shape: Shape, depth: number, deep: boolean): JsonType {
    const { wish } = this;
    const wished = wish?.keyword === 'type' && shape.flat.some((rules) => rules.at === wish.at);
    const types = wished ? shape.types.filter((type) => type === wish.choice) : shape.types;
    const left = types.length > 0 ? types : shape.types;
    if (deep) return flattest(shape, left, this.heights);
    if (shape.typed || wished) return this.chance.pick(left);
    const hinted = left.filter((type) => hintsAt(shape.flat, type));
    if (hinted.length > 0 && this.chance.is(85)) return this.chance.pick(hinted);
    // Nothing is said: mostly scalars, so that values stay small.
    const small = left.filter((type) => type !== 'object' && type !== 'array');
    return this.chance.pick(depth > 1 && small.length > 0 ? small : left);
  }
}

const kept = new WeakMap<readonly Given[], readonly Given[]>();
const trees = new WeakMap<Given, Tree>();

/** Of the values that a shape lists those that keep all of it: looked at once. */
function keptOf({ flat }: Shape, list: readonly Given[]): readonly Given[] {
  let some = kept.get(list);
  if (!some) {
    some = list.filter(({ value }) => flat.every((rules) => keeps(rules, value)));
    kept.set(list, some);
  }
  return some;
}

function treeOfGiven(given: Given): Tree | undefined {
  const known = trees.get(given) ?? treeOfRaw(given.raw);
  if (known) trees.set(given, known);
  return known;
}

function flattest(shape: Shape, types: readonly JsonType[], heights: Heights): JsonType {
  const height = (type: JsonType): number =>
    Math.max(...shape.flat.map((rules) => heights.ofType(rules, type)));
  return types.reduce((best, type) => (height(type) < height(best) ? type : best));
}

/** Keywords that only speak of one type say which was meant. */
function hintsAt(flat: readonly Rules[], type: JsonType): boolean {
  return flat.some((rules) => {
    const { bounds } = rules;
    if (type === 'object')
      return (
        rules.properties.size > 0 ||
        rules.required.length > 0 ||
        rules.patternProperties.length > 0 ||
        rules.additionalProperties !== undefined ||
        'minProperties' in bounds ||
        'maxProperties' in bounds
      );
    if (type === 'array')
      return (
        rules.items !== undefined ||
        rules.prefix.length > 0 ||
        rules.contains !== undefined ||
        rules.uniqueItems ||
        'minItems' in bounds ||
        'maxItems' in bounds
      );
    if (type === 'string')
      return (
        rules.pattern !== undefined ||
        'minLength' in bounds ||
        'maxLength' in bounds ||
        rules.format !== undefined
      );
    if (type !== 'integer' && type !== 'number') return false;
    return (
      rules.multipleOf !== undefined ||
      'minimum' in bounds ||
      'maximum' in bounds ||
      'exclusiveMinimum' in bounds ||
      'exclusiveMaximum' in bounds
    );
  });
}

function keptBack(list: readonly Rules[], flat: readonly Rules[]): DeadEnd | undefined {
  const not = flat.find((rules) => rules.not);
  const what = not
    ? 'not'
    : flat.some((rules) => rules.oneOf.length > 0)
      ? 'oneOf'
      : 'the rest of the schema';
  return new DeadEnd(
    'impossible',
    list[0]?.at ?? '',
    `No value was found in ${mostTries} tries that keeps ${what}.`,
    false,
  );
}

function tooBig(list: readonly Rules[]): DeadEnd {
  return new DeadEnd('endless', list[0]?.at ?? '', `No value was complete after ${mostSteps} parts.`, false);
}
