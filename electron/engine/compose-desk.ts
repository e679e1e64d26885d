// The window's side of the composer: checks, sends and remembers what was sent. Joins the parts; holds no rule of its own.

import path from 'node:path';
import type { FramesSent, SendHow, SentBefore } from '../../shared/ipc/contract.ts';
import { ok, type Result } from '../../shared/result.ts';
import { Compose } from './compose.ts';
import { composeCheck } from './compose-check.ts';
import type { Opened } from './opened.ts';
import type { SentHistory } from './sent-history.ts';

export interface ComposeDeskParts {
  readonly get: (id: string) => Result<Opened>;
  readonly history: SentHistory;
  /** ISO 8601. */
  readonly now: () => string;
}

export interface SendWish {
  readonly text: string;
  readonly times?: number;
  readonly how?: SendHow;
  readonly newIds?: boolean;
}

export class ComposeDesk {
  readonly #parts: ComposeDeskParts;
  readonly #compose = new Compose();

  constructor(parts: ComposeDeskParts) {
    this.#parts = parts;
  }

  check(id: string, text: string) {
    const opened = this.#parts.get(id);
    return opened.ok ? ok(composeCheck(opened.value, text)) : opened;
  }

  freshId(id: string): Result<string> {
    const opened = this.#parts.get(id);
    return opened.ok ? this.#compose.freshId(opened.value) : opened;
  }

  stop(id: string): Result<void> {
    const opened = this.#parts.get(id);
    return opened.ok ? ok(this.#compose.stop(opened.value)) : opened;
  }

  async send(
    id: string,
    { text, times = 1, how = 'inTurn', newIds = true }: SendWish,
  ): Promise<Result<FramesSent>> {
    const opened = this.#parts.get(id);
    if (!opened.ok) return opened;
    const sent = await this.#compose.send(opened.value, { text, times, how, newIds });
    if (!sent.ok) return sent;
    await this.#parts.history.add(targetOf(opened.value), {
      at: this.#parts.now(),
      text,
      times,
      how,
      journal: path.basename(opened.value.journal.path),
      line: sent.value.lines[0] ?? 0,
    });
    return sent;
  }

  async history(id: string): Promise<Result<readonly SentBefore[]>> {
    const opened = this.#parts.get(id);
    return opened.ok ? ok(await this.#parts.history.list(targetOf(opened.value))) : opened;
  }
}

function targetOf({ target, name }: Opened): string {
  return target?.key ?? name;
}
