// Times as the command line prints them. Pure.

/** Seconds since the session began, four decimals, as in the window's list. */
export function seconds(atUs: number): string {
  return (Math.max(0, atUs) / 1_000_000).toFixed(4);
}

/** A length of time in the unit that reads best: `0.31 ms`, `42 ms`, `2.05 s`, `12 min`. */
export function duration(us: number): string {
  if (us < 10_000) return `${(us / 1_000).toFixed(2)} ms`;
  if (us < 1_000_000) return `${Math.round(us / 1_000)} ms`;
  if (us < 120_000_000) return `${(us / 1_000_000).toFixed(2)} s`;
  return `${Math.round(us / 60_000_000)} min`;
}
