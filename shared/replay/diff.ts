// Two recordings side by side: lines of both sides, matched by type, by what they are about and by order, answers by their
// requests. Ids are paired with the requests that have them. Nothing is run.

import type { Decoded, DecodeLine } from '../protocol/define.ts';
import type { DecodedEntry } from '../session/decode-entry.ts';
import { align } from './align.ts';
import { AskedBook } from './asked.ts';
import { canonicalLine, namelessLine } from './canonical.ts';
import { compareLines, type Comparing } from './compare.ts';
import { rulesFor, type IgnoreRule } from './ignore.ts';
import { Leaves } from './leaf.ts';
import { pairsByType, type ReplayLine } from './line.ts';
import type { Normaliser } from './normalisers.ts';
import { Pairing } from './pairing.ts';
import { PassedLines } from './passed-lines.ts';
import { exitWords, type ComparedRow, type ExitRow, type LinePlace, type ReplayRow } from './result.ts';
import type { RunFacts } from './run-facts.ts';
import { placeOf } from './table.ts';

interface Crossed {
  readonly line: ReplayLine;
  /** Place of the request it answers in the list. */
  readonly answers?: number;
  readonly latencyUs?: number;
}

/** All lines of a recording that crossed; fed with its entries in order. */
export class Crossing {
  readonly facts: RunFacts;
  readonly lines: Crossed[] = [];
  exit: { readonly code: number | null; readonly signal: string | null } | null = null;
  readonly #passed: PassedLines;
  readonly #asked = new AskedBook<{ readonly at: number; readonly atUs: number }>();

  constructor(facts: RunFacts, decode: DecodeLine) {
    this.facts = facts;
    this.#passed = new PassedLines(decode, (line, decoded) => this.#line(line, decoded));
  }

  add(decodedEntry: DecodedEntry): void {
    const { entry } = decodedEntry;
    if (entry.kind === 'exited') this.exit ??= entry;
    else this.#passed.add(decodedEntry);
  }

  end(): void {
    this.#passed.end();
  }

  #line(line: ReplayLine, decoded: Decoded): void {
    this.facts.saw(line);
    if (line.sentByHost === 'always' && decoded.kind === 'frame') this.facts.addFolders(decoded.frame);
    const request = this.#asked.answeredBy(line);
    this.#asked.ask(line, { at: this.lines.length, atUs: line.atUs });
    const answers = request ? { answers: request.at, latencyUs: Math.max(0, line.atUs - request.atUs) } : {};
    this.lines.push({ line, ...answers });
  }
}

/** Rows in the order of `a`; what only `b` has stands after what came before it there. */
export function diffRecordings(
  a: Crossing,
  b: Crossing,
  normalisers: readonly Normaliser[],
  ignore: readonly IgnoreRule[],
): readonly ReplayRow[] {
  const comparing: Comparing = {
    recorded: new Leaves(normalisers, a.facts),
    live: new Leaves(normalisers, b.facts),
    pairing: new Pairing(a.facts, b.facts),
    ignore,
  };
  const partner = pairUp(a.lines, b.lines, comparing);
  const rows: ReplayRow[] = [];
  const back = new Set(partner.values());
  const onlyB = b.lines.flatMap((_, at) => (back.has(at) ? [] : [at]));
  const add = (one: Crossed | undefined, another: Crossed | undefined): void => {
    rows.push(rowOf(rows.length + 1, one, another, comparing));
  };
  a.lines.forEach((one, at) => {
    const other = partner.get(at);
    while (other !== undefined && (onlyB[0] ?? other) < other) add(undefined, b.lines[onlyB.shift() ?? 0]);
    add(one, other === undefined ? undefined : b.lines[other]);
  });
  for (const at of onlyB) add(undefined, b.lines[at]);
  return a.exit && b.exit ? [...rows, exitRow(rows.length + 1, exitWords(a.exit), exitWords(b.exit))] : rows;
}

