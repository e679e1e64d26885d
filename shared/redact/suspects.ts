// What still looks like a secret after all rules: told as a warning, never masked, for only a person knows. The text itself is
// shown by its first characters. Pure.

import { defaultPatterns } from './patterns.ts';
import { isMasked, maskPattern } from './mask.ts';

export interface Suspect {
  /** 0: the header. */
  readonly seq: number;
  /** Why, in a few words. */
  readonly why: string;
  /** Its beginning. */
  readonly shown: string;
  readonly length: number;
}

/** Kept; more are counted. */
export const mostSuspects = 50;

const candidate = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,200}={0,2}(?![A-Za-z0-9+/_=-])/g;
/** Bits of a character: random base64 has nearly 6, words and paths less than 4. */
const leastEntropy = 4.1;
const shownLength = 4;

export class Suspects {
  readonly kept: Suspect[] = [];
  count = 0;
  readonly #seen = new Set<string>();
  readonly #patterns: boolean;

  /** @param patterns the default patterns were not asked for, so what they find is only told */
  constructor(patterns: boolean) {
    this.#patterns = patterns;
  }

  /** @param text as it goes out */
  look(seq: number, text: string): void {
    if (this.#patterns)
      for (const { rule, pattern, hint } of defaultPatterns) {
        if (hint && !hint.test(text)) continue;
        pattern.lastIndex = 0;
        for (const match of text.matchAll(pattern)) {
          const secret = match.groups?.['secret'] ?? match[0];
          if (!isMasked(secret)) this.#add(seq, rule, secret);
        }
      }
    for (const [found] of text.matchAll(candidate))
      if (looksRandom(found)) this.#add(seq, 'as random as a key', found);
  }

  #add(seq: number, why: string, text: string): void {
    if (this.#seen.has(text) || maskPattern.test(text)) return;
    if (this.#seen.size < 10_000) this.#seen.add(text);
    this.count++;
    if (this.kept.length < mostSuspects)
      this.kept.push({ seq, why, shown: text.slice(0, shownLength), length: text.length });
  }
}

function looksRandom(text: string): boolean {
  // A long name in camel case has a digit at its end, if at all.
  if (!/\d.*\d/.test(text) || !/[a-z]/.test(text) || !/[A-Z]/.test(text)) return false;
  if (text.split('/').length > 3 || text.split(/[-_]/).length > 6) return false;
  return entropy(text) >= leastEntropy;
}

function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
