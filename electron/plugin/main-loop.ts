// The plugin's main loop: one call after the other, in the order they were asked, each on the same thread. This thread goes
// on meanwhile, so that calls of the plugin into the host are answered and nothing deadlocks.

import type { Heap } from './heap.ts';

/** Something to be run there; it calls `over` once the plugin's function has returned. */
export interface LoopJob {
  readonly id: string;
  run(over: () => void): void;
}

export class MainLoop {
  readonly #heap: Heap;
  readonly #jobs: LoopJob[] = [];
  #running: LoopJob | undefined;
  /** Number of its thread; undefined where there are none to tell. */
  thread: number | undefined;

  constructor(heap: Heap) {
    this.#heap = heap;
  }

  /** The call that runs now. */
  get running(): string | undefined {
    return this.#running?.id;
  }

  push(job: LoopJob): void {
    this.#jobs.push(job);
    if (this.#running === undefined) this.#next();
  }

  #next(): void {
    const job = this.#jobs.shift();
    if (job === undefined) return;
    this.#heap.endTurn();
    this.#running = job;
    job.run(() => {
      this.#running = undefined;
      if (this.#jobs.length > 0) return this.#next();
      // Nothing follows: the loop turns all the same, and with it texts of this turn end.
      setImmediate(() => {
        if (this.#running === undefined) this.#heap.endTurn();
      });
    });
  }
}
