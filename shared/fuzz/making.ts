// What the makers of numbers, strings, arrays and objects share while one value is made. Types and limits only.

import type { DeadEnd } from './dead-end.ts';
import type { Heights } from './heights.ts';
import type { Chance } from './random.ts';
import type { Rules } from './rules.ts';
import type { Tree } from './tree.ts';

/** Where a value should go if it can: a schema's pointer and which of its branches. */
export interface Wish {
  readonly at: string;
  readonly keyword: 'anyOf' | 'oneOf' | 'enum' | 'type' | 'if' | 'with' | 'without' | 'items' | 'noItems';
  /** Arm, index or type; key of the object. */
  readonly choice: string;
}

/** What is fixed from outside for one place, e.g. for a value on a bound. */
export interface Pin {
  /** Exact size of a string, array or object, in code points, items or keys. */
  readonly size?: number;
  /** Bounds of the schema on size do not hold: the value shall lie outside. */
  readonly beyond?: boolean;
}

export interface Making {
  readonly chance: Chance;
  readonly heights: Heights;
  readonly wish: Wish | null;
  /** Percent of optional keys that come. */
  readonly density: number;
  /** A value that keeps all of `list`, one level deeper. Throws a DeadEnd. */
  make(list: readonly Rules[], depth: number): Tree;
  /** Whether only what has to be there is added from here on: deep down, or in a value that is large already. */
  isDeep(depth: number): boolean;
  /** Whether a value made here keeps a rule that only looking can tell. */
  keeps(rules: Rules, tree: Tree): boolean;
  /** A dead end that was gone around. */
  note(end: DeadEnd): void;
}

/** Levels after which the flattest way is taken. */
export const deepEnough = 5;
/** Most items or keys that a bound may ask for; larger ones are not tried. */
export const mostParts = 3_000;
/** Longest text that a bound may ask for. */
export const mostLetters = 100_000;
