// A run of fuzzing as one JSON object for programs. Pure.

import type { FuzzOutcome } from '../../shared/fuzz/findings.ts';
import type { Refusal } from './telling.ts';

export interface FuzzReport {
  readonly outcome: FuzzOutcome;
  readonly target: string;
  readonly saved: readonly string[];
  readonly refusals: readonly Refusal[];
}

export function fuzzJson({ outcome, target, saved, refusals }: FuzzReport): string {
  const { end, buckets, ...rest } = outcome;
  return JSON.stringify({
    ok: end === 'done' && buckets.length === 0,
    target,
    end,
    buckets,
    ...rest,
    saved,
    problems: refusals,
  });
}
