// The rules for what the host asks a plugin: calls of tools, handlers, commands. They run one after the other on the main
// loop; a tool call is over with tool_done, everything else with its return. Pure.

import { quote } from '../../../shared/protocol/say.ts';
import { eventTemplate } from '../../../shared/protocol/opcode/event-names.ts';
import { told } from '../../../shared/protocol/opcode/parts.ts';
import { durationWords } from '../../../shared/session/time-words.ts';
import { inWords } from '../machine-types.ts';
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
} from '../request-book.ts';
import { readResult, shapeFault } from './results.ts';
import {
  clearTimer,
  decide,
  fault,
  note,
  numberOf,
  setTimer,
  textOf,
  type InFlight,
  type Known,
  type OpcodeInput,
  type OpcodeRun,
} from './opcode-types.ts';

const blockedMs = 1_000;

type Requested = Extract<OpcodeInput, { kind: 'requested' }>;

export function whyNotAsk(run: OpcodeRun): MachineEnd | undefined {
  if (run.offers.helloName === null && run.state !== 'ended')
    return { how: 'notSent', reason: 'the plugin is not loaded yet', notes: [] };
  if (run.state !== 'ended' && !run.exit) return undefined;
  return { how: 'gone', reason: 'the plugin has ended', cause: 'exit', notes: [] };
}

export function requested(run: OpcodeRun, input: Requested): void {
  const { id, type, name, deadlineMs, outcome, line, unsendable = '' } = input;
  const answer = run.requests.answerTo.get(type);
  if (answer === undefined) throw new Error(`The catalogue has no request ${type} of the host.`);
  const request: OpenRequest = {
    ...{ id, type, answer, name, awaited: true, askedUs: run.nowUs, deadlineMs, outcome, line },
    ...{ taken: false, lost: unsendable, notes: [] },
  };
  openRequest(run.requests, request);
  const refusal: MachineEnd | undefined =
    whyNotAsk(run) ?? (line === null ? { how: 'notSent', reason: unsendable, notes: [] } : undefined);
  if (refusal) return settle(run, request, refusal);
  if (deadlineMs !== null)
    run.out.push({ kind: 'setTimer', name: requestTimer(request), ms: deadlineMs, outcome });
}

/** A frame of the host went to the plugin: from now on it waits its turn on the main loop, or runs. */
export function hostLine(run: OpcodeRun, decoded: Known, line: number): void {
  const { id, type, frame, def } = decoded;
  if (id === undefined || (def.role.kind !== 'request' && type !== 'tool.execute')) return;
  const name = nameOf(type, decoded);
  if (type === 'event' && name === 'session_start') run.sessionStarted = true;
  if (type === 'tool.update') checkPartial(run, frame.partial_json, told(frame.tool), line);
  if (run.inFlight.length === 0) run.freeUs = run.nowUs;
  run.inFlight.push({ id, type, name, line, sentUs: run.nowUs, told: false });
  if (!run.timers.has('blocked')) setTimer(run, 'blocked', blockedMs, 'say that the main loop stands still');
  if (run.requests.byLine.get(line)) return;
  // Sent by hand: nobody waits for it, but its end is to be recognised.
  const answer = def.role.kind === 'request' ? def.role.answer : '';
  if (answer === '' || run.requests.open.has(requestKey(answer, id))) return;
  run.requests.past.delete(requestKey(answer, id));
  openRequest(run.requests, {
    ...{ id, type, answer, name, awaited: false, askedUs: run.nowUs, deadlineMs: null, outcome: '', line },
    ...{ taken: true, lost: '', notes: [] },
  });
}

function nameOf(type: string, { frame }: Known): string {
  const key = { 'tool.execute': 'tool', 'tool.update': 'tool', event: 'event', command: 'name' }[type];
  return key === undefined ? '' : (textOf(frame, key) ?? '');
}