/** Place in `a` → place in `b`. Requests and notices first: answers go with their requests. */
function pairUp(a: readonly Crossed[], b: readonly Crossed[], comparing: Comparing): Map<number, number> {
  const partner = new Map<number, number>();
  const back = new Map<number, number>();
  const pairGroups = (
    groupA: Groups,
    groupB: Groups,
    textOf: typeof canonicalLine,
    exactly = false,
  ): void => {
    for (const [key, inA] of groupA) {
      const inB = groupB.get(key) ?? [];
      const textsA = inA.map((at) => textOf(a[at]!.line, comparing.recorded, comparing.ignore));
      const textsB = inB.map((at) => textOf(b[at]!.line, comparing.live, comparing.ignore));
      for (const [one, another] of align(textsA, textsB)) {
        const [atA, atB] = [inA[one], inB[another]];
        if (atA === undefined || atB === undefined) continue;
        if (exactly && textsA[one] !== textsB[another]) continue;
        partner.set(atA, atB);
        back.set(atB, atA);
        pairIds(a[atA]!.line, b[atB]!.line, comparing.pairing);
      }
    }
  };
  const byName: KeyOf = ({ line, answers }) => {
    const { from, type, name = '' } = line;
    return answers === undefined ? `${from} ${type} ${pairsByType(line) ? '' : name}` : undefined;
  };
  pairGroups(grouped(a, byName), grouped(b, byName), canonicalLine);
  // What is about something else now and the same otherwise was renamed.
  const unnamed =
    (taken: ReadonlyMap<number, number>): KeyOf =>
    ({ line: { from, type, nameField }, answers }, at) =>
      answers === undefined && nameField !== undefined && !taken.has(at) ? `${from} ${type}` : undefined;
  pairGroups(grouped(a, unnamed(partner)), grouped(b, unnamed(back)), namelessLine, true);
  const byRequest: KeyOf = ({ line: { from, type }, answers }) =>
    answers === undefined ? undefined : `${from} ${type} ${answers}`;
  const byItsPartner: KeyOf = ({ line: { from, type }, answers }) =>
    answers === undefined ? undefined : `${from} ${type} ${back.get(answers) ?? `only ${answers}`}`;
  pairGroups(grouped(a, byRequest), grouped(b, byItsPartner), canonicalLine);
  return partner;
}

type Groups = ReadonlyMap<string, readonly number[]>;
type KeyOf = (crossed: Crossed, at: number) => string | undefined;

function pairIds(a: ReplayLine, b: ReplayLine, pairing: Pairing): void {
  if (a.role !== 'request' || a.id === undefined || b.id === undefined) return;
  pairing.set(a.from, a.id, b.id);
}

function grouped(lines: readonly Crossed[], keyOf: KeyOf): Groups {
  const groups = new Map<string, number[]>();
  lines.forEach((crossed, at) => {
    const key = keyOf(crossed, at);
    if (key === undefined) return;
    const group = groups.get(key);
    if (group) group.push(at);
    else groups.set(key, [at]);
  });
  return groups;
}

function rowOf(
  row: number,
  a: Crossed | undefined,
  b: Crossed | undefined,
  comparing: Comparing,
): ComparedRow {
  const { line } = (a ?? b)!;
  const { from, type, name } = line;
  const place = (crossed: Crossed | undefined): LinePlace | null =>
    crossed ? placeOf(crossed.line, crossed.latencyUs) : null;
  const common = {
    kind: 'compared',
    row,
    step: 0,
    from,
    type,
    ...(name === undefined ? {} : { name }),
    baseline: place(a),
    run: place(b),
  } as const;
  if (a && b) {
    const { changes, left, ignored, normalised } = compareLines(a.line, b.line, comparing);
    return {
      ...common,
      verdict: changes.length > 0 ? 'changed' : 'equal',
      changes,
      left,
      ignored,
      normalised,
    };
  }
  const forgiven = rulesFor(comparing.ignore, type).out ? { forgiven: true as const } : {};
  const verdict = a ? 'missing' : 'extra';
  return { ...common, verdict, changes: [], left: 0, ignored: 0, normalised: [], ...forgiven };
}

function exitRow(row: number, before: string, after: string): ExitRow {
  return { kind: 'exit', row, step: 0, verdict: before === after ? 'equal' : 'changed', before, after };
}
