// Fuzzing by hand as a person sets it up: a frame, marked places, what fills each, how they are combined; and the rows of results
// as main tells them. How many frames it makes is main's to say.

import type { Failure } from '@shared/errors.ts';
import type { CombineMode, FuzzMark } from '@shared/fuzz/places.ts';
import type { Bridge, HandCount, HandNews, HandRow } from '@shared/ipc/contract.ts';
import type { SessionId } from '@shared/ids.ts';
import { ask, type AskArgs } from '../bridge.ts';
import { meantMark, movedMark } from './hand-marks.ts';

export type HandSource = AskArgs<'handFuzz.count'>['places'][number]['source'];
export interface HandPlace extends FuzzMark {
  readonly source: HandSource;
}
export type HandSort = 'n' | 'input' | 'outcome' | 'tookMs' | 'answer';

const quietMs = 150;
const lookMs = 250;

export class HandFuzzState {
  text = $state.raw('');
  places = $state.raw<readonly HandPlace[]>([]);
  mode = $state.raw<CombineMode>('one');
  seed = $state('1');
  timeoutMs = $state('2000');
  counted = $state.raw<HandCount | null>(null);
  news = $state.raw<HandNews | null>(null);
  rows = $state.raw<readonly HandRow[]>([]);
  sort = $state.raw<{ readonly by: HandSort; readonly down: boolean }>({ by: 'n', down: false });
  readonly #bridge: Bridge;
  readonly #refused: (failure: Failure) => void;
  #session: SessionId | null = null;
  #countTimer: ReturnType<typeof setTimeout> | undefined;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #counts = 0;

  readonly running = $derived.by(() => this.news !== null && this.news.state !== 'over');
  readonly sorted = $derived.by<readonly HandRow[]>(() => {
    const { by, down } = this.sort;
    if (by === 'n') return down ? this.rows.toReversed() : this.rows;
    const sign = down ? -1 : 1;
    return this.rows.toSorted((one, other) => sign * compare(one[by], other[by]) || one.n - other.n);
  });

  constructor(bridge: Bridge, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.#refused = refused;
  }

  /** The session that frames go to. */
  watch(session: SessionId): () => void {
    this.#session = session;
    this.#changed();
    void this.look();
    return () => clearTimeout(this.#countTimer);
  }

  /** Starts over with a frame. */
  take(text: string): void {
    this.text = text;
    this.places = [];
    this.#changed();
  }
  typed(text: string): void {
    const before = this.text;
    this.text = text;
    this.places = this.places.flatMap((place) => {
      const moved = movedMark(before, text, place);
      return moved ? [{ ...place, ...moved }] : [];
    });
    this.#changed();
  }

  /** Marks what is selected, or the value at the cursor; what it overlaps is marked no more. */
  mark(start: number, end: number): boolean {
    const mark = meantMark(this.text, start, end);
    if (!mark) return false;
    const apart = this.places.filter((place) => place.end <= mark.start || place.start >= mark.end);
    this.places = [...apart, { ...mark, source: { kind: 'list', id: 'types' } }];
    this.#changed();
    return true;
  }
  unmark(at: number): void {
    this.places = this.places.filter((_, place) => place !== at);
    this.#changed();
  }
  fill(at: number, source: HandSource): void {
    this.places = this.places.map((place, one) => (one === at ? { ...place, source } : place));
    this.#changed();
  }
  combine(mode: CombineMode): void {
    this.mode = mode;
    this.#changed();
  }
  reseed(seed: string): void {
    this.seed = seed;
    this.#changed();
  }
  sortBy(by: HandSort): void {
    this.sort = { by, down: this.sort.by === by && !this.sort.down };
  }

  async start(session: SessionId): Promise<void> {
    if (this.running) return;
    const timeoutMs = Math.min(600_000, Math.max(10, Math.trunc(Number(this.timeoutMs)) || 2_000));
    const answer = await ask(this.#bridge, 'handFuzz.start', { ...this.#ask(session), timeoutMs });
    if (!answer.ok) return this.#refused(answer.failure);
    this.rows = [];
    await this.look();
  }
  async stop(): Promise<void> {
    const answer = await ask(this.#bridge, 'handFuzz.stop', {});
    if (!answer.ok) this.#refused(answer.failure);
  }

  async look(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#lookTimer);
    const before = this.news?.run ?? 0;
    const answer = await ask(this.#bridge, 'handFuzz.state', { run: before, after: this.rows.length });
    this.#busy = false;
    if (!answer.ok) return this.#refused(answer.failure);
    const news = answer.value;
    this.news = news;
    if (!news) return;
    const known = news.run === before ? this.rows : [];
    this.rows = news.rows.length > 0 || news.run !== before ? [...known, ...news.rows] : known;
    if (this.running || this.rows.length < news.done)
      this.#lookTimer = setTimeout(() => void this.look(), lookMs);
  }

  #changed(): void {
    clearTimeout(this.#countTimer);
    this.#countTimer = setTimeout(() => void this.#count(), quietMs);
  }
  async #count(): Promise<void> {
    const session = this.#session;
    if (session === null || this.text === '') return void (this.counted = null);
    this.#counts += 1;
    const asked = this.#counts;
    const answer = await ask(this.#bridge, 'handFuzz.count', this.#ask(session));
    if (asked !== this.#counts) return;
    this.counted = answer.ok ? answer.value : { count: 0, problem: answer.failure.message, first: '' };
  }
  #ask(session: SessionId): AskArgs<'handFuzz.count'> {
    const seed = Math.min(4_294_967_295, Math.max(0, Math.trunc(Number(this.seed)) || 0));
    return { session, text: this.text, places: this.places, mode: this.mode, seed };
  }
}

function compare(one: HandRow[HandSort], other: HandRow[HandSort]): number {
  // What was not answered is last.
  if (one === null || other === null) return (one === null ? 1 : 0) - (other === null ? 1 : 0);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}
