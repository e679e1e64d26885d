// The values next to the bounds of a place: on each bound, one inside, one outside. And the extremes where a schema sets no
// bound. Makes edits of a valid value; whether they are right is checked by whoever asks.

import { DeadEnd } from './dead-end.ts';
import { isExclusive, isLower, subjectOf } from './evaluate-scalar.ts';
import type { Place } from './evaluate.ts';
import type { Maker } from './make.ts';
import { decimalsOf } from './make-number.ts';
import { mostLetters, mostParts } from './making.ts';
import type { BoundName, Rules } from './rules.ts';
import { kindOfTree, leaf, numberLeaf, textLeaf, treeAt, type Tree } from './tree.ts';

export interface BoundEdit {
  /** Once per plan: pointer of the schema, bound, side. */
  readonly key: string;
  readonly keyword: string;
  readonly side: 'on' | 'inside' | 'outside';
  readonly words: string;
  /** New value of the place; undefined when none can be made. */
  readonly part: () => Tree | undefined;
}

export function* boundEdits(place: Place, base: Tree, maker: Maker): Generator<BoundEdit> {
  const here = treeAt(base, place.way);
  if (!here) return;
  const kind = kindOfTree(here);
  const flat = [...place.rules];
  for (const rules of flat)
    for (const [name, bound] of Object.entries(rules.bounds) as [BoundName, number][]) {
      if (subjectOf(name) !== kind) continue;
      for (const side of ['on', 'inside', 'outside'] as const)
        yield {
          key: `${rules.at} ${name} ${side}`,
          keyword: name,
          side,
          words: sideInWords(name, bound, side),
          part: () =>
            kind === 'number'
              ? numberBeside(flat, name, bound, side)
              : sizedBeside(flat, kind as 'string' | 'array' | 'object', name, bound, side, maker),
        };
    }
  yield* extremes(place, kind, flat, maker);
}

function sideInWords(name: BoundName, bound: number, side: string): string {
  if (side === 'on') return isExclusive(name) ? `on its ${name} ${bound}` : `exactly its ${name} ${bound}`;
  return `one ${side} its ${name} ${bound}`;
}

function numberBeside(
  flat: readonly Rules[],
  name: BoundName,
  bound: number,
  side: 'on' | 'inside' | 'outside',
): Tree | undefined {
  // On an exclusive bound is outside already.
  if (isExclusive(name) && side === 'on') return undefined;
  if (isExclusive(name) && side === 'outside') return numberLeaf(bound);
  const steps = flat.flatMap((rules) => (rules.multipleOf === undefined ? [] : [rules.multipleOf]));
  const whole = flat.some(
    (rules) => rules.types?.includes('integer') === true && !rules.types.includes('number'),
  );
  const unit = Math.max(...steps, whole ? 1 : 10 ** -Math.max(1, decimalsOf(bound)));
  const towards = isLower(name) === (side === 'inside') ? unit : -unit;
  if (side === 'on') return numberLeaf(bound);
  const value = bound + towards;
  // Beyond 2^53 one more is the same double: spelled out it is another number all the same.
  if (value === bound)
    return Number.isInteger(bound) ? leaf(String(BigInt(bound) + BigInt(Math.sign(towards)))) : undefined;
  const decimals = Math.min(15, Math.max(decimalsOf(bound), decimalsOf(unit)));
  return Math.abs(value) < 1e15 ? numberLeaf(Number(value.toFixed(decimals))) : numberLeaf(value);
}

function sizedBeside(
  flat: readonly Rules[],
  kind: 'string' | 'array' | 'object',
  name: BoundName,
  bound: number,
  side: 'on' | 'inside' | 'outside',
  maker: Maker,
): Tree | undefined {
  const step = isLower(name) === (side === 'inside') ? 1 : -1;
  const size = side === 'on' ? bound : bound + step;
  if (size < 0 || size > (kind === 'string' ? mostLetters : mostParts)) return undefined;
  try {
    return maker.makePinned(flat, kind, 1, { size, beyond: side === 'outside' });
  } catch (error) {
    if (error instanceof DeadEnd) return undefined; // a pattern or a fixed set of keys leaves no such size
    throw error;
  }
}

/** Values at the ends of a type where nothing bounds them. */
function* extremes(place: Place, kind: string, flat: readonly Rules[], maker: Maker): Generator<BoundEdit> {
  const at = flat[0]?.at ?? '';
  const make = (words: string, part: () => Tree | undefined): BoundEdit => ({
    key: `${at} ${words}`,
    keyword: 'extreme',
    side: 'inside',
    words,
    part,
  });
  const fixed = flat.some((rules) => rules.allowed !== null || rules.constant !== null);
  if (fixed) return;
  if (kind === 'string') {
    yield make('an empty string', () => textLeaf(''));
    yield make('a single letter', () => textLeaf('a'));
    yield make('letters beyond ASCII', () => textLeaf('é中😀'));
    yield make('10,000 letters', () => (hasPattern(flat) ? undefined : textLeaf('a'.repeat(10_000))));
  }
  if (kind === 'number')
    for (const raw of [
      '0',
      '1',
      '-1',
      '2147483647',
      '-2147483648',
      '9007199254740991',
      '-9007199254740991',
      '0.5',
    ])
      yield make(raw, () => leaf(raw));
  if (kind === 'array') {
    yield make('an empty array', () => leaf('[]'));
    yield make('a single item', () => pinned(flat, 'array', 1, maker));
    yield make('100 items', () => pinned(flat, 'array', 100, maker));
  }
  if (kind === 'object' && place.way.length > 0) yield make('an empty object', () => leaf('{}'));
  if (flat.some((rules) => rules.types?.includes('null'))) yield make('null', () => leaf('null'));
}

function hasPattern(flat: readonly Rules[]): boolean {
  return flat.some((rules) => rules.pattern !== undefined);
}

function pinned(
  flat: readonly Rules[],
  kind: 'array' | 'object',
  size: number,
  maker: Maker,
): Tree | undefined {
  try {
    return maker.makePinned(flat, kind, 1, { size });
  } catch (error) {
    if (error instanceof DeadEnd) return undefined; // that many do not go into it
    throw error;
  }
}
