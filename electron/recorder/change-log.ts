// Which rows look different since somebody last asked: a ring of the last changes with a cursor per consumer, so that
// a consumer who never asks again costs nothing. It must not know what changed about a row.

/** Changes one answer names at most; with more, everything counts as changed. */
export const maxNamedChanges = 1_000;

export interface Changes {
  readonly seqs: readonly number[];
  readonly all: boolean;
}

export class ChangeLog {
  readonly #ring = new Float64Array(maxNamedChanges);
  #total = 0;
  readonly #cursors = new Map<number, number>();

  note(seq: number): void {
    this.#ring[this.#total % maxNamedChanges] = seq;
    this.#total += 1;
  }

  /** seqs changed since this consumer's last call, ascending, each once; the first call counts from the beginning. */
  take(consumer: number): Changes {
    const from = this.#cursors.get(consumer) ?? 0;
    this.#cursors.set(consumer, this.#total);
    if (this.#total - from > maxNamedChanges) return { seqs: [], all: true };
    const seqs = new Set<number>();
    for (let at = from; at < this.#total; at++) seqs.add(this.#ring[at % maxNamedChanges] ?? 0);
    return { seqs: [...seqs].sort((a, b) => a - b), all: false };
  }
}
