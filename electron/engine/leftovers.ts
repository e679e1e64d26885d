// What an earlier run started and could not end, because it was killed itself (case P06): listed at the next start, and
// ended when the person says so. Never ended unasked: it may be doing something of worth.

import type { LeftoverRun } from '../../shared/ipc/contract.ts';
import { ok, type Result } from '../../shared/result.ts';
import { endLeftover, findLeftovers } from '../transport/run-registry.ts';

export class Leftovers {
  readonly #stateDir: string;

  constructor(stateDir: string) {
    this.#stateDir = stateDir;
  }

  list(): readonly LeftoverRun[] {
    return findLeftovers(this.#stateDir).map(({ pid, executable, argv, processes }) => ({
      pid,
      executable,
      argv,
      processes,
    }));
  }

  /** Ending what is gone already is fine. */
  async end(pid: number): Promise<Result<void>> {
    const found = findLeftovers(this.#stateDir).find((leftover) => leftover.pid === pid);
    return found ? endLeftover(this.#stateDir, found) : ok(undefined);
  }
}
