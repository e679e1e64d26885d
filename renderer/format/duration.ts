// Lengths of time as the window writes them: three digits where that says enough, never a unit change by rounding.
// Pure text from numbers; knows no frames.

/**
 * A latency or a wait: `0 µs`, `412 µs`, `9.1 ms`, `784 ms`, `1.63 s`, `2 min 05 s`, `1 h 02 min`.
 * The unit is that of the rounded value, so there is no `1000 ms` and no `60.00 s`.
 */
export function duration(us: number): string {
  const length = Math.max(0, us);
  if (length < 999.5) return `${Math.round(length)} µs`;
  if (length < 99_950) return `${(length / 1_000).toFixed(1)} ms`;
  if (length < 999_500) return `${Math.round(length / 1_000)} ms`;
  if (length < 59_995_000) return `${(length / 1_000_000).toFixed(2)} s`;
  const wholeSeconds = Math.round(length / 1_000_000);
  if (wholeSeconds < 3_600) return `${Math.floor(wholeSeconds / 60)} min ${two(wholeSeconds % 60)} s`;
  const minutes = Math.round(length / 60_000_000);
  return `${count(Math.floor(minutes / 60))} h ${two(minutes % 60)} min`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
function count(hours: number): string {
  return String(hours).replace(/\B(?=(\d{3})+$)/g, ',');
}
