// One change to a valid value as a thing of its own: its kind, its words, and the value it leads to, made only when asked for.

import { pointerOf, type Place } from './evaluate.ts';
import type { Fault } from './fuzz-types.ts';
import type { Rules } from './rules.ts';
import { rawOfTree, withTreeAt, type Tree, type Way } from './tree.ts';

export interface Mutation {
  /** Once in the systematic part of a plan. */
  readonly key: string;
  readonly kind: MutationKind;
  readonly fault: Fault;
  readonly words: string;
  /** Whether the value has to be invalid now; odd values may well be valid. */
  readonly breaks: boolean;
  readonly tree: () => Tree;
}

export const mutationKinds = [
  'missingRequired',
  'wrongType',
  'extraProperty',
  'wrongEnum',
  'brokenFormat',
  'brokenPattern',
  'brokenStep',
  'doubled',
  'oddNumber',
  'oddText',
  'null',
  'longText',
  'deep',
  'oddKey',
  'duplicateKey',
  'brokenName',
] as const;
export type MutationKind = (typeof mutationKinds)[number];

/** How a place is called in a sentence. */
export function placeInWords(way: Way): string {
  return way.length === 0
    ? 'the whole value'
    : way.map((step) => (typeof step === 'number' ? `[${step}]` : JSON.stringify(step))).join(' › ');
}

type Make = {
  readonly label?: string;
  readonly keyword: string;
  readonly words: string;
  readonly odd?: boolean;
};

/** Puts a part in the place of another and gives it a name. */
export class Putter {
  readonly #base: Tree;
  readonly #place: Place;
  readonly name: string;
  readonly #at: string;

  constructor(base: Tree, place: Place, flat: readonly Rules[]) {
    this.#base = base;
    this.#place = place;
    this.name = placeInWords(place.way);
    this.#at = flat[0]?.at ?? '';
  }

  make(kind: MutationKind, { label, keyword, words, odd = false }: Make, part: () => Tree): Mutation {
    return {
      key: `${kind} ${this.#at} ${label ?? words}`,
      kind,
      fault: { keyword, at: pointerOf(this.#place.way) },
      words,
      breaks: !odd,
      tree: () => withTreeAt(this.#base, this.#place.way, part()),
    };
  }
}

/** Enough of a value to know it by. */
export function short(tree: Tree): string {
  const raw = rawOfTree(tree);
  return raw.length > 40 ? `${raw.slice(0, 37)}…` : raw;
}
