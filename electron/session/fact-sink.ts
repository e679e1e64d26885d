// Where a session puts its facts. The journal implements it; a session must not know more of the journal than this.

import type { Decoded } from '../../shared/protocol/define.ts';
import type { NewEntry, Side } from '../../shared/session/entries.ts';
import type { WireLine } from '../transport/transport.ts';

export interface FactSink {
  /** Appends and returns the entry's seq. `decoded` belongs to line entries. */
  append(atUs: number, entry: NewEntry, decoded?: Decoded): number;
  /** The fast way for lines from the wire: same effect as `append` with a LineEntry, no object made. */
  appendLine(atUs: number, from: Side, line: WireLine, decoded: Decoded, held: boolean): number;
  appendStderr(atUs: number, line: WireLine): number;
  /** More is waiting to be written than should be; `whenReady` is called once when it is not any more. */
  readonly full: boolean;
  whenReady(callback: () => void): void;
}
