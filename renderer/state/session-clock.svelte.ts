// What time it is in a session, for numbers that run: set by every stream batch, carried on by this window's own clock
// in between. Ticks ten times a second, and only while something on screen reads it.

import { createSubscriber } from 'svelte/reactivity';

const tickMs = 100;

export class SessionClock {
  #runs = $state.raw(false);
  #atUs = $state.raw(0);
  #setAtMs = 0;
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, tickMs);
    return () => clearInterval(timer);
  });

  /** µs since the session began. Reading it in a template makes that place follow the time. */
  get nowUs(): number {
    if (!this.#runs) return this.#atUs;
    this.#tick();
    return this.#atUs + (performance.now() - this.#setAtMs) * 1_000;
  }

  /** Whether time goes on: false in a recording and after the end. */
  get runs(): boolean {
    return this.#runs;
  }

  /** It is now `atUs`; never set back, so no running number jumps backwards. */
  set(atUs: number, runs: boolean): void {
    const passedUs = this.#runs && runs ? (performance.now() - this.#setAtMs) * 1_000 : 0;
    this.#atUs = runs ? Math.max(atUs, this.#atUs + passedUs) : Math.max(atUs, 0);
    this.#setAtMs = performance.now();
    this.#runs = runs;
  }
}
