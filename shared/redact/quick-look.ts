// Whether a line can hold anything to redact at all, by a look at its text as it stands: nearly no line of a long recording
// does, and walking each one takes many times as long. It may say yes for nothing, never no for something.

import type { RedactionRules } from './rules.ts';
import type { ValueFinder } from './value-finder.ts';

export interface Touch {
  readonly rules: RedactionRules;
  readonly finder: ValueFinder;
}

/** Some part of every name that `sensitivity` knows. */
const names = /pass|pwd|secret|token|cred|auth|cookie|key|bearer|jwt|pat|pin|otp|webhook/i;

export function mayTouch(text: string, { rules, finder }: Touch): boolean {
  // An escape may hide any of it.
  if (text.includes('\\')) return true;
  if (rules.pointers.length > 0 || rules.keys.some(({ chosen }) => chosen)) return true;
  if (rules.defaults && names.test(text)) return true;
  if (rules.patterns.some(({ hint }) => !hint || hint.test(text))) return true;
  return finder.has(text);
}
