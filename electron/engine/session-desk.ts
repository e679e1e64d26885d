// The window's side of the workspace: opening with consent, restarting, and what a stream of a session is fed from.
// Holds the rule that nothing starts without consent; the workspace itself does not ask.

import { describeOpened, outcomeWords, type Opened } from './opened.ts';
import type { OpenSession } from '../../shared/ipc/contract.ts';
import type { LiveStatus } from '../../shared/ipc/contract.ts';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { TargetInput } from '../../shared/target/target.ts';
import type { ConsentBook } from './consent.ts';
import { findRows } from './find-rows.ts';
import { liveStatus } from './live-status.ts';
import type { Recents } from './recents.ts';
import { rowDetail } from './row-detail.ts';
import type { Targets } from './targets.ts';
import type { Workspace } from './workspace.ts';

export interface DeskParts {
  readonly workspace: Workspace;
  readonly targets: Targets;
  readonly consents: ConsentBook;
  readonly recents: Recents;
}

export class SessionDesk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  get answers() {
    const { workspace } = this.#parts;
    return {
      get: (id: string) => workspace.get(id),
      list: () => workspace.list.map(describeOpened),
      open: (target: TargetInput, mode: GateMode) => this.open(target, mode),
      restart: (id: string, mode: GateMode) => this.restart(id, mode),
      close: (id: string) => this.close(id),
      openRecording: (path: string) => this.openRecording(path),
      detail: (opened: Opened, seq: number) => rowDetail(opened, seq),
      find: (opened: Opened, query: string, from: number) => findRows(opened.journal, query, from),
    };
  }

  async open(input: TargetInput, mode: GateMode): Promise<Result<OpenSession>> {
    const { workspace, targets, consents, recents } = this.#parts;
    const resolved = await targets.resolve(input);
    if (!resolved.ok) return resolved;
    const target = resolved.value;
    const consent = consents.require(target);
    if (!consent.ok) return consent;
    const opened = await workspace.openTarget(target, targets.settingsFor(target), mode);
    if (!opened.ok) return opened;
    recents.opened(target, opened.value.startedAt);
    void opened.value.session?.ended.then(() =>
      recents.ended(target.key, outcomeWords(opened.value.journal.summary)),
    );
    return ok(describeOpened(opened.value));
  }

  /** The new session is opened before the old one is taken off the list, so a refusal loses nothing. */
  async restart(id: string, mode: GateMode): Promise<Result<OpenSession>> {
    const { workspace } = this.#parts;
    const old = workspace.get(id);
    if (!old.ok) return old;
    const { target, session } = old.value;
    if (!target || !session)
      return failed(
        failure('sessionNotRunning', `${old.value.name} is a recording: it can be read, not run.`),
      );
    await workspace.end(old.value.id);
    const opened = await this.open(target.input, mode);
    if (opened.ok) await workspace.close(old.value.id);
    return opened;
  }

  async close(id: string): Promise<Result<void>> {
    const opened = this.#parts.workspace.get(id);
    if (!opened.ok) return opened;
    return ok(await this.#parts.workspace.close(opened.value.id));
  }

  async openRecording(path: string): Promise<Result<OpenSession>> {
    const opened = await this.#parts.workspace.openRecording(path);
    return opened.ok ? ok(describeOpened(opened.value)) : opened;
  }

  streamSource(opened: Opened) {
    return {
      id: opened.id,
      journal: opened.journal,
      live: (): LiveStatus | null => liveStatus(opened),
      onChange: (listener: () => void) => opened.session?.onChange(listener) ?? (() => {}),
    };
  }
}
