// What the host's rules take and give, and what they remember of a run. Types and the small words the rule files share;
// no rules here, and nothing that does I/O.

import type { Decoded, FrameDef, HostProfile, JsonObject } from '../../shared/protocol/define.ts';
import type { DecisionName, DecisionValues, PanelContent } from '../../shared/session/decisions.ts';
import type { HostState, NewEntry, ProblemEntry } from '../../shared/session/entries.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { LastOutput } from './last-output.ts';
import { newOffers, type Offers } from './offers.ts';
import { newRequestBook, type MachineEnd, type RequestBook, type RequestTimer } from './request-book.ts';

const mostOften = 100;

/** All a machine knows from the start. */
export interface MachineConfig {
  readonly profile: HostProfile;
  readonly settings: HostSettings;
  readonly target: ResolvedTarget;
  /** The protocol's catalogue: what is legal next, and which fields a dialect's hello_ack has. */
  readonly frames: readonly FrameDef[];
  /** Says what is wrong with a text as a JSON Schema, '' when nothing is. Without it schemas are not looked into. */
  readonly checkSchema?: ((schemaText: string) => string) | undefined;
}

/**
 * Deadlines the machine sets. `pipes`: how long an exit waits for the last output before it is judged; `stdout`: how
 * long the exit may be behind the end of stdout.
 */
export type TimerName =
  'hello' | 'hello hint' | 'auto-ready' | 'ready' | 'shutdown' | 'term' | 'pipes' | 'stdout';

export type MachineInput =
  | { readonly kind: 'started' }
  | { readonly kind: 'spawned' }
  | { readonly kind: 'spawnFailed'; readonly message: string; readonly fix?: string }
  | { readonly kind: 'timer'; readonly name: TimerName | RequestTimer }
  /** The host asks and waits for an answer; `line` is null when nothing could be sent, and `unsendable` says why. */
  | {
      readonly kind: 'requested';
      readonly id: string;
      readonly type: string;
      readonly name: string;
      readonly deadlineMs: number | null;
      readonly outcome: string;
      readonly line: number | null;
      readonly unsendable?: string;
    }
  /** A line of the host, its own or sent by hand, went to the pipe. */
  | { readonly kind: 'hostLine'; readonly decoded: Decoded; readonly line: number }
  /** The pipe took it; `lastSeq` is the newest entry at that moment. */
  | {
      readonly kind: 'hostLineTaken';
      readonly decoded: Decoded;
      readonly line: number;
      readonly lastSeq: number;
    }
  /** A line of the host found the pipe closed or the process gone. */
  | { readonly kind: 'notDelivered'; readonly line: number }
  /** A line was dropped at the gate. */
  | { readonly kind: 'dropped'; readonly decoded: Decoded; readonly line: number }
  | { readonly kind: 'inputClosed'; readonly error?: string | undefined }
  /** Nobody waits for answers any more. */
  | { readonly kind: 'abandoned' }
  | {
      readonly kind: 'panelOpened';
      readonly panel: PanelContent;
      readonly line?: number | undefined;
    }
  | { readonly kind: 'panelClosed'; readonly panel: string; readonly by: 'host' | 'otherPanel' }
  /** A line has grown over what is kept and has not ended yet. */
  | { readonly kind: 'lineOver'; readonly pipe: 'stdout' | 'stderr'; readonly bytesSoFar: number }
  | { readonly kind: 'outputClosed'; readonly pipe: 'stdout' | 'stderr' }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'stopAsked'; readonly by: 'user' | 'app' | 'driver' }
  /** The process is gone and nothing more can come. */
  | { readonly kind: 'ended' };

/** What the rules look at in a line besides its decoded form. */
export interface SeenLine {
  readonly text: string | undefined;
  readonly bom: boolean;
}

export type Effect =
  | { readonly kind: 'record'; readonly entry: NewEntry }
  /** Puts a frame on the wire, through the gate; `answers` is the seq of the line it answers. */
  | { readonly kind: 'send'; readonly frame: JsonObject; readonly answers?: number }
  | {
      readonly kind: 'setTimer';
      readonly name: TimerName | RequestTimer;
      readonly ms: number;
      readonly outcome: string;
    }
  /** The deadline starts anew, if it runs. */
  | { readonly kind: 'restartTimer'; readonly name: TimerName }
  | { readonly kind: 'clearTimer'; readonly name: TimerName | RequestTimer }
  /** Whoever asked is told how it ended. */
  | {
      readonly kind: 'settle';
      readonly id: string;
      readonly end: MachineEnd;
      /** Host time since it was asked. */
      readonly spentMs: number;
    }
  /** An answer to a request that had run out. */
  | { readonly kind: 'late'; readonly id: string; readonly line: number }
  /** Closes stdin behind all lines of the host that still wait. */
  | { readonly kind: 'closeInput' }
  | { readonly kind: 'signal'; readonly signal: 'SIGTERM' | 'SIGKILL'; readonly reason: string };

