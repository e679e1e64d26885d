// The part of the contract about playing a recording: the times its rows play at, where a moment lies, and what the session
// amounted to then. The window holds the place; main is only asked.

import { Type } from '@sinclair/typebox';
import type { SessionSummary } from '../session/summary.ts';
import { command, id, strict } from './command.ts';

/** A place in a recording: everything up to this row is there. */
export interface PlayPlace {
  /** 0: before the first row. */
  readonly seq: number;
  /** µs since the session began; never less than at a place before it, whatever the clocks of the recording did. */
  readonly atUs: number;
}

const seq = Type.Integer({ minimum: 0 });

export const playbackCommands = {
  /** Times at which rows from, from+1 … play, µs, ascending; fewer when there are no more. */
  'playback.times': command<Float64Array>()(
    Type.Object(
      {
        session: id,
        from: Type.Integer({ minimum: 1 }),
        count: Type.Integer({ minimum: 1, maximum: 10_000 }),
      },
      strict,
    ),
  ),
  /** The last place that is not after this moment. */
  'playback.at': command<PlayPlace>()(
    Type.Object({ session: id, atUs: Type.Number({ minimum: 0 }) }, strict),
  ),
  /** Place of the next line after `from`, of either side, or of the one before; the end, or the beginning, without one. */
  'playback.frame': command<PlayPlace>()(
    Type.Object({ session: id, from: seq, by: Type.Union([Type.Literal(1), Type.Literal(-1)]) }, strict),
  ),
  /** What the session amounted to when that row was the newest; null when a later question has made this one moot. */
  'playback.summary': command<SessionSummary | null>()(Type.Object({ session: id, seq }, strict)),
} as const;
