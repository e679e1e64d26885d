// The public face of a session: all that drivers, IPC and the command line may use of it. Commands ask; what happened
// comes back as entries in the journal. A command on a session that can't take it is refused with a Failure.

import type { Result } from '../../shared/result.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { PanelContent } from '../../shared/session/decisions.ts';
import type { DecidedEntry, GateMode, HostState, ProblemEntry, Raw } from '../../shared/session/entries.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import type { WireField } from './agent-type.ts';
import type { ReadonlyOffers } from './offers.ts';
import type { PluginFace } from './opcode/plugin-face.ts';
import type { HostRequest, RequestAsk } from './request-desk.ts';

/** A deadline of the host that is running or frozen. */
export interface RunningDeadline {
  readonly name: string;
  readonly totalMs: number;
  readonly leftMs: number;
  /** What happens when it runs out, in words: "proceed without ready". */
  readonly outcome: string;
}

/** What the stepper shows beside the frames; cheap to make, asked for by the stream. */
export interface SessionStatus {
  readonly state: HostState;
  readonly mode: GateMode;
  readonly clockFrozen: boolean;
  readonly hostUs: number;
  readonly realUs: number;
  readonly deadlines: readonly RunningDeadline[];
  readonly pendingWriteBytes: number;
  /** seqs now held, oldest first, both directions in the order they came. */
  readonly held: readonly number[];
}

export interface Session {
  readonly id: SessionId;
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly profile: HostProfile;
  readonly state: HostState;
  readonly status: SessionStatus;
  /** Starts the process. Once per session: a restart is a new session with a new journal. */
  start(mode: GateMode): void;
  /** Asks for the shutdown sequence; asked again, kills the process group at once. */
  stop(by: 'user' | 'app' | 'driver'): void;
  setMode(mode: GateMode): void;
  /** Lets one held line pass, as it came or as `edited`. */
  release(line: number, edited?: Raw): Result<void>;
  /** Lets all held lines pass, in order; the mode stays. */
  releaseAll(): void;
  drop(line: number): Result<void>;
  /**
   * Puts a line of the host on the wire as it is, through the gate; for drivers and the composer.
   * @param cuts places in its bytes at which the write pauses, so that it arrives in pieces; not for native plugins
   */
  send(raw: Raw, origin: 'hand' | 'driver', cuts?: readonly number[]): Result<void>;
  /** Whether held lines freeze the host's deadlines (default true). */
  setFreeze(freeze: boolean): void;
  readonly freeze: boolean;
  /** Stops the host's deadlines whether or not a line is held, or lets them run on. */
  stopClock(stopped: boolean): void;
  readonly clockStopped: boolean;
  /** The deadlines stand still, for either reason. */
  readonly clockFrozen: boolean;
  /** What it offers the agent so far; `onChange` calls back after each change of it. */
  readonly offers: ReadonlyOffers;
  /** Somebody wanted it to end: an end is then no crash. */
  readonly endWanted: boolean;
  /** The name the host knows it by: the manifest's, else the one in hello, else the program's. */
  readonly name: string;
  /** An id that this session has not seen; it is not given out again. */
  freshId(): string;
  /** Asks, with an id of the host's own, through the gate; the end comes as a promise that is never rejected. */
  request(ask: RequestAsk): HostRequest;
  /** A notice of the host's own (event, panel_key …), through the gate; the seq of its line. */
  notice(type: string, fields: readonly WireField[]): Result<number>;
  /** Records what the rules above single sessions found. */
  note(entry: DecidedEntry | ProblemEntry): void;
  showPanel(panel: PanelContent, line?: number): void;
  hidePanel(panel: string, by: 'host' | 'otherPanel'): void;
  /** Requests that still wait are given up. */
  abandon(): void;
  /** Resolves when the process has ended and its pipes are done. */
  readonly ended: Promise<void>;
  /** Calls back after each change of state, mode or holds; returns the unsubscriber. */
  onChange(listener: () => void): () => void;
  /** Another host runs it: the sentence that says so, and that it can't be started, stopped, restarted or sent to here. */
  readonly notOurs?: string;
  /** Of a native plugin: what only those can do. */
  readonly plugin?: PluginFace;
}
