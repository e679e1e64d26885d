// Lists and generators of payloads for fuzzing by hand: what a person puts into the places of a frame. Every payload is JSON
// text of a whole value; what is put inside a string is taken from it. No chance but the seed's.

import type { Validate } from './fuzz-types.ts';
import { freeText } from './make-string.ts';
import {
  deepLevels,
  injections,
  longLetters,
  nested,
  oddNumbers,
  oddShapes,
  oddTexts,
  type Odd,
} from './odd-values.ts';
import { planCases } from './plan.ts';
import { Chance } from './random.ts';
import { numberLeaf, rawOfTree, textLeaf } from './tree.ts';

export interface Payload {
  /** JSON text of one value. */
  readonly raw: string;
  readonly words: string;
}

export interface PayloadList {
  readonly id: string;
  readonly title: string;
  readonly payloads: readonly Payload[];
}

/** What fills one place. */
export type PayloadSource =
  | { readonly kind: 'list'; readonly id: string }
  | { readonly kind: 'given'; readonly raws: readonly string[] }
  | { readonly kind: 'numbers'; readonly from: number; readonly to: number; readonly step: number }
  | {
      readonly kind: 'lengths';
      readonly from: number;
      readonly to: number;
      readonly step: number;
      readonly letter: string;
    }
  | { readonly kind: 'randomText'; readonly count: number; readonly least: number; readonly most: number }
  | { readonly kind: 'randomNumbers'; readonly count: number; readonly least: number; readonly most: number }
  | {
      readonly kind: 'schema';
      readonly schemaText: string;
      readonly validate: Validate;
      readonly verdict: 'valid' | 'invalid';
      readonly count: number;
    };

/** Most payloads of one place. */
export const mostPayloads = 10_000;

const lengths = [
  0,
  1,
  2,
  7,
  8,
  9,
  63,
  64,
  65,
  255,
  256,
  257,
  1023,
  1024,
  1025,
  4096,
  65_535,
  65_536,
  longLetters,
];

export const payloadLists: readonly PayloadList[] = [
  list('boundaries', 'Numbers at the borders of types', oddNumbers),
  list('unicode', 'Text that troubles readers', oddTexts),
  list('injection', 'Text that means something elsewhere', injections),
  list('types', 'One value of each type', oddShapes),
  list(
    'lengths',
    'Text around powers of two',
    lengths.map((length) => ({ words: `${length} letters`, tree: textLeaf('a'.repeat(length)) })),
  ),
  list(
    'deep',
    'Deep nesting',
    deepLevels.flatMap((levels) => [
      { words: `${levels} arrays in each other`, tree: nested(levels, false) },
      { words: `${levels} objects in each other`, tree: nested(levels, true) },
    ]),
  ),
];

function list(id: string, title: string, odds: readonly Odd[]): PayloadList {
  return { id, title, payloads: odds.map(({ words, tree }) => ({ words, raw: rawOfTree(tree) })) };
}

/** The payloads of a source, in order, at most {@link mostPayloads}; the same seed gives the same ones. */
export function payloadsOf(source: PayloadSource, seed: number): readonly Payload[] {
  switch (source.kind) {
    case 'list':
      return payloadLists.find(({ id }) => id === source.id)?.payloads ?? [];
    case 'given':
      return source.raws.slice(0, mostPayloads).map((raw) => ({ raw, words: raw }));
    case 'numbers':
      return steps(source).map((value) => ({ raw: rawOfTree(numberLeaf(value)), words: String(value) }));
    case 'lengths':
      return steps(source).map((length) => ({
        raw: JSON.stringify(source.letter.repeat(Math.max(0, Math.floor(length)))),
        words: `${Math.max(0, Math.floor(length))} times ${JSON.stringify(source.letter)}`,
      }));
    case 'randomText':
      return drawn(source.count, seed, (chance) => JSON.stringify(freeText(chance, source)));
    case 'randomNumbers':
      return drawn(source.count, seed, (chance) => String(chance.between(source.least, source.most)));
    case 'schema':
      return ofSchema(source, seed);
  }
}

function steps({
  from,
  to,
  step,
}: {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}): number[] {
  const size = Math.abs(step);
  if (!(size > 0) || !Number.isFinite(from) || !Number.isFinite(to)) return [];
  const count = Math.min(mostPayloads, Math.floor(Math.abs(to - from) / size + 1e-9) + 1);
  const towards = to < from ? -size : size;
  return Array.from({ length: count }, (_, at) => Number((from + at * towards).toPrecision(15)));
}

function drawn(count: number, seed: number, draw: (chance: Chance) => string): Payload[] {
  return Array.from({ length: Math.min(count, mostPayloads) }, (_, at) => {
    const raw = draw(new Chance(seed, at));
    return { raw, words: raw };
  });
}

function ofSchema(source: Extract<PayloadSource, { kind: 'schema' }>, seed: number): Payload[] {
  const { schemaText, validate, verdict } = source;
  const payloads: Payload[] = [];
  const phases =
    verdict === 'valid' ? (['boundaries', 'valid'] as const) : (['boundaries', 'invalid'] as const);
  const count = Math.min(source.count, mostPayloads);
  for (const made of planCases({ schemaText, validate, phases, seed, runs: count * 4 })) {
    if (payloads.length >= count) break;
    if (made.kind === 'value' && made.verdict === verdict) payloads.push({ raw: made.raw, words: made.why });
  }
  return payloads;
}
