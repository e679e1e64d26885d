// The next row with a warning or an error among those a query leaves, round again after the last. The summary names the
// first thousand problems of a session; beyond that main is asked.

import type { Result } from '@shared/result.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import type { Found } from './row-search.ts';

export interface ProblemSearch {
  readonly summary: SessionSummary | null;
  /** Rows there are. */
  readonly count: number;
  /** The query the rows are filtered by. */
  readonly query: string;
  readonly isVisible: (seq: number) => boolean;
  readonly find: (query: string, from: number) => Promise<Result<Found>>;
}

/** seq of the first problem after `seq`, or of the first of all; undefined when there is none. */
export async function nextProblem(after: number, search: ProblemSearch): Promise<number | undefined> {
  const { summary } = search;
  if (!summary) return undefined;
  const all = summary.problemCounts.error + summary.problemCounts.warning + summary.problemCounts.info;
  if (summary.problems.length < all) return (await asked(after + 1, search)) ?? (await asked(1, search));
  const seqs = summary.problems
    .filter(({ severity, seq }) => severity !== 'info' && search.isVisible(seq))
    .map(({ seq }) => seq)
    .sort((a, b) => a - b);
  return seqs.find((seq) => seq > after) ?? seqs[0];
}

/** Main looks at so many rows at a time and says how far it came. */
async function asked(from: number, { query, find, count }: ProblemSearch): Promise<number | undefined> {
  let next = from;
  while (next <= count) {
    const answer = await find(`${query} is:problem`.trim(), next);
    if (!answer.ok || answer.value.upTo < next) return undefined;
    const [first] = answer.value.seqs;
    if (first !== undefined) return first;
    next = answer.value.upTo + 1;
  }
  return undefined;
}
