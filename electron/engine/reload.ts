// The second half of a reload: all have been stopped, and what a host would load was looked at anew. Says which of that
// is started again, which has to be asked for, and which is lost; starting itself is handed in.

import { failure } from '../../shared/errors.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { ListedExtension, NotStarted } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { FoundExtension } from '../../shared/target/found-extension.ts';
import type { Opened } from './opened.ts';
import { isOf, isWinner, whyNot, type Winner } from './project-finds.ts';

export interface ReloadParts {
  /** What was open, in load order; all of it has ended. */
  readonly before: readonly Opened[];
  /** How each was running. */
  readonly modes: ReadonlyMap<SessionId, GateMode>;
  /** Keys of winners that the person was shown and did not agree to. */
  readonly left: ReadonlySet<string>;
  readonly allowed: (found: Winner) => boolean;
  readonly list: (found: FoundExtension) => Promise<ListedExtension>;
  /** `old` is what it takes over from. */
  readonly start: (found: Winner, mode: GateMode, old: Opened | undefined) => Promise<Result<Opened>>;
}

export class Reload {
  readonly started: Opened[] = [];
  readonly refused: NotStarted[] = [];
  readonly asks: ListedExtension[] = [];
  readonly #parts: ReloadParts;

  constructor(parts: ReloadParts) {
    this.#parts = parts;
  }

  /** @param extensions in load order */
  async all(extensions: readonly FoundExtension[]): Promise<this> {
    const waiting = new Set(this.#parts.before);
    for (const found of extensions) {
      // The first of two that mean the same target has it: it is the one that a host would take.
      const olds = [...waiting].filter((opened) => isOf(found, opened));
      for (const old of olds) waiting.delete(old);
      await this.#one(found, olds);
    }
    for (const { name, target } of waiting) {
      const path = target?.cwd ?? name;
      const why = failure('targetMissing', `${path} is not there any more, so it was not started again.`);
      this.refused.push({ name, path, failure: why });
    }
    return this;
  }

  async #one(found: FoundExtension, olds: readonly Opened[]): Promise<void> {
    const { left, allowed, list } = this.#parts;
    if (!isWinner(found) && !runsAllTheSame(found)) {
      for (const { name } of olds) this.refused.push({ name, path: found.path, failure: whyNot(found) });
      return;
    }
    if (olds.length === 0 && left.has(found.target.key)) return;
    if (!allowed(found)) {
      this.asks.push(await list(found));
      return;
    }
    for (const old of olds.length > 0 ? olds : [undefined]) await this.#start(found, old);
  }

  async #start(found: Winner, old: Opened | undefined): Promise<void> {
    const mode = (old && this.#parts.modes.get(old.id)) ?? 'run';
    const again = await this.#parts.start(found, mode, old);
    if (again.ok) this.started.push(again.value);
    else this.refused.push({ name: found.name, path: found.path, failure: again.failure });
  }
}

/** A host would leave it out, but it was opened by hand although it is disabled. */
function runsAllTheSame(found: FoundExtension): found is Winner {
  return found.place === 'explicit' && found.status === 'disabled' && found.target !== null;
}
