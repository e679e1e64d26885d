// The host's named deadlines on the freezable clock. Knows when, never what follows: that is the machine's part. While
// the clock is frozen nothing runs out and what is left is kept.

import type { Clock } from './clock.ts';
import type { RunningDeadline } from './session-type.ts';

const mostListed = 100;

interface Deadline {
  readonly totalMs: number;
  readonly outcome: string;
  dueHostUs: number;
  cancel: (() => void) | null;
}

export class Deadlines {
  readonly #clock: Clock;
  readonly #onPassed: (name: string) => void;
  readonly #running = new Map<string, Deadline>();

  constructor(clock: Clock, onPassed: (name: string) => void) {
    this.#clock = clock;
    this.#onPassed = onPassed;
  }

  get count(): number {
    return this.#running.size;
  }

  /** Starts the deadline, anew when it is running. */
  set(name: string, totalMs: number, outcome: string): void {
    this.clear(name);
    const dueHostUs = this.#clock.hostUs() + totalMs * 1_000;
    const deadline: Deadline = { totalMs, outcome, dueHostUs, cancel: null };
    this.#running.set(name, deadline);
    if (!this.#clock.frozen) this.#arm(name, deadline);
  }

  /** Puts it off to its full length from now. Cheap: the timer is only looked at again when it fires. */
  restart(name: string): void {
    const deadline = this.#running.get(name);
    if (deadline) deadline.dueHostUs = this.#clock.hostUs() + deadline.totalMs * 1_000;
  }

  clear(name: string): void {
    this.#running.get(name)?.cancel?.();
    this.#running.delete(name);
  }

  /** Freezes the clock; what is left of each deadline is kept. */
  freeze(): void {
    for (const deadline of this.#running.values()) {
      deadline.cancel?.();
      deadline.cancel = null;
    }
    this.#clock.freeze();
  }

  /** The clock runs on, and the deadlines with what they had left. */
  resume(): void {
    this.#clock.resume();
    for (const [name, deadline] of this.#running) if (!deadline.cancel) this.#arm(name, deadline);
  }

  /** What is left of one; 0 when it does not run. */
  leftMs(name: string): number {
    const deadline = this.#running.get(name);
    return deadline ? Math.max(0, (deadline.dueHostUs - this.#clock.hostUs()) / 1_000) : 0;
  }

  /** The oldest hundred: there may be one for each of thousands of calls. */
  list(): RunningDeadline[] {
    const nowUs = this.#clock.hostUs();
    return [...this.#running].slice(0, mostListed).map(([name, { totalMs, outcome, dueHostUs }]) => ({
      name,
      totalMs,
      leftMs: Math.max(0, (dueHostUs - nowUs) / 1_000),
      outcome,
    }));
  }

  #arm(name: string, deadline: Deadline): void {
    const leftMs = Math.ceil((deadline.dueHostUs - this.#clock.hostUs()) / 1_000);
    deadline.cancel = this.#clock.schedule(Math.max(0, leftMs), () => this.#fired(name, deadline));
  }

  #fired(name: string, deadline: Deadline): void {
    deadline.cancel = null;
    if (this.#running.get(name) !== deadline) return;
    // Put off since it was armed, or the system's timer was early.
    if (deadline.dueHostUs > this.#clock.hostUs()) return this.#arm(name, deadline);
    this.#running.delete(name);
    this.#onPassed(name);
  }
}
