// Two recordings side by side, as the window knows them: which two, and what came of comparing them.

import type { Failure } from '@shared/errors.ts';
import type { Bridge, ComparisonView } from '@shared/ipc/contract.ts';
import { ask } from '../bridge.ts';
import type { CompareRules } from './compare-rules.svelte.ts';
import { ResultTableState } from './result-table.svelte.ts';

export class ComparisonState {
  readonly rules: CompareRules;
  /** Paths of the two. */
  a = $state.raw<string | null>(null);
  b = $state.raw<string | null>(null);
  view = $state.raw<ComparisonView | null>(null);
  table = $state.raw<ResultTableState | null>(null);
  busy = $state.raw(false);
  /** Why they could not be compared. */
  failure = $state.raw<Failure | null>(null);
  readonly #bridge: Bridge;
  readonly #refused: (failure: Failure) => void;

  constructor(bridge: Bridge, rules: CompareRules, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.rules = rules;
    this.#refused = refused;
  }

  /** Why it can't be done now, as a sentence; undefined when it can. */
  get blocked(): string | undefined {
    if (this.busy) return 'They are being compared.';
    if (this.a === null || this.b === null) return 'Choose two recordings first.';
    return undefined;
  }

  swap(): void {
    [this.a, this.b] = [this.b, this.a];
    if (this.view) void this.compare();
  }

  async compare(): Promise<void> {
    const { a, b, rules } = this;
    if (this.blocked !== undefined || a === null || b === null) return;
    this.busy = true;
    this.failure = null;
    const { ignore, normalise } = rules;
    const answer = await ask(this.#bridge, 'compare.open', { a, b, ignore, normalise });
    this.busy = false;
    if (!answer.ok) {
      this.failure = answer.failure;
      return;
    }
    const before = this.view;
    const filter = this.table?.filter;
    this.view = answer.value;
    this.table = new ResultTableState(this.#bridge, answer.value.table, this.#refused);
    if (filter) this.table.filter = filter;
    if (before) await ask(this.#bridge, 'compare.close', { table: before.table });
    await this.table.next(1);
  }
}
