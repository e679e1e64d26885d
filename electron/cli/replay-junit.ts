// A replay as a suite of a JUnit report: each line that is compared is a case, so is each line of the host that could not be
// sent, and the end of the process. Pure.

import path from 'node:path';
import { lineWords } from '../../shared/replay/line.ts';
import type { ReplayRow } from '../../shared/replay/result.ts';
import { noInk } from './ink.ts';
import type { JunitCase, JunitSuite } from './junit-xml.ts';
import { changeLines } from './replay-text.ts';
import type { ReplayedTarget } from './replayed.ts';

export function suiteOf(recording: string, { target, startedAt, outcome, rows }: ReplayedTarget): JunitSuite {
  const className = path.basename(recording);
  const cases = rows.flatMap((row) => caseOf(row, className));
  const { end, why } = outcome;
  const whole: JunitCase = {
    name: 'the run',
    className,
    ...(end === 'done' ? {} : { error: { message: why, type: end, lines: [why] } }),
  };
  return { name: target.name, startedAt, seconds: outcome.tookMs / 1_000, cases: [...cases, whole] };
}

function caseOf(row: ReplayRow, className: string): JunitCase[] {
  if (row.kind === 'exit') {
    const message = `${row.before} became ${row.after}`;
    const failure =
      row.verdict === 'changed' ? { failure: { message, type: 'changed', lines: [message] } } : {};
    return [{ name: 'the end of the process', className, ...failure }];
  }
  const seq = row.baseline?.seq ?? row.run?.seq ?? 0;
  const name = `#${seq} ${lineWords(row)}`;
  if (row.kind === 'host') {
    if (row.state !== 'notSent') return [];
    const message = `not sent: ${row.why}`;
    return [{ name: `${name} (host)`, className, failure: { message, type: 'notSent', lines: [message] } }];
  }
  const { verdict, forgiven, changes, baseline, run } = row;
  const latencyUs = run?.latencyUs;
  const time = latencyUs === undefined ? {} : { seconds: latencyUs / 1_000_000 };
  if (verdict === null || verdict === 'equal' || forgiven) return [{ name, className, ...time }];
  const places = changes.map(({ pointer }) => (pointer === '' ? 'the whole line' : pointer));
  const lines =
    changes.length > 0
      ? changes.flatMap((change) => changeLines(change, noInk))
      : [...(baseline ? [`- ${baseline.text}`] : []), ...(run ? [`+ ${run.text}`] : [])];
  const message = [verdict, ...places.slice(0, 5)].join(' ');
  return [{ name, className, ...time, failure: { message, type: verdict, lines } }];
}
