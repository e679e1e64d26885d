// The one object that `replay --json` and `diff --json` print, in a fixed order of keys. Pure.

import { countVerdicts, isDifference, type ReplayRow } from '../../shared/replay/result.ts';
import type { Accepted, ReplayedTarget } from './replayed.ts';
import { escaped } from './report-json.ts';
import type { Refusal } from './telling.ts';

/** One line without its line end, keys always in this order. */
export function replayJson(
  recording: string | null,
  all: readonly ReplayedTarget[],
  accepted: Accepted | null,
  refusals: readonly Refusal[],
): string {
  const runs = all.map(({ target, outcome, rows, journal }) => ({
    target: target.name,
    argv: target.argv,
    ...outcome,
    recording: journal,
    rows,
  }));
  const problems = refusals.map(({ code, message, fix }) => ({ code, message, ...(fix ? { fix } : {}) }));
  const ok = problems.length === 0 && (accepted !== null || (runs.length > 0 && runs.every((run) => run.ok)));
  return escaped(JSON.stringify({ ok, recording, accepted, problems, runs }));
}

/** One line without its line end. */
export function diffJson(
  files: readonly string[],
  rows: readonly ReplayRow[],
  refusals: readonly Refusal[],
): string {
  const problems = refusals.map(({ code, message, fix }) => ({ code, message, ...(fix ? { fix } : {}) }));
  const ok = problems.length === 0 && !rows.some(isDifference);
  return escaped(JSON.stringify({ ok, recordings: files, counts: countVerdicts(rows), problems, rows }));
}
