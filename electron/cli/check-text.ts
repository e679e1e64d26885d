// A check as text: what was run, each broken rule with its evidence and what to do, then the sum. Pure.

import type { Evidence, JudgedFinding } from '../../shared/conformance/finding.ts';
import { runTitles, type CheckOutcome, type CheckStage } from '../../shared/conformance/outcome.ts';
import { visibleText } from '../../shared/json/visible.ts';
import { keptRules, type CheckReport } from './check-report.ts';
import type { Ink, Tone } from './ink.ts';
import { shown } from './shown.ts';

const shownEvidence = 3;
const shownRows = 5;

const glyphs: Readonly<Record<JudgedFinding['severity'], { readonly glyph: string; readonly tone: Tone }>> = {
  error: { glyph: '✖', tone: 'fault' },
  warning: { glyph: '▲', tone: 'warn' },
  info: { glyph: 'i', tone: 'quiet' },
};

export function stageLine({ run, words, done, of }: CheckStage, ink: Ink): string {
  return ink('quiet', `${done + 1}/${of} ${runTitles[run]}: ${visibleText(words)}`);
}

export function checkLines(report: CheckReport, ink: Ink): readonly string[] {
  const { subject, outcome, strictness, findings } = report;
  return [
    `${ink('strong', shown(subject.name))}${subject.file === null ? '' : `   ${visibleText(subject.file)}`}`,
    `  host    ${outcome.profile}, strictness ${strictness}`,
    ...calledLines(outcome),
    '',
    ...findings.flatMap((finding) => [...findingLines(finding, ink), '']),
    ...sumLines(report, ink),
    ...outcome.runs.map(({ run, path }) => `Recording (${run}): ${visibleText(path)}`),
  ];
}

function calledLines({ called, notCalled }: CheckOutcome): string[] {
  return [
    ...(called.length === 0 ? [] : [`  called  ${called.map(shown).join(', ')}`]),
    ...notCalled.map(
      ({ kind, name, why }) => `  ${kind === 'tool' ? '' : '/'}${shown(name)} was not called: ${shown(why)}`,
    ),
  ];
}

function findingLines({ is, severity, evidence, count, known }: JudgedFinding, ink: Ink): string[] {
  const { glyph, tone } = glyphs[severity];
  const mark = known ? ink('quiet', 'known ') : '';
  const [first] = evidence;
  const sentences = [...new Set(evidence.map(({ words }) => words))];
  const more =
    sentences.length > shownEvidence ? [`… ${sentences.length - shownEvidence} more of the kind`] : [];
  return [
    `${ink(known ? 'quiet' : tone, glyph)} ${mark}${ink('strong', is.id)}  ${is.title}`,
    ...[...sentences.slice(0, shownEvidence), ...more].map((words) => `    ${shown(words)}`),
    `    In the host: ${is.wrong}`,
    `    Fix: ${shown(first?.fix ?? is.fix)}`,
    `    ${ink('quiet', `${rowsText(evidence, count)}${is.source}`)}`,
  ];
}

/** "rows 3, 5 of plain, row 9 of busy · ". */
function rowsText(evidence: readonly Evidence[], count: number): string {
  const byRun = new Map<string, number[]>();
  for (const { run = '', seq } of evidence)
    if (seq !== null) byRun.set(run, [...(byRun.get(run) ?? []), seq]);
  const parts = [...byRun].map(([run, seqs]) => {
    const rows = [...new Set(seqs)].slice(0, shownRows).join(', ');
    return `${seqs.length === 1 ? 'row' : 'rows'} ${rows}${run === '' ? '' : ` of ${run}`}`;
  });
  const all = count > evidence.length ? `, ${count} in all` : '';
  return parts.length === 0 ? '' : `${parts.join('; ')}${all} · `;
}

function sumLines(report: CheckReport, ink: Ink): string[] {
  const { findings, outcome } = report;
  const kept = keptRules(report).length;
  const counts = (['error', 'warning', 'info'] as const)
    .map((severity) => ({
      severity,
      count: findings.filter((one) => !one.known && one.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${names[severity][count === 1 ? 0 : 1]}`);
  const known = findings.filter((one) => one.known).length;
  const broken = [...counts, ...(known > 0 ? [`${known} known`] : [])].join(', ');
  const sum = broken === '' ? ink('ok', 'No rule is broken') : broken;
  return [
    `${sum}; ${kept} kept, ${outcome.notTried.length} not tried.`,
    ...untriedLines(outcome),
    ...(outcome.stopped ? [ink('warn', 'The check was stopped before its end.')] : []),
  ];
}

const names = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['hint', 'hints'],
} as const;

/** Those with the same reason in one line. */
function untriedLines({ notTried }: CheckOutcome): string[] {
  const byWhy = new Map<string, string[]>();
  for (const { rule, why } of notTried) byWhy.set(why, [...(byWhy.get(why) ?? []), rule]);
  return [...byWhy].map(([why, rules]) => {
    const some = rules.slice(0, 8).join(', ');
    return `  not tried, because ${shown(why)}: ${rules.length > 8 ? `${some} …` : some}`;
  });
}
