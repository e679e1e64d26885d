// What a replay or a comparison of two recordings comes to: a row for each line that was expected, that came, or that was
// sent. Plain values: shown in the window, printed as JSON, written as JUnit.

import type { Side } from '../session/entries.ts';
import type { Change } from './compare.ts';
import type { NormaliserName } from './normalisers.ts';

/**
 * `late`: as recorded, but after it had been waited for in vain. `missing`, `extra`: only in the recording, only in the new
 * run.
 */
export type Verdict = 'equal' | 'changed' | 'missing' | 'extra' | 'late';
export const verdicts: readonly Verdict[] = ['equal', 'changed', 'missing', 'extra', 'late'];

/** Where a line stands in one of the two journals. */
export interface LinePlace {
  readonly seq: number;
  readonly atUs: number;
  /** Of an answer: µs since its request. Never negative. */
  readonly latencyUs?: number;
  /** As it was sent, or its bytes as base64; what is longer than `mostRowText` is cut. */
  readonly text: string;
}

/** Characters of a line kept in a row. */
export const mostRowText = 20_000;

interface Row {
  /** Counts from 1; a row keeps its number during a run. Tables are in the order of `step`, then of this. */
  readonly row: number;
  /** Causal step, from 0: the start, then one for each line of the host. */
  readonly step: number;
  readonly type: string;
  readonly name?: string;
  readonly baseline: LinePlace | null;
  readonly run: LinePlace | null;
}

/** A line of the extension; of either side where two recordings are compared. */
export interface ComparedRow extends Row {
  readonly kind: 'compared';
  readonly from: Side;
  /** null while nothing can be said yet. */
  readonly verdict: Verdict | null;
  readonly changes: readonly Change[];
  /** Changes beyond those listed. */
  readonly left: number;
  /** Places that differ and were ignored. */
  readonly ignored: number;
  /** Normalisers without which it would differ. */
  readonly normalised: readonly NormaliserName[];
  /** It came after it had been waited for in vain, and is changed as well. */
  readonly late?: true;
  /** Frames of this type are ignored as a whole, so this is no difference. */
  readonly forgiven?: true;
}

/** A line of the host. `own`: the host that runs sends its own; `notSent`: `why` says why. */
export interface HostRow extends Row {
  readonly kind: 'host';
  readonly state: 'waiting' | 'sent' | 'own' | 'notSent';
  readonly why: string;
}

/** How the process ended, in both runs. */
export interface ExitRow extends Pick<Row, 'row' | 'step'> {
  readonly kind: 'exit';
  readonly verdict: Extract<Verdict, 'equal' | 'changed'> | null;
  /** In words: "exit code 0", "ended by SIGKILL", "it went on". */
  readonly before: string;
  readonly after: string;
}

export type ReplayRow = ComparedRow | HostRow | ExitRow;

export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** Counts of lines and the exit; what is forgiven counts as equal. */
export function countVerdicts(rows: readonly ReplayRow[]): VerdictCounts {
  const counts = { equal: 0, changed: 0, missing: 0, extra: 0, late: 0 };
  for (const row of rows) {
    const verdict = countedAs(row);
    if (verdict) counts[verdict]++;
  }
  return counts;
}

/** What a row counts as; undefined for lines of the host, and while nothing can be said yet. */
export function countedAs(row: ReplayRow): Verdict | undefined {
  if (row.kind === 'host' || row.verdict === null) return undefined;
  return row.kind === 'compared' && row.forgiven ? 'equal' : row.verdict;
}

/** Whether a row tells of a difference. */
export function isDifference(row: ReplayRow): boolean {
  if (row.kind === 'host') return row.state === 'notSent';
  if (row.verdict === null || row.verdict === 'equal') return false;
  return row.kind === 'exit' || row.forgiven !== true;
}

/** "exit code 0", "ended by SIGKILL". */
export function exitWords({
  code,
  signal,
}: {
  readonly code: number | null;
  readonly signal: string | null;
}): string {
  return signal === null ? `exit code ${code ?? 'unknown'}` : `ended by ${signal}`;
}
