// Rows that have to be looked at again because they changed after they were looked at: few by name, many as a span.

const mostByName = 500;

export class ChangedRows {
  #seqs = new Set<number>();
  #span: { from: number; to: number } | null = null;

  add(seqs: Iterable<number>): void {
    for (const seq of seqs) this.#seqs.add(seq);
    if (this.#seqs.size <= mostByName) return;
    this.addSpan(Math.min(...this.#seqs), Math.max(...this.#seqs));
    this.#seqs.clear();
  }

  addSpan(from: number, to: number): void {
    if (from > to) return;
    this.#span = { from: Math.min(this.#span?.from ?? from, from), to: Math.max(this.#span?.to ?? to, to) };
  }

  /** The first of them; null when there is none. */
  get first(): number | null {
    const first = Math.min(this.#span?.from ?? Infinity, ...this.#seqs);
    return Number.isFinite(first) ? first : null;
  }

  /** Takes in those of `other` that lie beyond `upTo`. */
  addBeyond(upTo: number, other: ChangedRows): void {
    this.add([...other.#seqs].filter((seq) => seq > upTo));
    if (other.#span) this.addSpan(Math.max(other.#span.from, upTo + 1), other.#span.to);
  }
}
