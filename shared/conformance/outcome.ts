// What a whole check comes to: its runs, what was found in them, and what could not be tried. Plain values that cross to the
// window as they are.

import type { Finding } from './finding.ts';
import type { ProbeName } from './rule.ts';

export type RunName = 'plain' | ProbeName;

/** What each run is for, in a few words. */
export const runTitles: Readonly<Record<RunName, string>> = {
  plain: 'a session as the host has it',
  nonsense: 'unknown fields, unknown frames, broken lines',
  busy: 'two calls at once, and frames while a tool runs',
  folder: 'another, empty project',
};

export interface CheckStage {
  readonly run: RunName;
  /** What is going on, as a sentence. */
  readonly words: string;
  /** Runs that are over, of how many. */
  readonly done: number;
  readonly of: number;
}

export interface ProbedRun {
  readonly run: RunName;
  /** Its recording. */
  readonly path: string;
  readonly rows: number;
}

export interface NotTried {
  readonly rule: string;
  readonly why: string;
}

export interface NotCalled {
  readonly kind: 'tool' | 'command';
  readonly name: string;
  readonly why: string;
}

export interface CheckOutcome {
  readonly profile: string;
  readonly runs: readonly ProbedRun[];
  /** Evidence names its run. */
  readonly findings: readonly Finding[];
  readonly notTried: readonly NotTried[];
  /** Names of tools, and of commands with their slash. */
  readonly called: readonly string[];
  readonly notCalled: readonly NotCalled[];
  /** It was called off before its end. */
  readonly stopped: boolean;
}
