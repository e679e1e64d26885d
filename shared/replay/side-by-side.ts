// Two lines next to each other, laid out member by member: what is the same stands on one height, what differs is marked,
// and what only one side has leaves a gap on the other. Values are spelled as they were. What counts as a difference was
// decided by the comparison (compare.ts); this only draws it. Pure; never throws.

import { readExact, type Exact, type ExactMember } from '../form/exact.ts';
import { escapePointer } from '../json/pointer.ts';
import type { Change } from './compare.ts';

export type PieceTone = 'key' | 'string' | 'number' | 'literal' | 'punct' | 'plain';

export interface SidePiece {
  readonly tone: PieceTone;
  readonly text: string;
  /** These very characters differ. */
  readonly changed?: true;
}

export interface SideLine {
  /** Counts from 1. */
  readonly number: number;
  /** Levels to indent. */
  readonly depth: number;
  readonly pieces: readonly SidePiece[];
}

export interface SidePair {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  readonly left: SideLine | null;
  readonly right: SideLine | null;
  /** JSON pointer of the change that begins here; absent elsewhere. */
  readonly pointer?: string;
}

export interface SideBySide {
  readonly pairs: readonly SidePair[];
  /** There is more than is laid out. */
  readonly cut: boolean;
}

const mostPairs = 3_000;
/** Values nested deeper stand on one line as they are. */
const mostDepth = 60;

/** @param before null when nothing stands on that side @param changes of the comparison, by which differences are marked */
export function sideBySide(
  before: string | null,
  after: string | null,
  changes: readonly Change[],
): SideBySide {
  const drawing = new Drawing(before ?? '', after ?? '', new Set(changes.map(({ pointer }) => pointer)));
  const a = before === null ? null : readExact(before);
  const b = after === null ? null : readExact(after);
  if ((a && !a.ok) || (b && !b.ok)) drawing.texts(before, after);
  else drawing.both(a?.ok ? a.root : undefined, b?.ok ? b.root : undefined, '', 0, [], [], '', '');
  return { pairs: drawing.pairs, cut: drawing.cut };
}

type Pieces = readonly SidePiece[];
interface Draft {
  readonly depth: number;
  readonly pieces: Pieces;
}
type Side = 'left' | 'right';

class Drawing {
  readonly pairs: SidePair[] = [];
  cut = false;
  readonly #texts: Readonly<Record<Side, string>>;
  readonly #changed: ReadonlySet<string>;
  readonly #numbers = { left: 0, right: 0 };

  constructor(before: string, after: string, changed: ReadonlySet<string>) {
    this.#texts = { left: before, right: after };
    this.#changed = changed;
  }

  /** Lines that are no JSON, whole. */
  texts(before: string | null, after: string | null): void {
    const one = before === null ? null : { depth: 0, pieces: plain(before) };
    const another = after === null ? null : { depth: 0, pieces: plain(after) };
    this.#differs(one ? [one] : [], another ? [another] : [], '');
  }

  /** @param commaA what stands behind the value on the left @param keyA before it */
  both(
    a: Exact | undefined,
    b: Exact | undefined,
    pointer: string,
    depth: number,
    keyA: Pieces,
    keyB: Pieces,
    commaA: string,
    commaB: string,
  ): void {
    if (this.pairs.length >= mostPairs) {
      this.cut = true;
      return;
    }
    if (!a || !b || this.#changed.has(pointer)) {
      const one = a ? this.#lines('left', a, depth, keyA, commaA) : [];
      const another = b ? this.#lines('right', b, depth, keyB, commaB) : [];
      return this.#differs(one, another, pointer);
    }
    if (
      depth < mostDepth &&
      a.kind === 'object' &&
      b.kind === 'object' &&
      a.members.length + b.members.length > 0
    ) {
      this.#same(depth, [...keyA, punct('{')], [...keyB, punct('{')]);
      this.#members(lastOfEach(a.members), lastOfEach(b.members), pointer, depth + 1);
      return this.#same(depth, [punct(`}${commaA}`)], [punct(`}${commaB}`)]);
    }
    if (
      depth < mostDepth &&
      a.kind === 'array' &&
      b.kind === 'array' &&
      a.items.length + b.items.length > 0
    ) {
      this.#same(depth, [...keyA, punct('[')], [...keyB, punct('[')]);
      const most = Math.max(a.items.length, b.items.length);
      for (let at = 0; at < most; at++) {
        const [one, another] = [comma(at, a.items.length), comma(at, b.items.length)];
        this.both(a.items[at], b.items[at], `${pointer}/${at}`, depth + 1, [], [], one, another);
      }
      return this.#same(depth, [punct(`]${commaA}`)], [punct(`]${commaB}`)]);
    }
    const left = this.#value('left', a);
    const right = this.#value('right', b);
    this.#same(depth, [...keyA, ...left, ...behind(commaA)], [...keyB, ...right, ...behind(commaB)]);
  }

