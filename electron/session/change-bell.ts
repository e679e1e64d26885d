// Tells listeners that something changed, once for all that changed meanwhile, and never from within a listener: one that
// releases a line at once would otherwise call itself without end.

export class ChangeBell {
  readonly #listeners = new Set<() => void>();
  #ringing = false;
  /** Something changed since the last ring. */
  marked = false;

  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners when something changed; a change made by one of them calls them again. */
  ring(): void {
    if (!this.marked || this.#ringing) return;
    this.#ringing = true;
    try {
      while (this.marked) {
        this.marked = false;
        for (const listener of [...this.#listeners]) listener();
      }
    } finally {
      this.#ringing = false;
    }
  }
}
