// The part of the contract about replay: a recording against one target or several, one after the other. What comes of it
// is a table for each target (`results.*`); the news of a run carry only how far it is.

import { Type } from '@sinclair/typebox';
import type { Failure } from '../errors.ts';
import type { SessionId } from '../ids.ts';
import type { ReplayProgress, ReplayOutcome } from '../replay/outcome.ts';
import type { VerdictCounts } from '../replay/result.ts';
import type { TargetInput } from '../target/target.ts';
import { command, none, path, strict } from './command.ts';
import { ignored, normalise } from './result-commands.ts';
import { targetInput } from './target-input.ts';

/** The recording against one of the targets. */
export interface ReplayRunView {
  /** Counts the runs of this app. */
  readonly run: number;
  readonly table: string;
  readonly target: TargetInput;
  readonly name: string;
  /** `refused`: it could not be started, see `failure`; `skipped`: called off before its turn. */
  readonly state: 'waiting' | 'running' | 'ended' | 'refused' | 'skipped';
  readonly failure: Failure | null;
  /** Session of the run; null before its turn. */
  readonly session: SessionId | null;
  readonly progress: ReplayProgress | null;
  readonly counts: VerdictCounts;
  readonly rows: number;
  /** Counts up whenever a row is new or differs. */
  readonly rowsTold: number;
  /** null until it has ended. */
  readonly outcome: ReplayOutcome | null;
  /** Where the old baseline is kept, once this run was accepted. */
  readonly accepted: string | null;
  /** What to know beforehand: another host profile than recorded. */
  readonly remarks: readonly string[];
}

export interface ReplayView {
  /** Counts the replays of this app. */
  readonly replay: number;
  /** Absolute path of the recording. */
  readonly recording: string;
  readonly state: 'running' | 'stopping' | 'ended';
  /** What could not be read of the recording, in sentences. */
  readonly remarks: readonly string[];
  /** One a target, in the order given. */
  readonly runs: readonly ReplayRunView[];
}

const pace = Type.Union([
  Type.Object({ kind: Type.Literal('asap') }, strict),
  Type.Object(
    { kind: Type.Literal('recorded'), speed: Type.Number({ exclusiveMinimum: 0, maximum: 1_000 }) },
    strict,
  ),
  Type.Object({ kind: Type.Literal('step') }, strict),
]);

export const replayCommands = {
  /** The last one, or the one under way; null when there was none. */
  'replay.state': command<ReplayView | null>()(none),
  /**
   * Consent to every target is checked before the first one starts (`consentNeeded`). `mode` step holds every line at the
   * gate; `answerMs`: how much longer than recorded an answer may take.
   */
  'replay.start': command<ReplayView>()(
    Type.Object(
      {
        recording: path,
        targets: Type.Unsafe<readonly TargetInput[]>(Type.Array(targetInput, { minItems: 1, maxItems: 20 })),
        pace,
        mode: Type.Union([Type.Literal('run'), Type.Literal('step')]),
        ignore: ignored,
        normalise,
        answerMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600_000 })),
      },
      strict,
    ),
  ),
  /** Lets the next line of the host go, at pace `step`. */
  'replay.step': command<void>()(none),
  /** Calls it off; a second time kills the process. */
  'replay.stop': command<void>()(none),
  /** The recording of this run takes the place of the baseline, which is kept beside it. */
  'replay.accept': command<ReplayView>()(Type.Object({ run: Type.Integer({ minimum: 1 }) }, strict)),
} as const;
