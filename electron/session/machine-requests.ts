// The host's rules for what it asks an extension: tool calls, commands, intercepts. A deadline each, answers matched by
// the exact id and by kind, everything else classified on the line it came in, and what the end of a process or a pipe
// means for those that wait. Pure: ids and time come from outside.

import type { Decoded } from '../../shared/protocol/define.ts';
import { quote } from '../../shared/protocol/say.ts';
import { textMember } from './frame-fields.ts';
import { answerIgnored } from './machine-answers.ts';
import {
  closeRequest,
  openRequest,
  requestKey,
  requestOfTimer,
  requestTimer,
  type GoneCause,
  type MachineEnd,
  type OpenRequest,
  type RequestTimer,
} from './request-book.ts';
import { decide, exitWords, inWords, msSince, type MachineInput, type Run } from './machine-types.ts';

type Known = Extract<Decoded, { kind: 'frame' }>;
type Requested = Extract<MachineInput, { kind: 'requested' }>;

/** The host asks. Its deadline runs from here, on the clock that stands still while a line is held. */
export function requested(run: Run, input: Requested): void {
  const { id, type, name, deadlineMs, outcome, line, unsendable } = input;
  const answer = run.requests.answerTo.get(type);
  if (answer === undefined) throw new Error(`The catalogue has no request ${type} of the host.`);
  const request: OpenRequest = {
    id,
    type,
    answer,
    name,
    awaited: true,
    askedUs: run.nowUs,
    deadlineMs,
    outcome,
    line,
    taken: false,
    lost: unsendable ?? '',
    notes: [],
  };
  openRequest(run.requests, request);
  const refusal = whyNotAsk(run) ?? (line === null ? refuseUnsent(run, unsendable ?? '') : undefined);
  if (refusal) return settle(run, request, refusal);
  if (deadlineMs !== null)
    run.out.push({ kind: 'setTimer', name: requestTimer(request), ms: deadlineMs, outcome });
}

/**
 * Nothing was sent. Real host, May 2026: the call then waits for an answer that can't come; other hosts' behaviour is
 * unknown, and there it is refused at once.
 */
function refuseUnsent(run: Run, reason: string): MachineEnd | undefined {
  return run.profile.unsendableArgs === 'wait' ? undefined : { how: 'notSent', reason, notes: [] };
}

/**
 * Why nothing is asked now, if so. Newest zot: an extension whose stdout has ended is disconnected; the host of May 2026
 * asks and waits all the same.
 */
export function whyNotAsk(run: Run): MachineEnd | undefined {
  if (!run.hello && run.state !== 'ended')
    return { how: 'notSent', reason: 'the extension has not said hello yet', notes: [] };
  if (run.profile.pendingOnExit === 'wait' || !run.closedOutputs.has('stdout')) return undefined;
  const reason = run.exit ? `the extension ${exitWords(run.exit)}` : 'its stdout is closed';
  return { how: 'gone', reason, cause: run.exit ? 'exit' : 'output', notes: [] };
}

/** A line of the host passed the gate: remembers what was asked by hand. */
export function hostAsks(run: Run, decoded: Decoded, line: number): void {
  if (decoded.kind !== 'frame' || decoded.def.role.kind !== 'request' || decoded.id === undefined) return;
  const { open, past, byLine } = run.requests;
  const key = requestKey(decoded.def.role.answer, decoded.id);
  if (open.get(key)?.line === line) return;
  const meant = byLine.get(line);
  if (meant) meant.lost = `it was edited at the gate and went out as ${decoded.type} ${quote(decoded.id)}`;
  // The answer belongs to the one that was asked first.
  if (meant || open.has(key)) return;
  past.delete(key);
  openRequest(run.requests, {
    id: decoded.id,
    type: decoded.type,
    answer: decoded.def.role.answer,
    name: requestName(decoded),
    awaited: false,
    askedUs: run.nowUs,
    deadlineMs: null,
    outcome: '',
    line,
    taken: false,
    lost: '',
    notes: [],
  });
}

function requestName({ frame }: Known): string {
  return textMember(frame, 'name') || textMember(frame, 'tool_name') || textMember(frame, 'event') || '';
}

export function lineTaken(run: Run, line: number): void {
  const request = run.requests.byLine.get(line);
  if (request) request.taken = true;
}

