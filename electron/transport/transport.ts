// Bytes in and out of one extension. A transport knows lines and processes; it must not know JSON, frames or sessions.
// Everything that befalls the process is told to the sink, in the order it happened; nothing is thrown after `start`.

import type {
  ClosedEntry,
  ExitedEntry,
  LineEnding,
  PipesHeldEntry,
  SignalledEntry,
  SpawnFailedEntry,
  SpawnedEntry,
  WriteResumedEntry,
  WriteStalledEntry,
} from '../../shared/session/entries.ts';

/** One line as split from the wire. Cheap to make: bytes are a view into the chunk and must be copied to be kept. */
export interface WireLine {
  /** The line without its end and without a BOM; undefined when the bytes are not UTF-8. */
  readonly text: string | undefined;
  /** The same bytes. Valid only during the callback. */
  readonly bytes: Uint8Array;
  readonly ending: LineEnding;
  readonly bom: boolean;
  /** Bytes on the wire without the line end; larger than `bytes.length` when the line was cut at the limit. */
  readonly byteLength: number;
  readonly truncated: boolean;
  /** Where `bytes` lies, for those who copy without a view: from `start` on in `source`. Valid as long as `bytes`. */
  readonly source?: Uint8Array;
  readonly start?: number;
}

export type TransportFact =
  | SpawnedEntry
  | SpawnFailedEntry
  | ClosedEntry
  | ExitedEntry
  | SignalledEntry
  | PipesHeldEntry
  | WriteStalledEntry
  | WriteResumedEntry;

export interface TransportSink {
  line(line: WireLine): void;
  stderr(line: WireLine): void;
  fact(fact: TransportFact): void;
  /** Once for a line over the limit that has not ended: it comes as a line when it does, which may be never. */
  lineOver?(from: 'stdout' | 'stderr', bytesSoFar: number): void;
  /** Process gone, both outputs drained or given up on: nothing follows. */
  ended(): void;
}

/** What to start. Already resolved: no shell, no PATH search happens here. */
export interface Launch {
  readonly executable: string;
  /** argv[0] included. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child. */
  readonly environment: Readonly<Record<string, string>>;
  /** Names added or changed against our own environment, for the `spawned` fact. */
  readonly environmentAdded: readonly string[];
  /** Lines longer than this are cut; the rest up to the next LF is counted, not kept. */
  readonly maxLineBytes: number;
  /** Bytes kept of a line that is too long. */
  readonly keptBytes: number;
}

export interface Transport {
  start(sink: TransportSink): void;
  /** Queues bytes for stdin, FIFO, never blocking. `written` is called once the pipe took them (or it broke). */
  /** With `cuts`, places in the bytes, they reach the pipe in pieces, with a pause after each. */
  write(bytes: Uint8Array, written?: () => void, cuts?: readonly number[]): void;
  /** Closes stdin after all that is queued. */
  closeInput(): void;
  /** Signals the whole process group. */
  signal(signal: 'SIGTERM' | 'SIGKILL', reason: string): void;
  /** Back-pressure from the journal: stop and go on reading stdout and stderr. */
  pause(): void;
  resume(): void;
  readonly pendingBytes: number;
}
