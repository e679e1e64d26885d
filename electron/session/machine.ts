// The host's own rules for one extension, without I/O: takes what befell the extension and the host time, says what is to
// be done. Handshake, registry, stray lines, shutdown and exit are in the machine-*.ts beside it. Never throws on what an
// extension does; does no I/O and reads no clock.

import type { Decoded } from '../../shared/protocol/define.ts';
import type { HostState } from '../../shared/session/entries.ts';
import { end, exited, outputClosed, pipesPassed, spawnFailed, stdoutPassed } from './machine-exit.ts';
import { autoReadyPassed, helloHintPassed, helloPassed, readyPassed, spawned } from './machine-handshake.ts';
import { isUsualLevel, lineOver, seeLine } from './machine-lines.ts';
import { closePanel, openPanel } from './machine-panels.ts';
import {
  abandon,
  dropped,
  hostAsks,
  inputClosed,
  lineTaken,
  notDelivered,
  requested,
  requestPassed,
  whyNotAsk,
} from './machine-requests.ts';
import { beginShutdown, shutdownPassed, stopAsked, termPassed } from './machine-shutdown.ts';
import {
  changeState,
  newRun,
  type Effect,
  type MachineConfig,
  type MachineInput,
  type Run,
  type SeenLine,
  type TimerName,
} from './machine-types.ts';
import type { ReadonlyOffers } from './offers.ts';
import { idTaken, isRequestTimer } from './request-book.ts';

const nothing: readonly Effect[] = Object.freeze([]);
const restartAutoReady: readonly Effect[] = Object.freeze([
  { kind: 'restartTimer', name: 'auto-ready' } as const,
]);

/** What is still heard of when it has ended: some requests wait for their deadline, and ask a pipe that is closed. */
const afterEnd: ReadonlySet<MachineInput['kind']> = new Set([
  'requested',
  'notDelivered',
  'abandoned',
  'panelClosed',
]);

/** Types with a rule of their own; all others only have to be in order. */
const ruled: ReadonlySet<string> = new Set([
  'hello',
  'register_command',
  'register_tool',
  'subscribe',
  'ready',
  'error',
  'panel_render',
  'panel_close',
  'open_panel',
]);

const onTimer: Record<TimerName, (run: Run) => void> = {
  hello: helloPassed,
  'hello hint': helloHintPassed,
  'auto-ready': autoReadyPassed,
  ready: readyPassed,
  shutdown: shutdownPassed,
  term: termPassed,
  pipes: pipesPassed,
  stdout: stdoutPassed,
};

export class Machine {
  readonly #run: Run;

  constructor(config: MachineConfig) {
    this.#run = newRun(config);
  }

  get state(): HostState {
    return this.#run.state;
  }

  get offers(): ReadonlyOffers {
    return this.#run.offers;
  }

  /** Whether a request would be put on the wire now. */
  get askable(): boolean {
    return whyNotAsk(this.#run) === undefined;
  }

  /** The process ended, or is being ended, because somebody wanted it to. */
  get endWanted(): boolean {
    return this.#run.stopAsked || this.#run.givenUp;
  }

  /** Whether an id is, or was, one of this run's requests. */
  idTaken(id: string): boolean {
    return idTaken(this.#run.requests, id);
  }

  /** A line of the extension that passed the gate. `nowUs` is host time. */
  line(decoded: Decoded, seq: number, seen: SeenLine, nowUs: number): readonly Effect[] {
    const run = this.#run;
    if (run.state === 'ended') return nothing;
    // The fast way, and it makes no object: a frame that is in order and asks nothing of the host.
    if (decoded.kind === 'frame' && run.hello !== null && isPlain(decoded, run))
      return run.state === 'registering' ? restartAutoReady : nothing;
    run.nowUs = nowUs;
    seeLine(run, decoded, seq, seen);
    return this.#effects();
  }

  /** A line on stderr: kept to be quoted when it is gone. */
  stderr(text: string): void {
    this.#run.stderr.push(text);
  }

  /** Anything else that befell the extension or the host. `nowUs` is host time. */
  handle(input: MachineInput, nowUs: number): readonly Effect[] {
    const run = this.#run;
    if (run.state === 'ended' && !isHeardAfterEnd(input)) return nothing;
    run.nowUs = nowUs;
    this.#handle(input);
    return this.#effects();
  }

  #handle(input: MachineInput): void {
    const run = this.#run;
    switch (input.kind) {
      case 'started':
        return changeState(run, 'starting', 'The host starts the process.');
      case 'spawned':
        spawned(run);
        if (run.stopAsked) beginShutdown(run);
        return;
      case 'spawnFailed':
        return spawnFailed(run, input.message, input.fix);
      case 'timer':
        if (isRequestTimer(input.name)) requestPassed(run, input.name);
        // A timer that fired while it was being cleared is none.
        else if (run.timers.delete(input.name)) onTimer[input.name](run);
        return;
      case 'requested':
        return requested(run, input);
      case 'hostLine':
        return hostAsks(run, input.decoded, input.line);
      case 'hostLineTaken':
        lineTaken(run, input.line);
        if (isAck(input.decoded)) run.ackTakenAt ??= input.lastSeq;
        return;
      case 'notDelivered':
        return notDelivered(run, input.line);
      case 'dropped':
        return dropped(run, input.decoded, input.line);
      case 'inputClosed':
        return inputClosed(run, input.error);
      case 'abandoned':
        return abandon(run, 'the session was closed', 'closed');
      case 'panelOpened':
        return openPanel(run, input.panel, input.line);
      case 'panelClosed':
        return closePanel(run, input.panel, input.by);
      case 'lineOver':
        return lineOver(run, input.pipe, input.bytesSoFar);
      case 'outputClosed':
        return outputClosed(run, input.pipe);
      case 'exited':
        return exited(run, input.code, input.signal);
      case 'stopAsked':
        return stopAsked(run, input.by);
      case 'ended':
        return end(run);
    }
  }

  #effects(): readonly Effect[] {
    const { out } = this.#run;
    if (out.length === 0) return nothing;
    this.#run.out = [];
    return out;
  }
}

function isPlain(decoded: Extract<Decoded, { kind: 'frame' }>, run: Run): boolean {
  const { def, type } = decoded;
  if (decoded.issues.length > 0 || ruled.has(type) || !def.legalIn.includes(run.state)) return false;
  if (type === 'notify') return isUsualLevel(decoded.frame['level']);
  return !run.requests.answers.has(type);
}

function isHeardAfterEnd(input: MachineInput): boolean {
  return afterEnd.has(input.kind) || (input.kind === 'timer' && isRequestTimer(input.name));
}

function isAck(decoded: Decoded): boolean {
  return decoded.kind === 'frame' && decoded.type === 'hello_ack';
}
