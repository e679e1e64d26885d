// Puts a handful of sends to one process, some at a time, and says what failed and which of them may be why. Used by the run
// and by every try to make an input smaller, so that both judge alike.

import type { Incident } from '../../shared/fuzz/buckets.ts';
import type { FuzzSend, FuzzSubject } from '../../shared/fuzz/findings.ts';
import type { CallEnd, ValueSend } from './fuzz-call.ts';
import { explained, judgeAnswer } from './fuzz-judge.ts';
import type { Live } from './fuzz-live.ts';

export interface Located extends Incident {
  /** Most likely first. */
  readonly suspects: readonly FuzzSend[];
  /** Sends that waited for an answer at that time. */
  readonly together: readonly FuzzSend[];
}

export interface BatchAsk {
  readonly subject: FuzzSubject;
  readonly sends: readonly FuzzSend[];
  readonly concurrency: number;
  readonly deadlineMs: number;
  /** A plain call that shows whether it still answers; undefined: there is none that could be asked. */
  readonly plain: ValueSend | undefined;
  /** Takes its time to see a process fall over an event. */
  readonly patient: boolean;
  readonly ended?: (send: FuzzSend, end: CallEnd, tookMs: number) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface BatchResult {
  readonly found: readonly Located[];
  /** Sends that were not put to it, because it fell over an earlier one. */
  readonly left: readonly FuzzSend[];
  /** It can be used on. */
  readonly sound: boolean;
}

const patientMs = 400;
const mostSuspects = 3;
/** Who lives answers a plain call at once; who hangs need not be waited for as long again. */
const afterSilenceMs = 700;

export async function runBatch(live: Live, ask: BatchAsk): Promise<BatchResult> {
  const { sends, subject, signal } = ask;
  const found: Located[] = [];
  const flying = new Set<FuzzSend>();
  const silent: { readonly send: FuzzSend; readonly with: readonly FuzzSend[]; readonly afterMs: number }[] =
    [];
  let next = 0;
  let stop = false;
  const begun = live.spans.length;
  const work = async (): Promise<void> => {
    while (!stop && next < sends.length && !signal?.aborted) {
      const send = sends[next++]!;
      flying.add(send);
      const startedAt = performance.now();
      const end = await put(live, ask, send);
      const others = [...flying];
      flying.delete(send);
      ask.ended?.(send, end, performance.now() - startedAt);
      if (end.how === 'timedOut') silent.push({ send, with: others, afterMs: end.afterMs });
      const wrong = judgeAnswer(subject, send, end);
      if (wrong) found.push({ ...wrong, suspects: [send], together: [] });
      stop ||= end.how === 'timedOut' || end.how === 'gone' || live.gone;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, ask.concurrency) }, work));
  const ran = live.spans.slice(begun).map(({ send }) => send);
  await afterwards(live, ask, silent, ran, found);
  const fatal = found.some(
    ({ oracle }) => oracle === 'death' || oracle === 'timeout' || oracle === 'not-alive',
  );
  return { found: explained(found), left: sends.slice(next), sound: !fatal && !live.gone };
}

async function put(live: Live, { subject, deadlineMs }: BatchAsk, send: FuzzSend): Promise<CallEnd> {
  if (send.kind === 'value') return live.call(subject, send, deadlineMs);
  if (!(await live.wire(send, deadlineMs))) return live.gone ? { how: 'gone' } : { how: 'sent' };
  if (send.answers.length === 0 || (await live.answered(send.answers, live.patience(send, deadlineMs))))
    return { how: 'sent' };
  return live.gone ? { how: 'gone' } : { how: 'timedOut', afterMs: deadlineMs };
}

async function afterwards(
  live: Live,
  ask: BatchAsk,
  silent: readonly {
    readonly send: FuzzSend;
    readonly with: readonly FuzzSend[];
    readonly afterMs: number;
  }[],
  ran: readonly FuzzSend[],
  found: Located[],
): Promise<void> {
  const patience = silent.length > 0 ? Math.min(ask.deadlineMs, afterSilenceMs) : ask.deadlineMs;
  const alive = await answersStill(live, { ...ask, deadlineMs: patience }, ran);
  if (live.gone) {
    const death = await live.death();
    if (death) found.push({ ...death, ...under(live, Infinity, ran) });
    return;
  }
  for (const { send, with: together, afterMs } of silent)
    found.push(silence(send, together, earlier(ran, send), afterMs, alive, ask));
  if (!alive && silent.length === 0 && ask.plain)
    found.push({
      oracle: 'not-alive',
      message: `After ${lastWhy(ran)} a plain call is not answered any more.`,
      cause: '',
      evidence: [],
      ...under(live, Infinity, ran),
    });
  for (const seen of await live.look()) {
    // What it says to ids that we made up is no fault of it.
    const suspects = under(live, seen.seq, ran);
    const [first] = suspects.suspects;
    const own =
      seen.oracle === 'unknown-id' || seen.oracle === 'two-answers' || seen.oracle === 'invalid-answer';
    if (own && first?.kind === 'wire') continue;
    found.push({ ...seen, ...suspects });
  }
}

function silence(
  send: FuzzSend,
  together: readonly FuzzSend[],
  before: readonly FuzzSend[],
  afterMs: number,
  alive: boolean,
  { plain, subject }: BatchAsk,
): Located {
  const what = `${subject.name} gave no answer within ${Math.round(afterMs)} ms`;
  const others = [...together, ...before].filter((other) => other !== send);
  const suspects = [send, ...others].slice(0, mostSuspects);
  const base = { cause: '', evidence: [], suspects, together };
  if (!alive || !plain) return { ...base, oracle: 'timeout', message: `${what}, and to nothing after it.` };
  return { ...base, oracle: 'no-answer', message: `${what}, though it answers other calls.` };
}

/** What was sent right before: it may have been answered and have broken it all the same. */
function earlier(ran: readonly FuzzSend[], send: FuzzSend): FuzzSend[] {
  return ran.slice(0, Math.max(0, ran.lastIndexOf(send))).reverse();
}

/** A plain call, or for events a moment of patience. */
async function answersStill(live: Live, ask: BatchAsk, ran: readonly FuzzSend[]): Promise<boolean> {
  const { plain, subject, deadlineMs, patient } = ask;
  if (live.gone) return false;
  if (!plain) {
    if (patient || subject.kind === 'event') await live.quiet(deadlineMs, patient ? patientMs : undefined);
    return !live.gone;
  }
  const bytes = ran.reduce((sum, send) => sum + (send.kind === 'wire' ? live.patience(send, 0) : 0), 0);
  const end = await live.probe(subject, plain, deadlineMs + bytes);
  // What comes right behind an answer, on stderr or as the end of the process, is seen with this.
  if (patient && !live.gone) await live.quiet(deadlineMs, 15);
  return end.how === 'answered' || end.how === 'refused';
}

function under(live: Live, seq: number, ran: readonly FuzzSend[]): Pick<Located, 'suspects' | 'together'> {
  const flying = live.flyingAt(seq);
  const suspects = live.suspects(seq, mostSuspects);
  return {
    suspects: suspects.length > 0 ? suspects : ran.slice(-mostSuspects).reverse(),
    together: flying.length > 1 ? flying : [],
  };
}

function lastWhy(ran: readonly FuzzSend[]): string {
  const last = ran.at(-1);
  return last ? last.why : 'the start';
}
