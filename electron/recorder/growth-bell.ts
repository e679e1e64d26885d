// Tells listeners that the journal grew: at most once a turn of the event loop, however many entries came in it.

export class GrowthBell {
  readonly #listeners = new Set<() => void>();
  #ringing = false;

  /** To be called after each entry. */
  grew(): void {
    if (this.#ringing || this.#listeners.size === 0) return;
    this.#ringing = true;
    setImmediate(() => {
      this.#ringing = false;
      for (const listener of this.#listeners) listener();
    });
  }

  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Nobody is told any more. */
  stop(): void {
    this.#listeners.clear();
  }
}
