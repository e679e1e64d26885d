// Which sessions are being replaced right now, so that no two do it at once. Only remembers.

import type { SessionId } from '../../shared/ids.ts';

export class Claims {
  readonly #claimed = new Set<SessionId>();
  #waiting: (() => void)[] = [];

  /** False, and nothing is claimed, when one of them is taken already. */
  claim(ids: readonly SessionId[]): boolean {
    if (ids.some((id) => this.#claimed.has(id))) return false;
    for (const id of ids) this.#claimed.add(id);
    return true;
  }

  release(ids: readonly SessionId[]): void {
    for (const id of ids) this.#claimed.delete(id);
    if (this.#claimed.size > 0) return;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Resolves when nothing is being replaced. */
  idle(): Promise<void> {
    if (this.#claimed.size === 0) return Promise.resolve();
    return new Promise((go) => this.#waiting.push(go));
  }
}
