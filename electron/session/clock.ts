// Two times of one session in µs since it began: real time, and host time, which stands still while frozen. Deadlines
// run on host time, facts are stamped with real time. Where time comes from is handed in, so tests turn it by hand.

export interface TimeSource {
  /** Monotonic µs from any origin, may be fractional. */
  nowUs(): number;
  /** Calls back once after `ms`; the returned function takes it back. */
  schedule(ms: number, callback: () => void): () => void;
}

// One time for all that happens in one turn: the lines of a chunk came together, and asking for the time costs a flood
// a tenth of its rate.
let thisTurnUs: number | undefined;
function forgetTurn(): void {
  thisTurnUs = undefined;
}

export const systemTime: TimeSource = {
  nowUs() {
    if (thisTurnUs === undefined) {
      thisTurnUs = performance.now() * 1_000;
      queueMicrotask(forgetTurn);
    }
    return thisTurnUs;
  },
  schedule(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export class Clock {
  readonly #time: TimeSource;
  readonly #originUs: number;
  #frozenTotalUs = 0;
  #frozenAtUs: number | null = null;

  constructor(time: TimeSource) {
    this.#time = time;
    this.#originUs = time.nowUs();
  }

  get frozen(): boolean {
    return this.#frozenAtUs !== null;
  }

  /** Whole µs since the session began. */
  realUs(): number {
    return Math.round(this.#time.nowUs() - this.#originUs);
  }

  /** Real time less all time frozen; `realUs` saves asking for the time again. */
  hostUs(realUs = this.realUs()): number {
    return (this.#frozenAtUs ?? realUs) - this.#frozenTotalUs;
  }

  freeze(): void {
    this.#frozenAtUs ??= this.realUs();
  }

  resume(): void {
    if (this.#frozenAtUs === null) return;
    this.#frozenTotalUs += this.realUs() - this.#frozenAtUs;
    this.#frozenAtUs = null;
  }

  schedule(ms: number, callback: () => void): () => void {
    return this.#time.schedule(ms, callback);
  }
}
