// How the rows lie in the time of the whole session. Asked again while the journal grows, at most twice a second: the
// strip it is for shows hundreds of parts of what may be a million rows.

import type { RowDensity } from '@shared/ipc/contract.ts';
import type { Result } from '@shared/result.ts';

const pauseMs = 500;

export class Density {
  value = $state.raw<RowDensity | null>(null);
  readonly #ask: () => Promise<Result<RowDensity>>;
  #askedFor = 0;
  #count = 0;
  #busy = false;

  constructor(ask: () => Promise<Result<RowDensity>>) {
    this.#ask = ask;
  }

  /** There are so many rows now. */
  grew(count: number): void {
    this.#count = count;
    if (!this.#busy && count !== this.#askedFor) void this.#refresh();
  }

  async #refresh(): Promise<void> {
    this.#busy = true;
    this.#askedFor = this.#count;
    const answer = await this.#ask();
    // A refusal leaves what was known: the session was closed meanwhile, and the list says so.
    if (answer.ok) this.value = answer.value;
    setTimeout(() => {
      this.#busy = false;
      if (this.#count !== this.#askedFor) void this.#refresh();
    }, pauseMs);
  }
}
