// Says from samples of a long run whether memory grows or calls slow down, and not merely settle. Pure. Made so that a sound
// program is never suspected: what levels off, jumps once or swings is no growth.

export interface Growth {
  /** Of the whole stretch. */
  readonly from: number;
  readonly to: number;
  readonly perCall: number;
}

/** Parts into which a run is cut; the first two are warming up. */
const parts = 8;
const settled = 2;
const mib = 1024 * 1024;

export interface MemorySample {
  readonly calls: number;
  readonly bytes: number;
}

/**
 * Growth of memory: the least of each part rises from part to part after the warm-up, by at least 8 MiB in all, and as much
 * towards the end as before. undefined: no growth, or too few samples to say.
 */
export function memoryGrowth(samples: readonly MemorySample[]): Growth | undefined {
  const lows = cut(samples).map((part) => part.reduce((low, one) => (one.bytes < low.bytes ? one : low)));
  if (lows.length < parts) return undefined;
  const rest = lows.slice(settled);
  const [first, last] = [rest[0]!, rest.at(-1)!];
  const grown = last.bytes - first.bytes;
  if (grown < 8 * mib || !rises(rest.map(({ bytes }) => bytes))) return undefined;
  const middle = rest[Math.floor(rest.length / 2)]!;
  const late = (last.bytes - middle.bytes) / Math.max(1, last.calls - middle.calls);
  const early = (middle.bytes - first.bytes) / Math.max(1, middle.calls - first.calls);
  if (late < early * 0.6) return undefined;
  return { from: first.bytes, to: last.bytes, perCall: grown / Math.max(1, last.calls - first.calls) };
}

/**
 * Slow-down: the fast calls (lowest tenth) of each part take longer and longer after the warm-up, twice as long at
 * the end and at least 2 ms more. The lowest tenth, for the rest tells of the machine.
 */
export function slowDown(tookMs: readonly number[]): Growth | undefined {
  const lows = cut(tookMs).map(lowestTenth);
  if (lows.length < parts) return undefined;
  const rest = lows.slice(settled);
  const [first, last] = [rest[0]!, rest.at(-1)!];
  if (last < first * 2 || last - first < 2 || !rises(rest)) return undefined;
  return { from: first, to: last, perCall: (last - first) / ((tookMs.length * (parts - settled)) / parts) };
}

function cut<T>(all: readonly T[]): readonly T[][] {
  if (all.length < parts * 4) return [];
  const at = (part: number): number => Math.floor((part * all.length) / parts);
  return Array.from({ length: parts }, (_, part) => all.slice(at(part), at(part + 1)));
}

/** From part to part, but for one that may stand still. */
function rises(values: readonly number[]): boolean {
  const steps = values.slice(1).filter((value, at) => value > values[at]!).length;
  return steps >= values.length - 2;
}

function lowestTenth(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 10)] ?? 0;
}
