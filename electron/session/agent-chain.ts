// One chain of intercepts: every guard that subscribed is asked in load order, one after the other; the first block wins,
// a rewrite is what the next one is asked about. Tells each guard's journal what it decided and what came of it.

import { compactJson } from '../../shared/json/compact.ts';
import { quote } from '../../shared/protocol/say.ts';
import type { ChainHop, ChainOutcome, InterceptPayload } from './agent-type.ts';
import { blocks, fieldsWith, judge, note, refusal, sameValue, valueOf, type Judged } from './agent-hop.ts';
import { fieldsAsSent } from './encode.ts';
import { hostFrameDef } from './host-frame-def.ts';
import type { HostRequest } from './request-desk.ts';
import type { Session } from './session-type.ts';

/** What a running chain tells, for its card. */
export interface ChainWatcher {
  /** `index` of the guard, from 0. */
  asks(index: number, before: string, request: HostRequest): void;
  decided(index: number, hop: ChainHop): void;
  /** A late answer came to a question of a hop that is over. */
  late(index: number, line: number): void;
}

export interface ChainAsk {
  readonly chain: number;
  readonly guards: readonly Session[];
  readonly payload: InterceptPayload;
  readonly failClosed: () => boolean;
  readonly watcher: ChainWatcher;
}

export async function runChain(ask: ChainAsk): Promise<ChainOutcome> {
  const { guards, payload, watcher } = ask;
  const asked = valueOf(payload.event, payload.fields);
  const hops: ChainHop[] = [];
  let value = asked;
  let stopped = false;
  for (let index = 0; index < guards.length && !stopped; index++) {
    const hop = await runHop(ask, index, value, value !== asked);
    hops.push(hop);
    watcher.decided(index, hop);
    value = hop.after;
    stopped = blocks(hop.verdict, ask.failClosed());
  }
  const outcome = sumUp(ask, asked, value, hops, stopped);
  for (const [index] of hops.entries()) tellOutcome(guards[index]!, outcome, guards);
  return outcome;
}

async function runHop(ask: ChainAsk, index: number, before: string, changed: boolean): Promise<ChainHop> {
  const { guards, payload, watcher } = ask;
  const guard = guards[index]!;
  const { event } = payload;
  const broken = payload.fields.find(({ json }) => compactJson(json) === undefined);
  // Real host, May 2026: what can't be put on the wire is allowed unasked.
  if (broken)
    return tellHop(ask, index, notAsked(guard, before, `${broken.name} is not JSON`, ask.failClosed()));
  if (guard.plugin) {
    const asks = (request: HostRequest): void => watcher.asks(index, before, request);
    const failClosed = ask.failClosed();
    const hop = await guard.plugin.hop({ event, fields: payload.fields, before, failClosed, asks });
    return tellHop(ask, index, { session: guard.id, name: guard.name, ...hop });
  }
  const fields = [
    { name: 'event', json: JSON.stringify(event) },
    ...fieldsWith(event, payload.fields, before, changed),
  ];
  const totalMs = guard.profile.interceptDeadlineMs;
  const request = guard.request({
    type: 'event_intercept',
    name: event,
    fields: fieldsAsSent(hostFrameDef(guard, 'event_intercept'), fields),
    deadlineMs: totalMs,
    outcome: outcomeOfSilence(ask.failClosed()),
  });
  request.onLate((line) => watcher.late(index, line));
  watcher.asks(index, before, request);
  const result = await request.end;
  const judged = judge(event, before, result, guard.profile, ask.failClosed());
  return tellHop(ask, index, {
    session: guard.id,
    name: guard.name,
    callId: request.id,
    line: request.line,
    answerLine: result.answer?.line ?? null,
    verdict: judged.verdict,
    before,
    after: judged.after,
    reason: judged.reason,
    spentMs: result.spentMs,
    totalMs,
    remarks: judged.remarks,
  });
}

