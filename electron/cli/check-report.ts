// What a check amounts to at a strictness and against a baseline: the one value that text, JSON, SARIF and JUnit are made
// from. Pure.

import { judged, worstOf, type JudgedFinding } from '../../shared/conformance/finding.ts';
import type { CheckOutcome } from '../../shared/conformance/outcome.ts';
import type { Rule } from '../../shared/conformance/rule.ts';
import { rulesFor } from '../../shared/conformance/rules.ts';
import { diagnose, type Diagnosis } from '../../shared/diagnosis/diagnose.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';

export interface CheckedSubject {
  readonly kind: 'target' | 'recording';
  readonly name: string;
  /** The file to point at: manifest, library or recording; null for a command line. Absolute. */
  readonly file: string | null;
  readonly startedAt: string;
  readonly tookMs: number;
}

export interface CheckReport {
  readonly subject: CheckedSubject;
  readonly outcome: CheckOutcome;
  readonly strictness: number;
  /** All rules of this host, in order. */
  readonly rules: readonly Rule[];
  /** In the order of the rules, without mere consequences. */
  readonly findings: readonly JudgedFinding[];
  readonly diagnoses: readonly Diagnosis[];
  /** No error that the baseline does not know. */
  readonly ok: boolean;
}

export function checkReport(
  subject: CheckedSubject,
  outcome: CheckOutcome,
  strictness: number,
  known: ReadonlySet<string>,
): CheckReport {
  const profile = profileNamed(outcome.profile)?.profile;
  const rules = profile ? rulesFor(profile) : [];
  const findings = judged(outcome.findings, rules, strictness, known);
  return {
    ...{ subject, outcome, strictness, rules, findings },
    diagnoses: diagnose(outcome.findings, rules),
    ok: worstOf(findings) !== 'error',
  };
}

/** Rules that were looked at and are kept: neither broken nor untried. */
export function keptRules({ rules, outcome }: Pick<CheckReport, 'rules' | 'outcome'>): readonly Rule[] {
  const broken = new Set(outcome.findings.map(({ rule }) => rule));
  const untried = new Set(outcome.notTried.map(({ rule }) => rule));
  return rules.filter(({ id }) => !broken.has(id) && !untried.has(id));
}
