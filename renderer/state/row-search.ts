// What a query matches in a journal that grows: asks `rows.find` from the last row looked at, one question at a time,
// and looks again at rows that changed. It reads no query itself (that is main's), and holds no runes.

import type { Failure } from '@shared/errors.ts';
import type { Result } from '@shared/result.ts';
import { ChangedRows } from './changed-rows.ts';
import { SeqList } from './seq-list.ts';

export interface Found {
  readonly seqs: Uint32Array;
  /** The last row that was looked at. */
  readonly upTo: number;
  /** What the query means, in words. */
  readonly sentence: string;
}
export type FindRows = (query: string, from: number) => Promise<Result<Found>>;

/**
 * A question that took longer is followed by a rest of the same length: main is busy. It answers in slices of some 80 ms
 * by itself.
 */
const longMs = 200;
const idleMs = 1_000;

export class RowSearch {
  /** What was asked for last; may be wrong, or still under way. */
  query = '';
  /** The query that `matches` belong to; '' when every row is shown. */
  applied = '';
  sentence = '';
  /** Why `query` could not be answered. */
  failure: Failure | undefined = undefined;
  matches = new SeqList();
  /** The last row looked at for `applied`. */
  upTo = 0;
  readonly #find: FindRows;
  readonly #changed: () => void;
  #count = 0;
  #asking = false;
  /** Counts the queries set: an answer to an earlier one is not taken, not even when it read the same. */
  #turn = 0;
  #again = new ChangedRows();
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(find: FindRows, changed: () => void) {
    this.#find = find;
    this.#changed = changed;
  }

  /** Whether rows are still to be looked at. */
  get busy(): boolean {
    return this.query !== '' && !this.failure && (this.query !== this.applied || this.upTo < this.#count);
  }

  /** Asks for another query; what matched before stays until the answer is here. */
  set(query: string): void {
    const wanted = query.trim();
    if (wanted === this.query && !this.failure) return;
    this.query = wanted;
    this.#turn += 1;
    this.failure = undefined;
    this.#rested();
    if (wanted === '') this.#apply('', '');
    this.#changed();
    void this.#run();
  }

  /** The journal has more rows, and some told before look different. */
  grow(count: number, changed: { seqs: readonly number[]; all: boolean }): void {
    this.#count = Math.max(this.#count, count);
    if (changed.all) this.#again.addSpan(1, this.#count);
    else this.#again.add(changed.seqs);
    void this.#run();
  }

  close(): void {
    this.query = '';
    this.#turn += 1;
    this.#rested();
  }

  #apply(query: string, sentence: string): void {
    this.applied = query;
    this.sentence = sentence;
    this.matches = new SeqList();
    this.upTo = 0;
  }

  /** Where to look next; null when all is known. */
  #next(): number | null {
    if (this.query === '' || this.failure) return null;
    if (this.query !== this.applied) return 1;
    const { first } = this.#again;
    // A changed row beyond `upTo` is looked at anyway.
    if (first !== null && first <= this.upTo) return first;
    return this.upTo < this.#count ? this.upTo + 1 : null;
  }

  async #run(): Promise<void> {
    if (this.#asking || this.#resting !== undefined) return;
    const from = this.#next();
    if (from === null) return;
    const { query } = this;
    const turn = this.#turn;
    // What changes from here on may not be in the answer.
    const again = this.#again;
    this.#again = new ChangedRows();
    this.#asking = true;
    const startedMs = performance.now();
    const answer = await this.#find(query, from);
    this.#asking = false;
    const taken = turn === this.#turn;
    if (taken && answer.ok) this.#take(query, from, answer.value, again);
    // Not looked at after all.
    else this.#again.addBeyond(0, again);
    if (taken) {
      if (!answer.ok) this.failure = answer.failure;
      this.#changed();
      const tookMs = performance.now() - startedMs;
      // An answer that looked at nothing although there are rows would be asked for without a pause.
      const idle = answer.ok && answer.value.upTo < from && this.#count >= from;
      if (idle || tookMs > longMs) return this.#rest(Math.max(tookMs, idle ? idleMs : 0));
    }
    return this.#run();
  }

  #take(query: string, from: number, found: Found, again: ChangedRows): void {
    if (query !== this.applied) this.#apply(query, found.sentence);
    this.sentence = found.sentence;
    if (found.upTo >= from) this.matches.replace(from, found.upTo, found.seqs);
    this.upTo = Math.max(this.upTo, found.upTo);
    this.#again.addBeyond(Math.max(from - 1, found.upTo), again);
  }

  #rest(ms: number): void {
    this.#resting = setTimeout(() => {
      this.#rested();
      void this.#run();
    }, ms);
  }
  #rested(): void {
    clearTimeout(this.#resting);
    this.#resting = undefined;
  }
}