/** What happens when the countdown runs out, in words. */
export function outcomeOfSilence(failClosed: boolean): string {
  return failClosed ? 'block' : 'allow, unchanged';
}

function notAsked(guard: Session, before: string, why: string, failClosed: boolean): ChainHop {
  const reason = failClosed
    ? `not asked, ${why}: blocked, because guards that fail block`
    : `not asked, ${why}: allowed`;
  return {
    session: guard.id,
    name: guard.name,
    callId: null,
    line: null,
    answerLine: null,
    verdict: 'notAsked',
    before,
    after: before,
    reason,
    spentMs: 0,
    remarks: [],
  };
}

function sumUp(
  { chain, payload, guards }: ChainAsk,
  asked: string,
  value: string,
  hops: readonly ChainHop[],
  blocked: boolean,
): ChainOutcome {
  const { event } = payload;
  const spentMs = hops.reduce((sum, hop) => sum + hop.spentMs, 0);
  const last = hops.at(-1);
  const rewriter = hops.findLast((hop) => hop.verdict === 'rewrite');
  const profile = guards.find(({ id }) => id === rewriter?.session)?.profile;
  const unchanged = !rewriter || !profile || sameValue(event, asked, value, profile);
  const rewritten = !blocked && !unchanged;
  const shown =
    unchanged && value !== asked ? hops.map((hop) => (hop === rewriter ? unchangedHop(hop) : hop)) : hops;
  return {
    chain,
    event,
    blocked,
    reason: blocked && last ? refusal(event, last.reason) : '',
    value: rewritten ? value : asked,
    rewritten,
    decidedBy: blocked ? (last?.session ?? null) : rewritten ? (rewriter?.session ?? null) : null,
    hops: shown,
    spentMs,
  };
}

function unchangedHop(hop: ChainHop): ChainHop {
  const words =
    'In the end the arguments are the same values as in the beginning, compared as the host compares (numbers as 64-bit floats), so the original goes on.';
  return { ...hop, remarks: [...hop.remarks, note('rewrite-unchanged', words)] };
}

const verdictWords: Readonly<Record<Judged['verdict'], string>> = {
  allow: 'allowed',
  block: 'blocked',
  rewrite: 'rewrote it',
  timeout: 'did not answer',
  gone: 'could not answer',
  refusedRewrite: 'rewrote it in a way that does not count',
  notAsked: 'was not asked',
};

function tellHop({ chain, payload, guards }: ChainAsk, index: number, hop: ChainHop): ChainHop {
  const { verdict, reason, line, answerLine, callId, spentMs } = hop;
  const { event } = payload;
  const why = reason === '' ? '' : verdict === 'block' ? `: ${quote(reason)}` : `: ${reason}`;
  const more = hop.remarks.map(({ message }) => ` ${message}`).join('');
  guards[index]!.note({
    kind: 'decided',
    decision: 'hopDecided',
    message: `Chain ${chain}, ${event}, guard ${index + 1} of ${guards.length}: ${hop.name} ${verdictWords[verdict]}${why}.${more}`,
    ...(line === null ? {} : { line }),
    value: { chain, event, hop: index + 1, id: callId, verdict, reason, answerLine, spentMs },
  });
  return hop;
}

function tellOutcome(session: Session, outcome: ChainOutcome, guards: readonly Session[]): void {
  const { chain, event, blocked, reason, rewritten, hops, spentMs } = outcome;
  const by = guards.find(({ id }) => id === outcome.decidedBy)?.name ?? null;
  const what = blocked
    ? `blocked by ${by}${reason === '' ? '' : `: ${quote(reason)}`}`
    : rewritten
      ? `allowed, as rewritten last by ${by}`
      : 'allowed, unchanged';
  session.note({
    kind: 'decided',
    decision: 'chainDecided',
    message: `Chain ${chain}, ${event}: ${what}.`,
    value: { chain, event, blocked, reason, rewritten, decidedBy: by, hops: hops.length, spentMs },
  });
}
