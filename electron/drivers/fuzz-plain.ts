// Finds the plain call of a thing that is fuzzed: the simplest valid input that is answered. All questions whether the
// extension still answers are put with it.

import type { FuzzSend } from '../../shared/fuzz/findings.ts';
import { planCases } from '../../shared/fuzz/plan.ts';
import { runBatch, type Located } from './fuzz-batch.ts';
import type { CallEnd, ValueSend } from './fuzz-call.ts';
import type { CaseBook } from './fuzz-case-book.ts';
import type { FuzzHost } from './fuzz-host.ts';
import type { SubjectPlan } from './fuzz-parts.ts';

export interface PlainCall {
  readonly plain: ValueSend | undefined;
  /** Valid inputs to choose from, smallest first. */
  readonly valid: readonly ValueSend[];
  /** What failed while it was looked for. */
  readonly failed: readonly { readonly located: Located; readonly history: readonly FuzzSend[] }[];
}

const looked = 40;
const tried = 12;
const longest = 2_000;

export async function findPlain(
  plan: SubjectPlan,
  book: CaseBook,
  host: FuzzHost,
  timeoutMs: number,
  seed: number,
): Promise<PlainCall> {
  const valid = validOf(plan, book, seed);
  const failed: PlainCall['failed'][number][] = [];
  const { subject } = plan;
  let refused: ValueSend | undefined;
  for (const send of valid.slice(0, tried)) {
    const live = await host.live();
    const isQuestion = subject.kind !== 'event' || live.process.session.plugin !== undefined;
    if (!isQuestion) break;
    const ends: CallEnd[] = [];
    const ended = (_: FuzzSend, how: CallEnd): void => void ends.push(how);
    const ask = { subject, sends: [send], concurrency: 1, deadlineMs: timeoutMs, plain: undefined };
    const result = await runBatch(live, { ...ask, patient: false, ended });
    const history = live.spans.map((span) => span.send);
    failed.push(...result.found.map((located) => ({ located, history })));
    if (!result.sound) host.drop();
    const [end] = ends;
    if (result.found.length > 0 || end?.how !== 'answered') continue;
    if (!end.isError) return { plain: send, valid, failed };
    refused ??= send;
  }
  return { plain: refused, valid, failed };
}

/** Smallest first, each once. */
function validOf(plan: SubjectPlan, book: CaseBook, seed: number): ValueSend[] {
  const byRaw = new Map<string, ValueSend>();
  const phases = ['examples', 'valid', 'boundaries'] as const;
  const keep = (send: FuzzSend | undefined): void => {
    if (send?.kind === 'value' && send.verdict === 'valid' && !byRaw.has(send.raw)) byRaw.set(send.raw, send);
  };
  let first = true;
  for (const each of planCases({ ...plan, phases, runs: looked, seed })) {
    if (each.kind !== 'value' || each.verdict !== 'valid' || each.raw.length > longest) continue;
    if (first) keep(book.simplest(each));
    first = false;
    keep(book.send(each));
  }
  return [...byRaw.values()].sort((a, b) => a.raw.length - b.raw.length || (a.raw < b.raw ? -1 : 1));
}
