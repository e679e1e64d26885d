// What a person chose not to count between two runs, as it was written, made into rules. One place for replay and
// comparison.

import { parseIgnore, type IgnoreRule } from '../../shared/replay/ignore.ts';
import { chooseNormalisers, type Normaliser } from '../../shared/replay/normalisers.ts';
import { ok, type Result } from '../../shared/result.ts';

export interface CompareChoices {
  readonly normalisers: readonly Normaliser[];
  readonly ignore: readonly IgnoreRule[];
}

/** Errors: `argumentInvalid` for a place or a normaliser that is none. */
export function compareChoices({
  ignore,
  normalise,
}: {
  readonly ignore: readonly string[];
  readonly normalise: readonly string[];
}): Result<CompareChoices> {
  const normalisers = chooseNormalisers(normalise);
  if (!normalisers.ok) return normalisers;
  const rules: IgnoreRule[] = [];
  for (const text of ignore) {
    const rule = parseIgnore(text);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return ok({ normalisers: normalisers.value, ignore: rules });
}
