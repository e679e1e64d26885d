// Secrets that a rule found in one place stand in others too: in the log line about it, in a fact that quotes the frame. The
// first look through a recording gathers them here, the second one masks them wherever they are.

import type { PatternRule } from './patterns.ts';
import type { KnownValue } from './value-finder.ts';

export const learnedRule = 'values found in other places';

/** Beyond these, values are masked only where their rule finds them. */
const mostLearned = 5_000;
const longestLearned = 4_096;

export class Learned {
  /** Looks like nothing but a secret: masked in frames as well. */
  readonly #everywhere = new Set<string>();
  /** A person chose its place, but it may be an everyday word: masked in what quotes frames. */
  readonly #aside = new Set<string>();
  /** Highest number of a mask that stands in the recording already. */
  highestMask = 0;

  whole(value: string, chosen: boolean): void {
    this.#add(value.replace(/^(?:basic|bearer|digest|token)\s+/i, ''), chosen);
  }

  pattern(secret: string, { teaches }: PatternRule): void {
    if (teaches) this.#add(secret.replace(/^(?:basic|bearer|digest|token)\s+/i, ''), false);
  }

  /** For frames. */
  get everywhere(): readonly KnownValue[] {
    return listed(this.#everywhere);
  }

  /** For everything else: log lines, facts, the header. */
  get all(): readonly KnownValue[] {
    return listed(new Set([...this.#everywhere, ...this.#aside]));
  }

  #add(value: string, chosen: boolean): void {
    if (value.length > longestLearned || this.#everywhere.size + this.#aside.size >= mostLearned) return;
    if (looksSecret(value)) this.#everywhere.add(value);
    else if (chosen && value.length >= 4) this.#aside.add(value);
  }
}

function listed(values: ReadonlySet<string>): KnownValue[] {
  return [...values]
    .sort((one, other) => other.length - one.length)
    .map((value) => ({ value, rule: learnedRule }));
}

/** Not a word or a sentence: long enough, without blanks, with a digit or very long. */
function looksSecret(value: string): boolean {
  if (value.length < 8 || /\s/.test(value)) return false;
  return (/\d/.test(value) && /[^\d]/.test(value)) || value.length >= 20;
}
