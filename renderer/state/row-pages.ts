// The rows the window has at hand: a bounded cache of pages over `rows.read`. Reading a row that is not here asks for
// it, newest wish first, at most two questions at a time. It must not decide what is shown, and holds no runes: whoever
// owns it is called when something came.

import { failure, type Failure } from '@shared/errors.ts';
import type { Result } from '@shared/result.ts';
import type { Row } from '@shared/session/row.ts';
import { pageOf, pageRows, RowPage } from './row-page.ts';

export type ReadRows = (from: number, count: number) => Promise<Result<readonly Row[]>>;

/** More than any window shows, few enough to be some tens of MB even when every row is long. */
const maxRows = 24_000;
const maxWishes = 32;
const maxAsked = 2;

export class RowPages {
  /** Ask for single rows rather than whole pages: for a query whose matches lie far apart. */
  sparse = false;
  readonly #read: ReadRows;
  readonly #cameIn: () => void;
  /** Least recently used first. */
  readonly #pages = new Map<number, RowPage>();
  /** Page → first and last row wished for; newest wish last. */
  readonly #wishes = new Map<number, { from: number; to: number }>();
  readonly #failed = new Map<number, Failure>();
  #count = 0;
  #asked = 0;
  #size = 0;
  #planned = false;
  #closed = false;

  constructor(read: ReadRows, cameIn: () => void) {
    this.#read = read;
    this.#cameIn = cameIn;
  }

  /** Rows held in memory. */
  get size(): number {
    return this.#size;
  }
  /** Why rows could not be read; cleared by `retry`. */
  get failure(): Failure | undefined {
    return this.#failed.values().next().value;
  }

  /** The row as far as known; if it is missing or out of date it is asked for. */
  row(seq: number): Row | undefined {
    if (seq < 1 || seq > this.#count) return undefined;
    const index = pageOf(seq);
    const page = this.#touched(index);
    if (!page?.fresh(seq)) this.#wish(index, seq);
    return page?.row(seq);
  }

  /** What a stream batch says of the rows. */
  grow(count: number, tail: readonly Row[], changed: { seqs: readonly number[]; all: boolean }): void {
    this.#count = Math.max(this.#count, count);
    if (changed.all) for (const page of this.#pages.values()) page.allChanged();
    else for (const seq of changed.seqs) this.#pages.get(pageOf(seq))?.changed(seq);
    for (const row of tail) this.#resized(this.#own(pageOf(row.seq)), (page) => page.tell(row));
    this.#evict();
  }

  retry(): void {
    this.#failed.clear();
    this.#cameIn();
  }

  /** Answers still under way are ignored from here on. */
  close(): void {
    this.#closed = true;
    this.#wishes.clear();
  }

  #touched(index: number): RowPage | undefined {
    const page = this.#pages.get(index);
    if (page) {
      this.#pages.delete(index);
      this.#pages.set(index, page);
    }
    return page;
  }

  #own(index: number): RowPage {
    const page = this.#touched(index) ?? new RowPage(index);
    this.#pages.set(index, page);
    return page;
  }

  #resized(page: RowPage, act: (page: RowPage) => void): void {
    const before = page.size;
    act(page);
    this.#size += page.size - before;
  }

  #wish(index: number, seq: number): void {
    if (this.#failed.has(index) || this.#pages.get(index)?.asked) return;
    const wish = this.#wishes.get(index);
    this.#wishes.delete(index);
    this.#wishes.set(index, { from: Math.min(wish?.from ?? seq, seq), to: Math.max(wish?.to ?? seq, seq) });
    const oldest = this.#wishes.keys().next().value;
    // Whoever still wants it reads it again when the next answer comes.
    if (this.#wishes.size > maxWishes && oldest !== undefined) this.#wishes.delete(oldest);
    if (this.#planned) return;
    this.#planned = true;
    // After the whole pass of reads, so that one page is one question.
    queueMicrotask(() => {
      this.#planned = false;
      this.#ask();
    });
  }

  #ask(): void {
    while (this.#asked < maxAsked && !this.#closed) {
      const newest = [...this.#wishes].at(-1);
      if (!newest) return;
      const [index, wish] = newest;
      this.#wishes.delete(index);
      const whole = { from: index * pageRows + 1, to: Math.min(this.#count, (index + 1) * pageRows) };
      const page = this.#own(index);
      const range = this.sparse ? page.missing(wish.from, wish.to) : page.missing(whole.from, whole.to);
      if (range && !page.asked) void this.#askFor(index, page, range);
    }
  }

  async #askFor(index: number, page: RowPage, range: { from: number; to: number }): Promise<void> {
    this.#asked += 1;
    page.ask();
    const answer = await this.#read(range.from, range.to - range.from + 1);
    this.#asked -= 1;
    if (this.#closed) return;
    if (answer.ok && answered(answer.value, range)) this.#resized(page, (own) => own.answered(answer.value));
    else {
      this.#resized(page, (own) => own.unanswered());
      this.#failed.set(index, answer.ok ? incomplete(range) : answer.failure);
    }
    this.#evict();
    this.#cameIn();
    this.#ask();
  }

  #evict(): void {
    for (const [index, page] of this.#pages) {
      if (this.#size <= maxRows) return;
      if (page.asked) continue;
      this.#pages.delete(index);
      this.#size -= page.size;
    }
  }
}

function answered(rows: readonly Row[], { from, to }: { from: number; to: number }): boolean {
  return rows.length === to - from + 1 && rows.every((row, at) => row.seq === from + at);
}

function incomplete({ from, to }: { from: number; to: number }): Failure {
  return failure(
    'internal',
    `Rows ${from} to ${to} are in the journal but did not come in full.`,
    'Read them again. If it stays so, close the session and open its recording.',
  );
}
