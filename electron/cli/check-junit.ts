// A check as a suite of a JUnit report: each rule of the host is a case. An error fails it; what was not tried is skipped;
// warnings and hints pass, with their words beside. Pure.

import type { JudgedFinding } from '../../shared/conformance/finding.ts';
import type { CheckReport } from './check-report.ts';
import type { JunitCase, JunitSuite } from './junit-xml.ts';

export function checkSuite({ subject, rules, findings, outcome }: CheckReport): JunitSuite {
  const { name, startedAt, tookMs } = subject;
  const found = new Map(findings.map((finding) => [finding.rule, finding]));
  const untried = new Map(outcome.notTried.map(({ rule, why }) => [rule, why]));
  return {
    name,
    startedAt,
    seconds: tookMs / 1_000,
    cases: rules.map(({ id, title, stage }): JunitCase => {
      const base = { name: `${id}: ${title}`, className: `${name}.${stage}` };
      const finding = found.get(id);
      const why = untried.get(id);
      if (finding) return { ...base, ...faultOf(finding) };
      return why === undefined ? base : { ...base, skipped: why };
    }),
  };
}

function faultOf({ severity, known, evidence, is }: JudgedFinding): Pick<JunitCase, 'failure' | 'said'> {
  const sentences = [...new Set(evidence.map(({ words }) => words))];
  const lines = [
    ...evidence.map(
      ({ words, seq, run }) => `${words}${seq === null ? '' : ` (row ${seq}${run ? ` of ${run}` : ''})`}`,
    ),
    `Fix: ${evidence[0]?.fix ?? is.fix}`,
    is.source,
  ];
  const [message = is.title] = sentences;
  if (severity === 'error' && !known) return { failure: { message, type: is.id, lines } };
  return { said: [`${known ? 'known' : severity}: ${message}`, ...lines] };
}
