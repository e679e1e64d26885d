// The host's own rules for one native plugin, without I/O: takes what befell the plugin and the host time, says what is to
// be done. Loading, registrations, calls, host functions and the end are in the files beside it. Never throws on what a
// plugin does; does no I/O and reads no clock.

import type { Decoded, JsonObject } from '../../../shared/protocol/define.ts';
import type { HostState } from '../../../shared/session/entries.ts';
import type { ReadonlyOffers } from '../offers.ts';
import { idTaken, isRequestTimer } from '../request-book.ts';
import * as calls from './calls.ts';
import * as ending from './ending.ts';
import * as host from './host-calls.ts';
import { childReady, onLoadReturn } from './loading.ts';
import {
  changeState,
  decide,
  fault,
  newOpcodeRun,
  numberOf,
  textOf,
  type Known,
  type OpcodeConfig,
  type OpcodeEffect,
  type OpcodeInput,
  type OpcodeRun,
} from './opcode-types.ts';
import type { ReadonlyPluginOffers } from './plugin-offers.ts';
import * as registrations from './registrations.ts';

const nothing: readonly OpcodeEffect[] = Object.freeze([]);
const rememberedTokens = 4_096;

type FrameRule = (run: OpcodeRun, frame: JsonObject, line: number) => void;

/** Host functions with a rule of their own; all others need none. */
const onHostCall: Readonly<Record<string, FrameRule>> = {
  'host.register_tool': registrations.onRegisterTool,
  'host.on_event': registrations.onEvent,
  'host.register_command': registrations.onRegisterCommand,
  'host.add_resource_root': registrations.onResourceRoot,
  'host.log': host.onLog,
  'host.notify': host.onNotify,
  'host.set_status': host.onStatus,
  'host.set_title': host.onTitle,
  'host.append_entry': host.onAppendEntry,
  'host.set_thinking_level': host.onThinkingLevel,
  'host.defer': host.onDefer,
  'host.is_cancelled': host.onTokenAsked,
  'host.http_cancel': (run, frame) =>
    run.out.push({ kind: 'httpCancel', request: numberOf(frame, 'request') }),
};

/** Their return decides what follows, and the call has what it is about. */
const onHostReturn: Readonly<
  Record<string, (run: OpcodeRun, asked: JsonObject, value: number, line: number) => void>
> = {
  'host.set_model': host.onSetModel,
  'host.http_request': host.onHttpRequest,
};

export class OpcodeMachine {
  readonly #run: OpcodeRun;

  constructor(config: OpcodeConfig) {
    this.#run = newOpcodeRun(config);
  }

  get state(): HostState {
    return this.#run.state;
  }

  get offers(): ReadonlyOffers {
    return this.#run.offers;
  }

  get offered(): ReadonlyPluginOffers {
    return this.#run.offered;
  }

