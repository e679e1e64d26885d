// What the command line needs from the process it runs in, as one value: tests give their own. Only main.ts fills it
// from `process`.

import type { Readable } from 'node:stream';
import type { Printer } from './printer.ts';

export interface Terminal {
  readonly out: Printer;
  readonly err: Printer;
  /** Whether `out` is a terminal that a person looks at. */
  readonly isTerminal: boolean;
  /** Its columns; undefined when it is no terminal. */
  readonly width: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** All of the standard input. */
  readonly input: () => Promise<Uint8Array>;
  /** The standard input bit by bit; whoever takes it ends it with `destroy`. */
  readonly stream: () => Readable;
  /** The caller's folder. */
  readonly cwd: string;
  /** Calls back when the person interrupts (Ctrl-C, SIGTERM, hang-up). Returns the unsubscriber. */
  onInterrupt(listener: () => void): () => void;
}
