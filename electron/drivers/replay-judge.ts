// What a replay comes to when no more lines can come: the verdicts that only the end can give, and the sum of them. Pure.

import type { Matcher } from '../../shared/replay/matcher.ts';
import type { Plan } from '../../shared/replay/plan.ts';
import type { Ended, ReplayOutcome } from '../../shared/replay/outcome.ts';
import { isDifference } from '../../shared/replay/result.ts';
import type { ReplayTable } from '../../shared/replay/table.ts';

export interface Judged {
  readonly plan: Plan;
  readonly table: ReplayTable;
  readonly matcher: Matcher;
  readonly end: Ended;
  readonly sent: number;
  readonly tookMs: number;
}

export function judgeReplay({ plan, table, matcher, end, sent, tookMs }: Judged): ReplayOutcome {
  const { matched, extra, missing } = matcher.finish();
  for (const expected of matched) table.matched(expected);
  for (const arrival of extra) table.extra(arrival);
  // What was never come to because somebody called it off is not missing: nobody knows.
  for (const expected of missing)
    if (end.end !== 'interrupted' || expected.step <= matcher.step) table.missing(expected);
  const why = end.why || 'the host that runs did not send it';
  for (const row of table.rows)
    if (row.kind === 'host' && row.state === 'waiting' && row.baseline !== null)
      table.host(row.step, { state: 'notSent', why });
  const { rows } = table;
  const differences = rows.filter(isDifference).length;
  return {
    ok: differences === 0 && end.end === 'done',
    ...end,
    counts: table.counts,
    differences,
    sent,
    notSent: rows.filter((row) => row.kind === 'host' && row.state === 'notSent').length,
    tookMs,
    recordedMs: plan.durationUs / 1_000,
  };
}
