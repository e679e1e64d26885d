// Time that a test turns by hand. Timers fire in the order they are due while it is turned.

import type { TimeSource } from '../../electron/session/clock.ts';

export class ManualTime implements TimeSource {
  #nowUs = 1_000_000;
  readonly #timers = new Set<{ dueUs: number; callback: () => void }>();

  nowUs(): number {
    return this.#nowUs;
  }

  schedule(ms: number, callback: () => void): () => void {
    const timer = { dueUs: this.#nowUs + ms * 1_000, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get timers(): number {
    return this.#timers.size;
  }

  advance(ms: number): void {
    const endUs = this.#nowUs + ms * 1_000;
    for (;;) {
      const next = [...this.#timers]
        .filter((timer) => timer.dueUs <= endUs)
        .sort((a, b) => a.dueUs - b.dueUs)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.#nowUs = Math.max(this.#nowUs, next.dueUs);
      next.callback();
    }
    this.#nowUs = endUs;
  }
}
