// What the rules for a native plugin take and give, and what they remember of a run. Types and the small words the rule
// files share; no rules here, and nothing that does I/O.

import type { Decoded, FrameDef, HostProfile, JsonObject } from '../../../shared/protocol/define.ts';
import { namedFault, type FaultCode, type FaultWords } from '../../../shared/protocol/opcode/faults.ts';
import type { OpcodeRules } from '../../../shared/protocol/opcode/rules.ts';
import type { DecisionName, DecisionValues } from '../../../shared/session/decisions.ts';
import type { HostState, NewEntry } from '../../../shared/session/entries.ts';
import type { PluginHostSettings } from '../../../shared/target/plugin-target.ts';
import type { HostSettings, ResolvedTarget } from '../../../shared/target/target.ts';
import { LastOutput } from '../last-output.ts';
import { newOffers, type Offers } from '../offers.ts';
import { newRequestBook, type MachineEnd, type RequestBook, type RequestTimer } from '../request-book.ts';
import type { MachineInput } from '../machine-types.ts';
import { newPluginOffers, type PluginOffers } from './plugin-offers.ts';

export type Known = Extract<Decoded, { kind: 'frame' }>;

export interface OpcodeConfig {
  readonly profile: HostProfile;
  readonly rules: OpcodeRules;
  readonly settings: HostSettings;
  readonly plugin: PluginHostSettings;
  readonly target: ResolvedTarget;
  readonly frames: readonly FrameDef[];
  /** What session_id and session_file tell. */
  readonly sessionId: string;
  readonly sessionFile: string | null;
  /** Ids for frames of the host, each given out once. */
  readonly mintId: () => string;
  /** Says what is wrong with a text as a JSON Schema, '' when nothing is. */
  readonly checkSchema: (schemaText: string) => string;
}

/** `blocked`: the main loop stands still. `load`: the plugin takes its time to load. `shutdown`: it has to end by then. */
export type OpcodeTimer = 'blocked' | 'shutdown';

export type OpcodeInput =
  | Extract<
      MachineInput,
      {
        kind:
          | 'started'
          | 'spawned'
          | 'spawnFailed'
          | 'requested'
          | 'notDelivered'
          | 'dropped'
          | 'abandoned'
          | 'exited'
          | 'stopAsked'
          | 'ended';
      }
    >
  | { readonly kind: 'timer'; readonly name: OpcodeTimer | RequestTimer }
  /** The process that calls plugins is set up; `thread` is its main loop. */
  | { readonly kind: 'childReady'; readonly thread: number | null }
  /** The frames of the host before `afterHostLines` have passed or were dropped. */
  | { readonly kind: 'hostLinesPassed' }
  /** What the plugin holds, asked for at the end. */
  | { readonly kind: 'memoryCounted'; readonly count: number; readonly bytes: number }
  /** A frame of the host, its own or sent by hand, went to the plugin. */
  | { readonly kind: 'hostLine'; readonly decoded: Decoded; readonly line: number }
  /** What a host function returned, after the gate. */
  | { readonly kind: 'hostReturned'; readonly decoded: Decoded; readonly line: number }
  /** A fault that only the process itself could see, about the line `line`. */
  | {
      readonly kind: 'fault';
      readonly code: string;
      readonly words: FaultWords;
      readonly id: string | null;
      readonly line: number | null;
    }
  /** Something of ours failed there. */
  | { readonly kind: 'childBroken'; readonly words: string }
  | { readonly kind: 'crashReported'; readonly report: CrashReport }
  /** A person cancelled the run of this token. */
  | { readonly kind: 'cancelled'; readonly token: string; readonly by: string }
  /** The agent tells an event, whether or not there is a handler. */
  | { readonly kind: 'announced'; readonly event: string }
  | { readonly kind: 'httpAnswered'; readonly answer: HttpAnswer }
  | { readonly kind: 'entryFailed'; readonly path: string; readonly reason: string; readonly line: number };

