// When the rows that come next play: a stretch of times read ahead. Holds no runes; whoever plays asks again a tick later.

import type { Failure } from '@shared/errors.ts';
import type { Result } from '@shared/result.ts';

/** Rows asked for at once, and how many have to be left when more are asked for. */
const stretch = 5_000;
const reserve = 2_000;

export class PlayTimes {
  /** Why times could not be read; nothing is asked for until `retry`. */
  failure: Failure | undefined = undefined;
  readonly #read: (from: number, count: number) => Promise<Result<Float64Array>>;
  #from = 1;
  #times: Float64Array = new Float64Array();
  #asking = false;

  constructor(read: (from: number, count: number) => Promise<Result<Float64Array>>) {
    this.#read = read;
  }

  /** µs at which row `seq` plays; undefined while that is not known, or when there is no such row. */
  at(seq: number): number | undefined {
    const at = seq - this.#from;
    const known = at >= 0 ? this.#times[at] : undefined;
    if (this.failure) return known;
    if (known === undefined) void this.#ask(seq);
    else if (this.#times.length - at === reserve) void this.#ask(seq);
    return known;
  }

  /** Asks again after a failure. */
  retry(): void {
    this.failure = undefined;
  }

  async #ask(from: number): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const answer = await this.#read(from, stretch);
    this.#asking = false;
    if (!answer.ok) this.failure = answer.failure;
    else if (answer.value.length > 0) {
      this.#from = from;
      this.#times = answer.value;
    }
  }
}
