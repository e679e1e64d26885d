// What differs between a recorded line and the one it is compared with: a list of places with both values as they were
// spelled. Order of keys, white space, escapes and the spelling of numbers do not count; every digit does. Iterative, so
// depth costs no stack.

import { escapePointer } from '../json/pointer.ts';
import { readExact, type Exact, type ExactArray, type ExactObject } from '../form/exact.ts';
import { rulesFor, stepDown, type Below, type IgnoreRule } from './ignore.ts';
import type { Leaf, Leaves } from './leaf.ts';
import { isJsonLine, lineText, type ReplayLine } from './line.ts';
import type { NormaliserName } from './normalisers.ts';
import type { Pairing } from './pairing.ts';

/** JSON texts; null: nothing stands there. The pointer is that of the recorded line, or of the new one for what is new. */
export interface Change {
  readonly pointer: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface Comparison {
  readonly changes: readonly Change[];
  /** Changes beyond those listed. */
  readonly left: number;
  /** Places that differ and are ignored. */
  readonly ignored: number;
  /** Normalisers without which it would differ. */
  readonly normalised: readonly NormaliserName[];
}

/** The two runs, and what does not count between them. */
export interface Comparing {
  readonly recorded: Leaves;
  readonly live: Leaves;
  readonly pairing: Pairing;
  readonly ignore: readonly IgnoreRule[];
}

/** Changes listed for one line. */
export const mostChanges = 200;

interface Path {
  readonly above: Path | null;
  readonly key: string | number;
}
interface Pair {
  readonly a: Exact | undefined;
  readonly b: Exact | undefined;
  readonly path: Path | null;
  readonly depth: number;
  readonly below: Below;
}

export function compareLines(before: ReplayLine, after: ReplayLine, comparing: Comparing): Comparison {
  const root = rulesFor(comparing.ignore, before.type);
  const texts = [lineText(before), lineText(after)] as const;
  const found = new Found(texts);
  if (root.out) {
    if (texts[0] !== texts[1]) found.ignored++;
    return found;
  }
  const a = isJsonLine(before) ? readExact(texts[0]) : null;
  const b = isJsonLine(after) ? readExact(texts[1]) : null;
  if (!a?.ok || !b?.ok) {
    const cut = before.cutFrom !== after.cutFrom;
    const [one, another] = [comparing.recorded.text(texts[0]), comparing.live.text(texts[1])];
    if (cut || before.isFrame !== after.isFrame || !found.same(one, another, comparing.pairing))
      found.add('', asText(before), asText(after));
    return found;
  }
  const lines = [before, after] as const;
  const stack: Pair[] = [{ a: a.root, b: b.root, path: null, depth: 0, below: root }];
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    // The last one pushed is the next one looked at.
    for (const below of comparePair(pair, lines, comparing, found).reverse()) stack.push(below);
  }
  return found;
}

class Found implements Comparison {
  readonly changes: Change[] = [];
  readonly normalised: NormaliserName[] = [];
  left = 0;
  ignored = 0;
  readonly #texts: readonly [string, string];

  constructor(texts: readonly [string, string]) {
    this.#texts = texts;
  }

  add(pointer: string, before: string | null, after: string | null): void {
    if (this.changes.length < mostChanges) this.changes.push({ pointer, before, after });
    else this.left++;
  }

  differs(pair: Pair): void {
    this.add(pointerOf(pair.path), ...this.#spelled(pair));
  }

  leavesOut(pair: Pair): void {
    const [before, after] = this.#spelled(pair);
    if (before !== after) this.ignored++;
  }

  same(a: Leaf, b: Leaf, pairing: Pairing): boolean {
    if (a.text !== b.text || !pairing.same(a.paired, b.paired)) return false;
    for (const name of a.by) if (!this.normalised.includes(name)) this.normalised.push(name);
    return true;
  }

  #spelled({ a, b }: Pair): [before: string | null, after: string | null] {
    const spelled = (text: string, node: Exact | undefined): string | null =>
      node ? text.slice(node.start, node.end) : null;
    return [spelled(this.#texts[0], a), spelled(this.#texts[1], b)];
  }
}

/** Compares what stands there; gives back the pairs below it, in order. */
function comparePair(
  pair: Pair,
  [before, after]: readonly [ReplayLine, ReplayLine],
  { recorded, live, pairing }: Comparing,
  found: Found,
): Pair[] {
  const { a, b, path, depth, below } = pair;
  if (below.out) found.leavesOut(pair);
  else if (!a || !b || a.kind !== b.kind) found.differs(pair);
  else if (a.kind === 'object' && b.kind === 'object') return members(a, b, pair);
  else if (a.kind === 'array' && b.kind === 'array') return items(a, b, pair);
  else if ('raw' in a && 'raw' in b) {
    const key = path?.key ?? null;
    const one = recorded.leaf(a.kind, a.raw, a.text, { line: before, depth, key });
    const another = live.leaf(b.kind, b.raw, b.text, { line: after, depth, key });
    if (a.raw !== b.raw) {
      if (!found.same(one, another, pairing)) found.differs(pair);
    } else pairing.same(one.paired, another.paired); // seen for the first time, perhaps
  }
  return [];
}

function step(
  { path, depth, below }: Pair,
  key: string | number,
  a: Exact | undefined,
  b: Exact | undefined,
): Pair {
  return { a, b, path: { above: path, key }, depth: depth + 1, below: stepDown(below, key) };
}

/** Of a key that stands twice the last one counts. */
function members(a: ExactObject, b: ExactObject, pair: Pair): Pair[] {
  const there = new Map(b.members.map(({ key, value }) => [key, value]));
  const here = new Map(a.members.map(({ key, value }) => [key, value]));
  const pairs = [...here].map(([key, value]) => step(pair, key, value, there.get(key)));
  for (const [key, value] of there) if (!here.has(key)) pairs.push(step(pair, key, undefined, value));
  return pairs;
}

function items(a: ExactArray, b: ExactArray, pair: Pair): Pair[] {
  const length = Math.max(a.items.length, b.items.length);
  return Array.from({ length }, (_, at) => step(pair, at, a.items[at], b.items[at]));
}

function pointerOf(path: Path | null): string {
  const keys: string[] = [];
  for (let at = path; at; at = at.above) keys.push(escapePointer(String(at.key)));
  return keys
    .reverse()
    .map((key) => `/${key}`)
    .join('');
}

/** A line that is no frame, as a JSON text. */
function asText(line: ReplayLine): string {
  return isJsonLine(line) ? lineText(line) : JSON.stringify(lineText(line));
}
