// The targets opened last, newest first. A target that is gone from disk stays listed, marked, until forgotten.

import { existsSync } from 'node:fs';
import type { RecentTarget } from '../../shared/ipc/contract.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import type { PreferenceStore } from './preferences.ts';

const keptRecents = 20;

export class Recents {
  readonly #store: PreferenceStore;

  constructor(store: PreferenceStore) {
    this.#store = store;
  }

  /** @param openedAt ISO 8601 */
  opened(target: ResolvedTarget, openedAt: string): void {
    const others = this.#store.get('recents').filter((recent) => recent.key !== target.key);
    const { key, input, name } = target;
    this.#store.set(
      'recents',
      [{ key, input, name, openedAt, outcome: '' }, ...others].slice(0, keptRecents),
    );
  }

  ended(key: string, outcome: string): void {
    const changed = this.#store
      .get('recents')
      .map((recent) => (recent.key === key ? { ...recent, outcome } : recent));
    this.#store.set('recents', changed);
  }

  forget(key: string): void {
    this.#store.set(
      'recents',
      this.#store.get('recents').filter((recent) => recent.key !== key),
    );
  }

  list(): readonly RecentTarget[] {
    return this.#store.get('recents').map((recent) => ({
      ...recent,
      missing: recent.input.kind === 'path' && !existsSync(recent.input.path),
    }));
  }
}
