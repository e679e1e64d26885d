// Back-pressure with several reasons: the extension's output is read again only when none is left.

import type { Transport } from '../transport/transport.ts';

export class Valve {
  readonly #transport: Transport;
  readonly #reasons = new Set<'journal' | 'holds'>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  closedFor(reason: 'journal' | 'holds'): boolean {
    return this.#reasons.has(reason);
  }

  close(reason: 'journal' | 'holds'): void {
    if (this.#reasons.size === 0) this.#transport.pause();
    this.#reasons.add(reason);
  }

  open(reason: 'journal' | 'holds'): void {
    if (this.#reasons.delete(reason) && this.#reasons.size === 0) this.#transport.resume();
  }
}
