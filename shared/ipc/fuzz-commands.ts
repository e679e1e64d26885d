// The part of the contract about fuzzing: the one run by machine, fuzzing by hand in a frame, and what was covered. Commands
// only; whoever looks asks again for what is new since, so that a fast extension can not flood the window.

import { Type } from '@sinclair/typebox';
import type { Coverage } from '../coverage/coverage-types.ts';
import {
  fuzzStages,
  type BranchCoverage,
  type FuzzBucket,
  type FuzzCall,
  type FuzzInput,
  type FuzzOutcome,
  type FuzzPart,
  type FuzzProgress,
  type FuzzRemark,
  type FuzzSubject,
} from '../fuzz/findings.ts';
import { fuzzPhases } from '../fuzz/fuzz-types.ts';
import type { CombineMode } from '../fuzz/places.ts';
import type { SessionId } from '../ids.ts';
import { command, id, none, path, strict } from './command.ts';

/** A bucket as it is listed: texts cut short, the whole input by `fuzz.input`. */
export interface FuzzBucketCard extends Omit<FuzzBucket, 'input' | 'found'> {
  /** The smallest input in words, a line each. */
  readonly lines: readonly string[];
  readonly smallestBytes: number;
  readonly foundBytes: number;
}

/** How the run of fuzzing stands. */
export interface FuzzNews {
  /** Counts from 1. */
  readonly run: number;
  readonly session: SessionId;
  readonly extension: string;
  readonly seed: number;
  readonly subjects: readonly FuzzSubject[];
  readonly state: 'starting' | 'running' | 'stopping' | 'over';
  readonly progress: FuzzProgress | null;
  /** Newer than those asked from, oldest first, at most 300; texts cut short. */
  readonly calls: readonly FuzzCall[];
  readonly buckets: readonly FuzzBucketCard[];
  readonly remarks: readonly FuzzRemark[];
  readonly coverage: readonly BranchCoverage[];
  /** null while it runs. */
  readonly outcome: Pick<
    FuzzOutcome,
    'end' | 'why' | 'calls' | 'starts' | 'tookMs' | 'callsPerSecond'
  > | null;
  /** Why it could not be started, as a sentence; '' otherwise. */
  readonly problem: string;
}

/** What became of one frame of fuzzing by hand. */
export type HandOutcome = 'answered' | 'error' | 'none' | 'sent' | 'dropped' | 'ended';

export interface HandRow {
  /** Counts from 1. */
  readonly n: number;
  /** What was put into the places, joined; cut short. */
  readonly input: string;
  /** seq of the line in the session's journal. */
  readonly line: number;
  readonly outcome: HandOutcome;
  /** null where nothing was answered. */
  readonly tookMs: number | null;
  /** The answer in words; cut short. */
  readonly answer: string;
  /** seq of the answer; null without one. */
  readonly answerLine: number | null;
}

export interface HandNews {
  readonly run: number;
  readonly session: SessionId;
  readonly state: 'running' | 'stopping' | 'over';
  readonly planned: number;
  readonly seed: number;
  readonly done: number;
  /** Those behind the number asked from, at most 1,000. */
  readonly rows: readonly HandRow[];
  /** Why it ended before its end, as a sentence; '' otherwise. */
  readonly stopped: string;
}

export interface HandCount {
  readonly count: number;
  /** Why it can not be begun, as a sentence; '' when it can. */
  readonly problem: string;
  /** The first frame that would be sent. */
  readonly first: string;
}

export interface CoverageNews {
  readonly coverage: Coverage;
  /** Rows of the session that were looked at. */
  readonly rows: number;
  /** What could not be read, in words. */
  readonly damage: readonly string[];
}

const name = Type.String({ minLength: 1, maxLength: 1_024 });
const names = Type.Array(name, { maxItems: 1_000 });
const part = Type.Unsafe<FuzzPart>(
  Type.Union([...fuzzPhases, ...fuzzStages].map((one) => Type.Literal(one))),
);
/** Most runs of one thing that is fuzzed. */
export const mostFuzzRuns = 1_000_000;
const seed = Type.Integer({ minimum: 0, maximum: 4_294_967_295 });
const bucket = Type.String({ minLength: 1, maxLength: 64 });
const timeoutMs = Type.Integer({ minimum: 10, maximum: 600_000 });

