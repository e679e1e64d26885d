// Strings: by format, by pattern, by length, and all of these at once. Every search is bounded; what cannot be made is said
// with its cause.

import fc from 'fast-check';
import { DeadEnd } from './dead-end.ts';
import { formats } from './formats.ts';
import { lengthOf } from './json-values.ts';
import { mostLetters } from './making.ts';
import { safePattern } from './pattern.ts';
import type { Chance } from './random.ts';
import { regexOf } from './rules.ts';
import type { Shape } from './shape.ts';

const mostTries = 80;
/** Tried where nothing better is known, e.g. on patterns with look-ahead. */
const usual = [
  'a',
  'A',
  '0',
  'Aa1!aaaa',
  'Password1!',
  'abc',
  'ABC123',
  'a-b',
  'a_b',
  'a.b',
  '1.2.3',
  'v1.0.0',
  '2026-01-31',
  'ada@example.com',
  'https://example.com/',
  '/a/b',
  'main',
  'C:\\a',
  '#fff',
  '00:00',
  '+123',
  '-1',
  '1.5',
  ' ',
  '',
];

export interface Lengths {
  readonly least: number;
  readonly most: number;
}

export function makeString(shape: Shape, chance: Chance, lengths: Lengths = shape.size('Length')): string {
  const { least, most } = lengths;
  if (least > most)
    throw new DeadEnd(
      'impossible',
      shape.at,
      `No string is at least ${least} and at most ${most} long.`,
      true,
    );
  if (least > mostLetters)
    throw new DeadEnd('unsupported', shape.at, `A string of ${least} characters is not tried.`, false);
  const known = shape.formats.filter((name) => name in formats);
  if (known.length === 0 && shape.patterns.length === 0) return freeText(chance, lengths);
  const regexes = shape.patterns.map(regexOf);
  const fits = (text: string): boolean => {
    const length = lengthOf(text);
    return length >= least && length <= most && regexes.every((regex) => regex?.test(text) === true);
  };
  const drawn = known.length > 0 ? byFormat(known, chance, fits) : byPattern(shape, chance, lengths, fits);
  const found =
    drawn ?? examplesOf(shape).find(fits) ?? usual.find((text) => known.length === 0 && fits(text));
  if (found !== undefined) return found;
  throw cannot(shape, lengths);
}

function byFormat(
  known: readonly string[],
  chance: Chance,
  fits: (text: string) => boolean,
): string | undefined {
  for (let tries = 0; tries < mostTries; tries++) {
    const text = formats[chance.pick(known)]?.make(chance);
    if (text !== undefined && fits(text)) return text;
  }
  return undefined;
}

function byPattern(
  shape: Shape,
  chance: Chance,
  lengths: Lengths,
  fits: (text: string) => boolean,
): string | undefined {
  for (let tries = 0; tries < mostTries; tries++) {
    const text = drawPattern(chance.pick(shape.patterns), chance, lengths, tries);
    if (text !== undefined && fits(text)) return text;
    // A pattern that is not anchored leaves room around what it matches.
    const padded = text !== undefined && lengthOf(text) < lengths.least ? padAround(text, lengths.least) : [];
    const fitting = padded.find(fits);
    if (fitting !== undefined) return fitting;
  }
  return undefined;
}

const arbitraries = new Map<string, fc.Arbitrary<string> | null>();

/** A string that likely matches; its repetitions are as long as the bounds on length want. */
function drawPattern(
  source: string,
  chance: Chance,
  { least, most }: Lengths,
  tries: number,
): string | undefined {
  const pattern = safePattern(source);
  const room = most === Infinity ? Math.max(least, 12) : most;
  let times = (from: number): number => from + chance.between(0, 4);
  if (pattern.repeats > 0 && (least > 6 || tries > 20)) {
    // First a draw that shows how much the rest of the pattern takes, then as many repetitions as are wanting.
    const bare = draw(
      pattern.sourceWith((from) => from),
      chance,
    );
    const wanting = chance.between(least, Math.max(least, Math.min(room, least + 20))) - lengthOf(bare ?? '');
    const favoured = chance.between(0, pattern.repeats - 1);
    let at = 0;
    const each = Math.max(0, Math.floor(wanting / pattern.repeats));
    const all = tries % 2 === 1;
    times = (from) => (all ? from + each : at++ === favoured ? from + Math.max(0, wanting) : from);
  } else if (most < 12) times = (from) => from + chance.between(0, Math.max(0, Math.min(3, most - from)));
  return draw(
    pattern.sourceWith((from, to) =>
      to === Infinity ? times(from) : chance.between(from, Math.min(to, Math.max(from, room))),
    ),
    chance,
  );
}

function draw(source: string, chance: Chance): string | undefined {
  let arbitrary = arbitraries.get(source);
  if (arbitrary === undefined) {
    try {
      arbitrary = fc.stringMatching(new RegExp(source, 'u'), { size: 'small' });
    } catch {
      arbitrary = null; // the caller names what the pattern uses
    }
    if (arbitraries.size > 2_000) arbitraries.clear();
    arbitraries.set(source, arbitrary);
  }
  try {
    return arbitrary ? chance.draw(arbitrary) : undefined;
  } catch {
    return undefined; // fast-check found a part it cannot draw only now
  }
}

function padAround(text: string, least: number): readonly string[] {
  const wanting = least - lengthOf(text);
  const letters = ['a', '0', ' '].map((one) => one.repeat(wanting));
  return letters.flatMap((pad) => [text + pad, pad + text]);
}

function examplesOf({ flat }: Shape): readonly string[] {
  return flat.flatMap((rules) =>
    rules.examples.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  );
}

function cannot(shape: Shape, { least, most }: Lengths): DeadEnd {
  const missing = shape.patterns.flatMap((source) => safePattern(source).missing);
  const wanted = [
    ...shape.patterns.map((source) => `pattern ${JSON.stringify(source)}`),
    ...shape.formats.map((name) => `format ${JSON.stringify(name)}`),
    ...(least > 0 ? [`minLength ${least}`] : []),
    ...(most < Infinity ? [`maxLength ${most}`] : []),
  ].join(', ');
  if (missing.length > 0)
    return new DeadEnd(
      'unsupported',
      shape.at,
      `The pattern uses ${[...new Set(missing)].join(', ')}, for which no string was found: give an example.`,
      false,
    );
  return new DeadEnd(
    'impossible',
    shape.at,
    `No string was found in ${mostTries} tries for ${wanted}.`,
    false,
  );
}

/** Any text of a length: mostly plain, at times with what breaks careless readers. */
export function freeText(chance: Chance, { least, most }: Lengths): string {
  const top = Math.min(most, Math.max(least, least + chance.pick([0, 1, 3, 8, 20])));
  const length = chance.between(least, top);
  if (length > 200) return 'a'.repeat(length);
  const letters = chance.is(75) ? plain : chance.is(60) ? odd : emoji;
  return Array.from({ length }, () => chance.pick(letters)).join('');
}

const plain = [...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 _-./'];
const odd = [...'aé"\\\n\t中ß\u0000\u202e\u00a0\ufeff\'<>&$%{}`;'];
const emoji = [...'a😀𝒜z'];
