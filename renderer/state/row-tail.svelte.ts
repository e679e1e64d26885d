// The newest rows that one fixed query finds, for the lists beside the main one: stderr, the last output of a crash.
// Follows the journal while somebody looks; the rows themselves come from the session's store.

import type { Row } from '@shared/session/row.ts';
import { RowSearch } from './row-search.ts';
import type { SessionState } from './session.svelte.ts';

export class RowTail {
  readonly #session: SessionState;
  readonly #search: RowSearch;
  readonly #limit: number;
  #told = $state.raw(0);

  constructor(session: SessionState, query: string, limit: number) {
    this.#session = session;
    this.#limit = limit;
    this.#search = new RowSearch(
      (wanted, from) => session.find(wanted, from),
      () => (this.#told += 1),
    );
    this.#search.set(query);
  }

  /** Looks at what is new; for an effect that runs with the row count. */
  follow(count: number): void {
    this.#search.grow(count, { seqs: [], all: false });
  }

  close(): void {
    this.#search.close();
  }

  get failure(): string | undefined {
    void this.#told;
    return this.#search.failure?.message;
  }
  /** How many there are in all, of the rows that are there. */
  get count(): number {
    void this.#told;
    return this.#search.matches.lowerBound(this.#session.rows.count + 1);
  }
  /** Rows read so far have all been looked at. */
  get done(): boolean {
    void this.#told;
    return !this.#search.busy;
  }
  /** seqs of the newest, ascending, at most `limit`. */
  get seqs(): readonly number[] {
    void this.#told;
    const { matches } = this.#search;
    const { count } = this;
    const from = Math.max(0, count - this.#limit);
    const seqs: number[] = [];
    for (let at = from; at < count; at += 1) {
      const seq = matches.at(at);
      if (seq !== undefined) seqs.push(seq);
    }
    return seqs;
  }
  get rows(): readonly Row[] {
    return this.seqs.map((seq) => this.#session.rows.row(seq)).filter((row) => row !== undefined);
  }
}
