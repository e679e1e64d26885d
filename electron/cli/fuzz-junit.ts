// A run of fuzzing as a suite of a JUnit report: each thing that was fuzzed is a case, each bucket a case that failed. Pure.

import { inputLines, subjectWords } from '../../shared/fuzz/input-words.ts';
import { oracleDef, type FuzzOutcome } from '../../shared/fuzz/findings.ts';
import type { JunitCase, JunitSuite } from './junit-xml.ts';

export function fuzzSuite(target: string, startedAt: string, outcome: FuzzOutcome): JunitSuite {
  const className = `fuzz ${target}`;
  const { buckets, coverage, end, why, tookMs, seed } = outcome;
  const failing = new Set(buckets.map(({ subject }) => subjectWords(subject)));
  const sound = coverage
    .map(({ subject }) => subjectWords(subject))
    .filter((name) => !failing.has(name))
    .map((name): JunitCase => ({ name, className }));
  const failed = buckets.map(({ subject, oracle, message, input, evidence, hits, id }): JunitCase => ({
    name: `${subjectWords(subject)}: ${oracle} ${id.slice(0, 12)}`,
    className,
    failure: {
      message,
      type: oracle,
      lines: [oracleDef(oracle).title, ...inputLines(input), `seen ${hits} times, seed ${seed}`, ...evidence],
    },
  }));
  const whole: JunitCase = {
    name: 'the run',
    className,
    ...(end === 'done' ? {} : { error: { message: why, type: end, lines: [why] } }),
  };
  return { name: className, startedAt, seconds: tookMs / 1_000, cases: [...sound, ...failed, whole] };
}