export interface HttpAsk {
  /** As the plugin knows it. */
  readonly request: number;
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

export interface HttpAnswer {
  readonly request: number;
  readonly line: number;
  /** 0: none came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Answered from the table, and why; '' when it was sent. */
  readonly mocked: string;
  readonly failed: string;
}

export interface CrashReport {
  readonly signal: string;
  /** The address that could not be used; null where the signal has none. */
  readonly address: string | null;
  readonly thread: number | null;
  /** Innermost first, in words: "boom_walk, boom.so+0x1350". */
  readonly frames: readonly string[];
}

export type OpcodeEffect =
  | { readonly kind: 'record'; readonly entry: NewEntry }
  /** Puts a frame of the host on the wire, through the gate. */
  | { readonly kind: 'send'; readonly frame: JsonObject }
  /** A word to the process that calls the plugin. */
  | { readonly kind: 'word'; readonly word: JsonObject }
  | {
      readonly kind: 'setTimer';
      readonly name: OpcodeTimer | RequestTimer;
      readonly ms: number;
      readonly outcome: string;
    }
  | { readonly kind: 'clearTimer'; readonly name: OpcodeTimer | RequestTimer }
  | { readonly kind: 'settle'; readonly id: string; readonly end: MachineEnd; readonly spentMs: number }
  | { readonly kind: 'late'; readonly id: string; readonly line: number }
  | { readonly kind: 'http'; readonly ask: HttpAsk }
  | { readonly kind: 'httpCancel'; readonly request: number }
  | { readonly kind: 'writeEntry'; readonly text: string; readonly line: number }
  /** Tells the machine once the frames of the host before it have passed the gate. */
  | { readonly kind: 'afterHostLines' }
  | { readonly kind: 'signal'; readonly signal: 'SIGKILL'; readonly reason: string };

/** A call of the host that has not come back. */
export interface InFlight {
  readonly id: string;
  readonly type: string;
  /** Of the tool, event or command. */
  readonly name: string;
  readonly line: number;
  readonly sentUs: number;
  told: boolean;
}

export type LoadStep = 'open' | 'symbol' | 'entry' | 'init' | 'discover';

/** The state of one run. Rules change it in place and push what is to be done onto `out`. */
export interface OpcodeRun extends OpcodeConfig {
  state: HostState;
  nowUs: number;
  out: OpcodeEffect[];
  readonly timers: Set<OpcodeTimer>;
  spawnedUs: number;
  readyUs: number | null;
  /** The step of loading that is under way, and the number of its call. */
  step: { readonly name: LoadStep; readonly id: string } | null;
  /** Handlers of resources_discover that are still to be called. */
  discover: number[];
  initId: string;
  sessionStarted: boolean;
  readonly offers: Offers;
  readonly offered: PluginOffers;
  readonly requests: RequestBook;
  /** Sent and not come back, in the order they are run. */
  readonly inFlight: InFlight[];
  /** When the last call came back: until then those behind it had not begun. */
  freeUs: number;
  readonly printed: LastOutput;
  /** The newest call of the plugin, in words. */
  lastCall: string;
  crash: CrashReport | null;
  /** The process that calls the plugin has said that it can. */
  childSetUp: boolean;
  /** It has said that something of ours failed in it. */
  childBroken: boolean;
  /** Number of the thread that is the main loop; null when nobody knows. */
  loopThread: number | null;
  /** Tokens of runs that were handed to a tool. */
  readonly tokens: Set<string>;
  stopAsked: boolean;
  /** It is to end as soon as nothing runs. */
  stopMarked: boolean;
  /** Calls of the plugin whose return decides what follows, by their number. */
  readonly asked: Map<string, JsonObject>;
  givenUp: boolean;
  spawnFailed: boolean;
  exit: { readonly code: number | null; readonly signal: string | null } | null;
  exitJudged: boolean;
}

export function newOpcodeRun(config: OpcodeConfig): OpcodeRun {
  return {
    ...config,
    state: 'idle',
    nowUs: 0,
    out: [],
    timers: new Set(),
    spawnedUs: 0,
    readyUs: null,
    step: null,
    discover: [],
    initId: '',
    sessionStarted: false,
    offers: newOffers(),
    offered: newPluginOffers(),
    requests: newRequestBook(config.frames),
    inFlight: [],
    freeUs: 0,
    printed: new LastOutput(),
    lastCall: '',
    crash: null,
    childSetUp: false,
    childBroken: false,
    loopThread: null,
    tokens: new Set(),
    stopAsked: false,
    stopMarked: false,
    asked: new Map(),
    givenUp: false,
    spawnFailed: false,
    exit: null,
    exitJudged: false,
  };
}

export function changeState(run: OpcodeRun, state: HostState, reason: string): void {
  if (run.state === state) return;
  run.state = state;
  run.out.push({ kind: 'record', entry: { kind: 'stateChanged', state, reason } });
}

export function decide<D extends DecisionName>(
  run: OpcodeRun,
  decision: D,
  value: DecisionValues[D],
  message: string,
  line?: number,
): void {
  // The union over all decisions can't be followed through the type parameter.
  const entry = { kind: 'decided', decision, message, ...(line ? { line } : {}), value } as NewEntry;
  run.out.push({ kind: 'record', entry });
}

/** Names a fault, at the line it is about. */
export function fault(run: OpcodeRun, code: FaultCode, words: FaultWords, line?: number): void {
  const entry = { kind: 'problem', ...namedFault(code, words), ...(line ? { line } : {}) } as const;
  run.out.push({ kind: 'record', entry });
}

export function note(run: OpcodeRun, text: string): void {
  run.out.push({ kind: 'record', entry: { kind: 'note', text } });
}

export function send(run: OpcodeRun, frame: JsonObject): void {
  run.out.push({ kind: 'send', frame });
}

export function setTimer(run: OpcodeRun, name: OpcodeTimer, ms: number, outcome: string): void {
  run.timers.add(name);
  run.out.push({ kind: 'setTimer', name, ms, outcome });
}

export function clearTimer(run: OpcodeRun, name: OpcodeTimer): void {
  if (run.timers.delete(name)) run.out.push({ kind: 'clearTimer', name });
}

/** A text of a frame: null for NULL and for bytes that are not UTF-8. */
export function textOf(frame: JsonObject, key: string): string | null {
  const value = frame[key];
  return typeof value === 'string' ? value : null;
}

export function numberOf(frame: JsonObject, key: string): number {
  const value = frame[key];
  return typeof value === 'number' ? value : 0;
}

export function offersChanged(run: OpcodeRun): void {
  run.offers.version++;
}