function checkPartial(run: OpcodeRun, partial: unknown, tool: string, line: number): void {
  let value: unknown;
  try {
    value = typeof partial === 'string' ? JSON.parse(partial) : partial;
  } catch {
    value = undefined; // not JSON: it has no shape either
  }
  const reason = shapeFault(value);
  if (reason !== '') fault(run, 'update-shape', { tool, reason }, line);
}

/** A function of the plugin has come back. */
export function onReturn(run: OpcodeRun, decoded: Known, line: number, text: string): void {
  const { id, type, frame } = decoded;
  const at = run.inFlight.findIndex((call) => call.id === id);
  const [call] = at < 0 ? [] : run.inFlight.splice(at, 1);
  run.freeUs = run.nowUs;
  if (call?.told) unblocked(run, call, line);
  if (type === 'event.return' && call) judgeEvent(run, call, numberOf(frame, 'value'), line);
  if (type === 'command.return' && call) judgeCommand(run, call, frame.value, line);
  if (type === 'tool.execute.return') return toolReturned(run, id ?? '', call, line);
  const request = id === undefined ? undefined : run.requests.open.get(requestKey(type, id));
  if (request) settle(run, request, { how: 'answered', line, frame, text, notes: request.notes });
}

/** Where hosts complete calls at once, one that has not ended with its function has failed. */
function toolReturned(run: OpcodeRun, id: string, call: InFlight | undefined, line: number): void {
  if (run.rules.asyncTools) return;
  const request = run.requests.open.get(requestKey('host.tool_done', id));
  if (!request) return;
  fault(run, 'done-not-in-execute', { tool: call?.name ?? '' }, line);
  const reason = 'execute returned without tool_done, and this host waits no longer';
  settle(run, request, { how: 'gone', reason, cause: 'closed', notes: [] });
}

export function onToolDone(run: OpcodeRun, decoded: Known, line: number, text: string): void {
  const { frame, id = '' } = decoded;
  const key = requestKey('host.tool_done', id);
  const request = run.requests.open.get(key);
  const past = run.requests.past.get(key);
  if (request || past)
    for (const { code, words } of readResult(frame, id).faults) fault(run, code, words, line);
  if (request) return settle(run, request, { how: 'answered', line, frame, text, notes: request.notes });
  if (!past) return fault(run, 'done-unknown', { call: id }, line);
  if (past.how === 'answered') return fault(run, 'done-twice', { call: id }, line);
  fault(run, 'done-late', { call: id }, line);
  past.how = 'answered';
  if (past.awaited) run.out.push({ kind: 'late', id, line });
}

function judgeEvent(run: OpcodeRun, call: InFlight, value: number, line: number): void {
  const event = call.name;
  if (value < 0) fault(run, 'event-returned-error', { event, value }, line);
  else if (value > 1) fault(run, 'event-returned-odd', { event, value }, line);
  else if (value === 1 && eventTemplate(event)?.vetoable !== true)
    fault(run, 'event-veto-idle', { event }, line);
}

