// Ascending row numbers that grow by the hundred thousand: what a query matched. One typed array, doubled when full;
// knows nothing of queries, pages or the window.

export class SeqList {
  #seqs = new Uint32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The seq at a 0-based place; undefined beyond the ends. */
  at(index: number): number | undefined {
    return index >= 0 && index < this.#length ? this.#seqs[index] : undefined;
  }

  /** Place of the first seq that is not smaller; `length` when all are. */
  lowerBound(seq: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#seqs[middle] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Place of exactly this seq, or -1. */
  indexOf(seq: number): number {
    const index = this.lowerBound(seq);
    return this.at(index) === seq ? index : -1;
  }

  /** Everything between `from` and `upTo`, both included, is now `seqs` (ascending, within that range). */
  replace(from: number, upTo: number, seqs: Uint32Array): void {
    const start = this.lowerBound(from);
    const end = Math.max(start, this.lowerBound(upTo + 1));
    const length = start + seqs.length + (this.#length - end);
    this.#reserve(length);
    this.#seqs.copyWithin(start + seqs.length, end, this.#length);
    this.#seqs.set(seqs, start);
    this.#length = length;
  }

  #reserve(length: number): void {
    if (length <= this.#seqs.length) return;
    const grown = new Uint32Array(Math.max(length, this.#seqs.length * 2));
    grown.set(this.#seqs.subarray(0, this.#length));
    this.#seqs = grown;
  }
}
