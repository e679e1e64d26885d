// Chance, all of it from fast-check's generator and a seed: the same seed gives the same case on every machine. Must not use
// Math.random or the clock.

import fc from 'fast-check';

/** Hands out fast-check's own generator for a seed. */
class RandomOfSeed extends fc.Arbitrary<fc.Random> {
  generate(random: fc.Random): fc.Value<fc.Random> {
    return new fc.Value(random.clone(), undefined);
  }
  canShrinkWithoutContext(value: unknown): value is fc.Random {
    return value instanceof fc.Random;
  }
  shrink(): fc.Stream<fc.Value<fc.Random>> {
    return fc.Stream.nil();
  }
}

const ofSeed = new RandomOfSeed();

/** Chance for one purpose: `parts` keep purposes apart (phase, place in the plan). */
export class Chance {
  readonly #random: fc.Random;

  constructor(seed: number, ...parts: readonly number[]) {
    const [random] = fc.sample(ofSeed, { seed: mixed([seed, ...parts]), numRuns: 1 });
    if (random === undefined) throw new Error('fast-check gave no generator');
    this.#random = random;
  }

  /** Whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return most <= least ? least : this.#random.nextInt(least, most);
  }

  /** The same for ranges that a 32-bit draw cannot cover. */
  bigBetween(least: bigint, most: bigint): bigint {
    return most <= least ? least : this.#random.nextBigInt(least, most);
  }

  /** True `percent` times of a hundred. */
  is(percent: number): boolean {
    return this.between(1, 100) <= percent;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const one = list[this.between(0, list.length - 1)];
    if (one === undefined && list.length === 0) throw new Error('nothing to pick from');
    return one as T;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let at = copy.length - 1; at > 0; at--) {
      const other = this.between(0, at);
      [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
    }
    return copy;
  }

  /** One value of a fast-check arbitrary. It must not filter by something that may never hold. */
  draw<T>(arbitrary: fc.Arbitrary<T>): T {
    return arbitrary.generate(this.#random, undefined).value;
  }
}

/** FNV over the 32-bit words: near seeds lead far apart. */
function mixed(parts: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    for (const word of [part | 0, Math.floor(part / 0x1_0000_0000) | 0])
      for (let shift = 0; shift < 32; shift += 8)
        hash = Math.imul(hash ^ ((word >>> shift) & 0xff), 0x01000193) | 0;
  }
  return hash;
}
