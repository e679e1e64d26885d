// Points in time as the window writes them. Pure text from numbers; knows no frames and no locale settings, so the
// same recording reads the same everywhere.

/**
 * Seconds since the session began, with 4 decimals: `16.1199`. Cut, not rounded: two rows never swap their order and
 * no row seems later than it was.
 */
export function seconds(atUs: number): string {
  const tenths = Math.floor(Math.max(0, atUs) / 100);
  return `${Math.floor(tenths / 10_000)}.${String(tenths % 10_000).padStart(4, '0')}`;
}

/** A mark on a ruler whose marks lie `stepUs` apart: `12.0 s`, `350 ms`, `1:05 min`, `2:00 h`. */
export function rulerMark(atUs: number, stepUs: number): string {
  if (stepUs < 1_000) return `${(atUs / 1_000).toFixed(stepUs < 10 ? 3 : stepUs < 100 ? 2 : 1)} ms`;
  if (stepUs < 100_000) {
    return atUs < 1_000_000
      ? `${Math.round(atUs / 1_000)} ms`
      : `${(atUs / 1_000_000).toFixed(stepUs < 10_000 ? 3 : 2)} s`;
  }
  if (stepUs < 60_000_000) return `${(atUs / 1_000_000).toFixed(1)} s`;
  const minutes = Math.round(atUs / 60_000_000);
  if (stepUs < 3_600_000_000 && minutes < 600) return `${minutes} min`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
}