/** The pipe is closed or the process gone: a write fails at once (real host, May 2026: broken pipe). */
export function notDelivered(run: Run, line: number): void {
  const request = run.requests.byLine.get(line);
  if (request?.awaited) settle(run, request, brokenPipe());
}

/** What the pipe had not taken fails with it; what it had taken waits on for an answer. */
export function inputClosed(run: Run, error: string | undefined): void {
  run.inputClosed = true;
  if (error === undefined) return;
  for (const request of awaited(run))
    if (!request.taken && request.line !== null) settle(run, request, brokenPipe());
}

function brokenPipe(): MachineEnd {
  return { how: 'gone', reason: 'it does not read its stdin any more', cause: 'pipe', notes: [] };
}

/** A person dropped the request or an answer to it: the host can't know, and waits. */
export function dropped(run: Run, decoded: Decoded, line: number): void {
  const request = run.requests.byLine.get(line);
  if (request) {
    request.lost = 'the request was dropped at the gate';
    return;
  }
  if (decoded.kind !== 'frame' || decoded.id === undefined) return;
  const answered = run.requests.open.get(requestKey(decoded.type, decoded.id));
  if (answered) answered.lost = `its answer (line ${line}) was dropped at the gate`;
}

/** A frame that answers by id, whatever its state. */
export function onAnswer(run: Run, decoded: Known, line: number, text: string): void {
  const { id, type, frame } = decoded;
  const request = id === undefined ? undefined : run.requests.open.get(requestKey(type, id));
  const wrong = decoded.issues.find((issue) => issue.severity === 'error');
  if (!request || wrong) return answerIgnored(run, decoded, line, wrong?.message);
  settle(run, request, { how: 'answered', line, frame, text, notes: request.notes });
}

/** A deadline that ran out; one that was met at the same moment is none. */
export function requestPassed(run: Run, name: RequestTimer): void {
  const request = requestOfTimer(run.requests, name);
  if (request?.awaited) timedOut(run, request);
}

function timedOut(run: Run, request: OpenRequest): void {
  const { type, id, name, lost, notes, outcome, line, deadlineMs } = request;
  const afterMs = msSince(run, request.askedUs);
  const why = [lost && `: ${lost}`, ...notes.map((note) => `; a ${note}`)].join('');
  const words = `No answer to ${type} ${quote(id)}${name ? ` (${quote(name)})` : ''} within ${inWords(deadlineMs ?? 0)}${why}. The host goes on: ${outcome}.`;
  decide(
    run,
    'deadlinePassed',
    { deadline: requestTimer(request), afterMs, outcome },
    words,
    line ?? undefined,
  );
  settle(
    run,
    request,
    lost === ''
      ? { how: 'timedOut', afterMs, notes }
      : line === null
        ? { how: 'timedOut', afterMs, notes: [...notes, lost] }
        : { how: 'dropped', reason: lost, afterMs, notes },
  );
}

/** The process can't answer any more. Real host, May 2026: a pending call waits its time; others fail it at once. */
export function failPending(run: Run, reason: string, cause: GoneCause): void {
  if (run.profile.pendingOnExit === 'wait' && !run.stopAsked) return;
  abandon(run, reason, cause);
}

/** Whatever the profile: nobody waits any more. */
export function abandon(run: Run, reason: string, cause: GoneCause): void {
  for (const request of awaited(run))
    settle(run, request, { how: 'gone', reason, cause, notes: request.notes });
}

function settle(run: Run, request: OpenRequest, end: MachineEnd): void {
  const { id, type, line, deadlineMs, awaited: isAwaited } = request;
  closeRequest(run.requests, request, end.how);
  if (!isAwaited) return;
  if (deadlineMs !== null && end.how !== 'timedOut' && end.how !== 'dropped')
    run.out.push({ kind: 'clearTimer', name: requestTimer(request) });
  if (end.how === 'gone' || end.how === 'notSent') {
    const words = `${type} ${quote(id)} ${end.how === 'gone' ? 'fails' : 'is not sent'}: ${end.reason}.`;
    decide(run, 'requestSettled', { id, type, how: end.how, reason: end.reason }, words, line ?? undefined);
  }
  run.out.push({ kind: 'settle', id, end, spentMs: Math.round(run.nowUs - request.askedUs) / 1_000 });
}

function awaited(run: Run): OpenRequest[] {
  return [...run.requests.open.values()].filter((request) => request.awaited);
}
