// All extensions of a project at once, as the host loads them: opening with consent for each, and reloading. One project
// at a time; sessions of another one stay open and count as opened by hand. How one is started is the session desk's.

import { failure } from '../../shared/errors.ts';
import type { NotStarted, OpenedAll, OpenSession, ReloadedAll } from '../../shared/ipc/contract.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { FoundExtension } from '../../shared/target/found-extension.ts';
import type { ConsentBook } from './consent.ts';
import type { Opened } from './opened.ts';
import { isRunning, isWinner, ProjectFinds, whyNot, type FindsParts, type Winner } from './project-finds.ts';
import { Reload } from './reload.ts';
import type { OpenHow, SessionDesk } from './session-desk.ts';
import { untilReady } from './until-ready.ts';

export interface ProjectParts extends FindsParts {
  readonly desk: SessionDesk;
  readonly consents: ConsentBook;
}

/** What the person agreed to run: target key → digest. */
export type Agreed = readonly { readonly key: string; readonly digest: string }[];

export class ProjectDesk {
  readonly #parts: ProjectParts;
  readonly #finds: ProjectFinds;
  /** Set once a project, or this machine's extensions, were opened. */
  #project: { readonly folder: string | null } | undefined;
  /** Winners that were shown and not agreed to: a reload does not ask for them again. */
  readonly #left = new Set<string>();
  #reloading = false;

  constructor(parts: ProjectParts) {
    this.#parts = parts;
    this.#finds = new ProjectFinds(parts);
  }

  get answers() {
    return {
      find: (folder: string | null) => this.#finds.find(folder),
      openAll: (folder: string | null, agreed: Agreed, mode: GateMode) => this.openAll(folder, agreed, mode),
      reloadAll: () => this.reloadAll(),
    };
  }

  /** Starts the winners agreed to, in load order. One that runs already is left as it is. */
  async openAll(folder: string | null, agreed: Agreed, mode: GateMode): Promise<Result<OpenedAll>> {
    if (this.#reloading) return failed(busy());
    const { extensions } = await this.#finds.look(folder, 'all');
    this.#project = { folder };
    const digests = new Map(agreed.map(({ key, digest }) => [key, digest]));
    const opened: OpenSession[] = [];
    const refused: NotStarted[] = [];
    for (const found of extensions.filter(isWinner)) {
      const { name, path, target } = found;
      const digest = digests.get(target.key);
      digests.delete(target.key);
      if (digest === undefined) this.#left.add(target.key);
      else {
        const started = await this.#openOne(found, digest, mode);
        if (!started.ok) refused.push({ name, path, failure: started.failure });
        else if (started.value) opened.push(this.#parts.desk.describe(started.value));
      }
    }
    for (const key of digests.keys()) refused.push(noWinner(key, extensions));
    return ok({ opened, refused });
  }

  /**
   * As `/reload-ext` of the real host: all are stopped side by side, manifests are read again, the winners are started
   * in load order, and it is waited for them to be ready, at most the host's grace. Without consent to what an
   * extension is now it stays stopped, and is asked for. What was stopped and is no winner any more stays listed, ended.
   */
  async reloadAll(): Promise<Result<ReloadedAll>> {
    const { workspace, desk, profile } = this.#parts;
    const before = workspace.list.filter(({ kind, target }) => kind === 'live' && target !== undefined);
    const ids = before.map(({ id }) => id);
    if (this.#reloading || !desk.claims.claim(ids)) return failed(busy());
    this.#reloading = true;
    try {
      const modes = new Map(before.map(({ id, session }) => [id, session?.status.mode ?? 'run']));
      const running = before.filter(isRunning);
      await Promise.all(ids.map((id) => workspace.end(id)));
      const folder = this.#project?.folder ?? null;
      const { extensions } = await this.#finds.look(folder, this.#project ? 'all' : 'byHand');
      const reload = new Reload({
        before,
        modes,
        left: this.#left,
        allowed: (found) => this.#parts.consents.require(found.target).ok,
        list: (found) => this.#finds.list(found, folder),
        start: (found, mode, old) => this.#start(found, mode, old, 'restarted: all were reloaded'),
      });
      const { started, refused, asks } = await reload.all(extensions);
      desk.claims.release(ids);
      const sessions = started.flatMap(({ session }) => session ?? []);
      const settled = await Promise.all(sessions.map((one) => untilReady(one, profile.readyDeadlineMs)));
      const ready = settled.filter((how) => how === 'ready').length;
      return ok({ folder, stopped: running.length, started: started.length, ready, refused, asks });
    } finally {
      desk.claims.release(ids);
      this.#reloading = false;
    }
  }

  /** Undefined when it runs already. */
  async #openOne(found: Winner, digest: string, mode: GateMode): Promise<Result<Opened | undefined>> {
    const given = this.#parts.consents.give(found.target, digest);
    if (!given.ok) return given;
    this.#left.delete(found.target.key);
    const old = this.#finds.sessionOf(found);
    if (old && isRunning(old)) return ok(undefined);
    return this.#start(found, mode, old);
  }

  async #start(
    { place, target }: Winner,
    mode: GateMode,
    old: Opened | undefined,
    note?: string,
  ): Promise<Result<Opened>> {
    const { desk, workspace } = this.#parts;
    const project = place === 'explicit' ? (old?.project ?? null) : (this.#project?.folder ?? null);
    const after: OpenHow = old ? { replaces: old.id, ...(note === undefined ? {} : { note }) } : {};
    const opened = await desk.start(target.input, mode, { place, project, ...after });
    if (opened.ok && old) await workspace.close(old.id);
    return opened;
  }
}

function noWinner(key: string, extensions: readonly FoundExtension[]): NotStarted {
  const found = extensions.find(({ target }) => target?.key === key);
  if (found) return { name: found.name, path: found.path, failure: whyNot(found) };
  const message = 'It is not there any more, so it was not started.';
  return { name: key, path: key, failure: failure('targetMissing', message, 'Look again.') };
}

function busy(): ReturnType<typeof failure> {
  return failure('workspaceBusy', 'Extensions are being restarted already.', 'Wait until that is done.');
}
