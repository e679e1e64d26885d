// Ctrl-C, SIGTERM and a closed terminal, as something one can listen to. An interrupt that nobody listened to yet is
// kept for the next listener, so that none is lost between two stages of a run. It never exits by itself.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export class Interrupts {
  readonly #listeners = new Set<() => void>();
  readonly #process: NodeJS.Process;
  #unheard = 0;

  constructor(process: NodeJS.Process) {
    this.#process = process;
    for (const signal of signals) process.on(signal, this.#heard);
  }

  /** Calls back at the next interrupt, at once for one that nobody heard. Returns the unsubscriber. */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#unheard > 0) {
      this.#unheard--;
      listener();
    }
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    for (const signal of signals) this.#process.off(signal, this.#heard);
  }

  readonly #heard = (): void => {
    if (this.#listeners.size === 0) this.#unheard++;
    for (const listener of [...this.#listeners]) listener();
  };
}