function judgeCommand(run: OpcodeRun, call: InFlight, value: unknown, line: number): void {
  if (typeof value !== 'string') return;
  try {
    JSON.parse(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fault(run, 'command-not-json', { name: `/${call.name}`, reason }, line);
  }
}

/** The main loop has been in one call for long. Told once a call; the host's clock stands still while a frame is held. */
export function blockedPassed(run: OpcodeRun): void {
  const call = run.inFlight[0];
  if (!call) return;
  const ranMs = Math.round((run.nowUs - Math.max(run.freeUs, call.sentUs)) / 1_000);
  if (ranMs >= blockedMs && !call.told) {
    call.told = true;
    const words = { call: callWords(call), time: inWords(ranMs) };
    fault(run, call.type === 'library.open' ? 'constructor-blocked' : 'main-loop-blocked', words, call.line);
  }
  const restMs = call.told ? blockedMs : Math.max(1, blockedMs - ranMs);
  setTimer(run, 'blocked', restMs, 'say that the main loop stands still');
}

function unblocked(run: OpcodeRun, call: InFlight, line: number): void {
  const took = durationWords(run.nowUs - Math.max(run.freeUs, call.sentUs));
  note(run, `${callWords(call)} has returned after all, after ${took} (line ${line}).`);
}

/** "execute of the tool boom, call 4". */
export function callWords({ type, name, id }: InFlight): string {
  const of = name === '' ? '' : ` ${quote(name)}`;
  const words: Readonly<Record<string, string>> = {
    'library.open': 'Loading the library',
    'plugin.entry': 'opcode_plugin_init',
    'plugin.init': 'init',
    'plugin.shutdown': 'shutdown',
    'tool.execute': `execute of the tool${of}, call ${id},`,
    'tool.update': `update of the tool${of}`,
    event: `the handler of the event${of}`,
    command: `the handler of the command${of}`,
    deferred: 'a deferred function',
    'http.callback': 'the callback of an HTTP request',
  };
  return words[type] ?? type;
}

export function requestPassed(run: OpcodeRun, name: RequestTimer): void {
  const request = requestOfTimer(run.requests, name);
  if (!request?.awaited) return;
  const { type, id, deadlineMs, outcome, line } = request;
  const afterMs = Math.round((run.nowUs - request.askedUs) / 1_000);
  const time = inWords(deadlineMs ?? 0);
  if (type === 'tool.execute')
    fault(run, 'done-never', { call: id, tool: request.name, time }, line ?? undefined);
  const words = `No end of ${type} ${quote(id)}${request.name ? ` (${quote(request.name)})` : ''} within ${time}. The host goes on: ${outcome}.`;
  decide(run, 'deadlinePassed', { deadline: name, afterMs, outcome }, words, line ?? undefined);
  settle(run, request, { how: 'timedOut', afterMs, notes: request.notes });
}

/** A person dropped the call at the gate, or its return: whoever asked is told so, for nothing can follow. */
export function droppedAtGate(run: OpcodeRun, decoded: Known, line: number): void {
  const request =
    run.requests.byLine.get(line) ??
    (decoded.id === undefined ? undefined : run.requests.open.get(requestKey(decoded.type, decoded.id)));
  const at = run.inFlight.findIndex(({ id }) => id === decoded.id);
  if (decoded.def.from === 'extension' && at >= 0 && decoded.type.endsWith('.return'))
    run.inFlight.splice(at, 1);
  if (!request) return;
  const what = decoded.def.from === 'host' ? 'the call' : `its end (line ${line})`;
  const afterMs = Math.round((run.nowUs - request.askedUs) / 1_000);
  settle(run, request, { how: 'dropped', reason: `${what} was dropped at the gate`, afterMs, notes: [] });
}

/** The plugin never saw it. */
export function notRun(run: OpcodeRun, id: string, reason: string): void {
  const at = run.inFlight.findIndex((call) => call.id === id);
  if (at >= 0) run.inFlight.splice(at, 1);
  const request = [...run.requests.open.values()].find((open) => open.id === id);
  if (request) settle(run, request, { how: 'notSent', reason, notes: [] });
}

export function abandon(run: OpcodeRun, reason: string, cause: GoneCause): void {
  for (const request of [...run.requests.open.values()])
    settle(run, request, { how: 'gone', reason, cause, notes: request.notes });
}

function settle(run: OpcodeRun, request: OpenRequest, end: MachineEnd): void {
  const { id, type, line, deadlineMs, awaited } = request;
  closeRequest(run.requests, request, end.how);
  if (!awaited) return;
  if (deadlineMs !== null && end.how !== 'timedOut')
    run.out.push({ kind: 'clearTimer', name: requestTimer(request) });
  if (end.how === 'gone' || end.how === 'notSent') {
    const words = `${type} ${quote(id)} ${end.how === 'gone' ? 'fails' : 'is not run'}: ${end.reason}.`;
    decide(run, 'requestSettled', { id, type, how: end.how, reason: end.reason }, words, line ?? undefined);
  }
  run.out.push({ kind: 'settle', id, end, spentMs: Math.round(run.nowUs - request.askedUs) / 1_000 });
}

export function stopWatching(run: OpcodeRun): void {
  clearTimer(run, 'blocked');
}
