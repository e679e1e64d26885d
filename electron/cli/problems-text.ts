// Problems as text: the worst first, each with what to do, its rows and the source of the rule. Pure.

import type { Severity } from '../../shared/session/entries.ts';
import type { FoundProblem } from '../../shared/session/summary.ts';
import type { Ink, Tone } from './ink.ts';
import { shown } from './shown.ts';
import type { OwnProblem } from './telling.ts';

const shownRows = 5;
const shownOfKind = 3;

const glyphs: Readonly<Record<FoundProblem['severity'], { readonly text: string; readonly tone: Tone }>> = {
  error: { text: '✖', tone: 'fault' },
  warning: { text: '▲', tone: 'warn' },
  info: { text: 'i', tone: 'quiet' },
};

interface ProblemGroup {
  readonly problem: FoundProblem;
  readonly rows: number[];
}

/** The same thing found on several rows is told once, with its rows. */
function grouped(problems: readonly FoundProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.severity, problem.code, problem.message, problem.fix]);
    const group = groups.get(key);
    if (group) group.rows.push(problem.seq);
    else groups.set(key, { problem, rows: [problem.seq] });
  }
  return [...groups.values()];
}

/** Many of one kind (a line of log text each) are told by the first few, the others by their number. */
function fewOfEachKind(groups: readonly ProblemGroup[]): {
  readonly told: ProblemGroup[];
  readonly left: Map<string, number>;
} {
  const told: ProblemGroup[] = [];
  const counts = new Map<string, number>();
  for (const group of groups) {
    const count = (counts.get(group.problem.code) ?? 0) + 1;
    counts.set(group.problem.code, count);
    if (count <= shownOfKind) told.push(group);
  }
  const left = [...counts]
    .map(([code, count]) => [code, count - shownOfKind] as const)
    .filter(([, count]) => count > 0);
  return { told, left: new Map(left) };
}

function rowsText(rows: readonly number[]): string {
  if (rows.length === 1) return `row ${rows[0]}`;
  const more = rows.length > shownRows ? ` and ${rows.length - shownRows} more` : '';
  return `rows ${rows.slice(0, shownRows).join(', ')}${more}`;
}

function problemLines({ problem, rows }: ProblemGroup, ink: Ink): string[] {
  const { text, tone } = glyphs[problem.severity];
  const at = problem.pointer === undefined || problem.pointer === '' ? '' : ` at ${shown(problem.pointer)}`;
  const source = problem.source === undefined ? '' : `, ${problem.source}`;
  return [
    `  ${ink(tone, text)} ${shown(problem.message)}`,
    ...(problem.fix === undefined ? [] : [`    Fix: ${shown(problem.fix)}`]),
    `    ${ink('quiet', `${rowsText(rows)}${at} (${problem.code}${source})`)}`,
  ];
}

const order: readonly FoundProblem['severity'][] = ['error', 'warning', 'info'];

/** Errors first; `title` is followed by how many there are of each severity. */
export function problemsText(
  title: string,
  found: readonly FoundProblem[],
  own: readonly OwnProblem[],
  ink: Ink,
): string[] {
  if (found.length + own.length === 0) return [];
  const { told, left } = fewOfEachKind(
    order.flatMap((severity) => grouped(found.filter((problem) => problem.severity === severity))),
  );
  return [
    heading(title, [...found, ...own], ink),
    ...own.flatMap((problem) => ownProblemLines(problem, ink)),
    ...told.flatMap((group) => problemLines(group, ink)),
    ...[...left].map(([code, count]) => `  … and ${count} more of ${code}: their rows are marked above`),
  ];
}

function ownProblemLines({ severity, message, fix, code }: OwnProblem, ink: Ink): string[] {
  const { text, tone } = glyphs[severity];
  return [
    `  ${ink(tone, text)} ${shown(message)}`,
    ...(fix === undefined ? [] : [`    Fix: ${shown(fix)}`]),
    `    ${ink('quiet', `(${code})`)}`,
  ];
}

function heading(title: string, problems: readonly { readonly severity: Severity }[], ink: Ink): string {
  const counts = countsText(problems);
  if (problems.some(({ severity }) => severity !== 'info')) return ink('strong', `${title}: ${counts}`);
  return `${ink('ok', `No ${title.toLowerCase()}`)}, ${counts}`;
}

function countsText(problems: readonly { readonly severity: Severity }[]): string {
  const words = {
    error: ['error', 'errors'],
    warning: ['warning', 'warnings'],
    info: ['hint', 'hints'],
  } as const;
  return order
    .map((severity) => ({ severity, count: problems.filter((found) => found.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${words[severity][count === 1 ? 0 : 1]}`)
    .join(', ');
}
