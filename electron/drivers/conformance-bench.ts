// What a check of conformance works with: a way to start the target as often as it needs, and what it tells meanwhile. Types
// only.

import type { Budgets } from '../../shared/conformance/budgets.ts';
import type { CallPolicy } from '../../shared/conformance/call-policy.ts';
import type { CheckOutcome, CheckStage } from '../../shared/conformance/outcome.ts';
import type { Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import type { Session } from '../session/session-type.ts';

/** One process of the target, with the journal it fills. */
export interface CheckRun {
  readonly session: Session;
  readonly journal: Pick<JournalReader, 'path' | 'count' | 'entries' | 'onGrow' | 'summary'>;
}

export interface CheckBench {
  /** A fresh process, recorded from its first byte. `otherFolder`: in a project that is empty. */
  start(how: { readonly mode: GateMode; readonly otherFolder?: true }): Promise<Result<CheckRun>>;
  /** Ends it if it still runs, and lets go of it; its file stays. */
  close(run: CheckRun): Promise<void>;
}

export interface CheckParts {
  readonly bench: CheckBench;
  readonly budgets: Budgets;
  readonly calls: CallPolicy;
  /** Leaves the probes out: one run only. */
  readonly plainOnly?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (stage: CheckStage) => void;
}

export type RunCheck = (parts: CheckParts) => Promise<Result<CheckOutcome>>;
