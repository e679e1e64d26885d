// Back-pressure with several reasons: the extension's output is read again only when none is left.

import type { Transport } from '../transport/transport.ts';
import type { FactSink } from './fact-sink.ts';

export class Valve {
  readonly #transport: Pick<Transport, 'pause' | 'resume'>;
  readonly #reasons = new Set<'journal' | 'holds'>();

  constructor(transport: Pick<Transport, 'pause' | 'resume'>) {
    this.#transport = transport;
  }

  /** The journal is full: opens again when it is ready. */
  waitForJournal(sink: Pick<FactSink, 'whenReady'>): void {
    if (this.#reasons.has('journal')) return;
    this.close('journal');
    sink.whenReady(() => this.open('journal'));
  }

  close(reason: 'journal' | 'holds'): void {
    if (this.#reasons.size === 0) this.#transport.pause();
    this.#reasons.add(reason);
  }

  open(reason: 'journal' | 'holds'): void {
    if (this.#reasons.delete(reason) && this.#reasons.size === 0) this.#transport.resume();
  }
}
