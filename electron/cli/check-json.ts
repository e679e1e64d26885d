// A check as the one JSON object of `--json`, in a fixed order of keys. Pure.

import type { JudgedFinding } from '../../shared/conformance/finding.ts';
import { keptRules, type CheckReport } from './check-report.ts';
import { escaped } from './report-json.ts';
import type { Refusal } from './telling.ts';

/** One line without its line end. */
export function checkJson(report: CheckReport | null, refusals: readonly Refusal[] = []): string {
  if (!report) return escaped(JSON.stringify({ ok: false, refusals }));
  const { subject, outcome, strictness, findings, diagnoses, ok } = report;
  return escaped(
    JSON.stringify({
      ok,
      ...{ kind: subject.kind, name: subject.name, file: subject.file },
      ...{ profile: outcome.profile, strictness },
      findings: findings.map(findingJson),
      diagnosis: diagnoses,
      kept: keptRules(report).map(({ id }) => id),
      notTried: outcome.notTried,
      ...{ called: outcome.called, notCalled: outcome.notCalled },
      ...{ runs: outcome.runs, stopped: outcome.stopped, refusals },
    }),
  );
}

function findingJson({ is, severity, known, count, evidence }: JudgedFinding) {
  const { id: rule, title, wrong, fix, source } = is;
  return { rule, severity, title, known, count, evidence, wrong, fix: evidence[0]?.fix ?? fix, source };
}
