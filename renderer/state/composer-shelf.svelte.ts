// What was sent to this target before, and the frames that were saved: read from main, changed by main. Holds texts as
// they are; loading one into the composer is the caller's.

import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import type { Bridge, Collections, SentBefore } from '@shared/ipc/contract.ts';
import type { Result } from '@shared/result.ts';
import { ask } from '../bridge.ts';

export class ComposerShelf {
  readonly #bridge: Bridge;
  readonly #session: SessionId;
  /** Newest first; null until told. */
  sent = $state.raw<readonly SentBefore[] | null>(null);
  collections = $state.raw<Collections | null>(null);
  sentFailure = $state.raw<Failure | null>(null);
  savedFailure = $state.raw<Failure | null>(null);

  constructor(bridge: Bridge, session: SessionId) {
    this.#bridge = bridge;
    this.#session = session;
  }

  async loadSent(): Promise<void> {
    const answer = await ask(this.#bridge, 'compose.history', { session: this.#session });
    this.sentFailure = answer.ok ? null : answer.failure;
    if (answer.ok) this.sent = answer.value;
  }

  async loadSaved(): Promise<void> {
    this.#takeSaved(await ask(this.#bridge, 'compose.list', {}));
  }
  async save(collection: string, name: string, text: string): Promise<boolean> {
    return this.#takeSaved(await ask(this.#bridge, 'compose.save', { collection, name, text }));
  }
  async remove(collection: string, name: string): Promise<boolean> {
    return this.#takeSaved(await ask(this.#bridge, 'compose.remove', { collection, name }));
  }
  async chooseFolder(): Promise<void> {
    this.#takeSaved(await ask(this.#bridge, 'compose.chooseFolder', {}));
  }
  async usualFolder(): Promise<void> {
    this.#takeSaved(await ask(this.#bridge, 'compose.usualFolder', {}));
  }

  /** null: the person left the dialog. */
  #takeSaved(answer: Result<Collections | null>): boolean {
    this.savedFailure = answer.ok ? null : answer.failure;
    if (answer.ok && answer.value) this.collections = answer.value;
    return answer.ok;
  }
}
