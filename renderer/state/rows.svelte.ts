// The rows of one session as the window sees them: which there are, which are at hand, which a query leaves, which one
// is selected, and whether the list stays at the newest. Told by stream batches; asks main for what it lacks. It draws
// nothing and decides nothing about frames.

import type { Bridge, LiveStatus, PlayPlace, RowDetail, StreamBatch } from '@shared/ipc/contract.ts';
import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import type { Result } from '@shared/result.ts';
import type { Row } from '@shared/session/row.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import { ask } from '../bridge.ts';
import { copyRaw } from './copy-raw.ts';
import { Density } from './density.svelte.ts';
import { nextProblem } from './next-problem.ts';
import { RowPages } from './row-pages.ts';
import { RowSearch } from './row-search.ts';
import { detailThen, rowThen } from './row-then.ts';
import { SessionClock } from './session-clock.svelte.ts';

/** Parts of the strip that shows the whole session. */
const densityBuckets = 480;

export class RowStore {
  readonly session: SessionId;
  readonly clock = new SessionClock();
  readonly density: Density;
  readonly #bridge: Bridge;
  readonly #pages: RowPages;
  readonly #search: RowSearch;
  /** Counts up whenever a row that is at hand may look different. */
  #rowsTold = $state.raw(0);
  #searchTold = $state.raw(0);
  #selectedTold = $state.raw(0);
  #count = $state.raw(0);
  #lastAtUs = $state.raw(0);
  #selectedSeq = $state.raw<number | null>(null);
  #summary = $state.raw<SessionSummary | null>(null);
  #live = $state.raw<LiveStatus | null>(null);
  /** Set while a recording is played: nothing after this place is there. */
  #then = $state.raw<PlayPlace | null>(null);
  #summaryThen = $state.raw<SessionSummary | null>(null);
  /** The list stays at the newest row. Set by the list as it is scrolled, off when another row is selected. */
  followTail = $state(true);