const whole = Type.Integer({ minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 });
const count = Type.Integer({ minimum: 1, maximum: 10_000 });
/** What fills a place; `schema` is the tool's own at this place. */
const source = Type.Union([
  Type.Object({ kind: Type.Literal('list'), id: Type.String({ maxLength: 64 }) }, strict),
  Type.Object(
    {
      kind: Type.Literal('given'),
      raws: Type.Array(Type.String({ maxLength: 1_000_000 }), { maxItems: 10_000 }),
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('numbers'),
      from: Type.Number(),
      to: Type.Number(),
      step: Type.Number({ exclusiveMinimum: 0 }),
    },
    strict,
  ),
  Type.Object({ kind: Type.Literal('randomText'), count }, strict),
  Type.Object({ kind: Type.Literal('randomNumbers'), count, least: whole, most: whole }, strict),
  Type.Object(
    {
      kind: Type.Literal('schema'),
      verdict: Type.Union([Type.Literal('valid'), Type.Literal('invalid')]),
      count,
    },
    strict,
  ),
]);
const offset = Type.Integer({ minimum: 0, maximum: 16_777_216 });
const places = Type.Array(Type.Object({ start: offset, end: offset, source }, strict), { maxItems: 20 });
const hand = {
  session: id,
  text: Type.String({ maxLength: 1_048_576 }),
  places,
  mode: Type.Unsafe<CombineMode>(
    Type.Union([Type.Literal('one'), Type.Literal('sequence'), Type.Literal('all')]),
  ),
  seed,
};

export const fuzzCommands = {
  /** Consent to the target is checked again (`consentNeeded`). All names empty: every tool. Without a seed one is chosen. */
  'fuzz.start': command<{ readonly run: number }>()(
    Type.Object(
      {
        session: id,
        choice: Type.Object({ tools: names, commands: names, events: names, intercepts: names }, strict),
        parts: Type.Array(part, { minItems: 1, maxItems: 8 }),
        runs: Type.Integer({ minimum: 1, maximum: mostFuzzRuns }),
        seed: Type.Optional(seed),
        concurrency: Type.Integer({ minimum: 1, maximum: 64 }),
        timeoutMs,
      },
      strict,
    ),
  ),
  /** The last run, or the one under way; null when there was none. `after`: number of the last call that is known. */
  'fuzz.state': command<FuzzNews | null>()(
    Type.Object({ after: Type.Integer({ minimum: 0 }), run: Type.Integer({ minimum: 0 }) }, strict),
  ),
  'fuzz.stop': command<void>()(none),
  'fuzz.input': command<{ readonly subject: FuzzSubject; readonly input: FuzzInput }>()(
    Type.Object({ bucket }, strict),
  ),
  /** The system's save dialog; null when the person left it, else the path. */
  'fuzz.save': command<string | null>()(Type.Object({ bucket }, strict)),
  /** All buckets into a folder that is asked for; their number, null when the person left the dialog. */
  'fuzz.saveAll': command<{ readonly folder: string; readonly count: number } | null>()(none),

  'handFuzz.count': command<HandCount>()(Type.Object(hand, strict)),
  'handFuzz.start': command<{ readonly run: number }>()(Type.Object({ ...hand, timeoutMs }, strict)),
  'handFuzz.state': command<HandNews | null>()(
    Type.Object({ after: Type.Integer({ minimum: 0 }), run: Type.Integer({ minimum: 0 }) }, strict),
  ),
  'handFuzz.stop': command<void>()(none),

  /** Of the session's rows, and of recordings beside it. */
  'coverage.read': command<CoverageNews>()(
    Type.Object({ session: id, files: Type.Array(path, { maxItems: 200 }) }, strict),
  ),
} as const;
