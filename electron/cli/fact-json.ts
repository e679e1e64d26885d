// Facts as `--json` of `call` and `run` prints them: one object a line, the last one the outcome. Pure.

import { escaped } from './report-json.ts';
import type { Refusal } from './telling.ts';

/** One line without its line end; characters that act on a terminal are escaped. */
export function factJson(fact: object): string {
  return escaped(JSON.stringify(fact));
}

/** The outcome when nothing was run. What a refusal has besides (line, column) is told too. */
export function refusedJson(refusals: readonly Refusal[], recordings: readonly string[] = []): string {
  const problems = refusals.map(({ code, message, ...rest }) => ({ code, message, ...rest }));
  return factJson({ kind: 'outcome', ok: false, problems, recordings });
}
