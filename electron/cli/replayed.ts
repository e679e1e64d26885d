// What a replay came to, for those who tell it. Types only.

import type { ReplayRow } from '../../shared/replay/result.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import type { ReplayOutcome } from '../drivers/replay.ts';

/** One target that was replayed against. */
export interface ReplayedTarget {
  readonly target: ResolvedTarget;
  readonly startedAt: string;
  readonly outcome: ReplayOutcome;
  readonly rows: readonly ReplayRow[];
  /** Recording of the new run. */
  readonly journal: string;
}

export interface Accepted {
  /** Where the old baseline is kept. */
  readonly backup: string;
}
