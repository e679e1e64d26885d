// Two hundred neighbouring rows as far as they are known: some may be missing, some may be known to be out of date.
// A page never asks for anything; row-pages.ts does.

import type { Row } from '@shared/session/row.ts';
import { sameRow } from './row-equal.ts';

export const pageRows = 200;

export function pageOf(seq: number): number {
  return Math.floor((seq - 1) / pageRows);
}

export class RowPage {
  readonly #first: number;
  readonly #rows: (Row | undefined)[] = [];
  readonly #stale = new Set<number>();
  /** Rows told or called out of date while a question was under way: its answer may be older than that. */
  #sinceAsked: Set<number> | null = null;
  #size = 0;

  constructor(index: number) {
    this.#first = index * pageRows + 1;
  }

  /** Rows it holds. */
  get size(): number {
    return this.#size;
  }
  get asked(): boolean {
    return this.#sinceAsked !== null;
  }

  row(seq: number): Row | undefined {
    return this.#rows[seq - this.#first];
  }

  /** Whether the row is here and not known to be out of date. */
  fresh(seq: number): boolean {
    return this.row(seq) !== undefined && !this.#stale.has(seq);
  }

  /** First and last row between the two that is not fresh; null when all are. */
  missing(from: number, to: number): { from: number; to: number } | null {
    let first = from;
    while (first <= to && this.fresh(first)) first += 1;
    let last = to;
    while (last >= first && this.fresh(last)) last -= 1;
    return first > last ? null : { from: first, to: last };
  }

  /** The newest word about a row. */
  tell(row: Row): void {
    this.#put(row);
    this.#stale.delete(row.seq);
    this.#sinceAsked?.add(row.seq);
  }

  /** The row looks different now; what is here stays until the new one comes. */
  changed(seq: number): void {
    if (this.row(seq)) this.#stale.add(seq);
    this.#sinceAsked?.add(seq);
  }

  allChanged(): void {
    for (let at = 0; at < pageRows; at += 1) this.changed(this.#first + at);
  }

  ask(): void {
    this.#sinceAsked = new Set();
  }

  /** Takes what was answered, except where something newer was told meanwhile. */
  answered(rows: readonly Row[]): void {
    const newer = this.#sinceAsked;
    this.#sinceAsked = null;
    for (const row of rows) {
      const wasTold = newer?.has(row.seq) === true && this.row(row.seq) !== undefined;
      if (wasTold) continue;
      this.#put(row);
      if (newer?.has(row.seq)) this.#stale.add(row.seq);
      else this.#stale.delete(row.seq);
    }
  }

  /** No answer came. Rows known to be out of date are let go: showing them on would be wrong. */
  unanswered(): void {
    this.#sinceAsked = null;
    for (const seq of this.#stale) {
      this.#rows[seq - this.#first] = undefined;
      this.#size -= 1;
    }
    this.#stale.clear();
  }

  #put(row: Row): void {
    const at = row.seq - this.#first;
    const before = this.#rows[at];
    if (before && sameRow(before, row)) return;
    if (!before) this.#size += 1;
    this.#rows[at] = row;
  }
}
