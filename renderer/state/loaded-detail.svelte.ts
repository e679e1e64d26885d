// One row in full, as it was last answered. The one before stays until the next is here, so that nothing flickers while
// somebody walks through the rows. Which row that is, is the caller's wish.

import type { Failure } from '@shared/errors.ts';
import type { RowDetail } from '@shared/ipc/contract.ts';
import type { RowStore } from './rows.svelte.ts';

export class LoadedDetail {
  readonly #rows: RowStore;
  #asked = 0;
  #wanted = $state.raw<number | null>(null);
  #detail = $state.raw<RowDetail | null>(null);
  #failure = $state.raw<Failure | null>(null);

  constructor(rows: RowStore) {
    this.#rows = rows;
  }

  /** What is known; may still be of the row before. */
  get detail(): RowDetail | null {
    return this.#detail;
  }
  /** Whether `detail` is of the wished row. */
  get here(): boolean {
    return this.#detail !== null && this.#detail.row.seq === this.#wanted;
  }
  get wanted(): number | null {
    return this.#wanted;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Wishes for a row, or for what is new about it. */
  async load(seq: number | null): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.#wanted = seq;
    this.#failure = null;
    if (seq === null) this.#detail = null;
    else {
      const answer = await this.#rows.detail(seq);
      if (asked !== this.#asked) return;
      if (answer.ok) this.#detail = answer.value;
      else {
        this.#detail = null;
        this.#failure = answer.failure;
      }
    }
  }
}
