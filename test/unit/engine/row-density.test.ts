import { describe, expect, it } from 'vitest';
import { rowDensity } from '../../../electron/engine/row-density.ts';
import type { JournalReader } from '../../../electron/recorder/journal-type.ts';

function journal(rows: readonly { readonly atUs: number; readonly flags?: number }[]): JournalReader {
  const columns = {
    count: rows.length,
    atUs: Float64Array.from(rows, (row) => row.atUs),
    flags: Uint8Array.from(rows, (row) => row.flags ?? 0),
  };
  return { columns, lastAtUs: rows.at(-1)?.atUs ?? 0 } as unknown as JournalReader;
}

describe('the density of rows in time', () => {
  it('counts every row once, the first in the first part and the last in the last', () => {
    const density = rowDensity(journal([{ atUs: 0 }, { atUs: 10 }, { atUs: 900 }, { atUs: 1_000 }]), 10);
    expect([...density.counts]).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    expect(density.toUs).toBe(1_000);
  });

  it('marks parts with errors, warnings and held lines', () => {
    const density = rowDensity(
      journal([
        { atUs: 0, flags: 1 },
        { atUs: 50, flags: 2 },
        { atUs: 99, flags: 16 },
      ]),
      2,
    );
    expect([...density.marks]).toEqual([1, 2 | 4]);
  });

  it('is empty for a journal without rows', () => {
    expect([...rowDensity(journal([]), 3).counts]).toEqual([0, 0, 0]);
  });
});
