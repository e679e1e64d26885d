// Tables of compared lines that the window may look into: those of replays and of comparisons, by name. Gives stretches of
// them and single rows; what the rows are is decided elsewhere.

import type { TableStretch } from '../../shared/ipc/contract.ts';
import { failure } from '../../shared/errors.ts';
import { isDifference, type ReplayRow } from '../../shared/replay/result.ts';
import { briefRow, isShown, type TableFilter } from '../../shared/replay/shown.ts';
import { failed, ok, type Result } from '../../shared/result.ts';

export interface ResultTable {
  /** In the order of the table. */
  readonly rows: readonly ReplayRow[];
  /** Another number whenever a row is new or differs. */
  readonly told: number;
}

interface Filtered {
  readonly told: number;
  readonly filter: TableFilter;
  readonly rows: readonly ReplayRow[];
}

export class ResultTables {
  readonly #tables = new Map<string, ResultTable>();
  /** What the window looked at last, of each: asked for again with every stretch. */
  readonly #filtered = new Map<string, Filtered>();

  add(name: string, table: ResultTable): void {
    this.#tables.set(name, table);
  }

  remove(name: string): void {
    this.#tables.delete(name);
    this.#filtered.delete(name);
  }

  /** Rows from..from+count-1 of those that the filter leaves, brief. Errors: `argumentInvalid`. */
  rows(name: string, filter: TableFilter, from: number, count: number): Result<TableStretch> {
    const rows = this.#rows(name, filter);
    if (!rows.ok) return rows;
    return ok({ count: rows.value.length, rows: rows.value.slice(from, from + count).map(briefRow) });
  }

  /** One row in full. Errors: `argumentInvalid`. */
  row(name: string, number: number): Result<ReplayRow> {
    const rows = this.#rows(name, { show: 'all', text: '' });
    if (!rows.ok) return rows;
    const found = rows.value.find(({ row }) => row === number);
    return found ? ok(found) : failed(failure('argumentInvalid', `${name} has no row ${number}.`));
  }

  /** The next difference after that place, or the one before it, among the rows that the filter leaves. */
  next(
    name: string,
    filter: TableFilter,
    after: number,
    by: 1 | -1,
  ): Result<{ readonly place: number; readonly row: number } | null> {
    const rows = this.#rows(name, filter);
    if (!rows.ok) return rows;
    const all = rows.value;
    for (let place = after + by; place >= 0 && place < all.length; place += by) {
      const row = all[place];
      if (row && isDifference(row)) return ok({ place, row: row.row });
    }
    return ok(null);
  }

  #rows(name: string, filter: TableFilter): Result<readonly ReplayRow[]> {
    const table = this.#tables.get(name);
    if (!table)
      return failed(
        failure('argumentInvalid', `The table ${name} is not there any more.`, 'Run it again to see it.'),
      );
    const { told } = table;
    const known = this.#filtered.get(name);
    if (known?.told === told && known.filter.show === filter.show && known.filter.text === filter.text)
      return ok(known.rows);
    const rows =
      filter.show === 'all' && filter.text === '' ? table.rows : table.rows.filter(isShown(filter));
    this.#filtered.set(name, { told, filter, rows });
    return ok(rows);
  }
}
