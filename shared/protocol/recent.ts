// Remembers the newest of many by key. Two generations: when the young one is full it becomes the old one, and what was
// old is forgotten at once, so that forgetting costs nothing for each. Pure.

export class Recent<V> {
  readonly #half: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  /** @param most so many are remembered at the most, half as many in any case */
  constructor(most: number) {
    this.#half = Math.ceil(most / 2);
  }

  get(key: string): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: string, value: V): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#half) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
