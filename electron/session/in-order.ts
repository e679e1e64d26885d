// Performs effects in the order they were decided, also when performing one leads to others: those come after all that
// wait already. It must not know what an effect is.

export class InOrder<E> {
  readonly #perform: (effect: E) => void;
  readonly #waiting: E[] = [];
  #under = false;

  constructor(perform: (effect: E) => void) {
    this.#perform = perform;
  }

  /** Returns when nothing waits, except to a caller that is being performed: its effects come later. */
  run(effects: readonly E[]): void {
    this.#waiting.push(...effects);
    if (this.#under) return;
    this.#under = true;
    try {
      for (let effect = this.#waiting.shift(); effect; effect = this.#waiting.shift()) this.#perform(effect);
    } finally {
      this.#under = false;
    }
  }
}
