// Fuzzing by hand: places marked in a frame that a person wrote, and all frames that payloads in these places make. Works on
// text, so that nothing else of the frame is re-spelled; broken frames can be fuzzed too. Sends nothing.

import { walkJson } from '../json/walk.ts';
import { escapePointer } from '../json/pointer.ts';
import type { Payload } from './payloads.ts';

/** A marked place: UTF-16 units, `end` exclusive. */
export interface FuzzMark {
  readonly start: number;
  readonly end: number;
}

export interface FrameValue extends FuzzMark {
  /** JSON pointer, `/args/path`; of a key the pointer of its value. */
  readonly pointer: string;
  readonly kind: 'key' | 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';
}

/** `one`: a place at a time, the others as written. `sequence`: the n-th payload of each together. `all`: every combination. */
export type CombineMode = 'one' | 'sequence' | 'all';

export interface MarkedPlace {
  readonly mark: FuzzMark;
  readonly payloads: readonly Payload[];
}

export interface HandCase {
  readonly index: number;
  /** The frame with the payloads in it, without line end. */
  readonly text: string;
  /** By place in the order given: what was put there, null where it stayed as written. */
  readonly picks: readonly (Payload | null)[];
}

/** All values and keys of a frame that could be marked; of a broken frame those before the break. */
export function valuesIn(text: string): readonly FrameValue[] {
  const values: FrameValue[] = [];
  const open: { readonly value: number; readonly array: boolean; index: number; key: string }[] = [];
  const pointer = (): string =>
    open.map(({ array, index, key }) => `/${array ? index : escapePointer(key)}`).join('');
  const done = (): void => {
    const inside = open.at(-1);
    if (inside?.array) inside.index++;
  };
  walkJson(text, {
    key(name, offset, length) {
      const inside = open.at(-1);
      if (inside) inside.key = name;
      values.push({ kind: 'key', pointer: pointer(), start: offset, end: offset + length });
    },
    open(kind, offset) {
      values.push({ kind, pointer: pointer(), start: offset, end: text.length });
      open.push({ value: values.length - 1, array: kind === 'array', index: 0, key: '' });
    },
    close(_kind, end) {
      const closed = open.pop();
      const value = closed && values[closed.value];
      if (closed && value) values[closed.value] = { ...value, end };
      done();
    },
    scalar(kind, offset, length) {
      values.push({ kind, pointer: pointer(), start: offset, end: offset + length });
      done();
    },
  });
  return values;
}

/** What a mark holds: a whole value or key, a piece of a string, or loose text. Says how payloads are spelled there. */
export function markKind(text: string, { start, end }: FuzzMark): 'value' | 'key' | 'inString' | 'text' {
  for (const value of valuesIn(text)) {
    if (value.start === start && value.end === end) return value.kind === 'key' ? 'key' : 'value';
    const isText = value.kind === 'string' || value.kind === 'key';
    if (isText && start > value.start && end < value.end) return 'inString';
  }
  return 'text';
}

/** How many frames there will be. */
export function countOf(places: readonly MarkedPlace[], mode: CombineMode): number {
  const counts = places.map(({ payloads }) => payloads.length);
  if (counts.length === 0) return 0;
  if (mode === 'one') return counts.reduce((sum, count) => sum + count, 0);
  return mode === 'sequence' ? Math.max(...counts) : counts.reduce((product, count) => product * count, 1);
}

/** Lazy: all combinations may be very many. Marks must not overlap; those that do are refused with a RangeError. */
export function* combine(
  text: string,
  places: readonly MarkedPlace[],
  mode: CombineMode,
): Generator<HandCase> {
  const sorted = [...places].sort((one, other) => one.mark.start - other.mark.start);
  for (const [at, { mark }] of sorted.entries()) {
    const next = sorted[at + 1]?.mark.start ?? text.length;
    if (mark.start < 0 || mark.end < mark.start || mark.end > next)
      throw new RangeError(
        `The mark from ${mark.start} to ${mark.end} overlaps another one or lies outside.`,
      );
  }
  const kinds = new Map(places.map((place) => [place, markKind(text, place.mark)]));
  let index = 0;
  for (const picks of picksOf(places, mode)) {
    const put = new Map(places.map((place, at) => [place, picks[at] ?? null]));
    let made = '';
    let from = 0;
    for (const place of sorted) {
      const payload = put.get(place);
      const { start, end } = place.mark;
      made +=
        text.slice(from, start) + (payload ? spelled(payload.raw, kinds.get(place)) : text.slice(start, end));
      from = end;
    }
    yield { index: index++, text: made + text.slice(from), picks };
  }
}

function* picksOf(places: readonly MarkedPlace[], mode: CombineMode): Generator<(Payload | null)[]> {
  if (places.some(({ payloads }) => payloads.length === 0) && mode === 'all') return;
  if (mode === 'one') {
    for (const [at, { payloads }] of places.entries())
      for (const payload of payloads) yield places.map((_, other) => (other === at ? payload : null));
    return;
  }
  const total = countOf(places, mode);
  for (let turn = 0; turn < total; turn++) {
    // The last place changes fastest, as in a nested loop.
    let rest = turn;
    const picks: (Payload | null)[] = [];
    for (const { payloads } of [...places].reverse()) {
      const at = mode === 'sequence' ? turn : rest % payloads.length;
      picks.unshift(payloads[at] ?? null);
      rest = Math.floor(rest / payloads.length);
    }
    yield picks;
  }
}

/** A payload as it stands in a place: inside a string without its quotes, for a key always as a string. */
function spelled(raw: string, kind: 'value' | 'key' | 'inString' | 'text' | undefined): string {
  const isText = raw.startsWith('"');
  if (kind === 'key') return isText ? raw : JSON.stringify(raw);
  if (kind === 'inString') return isText ? raw.slice(1, -1) : JSON.stringify(raw).slice(1, -1);
  return kind === 'text' && isText ? (JSON.parse(raw) as string) : raw;
}
