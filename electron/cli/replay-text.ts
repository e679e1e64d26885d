// The rows of a replay, or of two recordings compared, as lines for a terminal: one a row, below it what differs. Pure; no
// text of an extension reaches a line before it has been made visible.

import { lineWords } from '../../shared/replay/line.ts';
import type { Change } from '../../shared/replay/compare.ts';
import {
  isDifference,
  verdicts,
  type ComparedRow,
  type HostRow,
  type LinePlace,
  type ReplayRow,
  type VerdictCounts,
} from '../../shared/replay/result.ts';
import { visibleText } from '../../shared/json/visible.ts';
import { duration } from './clock-text.ts';
import { rewriteLines } from './content-text.ts';
import type { Ink } from './ink.ts';
import { shown } from './shown.ts';
import { cut, padEnd } from './text-width.ts';

const columns = { verdict: 11, seq: 7, what: 42, latency: 10 } as const;
const indent = '    ';
/** Rows without a difference that stand one below the other; more of them become one line. */
const mostEqual = 20;
const mostLines = 40;
/** Rows with a difference that are printed; JSON and JUnit have all of them. */
const mostDifferences = 200;

export interface RowLooks {
  readonly ink: Ink;
  /** What the two runs are called: "recorded" and "now", or A and B. */
  readonly names: readonly [string, string];
}

/** The head of the table, and all rows. */
export function tableLines(rows: readonly ReplayRow[], looks: RowLooks): string[] {
  const [first, second] = looks.names;
  const head = `  ${padEnd('verdict', columns.verdict)}${padEnd(first, columns.seq + 2)}${padEnd(second, columns.seq)}line`;
  return [looks.ink('quiet', head), ...folded(rows).flatMap((each) => foldedLines(each, looks))];
}

type Folded = ReplayRow | { readonly kind: 'folded' | 'left'; readonly count: number };

function folded(rows: readonly ReplayRow[]): readonly Folded[] {
  const all: Folded[] = [];
  let differences = 0;
  for (let at = 0; at < rows.length;) {
    let end = at;
    while (end < rows.length && !isDifference(rows[end]!)) end++;
    if (end - at > mostEqual) all.push({ kind: 'folded', count: end - at });
    else all.push(...rows.slice(at, end));
    const different = rows[end];
    if (different) all.push(different);
    at = end + 1;
    if (different && ++differences === mostDifferences && at < rows.length) {
      all.push({ kind: 'left', count: rows.length - at });
      break;
    }
  }
  return all;
}

function foldedLines(row: Folded, { ink }: RowLooks): string[] {
  switch (row.kind) {
    case 'folded':
      return [ink('quiet', `  … ${row.count.toLocaleString('en-US')} rows without a difference`)];
    case 'left':
      return [ink('warn', `  … ${row.count.toLocaleString('en-US')} more rows; --json has all of them`)];
    case 'host':
      return [hostLine(row, ink)];
    case 'exit': {
      const words = row.verdict === 'equal' ? row.after : `${row.before} → ${row.after}`;
      return [rowLine(row, row.verdict ?? 'open', 'the end', ink, shown(words))];
    }
    case 'compared':
      return comparedLines(row, ink);
  }
}

function hostLine(row: HostRow, ink: Ink): string {
  const words = { waiting: '', sent: '→ sent', own: '→ its own', notSent: '→ not sent' }[row.state];
  const line = rowLine(row, words, nameOf(row), ink, shown(row.why));
  return row.state === 'notSent' ? line : ink('quiet', line);
}

function comparedLines(row: ComparedRow, ink: Ink): string[] {
  const verdict = row.verdict ?? 'open';
  const arrow = row.from === 'host' ? '→ ' : '';
  const line = rowLine(row, verdict, arrow + nameOf(row), ink, notesOf(row), timesOf(row));
  const below =
    row.verdict === 'missing' || row.verdict === 'extra'
      ? wholeLines(row, ink)
      : row.changes.flatMap((change) => changeLines(change, ink));
  const left = row.left > 0 ? [ink('quiet', `… ${row.left} more changes`)] : [];
  return [line, ...bounded([...below, ...left], ink).map((text) => indent + text)];
}

function rowLine(
  row: Pick<ReplayRow, 'row'> & { readonly baseline?: LinePlace | null; readonly run?: LinePlace | null },
  verdict: string,
  what: string,
  ink: Ink,
  notes = '',
  times = '',
): string {
  const bad =
    verdict === 'changed' || verdict === 'missing' || verdict === 'late' || verdict === '→ not sent';
  const mark = bad ? '✖ ' : verdict === 'extra' ? '+ ' : verdict === 'equal' ? '✓ ' : '  ';
  const tone = bad ? 'fault' : verdict === 'extra' ? 'warn' : verdict === 'equal' ? 'ok' : 'quiet';
  const seq = (place: LinePlace | null | undefined): string => (place ? `#${place.seq}` : '');
  const described = notes === '' && times === '' ? what : padEnd(cut(what, columns.what - 1), columns.what);
  const said = notes === '' ? times : `${padEnd(times, times === '' ? 0 : columns.latency + 10)}${notes}`;
  return [
    ink(tone, mark + padEnd(verdict, columns.verdict)),
    padEnd(seq(row.baseline), columns.seq + 2),
    padEnd(seq(row.run), columns.seq),
    described,
    ink('quiet', said),
  ]
    .join('')
    .trimEnd();
}

function nameOf(row: Pick<ComparedRow, 'type' | 'name'>): string {
  return shown(lineWords(row));
}

function notesOf({ normalised, ignored, late, forgiven, verdict }: ComparedRow): string {
  return [
    ...(late ? ['late'] : []),
    ...(normalised.length > 0
      ? [`${verdict === 'equal' ? 'equal apart from' : 'normalised:'} ${normalised.join(', ')}`]
      : []),
    ...(ignored > 0 || forgiven ? ['ignored'] : []),
  ].join(', ');
}

/** How long the answer took now, and how much longer than in the recording. */
function timesOf({ baseline, run }: ComparedRow): string {
  const now = run?.latencyUs;
  if (now === undefined) return '';
  const before = baseline?.latencyUs;
  if (before === undefined) return duration(now);
  const change = now - before;
  return `${padEnd(duration(now), columns.latency)}${change < 0 ? '−' : '+'}${duration(Math.abs(change))}`;
}

/** The place, and both values as they were spelled. */
export function changeLines({ pointer, before, after }: Change, ink: Ink): string[] {
  const place = ink('strong', pointer === '' ? 'the whole line' : visibleText(pointer));
  if (before !== null && after !== null) return [place, ...rewriteLines(before, after, true, ink)];
  return [
    place,
    ...(before === null ? [] : [ink('fault', `- ${shown(before)}`)]),
    ...(after === null ? [] : [ink('ok', `+ ${shown(after)}`)]),
  ];
}

function wholeLines({ baseline, run }: ComparedRow, ink: Ink): string[] {
  return [
    ...(baseline ? [ink('fault', `- ${shown(baseline.text)}`)] : []),
    ...(run ? [ink('ok', `+ ${shown(run.text)}`)] : []),
  ];
}

function bounded(lines: readonly string[], ink: Ink): readonly string[] {
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), ink('quiet', `… ${lines.length - mostLines} more lines`)];
}

/** "12 equal, 1 changed, 2 extra". */
export function countWords(counts: VerdictCounts): string {
  const said = verdicts.filter((verdict) => counts[verdict] > 0 || verdict === 'equal');
  return said.map((verdict) => `${counts[verdict].toLocaleString('en-US')} ${verdict}`).join(', ');
}
