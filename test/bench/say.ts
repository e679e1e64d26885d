// How benches print what they measured.

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns a function that tells the processor time this process has used since, in ms. */
export function cpuTimer(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 50);

export const ms = (values: readonly number[]): string =>
  `${values.map((value) => value.toFixed(0)).join(' ')} ms`;

export const rate = (count: number, elapsedMs: number): string =>
  `${elapsedMs.toFixed(0)} ms (${Math.round(count / elapsedMs)} frames/ms)`;
