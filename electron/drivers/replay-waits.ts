// Waits for something to become true of a session that runs, and never longer than it was told: time is the host's, which
// stands still while a line is held. Looks again whenever the journal grows or the session changes; ends at once when the
// process has ended or the run was called off.

import type { JournalReader } from '../recorder/journal-type.ts';
import type { Session } from '../session/session-type.ts';

export interface WaitsParts {
  readonly session: Pick<Session, 'status' | 'ended' | 'onChange'>;
  readonly journal: Pick<JournalReader, 'onGrow'>;
  readonly signal: AbortSignal | undefined;
  /** Reads what is new in the journal. */
  readonly catchUp: () => Promise<void>;
}

export class Waits {
  readonly #parts: WaitsParts;
  readonly #offs: readonly (() => void)[];
  #wake = (): void => {};
  /** The process has ended and its pipes are done. */
  gone = false;

  constructor(parts: WaitsParts) {
    this.#parts = parts;
    const { session, journal, signal } = parts;
    const look = (): void => this.#wake();
    signal?.addEventListener('abort', look, { once: true });
    this.#offs = [
      journal.onGrow(look),
      session.onChange(look),
      () => signal?.removeEventListener('abort', look),
    ];
    void session.ended.then(() => {
      this.gone = true;
      this.#wake();
    });
  }

  get calledOff(): boolean {
    return this.#parts.signal?.aborted === true;
  }

  /** Host time, µs. */
  get nowUs(): number {
    return this.#parts.session.status.hostUs;
  }

  /** Somebody outside did something: looks again. */
  look(): void {
    this.#wake();
  }

  /**
   * Resolves with true once `holds` does, with false at `dueUs` of host time, when the process has ended, or when called
   * off. All that was recorded before is read by then.
   */
  async until(holds: () => boolean, dueUs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    try {
      for (;;) {
        const { gone } = this;
        const woken = new Promise<void>((resolve) => (this.#wake = resolve));
        await this.#parts.catchUp();
        if (holds()) return true;
        const { hostUs, clockFrozen } = this.#parts.session.status;
        if (gone || this.calledOff || hostUs >= dueUs) return false;
        clearTimeout(timer);
        if (!clockFrozen && Number.isFinite(dueUs))
          timer = setTimeout(() => this.#wake(), Math.min((dueUs - hostUs) / 1_000 + 1, longestMs));
        await woken;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Listens no more. */
  close(): void {
    for (const off of this.#offs) off();
  }
}

/** The longest a timer of Node can wait. */
const longestMs = 2_147_483_647;