  #members(
    a: ReadonlyMap<string, ExactMember>,
    b: ReadonlyMap<string, ExactMember>,
    pointer: string,
    depth: number,
  ): void {
    const keys = [...a.keys(), ...[...b.keys()].filter((key) => !a.has(key))];
    // On the right they stand in the order of the left, so that the last one there may be any.
    const inB = keys.filter((key) => b.has(key));
    let [atA, atB] = [0, 0];
    for (const key of keys) {
      const [one, another] = [a.get(key), b.get(key)];
      const below = `${pointer}/${escapePointer(key)}`;
      const commaA = one ? comma(atA++, a.size) : '';
      const commaB = another ? comma(atB++, inB.length) : '';
      const keyOf = (side: Side, member: ExactMember | undefined): Pieces =>
        member
          ? [{ tone: 'key', text: this.#texts[side].slice(member.keyStart, member.keyEnd) }, punct(': ')]
          : [];
      this.both(
        one?.value,
        another?.value,
        below,
        depth,
        keyOf('left', one),
        keyOf('right', another),
        commaA,
        commaB,
      );
    }
  }

  /** All lines of a value that stands on one side, or differs as a whole. */
  #lines(side: Side, value: Exact, depth: number, key: Pieces, after: string): readonly Draft[] {
    const children =
      value.kind === 'object'
        ? [...lastOfEach(value.members).values()]
        : value.kind === 'array'
          ? value.items.map((item) => ({ value: item }))
          : [];
    if (children.length === 0 || depth >= mostDepth)
      return [{ depth, pieces: [...key, ...this.#value(side, value), ...behind(after)] }];
    const [open, close] = value.kind === 'object' ? ['{', '}'] : ['[', ']'];
    const lines: Draft[] = [{ depth, pieces: [...key, punct(open)] }];
    for (const [at, child] of children.entries()) {
      if (lines.length > mostPairs) break;
      const name: Pieces =
        'keyStart' in child
          ? [{ tone: 'key', text: this.#texts[side].slice(child.keyStart, child.keyEnd) }, punct(': ')]
          : [];
      lines.push(...this.#lines(side, child.value, depth + 1, name, comma(at, children.length)));
    }
    return [...lines, { depth, pieces: [punct(`${close}${after}`)] }];
  }

  #value(side: Side, value: Exact): Pieces {
    const text = this.#texts[side].slice(value.start, value.end);
    const { kind } = value;
    const tone =
      kind === 'string' || kind === 'number'
        ? kind
        : kind === 'boolean' || kind === 'null'
          ? 'literal'
          : 'punct';
    return [{ tone, text }];
  }

  #same(depth: number, left: Pieces, right: Pieces): void {
    this.#push('same', { depth, pieces: left }, { depth, pieces: right });
  }

  #differs(left: readonly Draft[], right: readonly Draft[], pointer: string): void {
    const most = Math.max(left.length, right.length);
    for (let at = 0; at < most; at++) {
      const [one, another] = [left[at], right[at]];
      const kind = one && another ? 'changed' : one ? 'removed' : 'added';
      const marked = one && another && most === 1 ? markWords(one, another) : ([one, another] as const);
      this.#push(kind, marked[0], marked[1], at === 0 ? pointer : undefined);
    }
  }

  #push(kind: SidePair['kind'], left: Draft | undefined, right: Draft | undefined, pointer?: string): void {
    if (this.pairs.length >= mostPairs) {
      this.cut = true;
      return;
    }
    const numbered = (side: Side, line: Draft | undefined): SideLine | null =>
      line ? { number: ++this.#numbers[side], ...line } : null;
    this.pairs.push({
      kind,
      left: numbered('left', left),
      right: numbered('right', right),
      ...(pointer === undefined ? {} : { pointer }),
    });
  }
}

/** Of a key that stands twice the last one counts, as in the comparison. */
function lastOfEach(members: readonly ExactMember[]): ReadonlyMap<string, ExactMember> {
  return new Map(members.map((member) => [member.key, member]));
}

function punct(text: string): SidePiece {
  return { tone: 'punct', text };
}
function behind(text: string): Pieces {
  return text === '' ? [] : [punct(text)];
}
function comma(at: number, count: number): string {
  return at < count - 1 ? ',' : '';
}
function plain(text: string): Pieces {
  return [{ tone: 'plain', text }];
}

/** The characters that differ between two values on one line each: what is left without the words both begin and end with. */
function markWords(one: Draft, another: Draft): readonly [Draft, Draft] {
  const at = one.pieces.findIndex(isValue);
  const other = another.pieces.findIndex(isValue);
  const [a, b] = [one.pieces[at], another.pieces[other]];
  if (!a || !b) return [one, another];
  const [head, tail] = common(a.text, b.text);
  return [
    { ...one, pieces: one.pieces.toSpliced(at, 1, ...cutUp(a, head, tail)) },
    { ...another, pieces: another.pieces.toSpliced(other, 1, ...cutUp(b, head, tail)) },
  ];
}

function isValue({ tone }: SidePiece): boolean {
  return tone !== 'key' && tone !== 'punct';
}

function cutUp(piece: SidePiece, head: number, tail: number): SidePiece[] {
  const end = piece.text.length - tail;
  const parts: SidePiece[] = [
    { tone: piece.tone, text: piece.text.slice(0, head) },
    { tone: piece.tone, text: piece.text.slice(head, end), changed: true },
    { tone: piece.tone, text: piece.text.slice(end) },
  ];
  return parts.filter(({ text }) => text !== '');
}

/** Lengths of what both begin and end with, in whole words. */
function common(a: string, b: string): readonly [head: number, tail: number] {
  const least = Math.min(a.length, b.length);
  let head = 0;
  while (head < least && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < least - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const inWord = (text: string, at: number): boolean =>
    /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at] ?? '');
  while (head > 0 && (inWord(a, head) || inWord(b, head))) head--;
  while (tail > 0 && (inWord(a, a.length - tail) || inWord(b, b.length - tail))) tail--;
  return [head, tail];
}