  constructor(bridge: Bridge, session: SessionId) {
    this.#bridge = bridge;
    this.session = session;
    this.density = new Density(() => ask(bridge, 'rows.density', { session, buckets: densityBuckets }));
    this.#pages = new RowPages(
      (from, count) => ask(bridge, 'rows.read', { session, from, count }),
      () => (this.#rowsTold += 1),
    );
    this.#search = new RowSearch(
      (query, from) => ask(bridge, 'rows.find', { session, query, from }),
      () => {
        this.#pages.sparse = this.#search.applied !== '';
        this.#searchTold += 1;
      },
    );
  }

  /** Takes what the stream says; acknowledging the batch is the caller's. */
  applyBatch(batch: StreamBatch): void {
    this.#count = Math.max(this.#count, batch.count);
    this.#lastAtUs = Math.max(this.#lastAtUs, batch.lastAtUs);
    this.#summary = batch.summary;
    this.#live = batch.live;
    if (!this.#then) this.clock.set(Math.max(batch.lastAtUs, batch.live?.realUs ?? 0), this.running);
    this.#pages.grow(batch.count, batch.tail, batch.changed);
    this.#search.grow(batch.count, batch.changed);
    this.#rowsTold += 1;
    const { all, seqs } = batch.changed;
    const selected = this.#selectedSeq;
    if (selected !== null && (all || seqs.includes(selected) || seqs.includes(this.partnerSeq ?? 0))) {
      this.#selectedTold += 1;
    }
  }

  /** No question is asked any more and no answer taken. */
  close(): void {
    this.#pages.close();
    this.#search.close();
  }

  /** Shows the session as it was at a place; null: as it is. */
  showThen(place: PlayPlace | null): void {
    this.#then = place;
    if (!place) this.#summaryThen = null;
    this.clock.set(place?.atUs ?? this.#lastAtUs, false);
    if ((this.#selectedSeq ?? 0) > this.count) this.#selectedSeq = null;
    this.#selectedTold += 1;
  }
  /** What it amounted to then; the one before stays until the right one is here. */
  set summaryThen(summary: SessionSummary) {
    if (this.#then) this.#summaryThen = summary;
  }

  /** Rows that are there. */
  get count(): number {
    return Math.min(this.#count, this.#then?.seq ?? this.#count);
  }
  get lastAtUs(): number {
    return this.#then?.atUs ?? this.#lastAtUs;
  }
  get summary(): SessionSummary | null {
    return (this.#then && this.#summaryThen) ?? this.#summary;
  }
  /** All of the journal, also what is still to be played. */
  get whole(): {
    readonly count: number;
    readonly lastAtUs: number;
    readonly summary: SessionSummary | null;
  } {
    return { count: this.#count, lastAtUs: this.#lastAtUs, summary: this.#summary };
  }
  get live(): LiveStatus | null {
    return this.#live;
  }
  /** Whether answers may still come: false in a recording and after the end, unless it is played. */
  get running(): boolean {
    if (this.#then) return this.#then.seq < this.#count && this.summary?.exit === null;
    return this.#live !== null && this.#live.state !== 'ended' && this.#live.state !== 'idle';
  }

  /** The row when it is at hand; otherwise it is asked for, and whoever reads this in a template is told. */
  row(seq: number): Row | undefined {
    void this.#rowsTold;
    if (seq > this.count) return undefined;
    const row = this.#pages.row(seq);
    return row && this.#then ? rowThen(row, this.#then) : row;
  }
  /** Rows held in memory: bounded, whatever `count` is. */
  get rowsAtHand(): number {
    return this.#pages.size;
  }
  /** Why rows could not be read. */
  get readFailure(): Failure | undefined {
    void this.#rowsTold;
    return this.#pages.failure;
  }
  readAgain(): void {
    this.#pages.retry();
  }

  /** Everything about one row; a refusal is the caller's to show. */
  async detail(seq: number): Promise<Result<RowDetail>> {
    const answer = await ask(this.#bridge, 'rows.detail', { session: this.session, seq });
    return answer.ok && this.#then ? { ok: true, value: detailThen(answer.value, this.#then) } : answer;
  }
  /** The exact line onto the clipboard; says in words what was copied. */
  copyRaw(seq: number): Promise<Result<string>> {
    return copyRaw(this.#bridge, this.session, seq);
  }
  async copyText(text: string): Promise<Result<void>> {
    return ask(this.#bridge, 'app.copyText', { text });
  }

  /** What was asked for last; '' for every row. */
  get query(): string {
    void this.#searchTold;
    return this.#search.query;
  }
  /** What the list is filtered by now; differs from `query` while that is searched for or is wrong. */
  get appliedQuery(): string {
    void this.#searchTold;
    return this.#search.applied;
  }
  get sentence(): string {
    void this.#searchTold;
    return this.#search.sentence;
  }
  get queryFailure(): Failure | undefined {
    void this.#searchTold;
    return this.#search.failure;
  }
  get searching(): boolean {
    void this.#searchTold;
    void this.#count;
    return this.#search.busy;
  }
  setQuery(query: string): void {
    this.#search.set(query);
  }

  /** Rows that the query leaves. */
  get visibleCount(): number {
    if (this.appliedQuery === '') return this.count;
    const { matches } = this.#search;
    return this.#then ? matches.lowerBound(this.#then.seq + 1) : matches.length;
  }
  /** seq of the row at a 0-based place among the visible ones. */
  seqAt(index: number): number | undefined {
    if (index < 0 || index >= this.visibleCount) return undefined;
    return this.appliedQuery === '' ? index + 1 : this.#search.matches.at(index);
  }
  /** 0-based place of the row among the visible ones; -1 when the query leaves it out. */
  indexOf(seq: number): number {
    if (seq < 1 || seq > this.count) return -1;
    return this.appliedQuery === '' ? seq - 1 : this.#search.matches.indexOf(seq);
  }
  /** 0-based place of the first visible row that is not before `seq`; the count when there is none. */
  indexFrom(seq: number): number {
    if (this.appliedQuery !== '') return this.#search.matches.lowerBound(seq);
    return Math.min(Math.max(seq - 1, 0), this.count);
  }

  get selectedSeq(): number | null {
    return this.#selectedSeq;
  }
  get selected(): Row | undefined {
    return this.#selectedSeq === null ? undefined : this.row(this.#selectedSeq);
  }
  /** Counts up when the selected row or its partner changed: what was read about it is out of date. */
  get selectedTold(): number {
    return this.#selectedTold;
  }
  /** seq of the answer to the selected request, or of the request of the selected answer. */
  get partnerSeq(): number | undefined {
    return this.selected?.pairSeq;
  }

  /** Selecting anything but the newest row means reading: the list stays where it is. */
  select(seq: number | null): void {
    if (seq !== null && (seq < 1 || seq > this.count)) return;
    this.#selectedSeq = seq;
    if (seq !== null && seq !== this.seqAt(this.visibleCount - 1)) this.followTail = false;
  }

  /** Selects the answer of a request, or the request of an answer; false when there is none at hand. */
  selectPartner(): boolean {
    const partner = this.partnerSeq;
    if (partner === undefined) return false;
    this.select(partner);
    return true;
  }

  /** Selects the next visible row with an error or a warning, from the top again after the last; false without one. */
  async selectNextProblem(): Promise<boolean> {
    const next = await nextProblem(this.#selectedSeq ?? 0, {
      summary: this.summary,
      count: this.count,
      query: this.appliedQuery,
      isVisible: (seq) => this.indexOf(seq) >= 0,
      find: (query, from) => ask(this.#bridge, 'rows.find', { session: this.session, query, from }),
    });
    if (next === undefined) return false;
    this.select(next);
    return true;
  }
}
