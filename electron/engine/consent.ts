// Nothing runs before the person has seen what would run and agreed: once per target, and again when what the digest
// covers has changed (manifest, executable, argv, cwd). Knows no window; asking is the view's part.

import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import type { PreferenceStore } from './preferences.ts';

export type ConsentState = 'given' | 'neverAsked' | 'changed';

export class ConsentBook {
  readonly #store: PreferenceStore;

  constructor(store: PreferenceStore) {
    this.#store = store;
  }

  state(target: ResolvedTarget): ConsentState {
    const agreed = this.#store.get('consents')[target.key];
    if (agreed === undefined) return 'neverAsked';
    return agreed === target.digest ? 'given' : 'changed';
  }

  /** Refused when `seen` is not what the target is now: it changed between looking and agreeing. */
  give(target: ResolvedTarget, seen: string): Result<void> {
    if (target.digest !== seen)
      return failed(
        failure(
          'consentNeeded',
          `${target.name} changed on disk while it was being looked at, so nothing was run.`,
          'Look again at what would run, then agree.',
        ),
      );
    this.#store.set('consents', { ...this.#store.get('consents'), [target.key]: target.digest });
    return ok(undefined);
  }

  /** The gate before each start. */
  require(target: ResolvedTarget): Result<void> {
    const state = this.state(target);
    if (state === 'given') return ok(undefined);
    return failed(
      failure(
        'consentNeeded',
        state === 'changed'
          ? `${target.name} changed since it was last allowed to run.`
          : `${target.name} was never allowed to run.`,
        'Open it and agree to what would be run.',
        { state },
      ),
    );
  }
}
