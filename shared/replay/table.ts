// The rows of a replay: one for each line of the recording in its order, and those that came without being expected after
// the step they came in. Rows are replaced, never changed, so that who has one keeps what it saw.

import { clip } from '../protocol/say.ts';
import { lineText, type ReplayLine } from './line.ts';
import type { Arrival, Expected, Matcher } from './matcher.ts';
import type { Plan, PlanStep } from './plan.ts';
import {
  countedAs,
  exitWords,
  mostRowText,
  type ComparedRow,
  type HostRow,
  type LinePlace,
  type ReplayRow,
  type VerdictCounts,
} from './result.ts';

type Compared = Pick<ComparedRow, 'changes' | 'left' | 'ignored' | 'normalised'>;
const nothing: Compared = { changes: [], left: 0, ignored: 0, normalised: [] };

export class ReplayTable {
  readonly #rows: ReplayRow[] = [];
  /** Row numbers by step, in order. */
  readonly #steps: number[][] = [];
  readonly #ofHost = new Map<number, number>();
  readonly #ofExpected = new Map<Expected, number>();
  readonly #ofExit: number | null;
  #changed = new Set<number>();
  readonly #counts = { equal: 0, changed: 0, missing: 0, extra: 0, late: 0 };
  readonly #matcher: Matcher;

  constructor(plan: Plan, matcher: Matcher) {
    this.#matcher = matcher;
    let next = 0;
    for (const step of plan.steps) {
      this.#steps.push([]);
      this.#addHost(step);
      for (; matcher.expected[next]?.step === step.index; next++) this.#addExpected(matcher.expected[next]!);
    }
    this.#ofExit = plan.exit ? this.#add(plan.exit.step, (row) => exitRow(row, plan)) : null;
  }

  /** In the order of the table. The exit stands where it was recorded. */
  get rows(): readonly ReplayRow[] {
    return this.#steps.flat().map((row) => this.#rows[row - 1]!);
  }

  get size(): number {
    return this.#rows.length;
  }

  /** As `countVerdicts` of all rows, at no cost. */
  get counts(): VerdictCounts {
    return { ...this.#counts };
  }

  /** Rows that are new or differ since the last call, by number. */
  takeChanged(): readonly ReplayRow[] {
    const changed = [...this.#changed].sort((a, b) => a - b).map((row) => this.#rows[row - 1]!);
    this.#changed = new Set();
    return changed;
  }

  host(step: number, change: Partial<Pick<HostRow, 'state' | 'why' | 'run'>>): void {
    const number = this.#ofHost.get(step);
    const row = number === undefined ? undefined : this.#rows[number - 1];
    if (row?.kind === 'host') this.#replace({ ...row, ...change });
  }

  matched(expected: Expected): void {
    const { match, passed } = expected;
    const row = this.#rowOf(expected);
    if (!match || row?.kind !== 'compared') return;
    const { arrival, comparison } = match;
    const { changes, left, ignored, normalised } = comparison;
    const late = passed === 'inVain';
    const verdict = changes.length > 0 ? 'changed' : late ? 'late' : 'equal';
    this.#replace({
      ...row,
      verdict,
      changes,
      left,
      ignored,
      normalised,
      run: placeOf(arrival.line, arrival.latencyUs),
      ...(late && verdict === 'changed' ? { late } : {}),
    });
  }

  missing(expected: Expected): void {
    const row = this.#rowOf(expected);
    if (row?.kind === 'compared') this.#replace({ ...row, verdict: 'missing', ...this.#forgiven(row.type) });
  }

  extra({ line, step, latencyUs }: Arrival): void {
    this.#add(step, (row) => ({
      ...comparedRow(row, step, line),
      verdict: 'extra',
      run: placeOf(line, latencyUs),
      ...this.#forgiven(line.type),
    }));
  }

  exit(after: string, asRecorded: boolean): void {
    const row = this.#ofExit === null ? undefined : this.#rows[this.#ofExit - 1];
    if (row?.kind === 'exit') this.#replace({ ...row, after, verdict: asRecorded ? 'equal' : 'changed' });
  }

  #addHost({ index, begin }: PlanStep): void {
    if (begin.kind === 'start') return;
    const line = begin.kind === 'stop' ? undefined : begin.line;
    const number = this.#add(index, (row) => ({
      kind: 'host',
      row,
      step: index,
      type: line?.type ?? 'stop',
      ...(line?.name === undefined ? {} : { name: line.name }),
      baseline: line ? placeOf(line) : null,
      run: null,
      state: 'waiting',
      why: '',
    }));
    this.#ofHost.set(index, number);
  }

  #addExpected(expected: Expected): void {
    const { planned, step } = expected;
    const { line, latencyUs } = planned;
    const number = this.#add(step, (row) => ({
      ...comparedRow(row, step, line),
      baseline: placeOf(line, latencyUs),
    }));
    this.#ofExpected.set(expected, number);
  }

  #add(step: number, make: (row: number) => ReplayRow): number {
    const number = this.#rows.length + 1;
    const row = make(number);
    this.#rows.push(row);
    this.#steps[Math.min(step, this.#steps.length - 1)]?.push(number);
    this.#count(row, 1);
    this.#changed.add(number);
    return number;
  }

  #replace(row: ReplayRow): void {
    const before = this.#rows[row.row - 1];
    if (before) this.#count(before, -1);
    this.#count(row, 1);
    this.#rows[row.row - 1] = row;
    this.#changed.add(row.row);
  }

  #count(row: ReplayRow, by: 1 | -1): void {
    const verdict = countedAs(row);
    if (verdict) this.#counts[verdict] += by;
  }

  #rowOf(expected: Expected): ReplayRow | undefined {
    const number = this.#ofExpected.get(expected);
    return number === undefined ? undefined : this.#rows[number - 1];
  }

  #forgiven(type: string): { forgiven?: true } {
    return this.#matcher.forgives(type) ? { forgiven: true } : {};
  }
}

export function placeOf(line: ReplayLine, latencyUs?: number): LinePlace {
  return {
    seq: line.seq,
    atUs: line.atUs,
    ...(latencyUs === undefined ? {} : { latencyUs }),
    text: clip(lineText(line), mostRowText),
  };
}

function comparedRow(row: number, step: number, { from, type, name }: ReplayLine): ComparedRow {
  const named = name === undefined ? {} : { name };
  return {
    kind: 'compared',
    row,
    step,
    from,
    type,
    ...named,
    baseline: null,
    run: null,
    verdict: null,
    ...nothing,
  };
}

function exitRow(row: number, { exit, steps, died }: Plan): ReplayRow {
  const before = exit ? exitWords(exit) : '';
  const step = exit?.step ?? steps.length - 1;
  return { kind: 'exit', row, step, verdict: null, before: died ? `${before}, unasked` : before, after: '' };
}
