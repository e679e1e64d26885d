// What a check found, rule by rule, and what to make of it at a strictness: how grave, consequences left out, what a baseline
// already knows. Pure values.

import type { Severity } from '../session/entries.ts';
import { severityAt, type Rule } from './rule.ts';

/** One row that shows it. */
export interface Evidence {
  /** Which run of the check it is in; absent where there is one only. */
  readonly run?: string;
  /** Place in the journal of that run; null when it is about no row. */
  readonly seq: number | null;
  /** What is wrong there, as a sentence. */
  readonly words: string;
  /** Type of the frame it is about. */
  readonly frame?: string;
  /** What to do there, when more is known than the rule says. */
  readonly fix?: string;
}

export interface Finding {
  readonly rule: string;
  /** How often it was found. */
  readonly count: number;
  /** The first of them. */
  readonly evidence: readonly Evidence[];
}

export const keptEvidence = 20;

export interface JudgedFinding extends Finding {
  readonly is: Rule;
  readonly severity: Severity;
  /** In the baseline: does not count. */
  readonly known: boolean;
}

/** The same findings of several runs, rule by rule. */
export function mergedFindings(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const { rule, count, evidence } of lists.flat()) {
    const before = merged.get(rule);
    merged.set(rule, {
      rule,
      count: count + (before?.count ?? 0),
      evidence: [...(before?.evidence ?? []), ...evidence].slice(0, keptEvidence),
    });
  }
  return [...merged.values()];
}

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/**
 * The gravest first, causes before consequences, without those that only follow from another one.
 * @param known fingerprints of a baseline
 */
export function judged(
  findings: readonly Finding[],
  rules: readonly Rule[],
  strictness: number,
  known: ReadonlySet<string> = new Set(),
): readonly JudgedFinding[] {
  const byRule = new Map(findings.map((finding) => [finding.rule, finding]));
  const broken = rules.filter(({ id }) => byRule.has(id));
  const entailed = new Set<string>();
  // What is left out entails nothing, or two rules could leave each other out.
  for (const rule of broken) if (!entailed.has(rule.id)) for (const id of rule.entails) entailed.add(id);
  const told = broken.flatMap((rule): JudgedFinding[] => {
    const finding = byRule.get(rule.id);
    const severity = severityAt(rule, strictness);
    if (!finding || !severity || entailed.has(rule.id)) return [];
    return [
      { ...finding, is: rule, severity, known: fingerprints(finding).every((print) => known.has(print)) },
    ];
  });
  return told.sort((a, b) => rank[a.severity] - rank[b.severity]);
}

/** The gravest that no baseline knows; undefined: there is none. */
export function worstOf(findings: readonly JudgedFinding[]): Severity | undefined {
  const fresh = findings.filter(({ known }) => !known);
  return (['error', 'warning', 'info'] as const).find((one) =>
    fresh.some(({ severity }) => severity === one),
  );
}

/** Names of a finding that stay the same from run to run: the rule, and its sentences without times, ids and numbers. */
export function fingerprints({ rule, evidence }: Finding): readonly string[] {
  return [...new Set(evidence.map(({ words }) => `${rule}: ${steady(words)}`))];
}

function steady(words: string): string {
  return words
    .replace(/\d+([.,]\d+)*( (ms|s|min|bytes|lines))?/g, '#')
    .replace(/\/[^\s"]*\/([^\s"/]+)/g, '$1')
    .slice(0, 160);
}
