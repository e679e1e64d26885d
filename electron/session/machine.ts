// The host's own rules for one extension, without I/O: takes what befell the extension and the host time, says what is to
// be done. Handshake, registry, stray lines, shutdown and exit are in the machine-*.ts beside it. Never throws on what an
// extension does; does no I/O and reads no clock.

import type { Decoded, JsonObject } from '../../shared/protocol/define.ts';
import type { HostState } from '../../shared/session/entries.ts';
import { textMember } from './frame-fields.ts';
import { end, exited, outputClosed, pipesPassed, spawnFailed, stdoutPassed } from './machine-exit.ts';
import { autoReadyPassed, helloHintPassed, helloPassed, readyPassed, spawned } from './machine-handshake.ts';
import { isUsualLevel, lineOver, seeLine } from './machine-lines.ts';
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

const nothing: readonly Effect[] = Object.freeze([]);
const restartAutoReady: readonly Effect[] = Object.freeze([
  { kind: 'restartTimer', name: 'auto-ready' } as const,
]);

/** Types with a rule of their own; all others only have to be in order. */
const ruled: ReadonlySet<string> = new Set([
  'hello',
  'register_command',
  'register_tool',
  'subscribe',
  'ready',
  'error',
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
    if (run.state === 'ended') return nothing;
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
        // A timer that fired while it was being cleared is none.
        if (run.timers.delete(input.name)) onTimer[input.name](run);
        return;
      case 'hostLine':
        return this.#hostLine(input.decoded);
      case 'hostLineTaken':
        if (isAck(input.decoded)) run.ackTakenAt ??= input.lastSeq;
        return;
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

  /** Remembers what waits for an answer, whoever asked. */
  #hostLine(decoded: Decoded): void {
    if (decoded.kind !== 'frame' || decoded.def.role.kind !== 'request' || decoded.id === undefined) return;
    this.#run.pending.set(decoded.id, { type: decoded.type, name: requestName(decoded.frame) });
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
  return run.pending.size === 0 || def.role.kind !== 'answer';
}

function isAck(decoded: Decoded): boolean {
  return decoded.kind === 'frame' && decoded.type === 'hello_ack';
}

function requestName(frame: JsonObject): string {
  return textMember(frame, 'name') || textMember(frame, 'tool_name') || textMember(frame, 'event') || '';
}
