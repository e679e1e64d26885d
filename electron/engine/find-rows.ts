// Which rows match a query, read in slices so that a question about a million rows never holds up recording: an answer
// says how far it got, and the asker goes on from there.

import { failure } from '../../shared/errors.ts';
import { parseQuery } from '../../shared/query/query.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { JournalReader } from '../recorder/journal-type.ts';

const sliceRows = 1_000;
/** One answer takes about this long at the most. */
const answerMs = 80;

export interface FoundRows {
  readonly seqs: Uint32Array;
  /** Rows up to here were looked at. */
  readonly upTo: number;
  /** The query in words. */
  readonly sentence: string;
}

export async function findRows(
  journal: JournalReader,
  query: string,
  from: number,
): Promise<Result<FoundRows>> {
  const parsed = parseQuery(query);
  if (!parsed.ok) return failed(failure('argumentInvalid', parsed.message, parsed.fix));
  const found: number[] = [];
  const startedAt = performance.now();
  let upTo = from - 1;
  while (upTo < journal.count && performance.now() - startedAt < answerMs) {
    const rows = await journal.rows(upTo + 1, sliceRows);
    if (rows.length === 0) break;
    for (const row of rows) if (parsed.test(row)) found.push(row.seq);
    upTo += rows.length;
  }
  return ok({ seqs: Uint32Array.from(found), upTo, sentence: parsed.sentence });
}
