// One line of the list, made from an entry when it is looked at, never stored. Text is plain; the view decides looks.

import type { FrameLane, SummaryPart } from '../protocol/define.ts';
import type { EntryKind, Severity, Side } from './entries.ts';

export interface Row {
  readonly seq: number;
  readonly atUs: number;
  readonly kind: EntryKind;
  readonly from?: Side;
  /** Type column: the frame's type, "not JSON", "stderr", "spawned" … */
  readonly type: string;
  readonly id?: string;
  readonly summary: readonly SummaryPart[];
  /** Lane of the timeline, from the catalogue; only frames that are in it have one. */
  readonly lane?: FrameLane;
  /** The worst of its own issues and of the problems that point at it. */
  readonly severity?: Severity;
  /** A line that is not a frame. */
  readonly notFrame?: true;
  readonly pairSeq?: number;
  /** On the asking row, once answered. */
  readonly latencyUs?: number;
  /** On the asking row while no answer came. */
  readonly pending?: true;
  /** Nobody waits for its answer. */
  readonly answerOptional?: true;
  /** Now held at the gate, or how long it was. */
  readonly held?: { readonly now: true } | { readonly heldUs: number };
  readonly edited?: true;
  readonly dropped?: true;
  readonly truncated?: true;
  /** Time jumps here: µs since the row before, when that is less than nothing, or an hour and more. */
  readonly jumpUs?: number;
  readonly origin?: 'hand' | 'driver';
}
