// The chains an extension was asked in, from its journal: what it made of each question, and what came of the chain.

import type { DecisionValues } from './decisions.ts';
import type { ChainSummary, SessionSummary } from './summary.ts';

const kept = 100;

export class ChainFold {
  readonly #chains = new Map<number, ChainSummary>();
  /** The same array while nothing changed: a summary is asked for often. */
  #list: readonly ChainSummary[] | undefined;

  get summary(): Pick<SessionSummary, 'chains'> {
    if (this.#chains.size === 0) return {};
    return { chains: (this.#list ??= [...this.#chains.values()]) };
  }

  /** Makes this one, which is empty, like the other. */
  takeOver(other: ChainFold): void {
    for (const [chain, summary] of other.#chains) this.#chains.set(chain, summary);
  }

  /** `line`: the question's line, or the fact's own when nothing was sent. */
  hop({ chain, event, ...hop }: DecisionValues['hopDecided'], line: number): void {
    this.#list = undefined;
    this.#chains.set(chain, { chain, event, hop: { ...hop, line }, outcome: null });
    if (this.#chains.size <= kept) return;
    for (const oldest of this.#chains.keys()) {
      this.#chains.delete(oldest);
      return;
    }
  }

  outcome({ chain, event: _event, ...outcome }: DecisionValues['chainDecided']): void {
    const known = this.#chains.get(chain);
    if (!known) return;
    this.#list = undefined;
    this.#chains.set(chain, { ...known, outcome });
  }
}
