// Comparisons with times in queries: ">12s", "<=100ms", "> 1.5 min". The unit defaults to seconds.

export interface Comparison {
  readonly above: boolean;
  /** As typed, tidied: "12 s". */
  readonly amount: string;
  holds(us: number): boolean;
}

const unitsUs: Readonly<Record<string, number>> = {
  us: 1,
  µs: 1,
  ms: 1_000,
  s: 1_000_000,
  min: 60_000_000,
  m: 60_000_000,
};

/** undefined: no comparison with a time. */
export function parseComparison(text: string): Comparison | undefined {
  const match = /^(>=?|<=?)\s*(\d+(?:\.\d+)?|\.\d+)\s*(us|µs|ms|s|min|m)?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '>', digits = '0', unit = 's'] = match;
  const name = unit.toLowerCase();
  const limit = Number(digits) * (unitsUs[name] ?? 1_000_000);
  const shown = name === 'us' ? 'µs' : name === 'm' ? 'min' : name;
  return {
    above: sign.startsWith('>'),
    amount: `${Number(digits)} ${shown}`,
    holds: compare[sign as keyof typeof compare](limit),
  };
}

const compare = {
  '>': (limit: number) => (us: number) => us > limit,
  '>=': (limit: number) => (us: number) => us >= limit,
  '<': (limit: number) => (us: number) => us < limit,
  '<=': (limit: number) => (us: number) => us <= limit,
} as const;
