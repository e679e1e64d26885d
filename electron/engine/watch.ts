// Restarts extensions when their files change, each as it was running. Asks for nothing: without consent to what changed
// the old process runs on, and the window is told what is waiting. Starting and consent are the desk's.

import { failure, type Failure } from '../../shared/errors.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { OpenSession, WatchStatus } from '../../shared/ipc/contract.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import { FileWatch } from './file-watch.ts';
import type { Opened } from './opened.ts';
import { SelfWritten } from './self-written.ts';
import type { RestartReasons } from './session-desk.ts';
import { untilReady } from './until-ready.ts';
import { changeWords, watchedFiles } from './watched-files.ts';
import type { Workspace } from './workspace.ts';

/** What is to be done again in an extension that was restarted because its files changed: the last scenario, for one. */
export interface AfterRestart {
  /** It is ready. What goes wrong in it is its own to tell. */
  afterRestart(opened: Opened): void | Promise<void>;
}

export interface WatchParts {
  readonly workspace: Workspace;
  readonly restart: (id: SessionId, mode: GateMode) => Promise<Result<OpenSession>>;
  /** Resolves when no session is being replaced. */
  readonly idle: () => Promise<void>;
  readonly after?: AfterRestart;
  /** Where a fault of `after` goes. */
  readonly report: (error: unknown) => void;
}

/** One target that is watched, whichever session it runs in. */
interface Watched {
  readonly files: FileWatch;
  readonly selfWritten: SelfWritten;
  session: SessionId;
  /** One restart after the other: what changes during one is the reason of the next. */
  turn: Promise<void>;
  changed: readonly string[];
  failure: Failure | null;
}

export class Watch implements RestartReasons {
  readonly #parts: WatchParts;
  /** By target key, so that a restart goes on being watched. */
  readonly #watched = new Map<string, Watched>();
  readonly #stopListening: () => void;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#stopListening = parts.workspace.onChange(() => this.#follow());
  }

  /** Resolves once it is watched, or not any more. Failures: sessionUnknown, sessionNotRunning, nothingToWatch. */
  async set(id: string, on: boolean): Promise<Result<void>> {
    const { workspace } = this.#parts;
    const found = workspace.get(id);
    if (!found.ok) return found;
    const { target, session, name } = found.value;
    if (!target || !session)
      return failed(
        failure('sessionNotRunning', `${name} is a recording: it does not run, so nothing changes it.`),
      );
    if (on === this.#watched.has(target.key)) return ok(undefined);
    if (on) {
      const begun = await this.#begin(target, found.value.id);
      if (!begun.ok) return begun;
    } else await this.#forget(target.key);
    workspace.announce();
    return ok(undefined);
  }

  about({ kind, target }: Opened): { watch?: WatchStatus } {
    const watched = kind === 'live' && target ? this.#watched.get(target.key) : undefined;
    if (!watched) return {};
    const { changed, failure: why, selfWritten } = watched;
    return { watch: { changed, failure: why, passedOver: selfWritten.passedOver } };
  }

  note({ target }: Opened): string | undefined {
    const changed = target ? (this.#watched.get(target.key)?.changed ?? []) : [];
    return changed.length > 0 ? `restarted: ${changeWords(changed)}` : undefined;
  }

  restarted(opened: Opened): void {
    void this.#again(opened).catch((error: unknown) => this.#parts.report(error));
  }

  /** Watches nothing any more. */
  async close(): Promise<void> {
    this.#stopListening();
    await Promise.all([...this.#watched.keys()].map((key) => this.#forget(key)));
  }

  async #begin(target: ResolvedTarget, session: SessionId): Promise<Result<void>> {
    const { key } = target;
    const which = await watchedFiles(target);
    if (!which.ok) return which;
    const files = await FileWatch.open(which.value, {
      onChange: (changed) => this.#changed(key, changed),
      onFailure: (error) => this.#failed(key, error),
    });
    if (this.#watched.has(key)) {
      await files.close(); // asked for twice at once
      return ok(undefined);
    }
    const selfWritten = new SelfWritten();
    selfWritten.started(performance.now(), []);
    const turn = Promise.resolve();
    this.#watched.set(key, { files, selfWritten, session, turn, changed: [], failure: null });
    this.#follow(); // it may have been closed meanwhile
    return ok(undefined);
  }

  #changed(key: string, files: readonly string[]): void {
    const watched = this.#watched.get(key);
    const reasons = watched?.selfWritten.reasons(files, performance.now()) ?? [];
    if (!watched || reasons.length === 0) return this.#parts.workspace.announce();
    watched.turn = watched.turn
      .then(() => this.#restart(key, reasons))
      .catch((error: unknown) => this.#parts.report(error));
  }

  async #restart(key: string, reasons: readonly string[]): Promise<void> {
    await this.#parts.idle();
    const watched = this.#watched.get(key);
    const opened = this.#opened(key);
    if (!watched || !opened?.session) return;
    watched.changed = [...new Set([...watched.changed, ...reasons])];
    const restarted = await this.#parts.restart(opened.id, opened.session.status.mode);
    if (!restarted.ok) watched.failure = restarted.failure;
    this.#parts.workspace.announce();
  }

  #failed(key: string, error: unknown): void {
    const watched = this.#watched.get(key);
    if (!watched) return;
    const why = error instanceof Error ? error.message : String(error);
    const fix = 'Restart it by hand after a change, or raise the limit that the message names.';
    watched.failure = failure('watchFailed', `Its files can't be watched any more: ${why}.`, fix);
    this.#parts.workspace.announce();
  }

  async #again(opened: Opened): Promise<void> {
    const { session } = opened;
    const { after } = this.#parts;
    if (!session || !after) return;
    if ((await untilReady(session, session.profile.readyDeadlineMs)) === 'ready')
      await after.afterRestart(opened);
  }

  /** Takes note of new sessions of what is watched, and lets go of what was closed. */
  #follow(): void {
    for (const [key, watched] of this.#watched) {
      const opened = this.#opened(key);
      if (!opened) void this.#forget(key);
      else if (opened.id !== watched.session) {
        watched.selfWritten.started(performance.now(), watched.changed);
        Object.assign(watched, { session: opened.id, changed: [], failure: null });
      }
    }
  }

  #opened(key: string): Opened | undefined {
    return this.#parts.workspace.list.findLast(({ kind, target }) => kind === 'live' && target?.key === key);
  }

  async #forget(key: string): Promise<void> {
    const watched = this.#watched.get(key);
    this.#watched.delete(key);
    await watched?.files.close();
  }
}
