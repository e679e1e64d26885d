// What a run of fuzzing is given: what to fuzz, how to start the extension, and its settings. Types, and the settings that
// hold when nobody says otherwise. Nothing is started here.

import type { FuzzCall, FuzzPart, FuzzSubject } from '../../shared/fuzz/findings.ts';
import type { Validate, WireFrame } from '../../shared/fuzz/fuzz-types.ts';
import type { Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import type { Session } from '../session/session-type.ts';

/** One process of the extension with its journal; started, perhaps not ready yet. */
export interface FuzzProcess {
  readonly session: Pick<
    Session,
    | 'id'
    | 'request'
    | 'notice'
    | 'send'
    | 'release'
    | 'setMode'
    | 'stop'
    | 'abandon'
    | 'state'
    | 'status'
    | 'ended'
    | 'profile'
    | 'onChange'
    | 'offers'
    | 'plugin'
  >;
  readonly journal: Pick<JournalReader, 'count' | 'columns' | 'entries' | 'summary' | 'onGrow'>;
  /** Ends it and lets its journal go; never throws for what the process does. */
  close(): Promise<void>;
}

export type OpenProcess = (mode: GateMode) => Promise<Result<FuzzProcess>>;

/** A thing to be fuzzed with the schema of what is sent. */
export interface SubjectPlan {
  readonly subject: FuzzSubject;
  /** JSON text; `true` when it has none. */
  readonly schemaText: string;
  readonly validate: Validate;
  /** It is the extension's own; otherwise nobody knows which arguments are right. */
  readonly isGiven: boolean;
  /** Why no validator could be made of the schema; '' when one could. */
  readonly schemaProblem: string;
  /** Values known to be sound, JSON text. */
  readonly examples: readonly string[];
  /** Undefined where lines can't be sent by hand. */
  readonly wire: WireFrame | undefined;
}

export interface FuzzSettings {
  readonly parts: readonly FuzzPart[];
  /** Most values for each thing that is fuzzed; wire faults and the other stages go by it too. */
  readonly runs: number;
  readonly seed: number;
  /** Sends that wait for their answers at the same time. */
  readonly concurrency: number;
  /** How long an answer may take. */
  readonly timeoutMs: number;
  /** Only inputs of this part of `of`, from 1. */
  readonly shard: { readonly at: number; readonly of: number };
}

export const allParts: readonly FuzzPart[] = [
  'handshake',
  'together',
  'examples',
  'boundaries',
  'valid',
  'invalid',
  'wire',
  'endurance',
];

export const usualSettings: Omit<FuzzSettings, 'seed'> = {
  parts: allParts,
  runs: 400,
  concurrency: 1,
  timeoutMs: 2_000,
  shard: { at: 1, of: 1 },
};

export interface FuzzParts {
  readonly open: OpenProcess;
  readonly subjects: readonly SubjectPlan[];
  readonly settings: FuzzSettings;
  readonly signal?: AbortSignal;
  /** Progress or buckets are new. */
  readonly changed?: () => void;
  /** Each send as it ends. */
  readonly called?: (call: FuzzCall) => void;
}
