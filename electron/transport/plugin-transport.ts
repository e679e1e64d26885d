// Bytes in and out of the process that calls one native plugin. As with transport.ts, nothing here knows JSON or frames: a
// line of that process begins with a sign that says what it is, and signs are all that is looked at.

import type { Side } from '../../shared/session/entries.ts';
import type { TransportFact, WireLine } from './transport.ts';

export interface PluginSink {
  /** A frame of either side; `asks`: whoever made it waits for a verdict. Numbered from 1 among those that ask. */
  frame(from: Side, line: WireLine, asks: number | null): void;
  /** A word of the process itself, without its sign. */
  word(text: string): void;
  /** What the plugin wrote to its own outputs. */
  printed(to: 'stdout' | 'stderr', line: WireLine): void;
  /** What a handler wrote while the process was going down; before its exit is told. */
  crashReport(report: Uint8Array): void;
  fact(fact: TransportFact): void;
  /** Process gone, all pipes drained or given up on: nothing follows. */
  ended(): void;
}

export interface PluginTransport {
  start(sink: PluginSink): void;
  /** A frame of the host to be carried out, without its line end. */
  frame(bytes: Uint8Array, written?: () => void): void;
  /** A word to the process, one line. */
  word(text: string): void;
  /** Signals the whole process group. */
  signal(signal: 'SIGTERM' | 'SIGKILL', reason: string): void;
  pause(): void;
  resume(): void;
  readonly pendingBytes: number;
}
