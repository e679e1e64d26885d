// A table of compared lines as the window looks at it: a filter, the stretches of rows that are at hand, and the row that is
// looked at in full. The table itself stays in main, however long it is.

import type { Failure } from '@shared/errors.ts';
import type { Bridge, CommandResult } from '@shared/ipc/contract.ts';
import type { ReplayRow } from '@shared/replay/result.ts';
import type { TableFilter } from '@shared/replay/shown.ts';
import { ask } from '../bridge.ts';

const pageRows = 100;
/** Stretches kept; the one looked at longest ago goes first. */
const mostPages = 20;

interface Page {
  readonly rows: readonly ReplayRow[];
  readonly told: number;
}

export class ResultTableState {
  readonly table: string;
  readonly #bridge: Bridge;
  readonly #refused: (failure: Failure) => void;
  #filter = $state.raw<TableFilter>({ show: 'all', text: '' });
  #count = $state.raw(0);
  #selected = $state.raw<{ readonly place: number; readonly row: number } | null>(null);
  #full = $state.raw<ReplayRow | null>(null);
  #told = $state.raw(0);
  #cameIn = $state.raw(0);
  /** The first stretch is here. */
  loaded = $state.raw(false);
  #pages = new Map<number, Page>();
  readonly #asked = new Set<number>();
  /** Counts the filters: an answer to an earlier one is not taken. */
  #turn = 0;

  constructor(bridge: Bridge, table: string, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.table = table;
    this.#refused = refused;
    void this.#read(0);
  }

  get filter(): TableFilter {
    return this.#filter;
  }
  set filter(filter: TableFilter) {
    if (filter.show === this.#filter.show && filter.text === this.#filter.text) return;
    this.#filter = filter;
    this.#turn += 1;
    this.#pages = new Map();
    this.#asked.clear();
    // Where it stands now is not known; what is looked at in full stays.
    if (this.#selected) this.#selected = { ...this.#selected, place: -1 };
    void this.#read(0);
  }
  /** Rows that the filter leaves. */
  get count(): number {
    return this.#count;
  }
  get selected(): { readonly place: number; readonly row: number } | null {
    return this.#selected;
  }
  /** The selected row with all that is kept of its lines. */
  get full(): ReplayRow | null {
    return this.#full;
  }

  /** Rows are new or differ. @param told another number each time */
  news(told: number): void {
    if (told === this.#told) return;
    this.#told = told;
    void this.#read(0);
    if (this.#selected) void this.#readFull(this.#selected.row);
  }

  /** The row at a place, as far as it is at hand; otherwise it is asked for, and whoever reads this is told. */
  at(place: number): ReplayRow | undefined {
    void this.#cameIn;
    const index = Math.floor(place / pageRows);
    const page = this.#pages.get(index);
    if (page?.told !== this.#told) queueMicrotask(() => void this.#read(index));
    return page?.rows[place - index * pageRows];
  }

  select(place: number): void {
    const row = this.at(place);
    if (row) this.#look(place, row.row);
  }
  /** Looks at the next difference, or the one before; from the other end again after the last. False without any. */
  async next(by: 1 | -1): Promise<boolean> {
    const end = by === 1 ? -1 : this.#count;
    const { place = -1 } = this.#selected ?? {};
    const from = place < 0 ? end : place;
    const found = (await this.#nextAfter(from, by)) ?? (from === end ? null : await this.#nextAfter(end, by));
    if (found) this.#look(found.place, found.row);
    return found !== null;
  }

  async #nextAfter(after: number, by: 1 | -1): Promise<CommandResult<'results.next'>> {
    const { table } = this;
    const answer = await ask(this.#bridge, 'results.next', { table, filter: this.#filter, after, by });
    if (answer.ok) return answer.value;
    this.#refused(answer.failure);
    return null;
  }

  #look(place: number, row: number): void {
    this.#selected = { place, row };
    if (this.#full?.row !== row) this.#full = null;
    void this.#readFull(row);
  }

  async #readFull(row: number): Promise<void> {
    const answer = await ask(this.#bridge, 'results.row', { table: this.table, row });
    if (this.#selected?.row !== row) return;
    if (answer.ok) this.#full = answer.value;
    else this.#refused(answer.failure);
  }

  async #read(index: number): Promise<void> {
    if (this.#asked.has(index)) return;
    this.#asked.add(index);
    const turn = this.#turn;
    const told = this.#told;
    const answer = await ask(this.#bridge, 'results.rows', {
      table: this.table,
      filter: this.#filter,
      from: index * pageRows,
      count: pageRows,
    });
    if (turn !== this.#turn) return;
    this.#asked.delete(index);
    if (answer.ok) this.#take(index, answer.value, told);
    else this.#refused(answer.failure);
    // More was told while this was on its way.
    if (answer.ok && told !== this.#told) void this.#read(index);
  }

  #take(index: number, { rows, count }: CommandResult<'results.rows'>, told: number): void {
    this.#count = count;
    this.#pages.delete(index);
    this.#pages.set(index, { rows, told });
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) break;
      this.#pages.delete(oldest);
    }
    this.loaded = true;
    this.#cameIn += 1;
    if (this.#selected?.place === -1) {
      const at = rows.findIndex(({ row }) => row === this.#selected?.row);
      if (at >= 0) this.#selected = { ...this.#selected, place: index * pageRows + at };
    }
  }
}
