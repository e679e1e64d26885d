// How an inspection is told, as an interface: text for people, one JSON object for programs. The run asks nothing of it
// but to be told.

import type { Diagnosis } from '../../shared/diagnosis/diagnose.ts';
import type { HostState, Severity } from '../../shared/session/entries.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import type { JournalReader } from '../recorder/journal-type.ts';

/** Why a target was not started. `code` is a FailureCode, or that of a remark about the target. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly fix?: string;
}

/** A problem that the command line itself found; it is about no row. */
export interface OwnProblem extends Refusal {
  readonly severity: Severity;
}

export interface Outcome {
  readonly ok: boolean;
  /** The furthest state reached before shutdown. */
  readonly state: HostState;
  readonly own: readonly OwnProblem[];
  /** What failed, why, and what to do; empty when nothing of the kind did. */
  readonly diagnoses: readonly Diagnosis[];
}

export interface Telling {
  started(target: ResolvedTarget, profile: string, journal: JournalReader): Promise<void>;
  /** The wait is over; shutdown has not begun. */
  judged(summary: SessionSummary, own: readonly OwnProblem[]): Promise<void>;
  ended(summary: SessionSummary, outcome: Outcome, journalPath: string): Promise<void>;
  refused(refusals: readonly Refusal[]): Promise<void>;
}