/** The state of one run. Rules change it in place and push what is to be done onto `out`. */
export interface Run extends MachineConfig {
  state: HostState;
  nowUs: number;
  out: Effect[];
  readonly timers: Set<TimerName>;
  /** Frames that are sent in order whatever the state, so that a problem is told once for each. */
  readonly told: Set<string>;
  /** How often a problem was told that comes once a line. */
  readonly toldCounts: Map<string, number>;
  /** Host time of spawning, of hello, and of the last step of the shutdown. */
  spawnedUs: number;
  helloUs: number;
  stopUs: number;
  /** Lines on stdout so far that were no frames; the first of them came before any frame. */
  strayLines: number;
  strayFirst: boolean;
  /** Header framing or JSON over several lines. */
  framingMistaken: boolean;
  anyFrame: boolean;
  hello: { readonly name: string } | null;
  helloOverdue: boolean;
  helloTooLate: boolean;
  /** The newest entry when the pipe took hello_ack: what came up to it was sent without having read it. */
  ackTakenAt: number | null;
  readyBy: 'frame' | 'silence' | 'timeout' | null;
  readonly tools: Set<string>;
  readonly commands: Set<string>;
  readonly offers: Offers;
  readonly requests: RequestBook;
  readonly stderr: LastOutput;
  readonly stray: LastOutput;
  stopAsked: boolean;
  /** The host gave up on it by itself. */
  givenUp: boolean;
  spawnFailed: boolean;
  exit: { readonly code: number | null; readonly signal: string | null } | null;
  /** The exit came after a stop, or after the host gave up. */
  exitAsked: boolean;
  exitJudged: boolean;
  inputClosed: boolean;
  readonly closedOutputs: Set<'stdout' | 'stderr'>;
}

export function newRun({ profile, settings, target, frames, checkSchema }: MachineConfig): Run {
  return {
    profile,
    settings,
    target,
    frames,
    checkSchema,
    state: 'idle',
    nowUs: 0,
    out: [],
    timers: new Set(),
    told: new Set(),
    toldCounts: new Map(),
    spawnedUs: 0,
    helloUs: 0,
    stopUs: 0,
    strayLines: 0,
    strayFirst: false,
    framingMistaken: false,
    anyFrame: false,
    hello: null,
    helloOverdue: false,
    helloTooLate: false,
    ackTakenAt: null,
    readyBy: null,
    tools: new Set(),
    commands: new Set(),
    offers: newOffers(),
    requests: newRequestBook(frames),
    stderr: new LastOutput(),
    stray: new LastOutput(),
    stopAsked: false,
    givenUp: false,
    spawnFailed: false,
    exit: null,
    exitAsked: false,
    exitJudged: false,
    inputClosed: false,
    closedOutputs: new Set(),
  };
}

export function changeState(run: Run, state: HostState, reason: string): void {
  if (run.state === state) return;
  run.state = state;
  run.out.push({ kind: 'record', entry: { kind: 'stateChanged', state, reason } });
}

export function decide<D extends DecisionName>(
  run: Run,
  decision: D,
  value: DecisionValues[D],
  message: string,
  line?: number,
): void {
  // The union over all decisions can't be followed through the type parameter.
  const entry = { kind: 'decided', decision, message, ...(line ? { line } : {}), value } as NewEntry;
  run.out.push({ kind: 'record', entry });
}

export function problem(run: Run, found: Omit<ProblemEntry, 'kind'>): void {
  run.out.push({ kind: 'record', entry: { kind: 'problem', ...found } });
}

/** True the first time it is asked about `what` in this run. */
export function firstTime(run: Run, what: string): boolean {
  if (run.told.has(what)) return false;
  run.told.add(what);
  return true;
}

/** Tells a problem that a flood of lines may have, the first hundred times. */
export function problemOften(run: Run, found: Omit<ProblemEntry, 'kind'>): void {
  const told = (run.toldCounts.get(found.code) ?? 0) + 1;
  run.toldCounts.set(found.code, told);
  if (told > mostOften) return;
  const message = told < mostOften ? found.message : `${found.message} More of these are not told.`;
  problem(run, { ...found, message });
}

export function setTimer(run: Run, name: TimerName, ms: number, outcome: string): void {
  run.timers.add(name);
  run.out.push({ kind: 'setTimer', name, ms, outcome });
}

export function clearTimer(run: Run, name: TimerName): void {
  if (run.timers.delete(name)) run.out.push({ kind: 'clearTimer', name });
}

export function msSince(run: Run, sinceUs: number): number {
  return Math.round((run.nowUs - sinceUs) / 1_000);
}

/** "exited with code 1", "was ended by SIGKILL". */
export function exitWords({ code, signal }: { code: number | null; signal: string | null }): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}

/** 2.5 s, 250 ms. */
export function inWords(ms: number): string {
  return ms >= 1_000 ? `${Number((ms / 1_000).toFixed(1))} s` : `${Math.round(ms)} ms`;
}