  get askable(): boolean {
    return calls.whyNotAsk(this.#run) === undefined;
  }

  get endWanted(): boolean {
    return this.#run.stopAsked || this.#run.givenUp;
  }

  get sessionStarted(): boolean {
    return this.#run.sessionStarted;
  }

  /** A line on its stdout or stderr: kept to be quoted when it is gone. */
  printed(text: string): void {
    this.#run.printed.push(text);
  }

  idTaken(id: string): boolean {
    return idTaken(this.#run.requests, id);
  }

  /** A frame of the plugin that passed the gate. `nowUs` is host time. */
  line(decoded: Decoded, line: number, text: string, nowUs: number): readonly OpcodeEffect[] {
    const run = this.#run;
    if (run.state === 'ended' || decoded.kind !== 'frame') return nothing;
    run.nowUs = nowUs;
    const { type } = decoded;
    if (type === 'host.tool_done') calls.onToolDone(run, decoded, line, text);
    else if (type.startsWith('host.')) this.#hostCall(type, decoded, line);
    else if (type.endsWith('.return')) {
      calls.onReturn(run, decoded, line, text);
      onLoadReturn(run, decoded, line);
      ending.stopWhenFree(run);
    }
    if (type.startsWith('host.')) run.lastCall = callWords(type, line);
    return this.#effects();
  }

  /** Anything else that befell the plugin or the host. `nowUs` is host time. */
  handle(input: OpcodeInput, nowUs: number): readonly OpcodeEffect[] {
    const run = this.#run;
    const heard = input.kind === 'requested' || input.kind === 'abandoned' || input.kind === 'notDelivered';
    if (run.state === 'ended' && !heard) return nothing;
    run.nowUs = nowUs;
    this.#handle(input);
    return this.#effects();
  }

  #hostCall(type: string, { frame, id }: Known, line: number): void {
    const run = this.#run;
    if (onHostReturn[type] !== undefined && id !== undefined) run.asked.set(id, frame);
    onHostCall[type]?.(run, frame, line);
  }

  #handle(input: OpcodeInput): void {
    const run = this.#run;
    switch (input.kind) {
      case 'started':
        return changeState(run, 'starting', 'The host starts a process for the plugin.');
      case 'spawned':
        run.spawnedUs = run.nowUs;
        return;
      case 'spawnFailed':
        return ending.spawnFailed(run, input.message, input.fix);
      case 'childReady':
        run.loopThread = input.thread;
        run.childSetUp = true;
        return childReady(run);
      case 'timer':
        return this.#timer(input.name);
      case 'requested':
        return calls.requested(run, input);
      case 'hostLine':
        return this.#hostLine(input.decoded, input.line);
      case 'hostReturned':
        return this.#hostReturned(input.decoded, input.line);
      case 'hostLinesPassed':
        return ending.hostLinesPassed(run);
      case 'notDelivered':
        return this.#notDelivered(input.line);
      case 'dropped':
        if (input.decoded.kind === 'frame') calls.droppedAtGate(run, input.decoded, input.line);
        return ending.stopWhenFree(run);
      case 'fault':
        if (input.code === 'not-runnable') calls.notRun(run, input.id ?? '', String(input.words.reason));
        return ending.childFault(run, input);
      case 'childBroken':
        run.childBroken = true;
        return fault(run, 'child-failed', { reason: input.words });
      case 'crashReported':
        run.crash = input.report;
        return reportCrash(run);
      case 'memoryCounted':
        return ending.memoryCounted(run, input.count, input.bytes);
      case 'announced':
        if (input.event === 'session_start') run.sessionStarted = true;
        return;
      case 'cancelled':
        run.out.push({ kind: 'word', word: { cancel: input.token } });
        return decide(
          run,
          'runCancelled',
          { token: input.token, by: input.by },
          `The run ${input.token} was cancelled by ${input.by}; is_cancelled returns 1 from now on.`,
        );
      case 'httpAnswered':
        return host.httpBack(run, input.answer);
      case 'entryFailed':
        return fault(run, 'entry-unwritable', { path: input.path, reason: input.reason }, input.line);
      case 'abandoned':
        return calls.abandon(run, 'the session was closed', 'closed');
      case 'exited':
        return ending.exited(run, input.code, input.signal);
      case 'stopAsked':
        return ending.stopAsked(run, input.by);
      case 'ended':
        return ending.end(run);
    }
  }

  #timer(name: Extract<OpcodeInput, { kind: 'timer' }>['name']): void {
    const run = this.#run;
    if (isRequestTimer(name)) return calls.requestPassed(run, name);
    // A timer that fired while it was being cleared is none.
    if (!run.timers.delete(name)) return;
    if (name === 'blocked') calls.blockedPassed(run);
    else ending.shutdownPassed(run);
  }

  #hostLine(decoded: Decoded, line: number): void {
    const run = this.#run;
    if (decoded.kind !== 'frame') return;
    const token = decoded.type === 'tool.execute' ? textOf(decoded.frame, 'signal_token') : null;
    if (token !== null) {
      run.tokens.add(token);
      if (run.tokens.size > rememberedTokens) run.tokens.delete(run.tokens.keys().next().value ?? '');
    }
    calls.hostLine(run, decoded, line);
  }

  #hostReturned(decoded: Decoded, line: number): void {
    const run = this.#run;
    if (decoded.kind !== 'frame' || decoded.id === undefined) return;
    const asked = run.asked.get(decoded.id);
    if (asked === undefined) return;
    run.asked.delete(decoded.id);
    onHostReturn[String(asked.type)]?.(run, asked, numberOf(decoded.frame, 'value'), line);
  }

  #notDelivered(line: number): void {
    const run = this.#run;
    const request = run.requests.byLine.get(line);
    if (request) calls.notRun(run, request.id, 'the process is gone');
  }

  #effects(): readonly OpcodeEffect[] {
    const { out } = this.#run;
    if (out.length === 0) return nothing;
    this.#run.out = [];
    return out;
  }
}

/** "alloc (line 34)". */
function callWords(type: string, line: number): string {
  return `${type.slice('host.'.length)} (line ${line})`;
}

const shownFrames = 3;

function reportCrash(run: OpcodeRun): void {
  const { crash } = run;
  if (!crash) return;
  const { signal, address, thread, frames } = crash;
  const onMainLoop = thread === null || thread === run.loopThread;
  const where = onMainLoop ? 'the main loop' : `thread ${thread}`;
  const at = address === null ? '' : `, at the address ${address}`;
  const stack = frames.slice(0, shownFrames).join(' ← ');
  const more = frames.length > shownFrames ? ` ← ${frames.length - shownFrames} more` : '';
  const words = `${signal} on ${where}${at}: ${stack === '' ? 'no stack' : stack}${more}`;
  decide(run, 'crashReported', { signal, address, thread, onMainLoop, frames }, words);
}
