// Times of captures → µs since the first one. Captures rarely say their unit, so size and form tell it. Times that go
// backwards are the writer's to lift. Part of the capture readers.

/** A fresh one for each capture. */
export class CaptureClock {
  #zeroUs: number | undefined;

  /** `key`: what the time is called there, which may name its unit. Undefined when it is none. */
  since(value: unknown, key: string): number | undefined {
    const us = toUs(value, key);
    if (us === undefined) return undefined;
    this.#zeroUs ??= us;
    return Math.max(0, Math.round(us - this.#zeroUs));
  }
}

function toUs(value: unknown, key: string): number | undefined {
  if (typeof value === 'string') {
    const ms = Date.parse(value);
    return Number.isFinite(ms) ? ms * 1_000 : undefined;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return value * usPerUnit(value, key);
}

/** Since 1970 the four units are far apart; below that, whole numbers are taken for ms and fractions for s. */
function usPerUnit(value: number, key: string): number {
  if (/us$/i.test(key)) return 1;
  if (/ns$/i.test(key)) return 0.001;
  if (/ms$/i.test(key)) return 1_000;
  if (value > 1e17) return 0.001;
  if (value > 1e14) return 1;
  if (value > 1e11) return 1_000;
  if (value > 1e9) return 1_000_000;
  return Number.isInteger(value) ? 1_000 : 1_000_000;
}
