// Durations and moments in words, for rows and sentences. Input is µs.

/** "432 ms", "9.1 ms", "1.11 s", "38.4 s", "2 min 5 s". */
export function durationWords(us: number): string {
  const ms = us / 1_000;
  if (ms < 0.95) return `${Math.round(us)} µs`;
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const s = ms / 1_000;
  if (s < 9.995) return `${s.toFixed(2)} s`;
  if (s < 119.95) return `${s.toFixed(1)} s`;
  const whole = Math.round(s);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** "0.1846 s": a moment of a session, as the time column shows it. */
export function momentWords(atUs: number): string {
  return `${(atUs / 1_000_000).toFixed(4)} s`;
}
