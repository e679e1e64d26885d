// What can stand in a journal: one entry a fact, in the order it happened. The session makes them, the recorder
// writes them, folds and rows are derived from them. Facts are past participles; nothing here is ever changed later:
// an answer, a release or an edit is an entry of its own that points back by `line` (the seq of the line it is about).

import type { DecisionName, DecisionValues } from './decisions.ts';

/** Who put a line on the wire. Never "sent" or "received". */
export type Side = 'extension' | 'host';

/** How the line ended on the wire. `none` is a last line without LF. */
export type LineEnding = 'lf' | 'crlf' | 'none';

/** A line as it crossed, without its line end: its text, or base64 where the bytes are not UTF-8. */
export type Raw = { readonly text: string } | { readonly base64: string };

export type Severity = 'error' | 'warning' | 'info';

/** State of the host's side of a session (the machine). */
export type HostState =
  'idle' | 'starting' | 'awaitingHello' | 'registering' | 'ready' | 'stopping' | 'ended';

export type GateMode = 'run' | 'step';

interface LineFields {
  readonly raw: Raw;
  /** Omitted on disk when `lf`. */
  readonly ending: LineEnding;
  /** A byte order mark stood before the text; it is not part of `raw`. */
  readonly bom?: true;
  /** Length in bytes on the wire, given only when `raw` keeps less (capture limit). */
  readonly byteLength?: number;
  readonly truncated?: true;
}

/** A line that crossed the boundary, a frame or not. */
export interface LineEntry extends LineFields {
  readonly kind: 'line';
  readonly from: Side;
  /** The gate kept it; a later `released` or `dropped` entry says what became of it. */
  readonly held?: true;
  /** Who made a host line when it was not the host's own rules. */
  readonly origin?: 'hand' | 'driver';
}

export interface StderrEntry extends LineFields {
  readonly kind: 'stderr';
  /** Given where stdout carries no frames either and is shown in the same way. */
  readonly pipe?: 'stdout';
}

export interface SpawnedEntry {
  readonly kind: 'spawned';
  readonly pid: number;
  readonly executable: string;
  /** argv[0] included. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Names only: values may be secrets. */
  readonly environmentAdded: readonly string[];
}

export interface SpawnFailedEntry {
  readonly kind: 'spawnFailed';
  /** errno name (ENOENT, EACCES …) or a failure code. */
  readonly code: string;
  readonly message: string;
  readonly fix?: string;
  readonly executable: string;
  readonly searched?: readonly string[];
}

export interface ClosedEntry {
  readonly kind: 'closed';
  readonly pipe: 'stdin' | 'stdout' | 'stderr';
  /** Who closed it; errno name when it broke (EPIPE). */
  readonly by: Side;
  readonly error?: string;
}

export interface ExitedEntry {
  readonly kind: 'exited';
  readonly code: number | null;
  readonly signal: string | null;
}

export interface SignalledEntry {
  readonly kind: 'signalled';
  readonly signal: 'SIGTERM' | 'SIGKILL';
  readonly to: 'group' | 'process';
  readonly reason: string;
}

/** The process is gone but another one still holds its pipes. */
export interface PipesHeldEntry {
  readonly kind: 'pipesHeld';
  readonly holders: readonly { readonly pid: number; readonly command: string }[];
}

export interface StateChangedEntry {
  readonly kind: 'stateChanged';
  readonly state: HostState;
  readonly reason: string;
}

export type DecidedEntry = {
  [D in DecisionName]: {
    readonly kind: 'decided';
    readonly decision: D;
    readonly message: string;
    /** seq of the line it is about. */
    readonly line?: number;
    readonly value: DecisionValues[D];
  };
}[DecisionName];

/** Something wrong, found by the host's rules (not by looking at one line alone: that is derived when needed). */
export interface ProblemEntry {
  readonly kind: 'problem';
  /** A rule id in kebab-case, e.g. `hello-not-first`. */
  readonly code: string;
  readonly severity: Severity;
  /** One plain sentence. */
  readonly message: string;
  readonly fix?: string;
  /** Where the rule comes from, e.g. "seed, HelloFromExt". */
  readonly source?: string;
  readonly line?: number;
}

export interface ReleasedEntry {
  readonly kind: 'released';
  readonly line: number;
  readonly heldUs: number;
  readonly by: 'user' | 'mode' | 'stop';
}

/** What will pass instead of the held line; written just before its `released`. */
export interface EditedEntry {
  readonly kind: 'edited';
  readonly line: number;
  readonly raw: Raw;
}

export interface DroppedEntry {
  readonly kind: 'dropped';
  readonly line: number;
  readonly heldUs: number;
  /** When nobody chose it: the session was ended by force, or the process was gone before a host line could pass. */
  readonly by?: 'stop' | 'exit';
}

export interface ModeChangedEntry {
  readonly kind: 'modeChanged';
  readonly mode: GateMode;
}

/** The host's deadlines stand still, or run on. */
export interface ClockEntry {
  readonly kind: 'clock';
  readonly frozen: boolean;
  /** Host time in µs at this moment: real time less all time frozen. */
  readonly hostUs: number;
}

/** The extension does not read its stdin: bytes wait in our queue. */
export interface WriteStalledEntry {
  readonly kind: 'writeStalled';
  readonly pendingBytes: number;
  readonly pendingLines: number;
}

export interface WriteResumedEntry {
  readonly kind: 'writeResumed';
  readonly stalledUs: number;
}

/** What this recording does not hold in full; written at the end and whenever a count changes. */
export interface MeterEntry {
  readonly kind: 'meter';
  readonly truncatedLines: number;
  readonly truncatedBytes: number;
  readonly redactedValues: number;
  /** Entries that could not be written (disk full); they stay visible in this run only. */
  readonly unwritten: number;
}

export interface NoteEntry {
  readonly kind: 'note';
  readonly text: string;
}

type ProcessEntry = SpawnedEntry | SpawnFailedEntry | ClosedEntry | ExitedEntry | SignalledEntry;

export type NewEntry =
  | LineEntry
  | StderrEntry
  | ProcessEntry
  | PipesHeldEntry
  | StateChangedEntry
  | DecidedEntry
  | ProblemEntry
  | ReleasedEntry
  | EditedEntry
  | DroppedEntry
  | ModeChangedEntry
  | ClockEntry
  | WriteStalledEntry
  | WriteResumedEntry
  | MeterEntry
  | NoteEntry;

export type EntryKind = NewEntry['kind'];

/** An entry with its place: seq counts from 1 without gaps; atUs is monotonic, in µs since the session began. */
export type Entry = NewEntry & { readonly seq: number; readonly atUs: number };
