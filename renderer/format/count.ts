// Numbers and sizes as the window writes them: English grouping and binary units, whatever the machine's locale.
// Pure text from numbers; knows no frames.

/** `1842` is `1,842`. */
export function grouped(n: number): string {
  return String(Math.trunc(n)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 row`, `1,842 rows`; `many` is given where an `s` does not make it. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

const units = ['KiB', 'MiB', 'GiB', 'TiB'];

/** `217 B`, `1.3 KiB`, `612 KiB`, `61.4 MiB`: a byte count below 1 KiB is exact. */
export function bytes(n: number): string {
  if (n < 1_024) return `${Math.trunc(n)} B`;
  let size = n / 1_024;
  let unit = 0;
  // 1,023.5 would be written as 1,024 of this unit: it is 1.0 of the next.
  while (size >= 1_023.5 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${size < 99.95 ? size.toFixed(1) : grouped(Math.round(size))} ${units[unit]}`;
}
