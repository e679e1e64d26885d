// The window's side of the workspace: opening with consent, restarting, and what a stream of a session is fed from.
// Holds the rule that nothing starts without consent; the workspace itself does not ask.

import { describeOpened, outcomeWords, type Opened } from './opened.ts';
import type { LiveStatus, OpenSession } from '../../shared/ipc/contract.ts';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { HostSettings, ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import { Claims } from './claims.ts';
import type { ConsentBook } from './consent.ts';
import { findRows } from './find-rows.ts';
import { liveStatus } from './live-status.ts';
import type { Recents } from './recents.ts';
import { rowDensity } from './row-density.ts';
import { rowDetail } from './row-detail.ts';
import type { Targets } from './targets.ts';
import type { OpenTargetOptions, Workspace } from './workspace.ts';

export interface DeskParts {
  readonly workspace: Workspace;
  readonly targets: Targets;
  readonly consents: ConsentBook;
  readonly recents: Recents;
  /** Knows why a session may be restarted, and what follows from it. */
  readonly watch?: RestartReasons;
}

export interface RestartReasons {
  /** What the window is told about a session beside the session itself. */
  about(opened: Opened): Pick<OpenSession, 'watch'>;
  /** First entry of the next journal; undefined when there is nothing to say. */
  note(opened: Opened): string | undefined;
  /** `note` was said in the journal of `opened`, which runs now. */
  restarted(opened: Opened): void;
}

/** Where a target comes from and what it takes over. */
export interface OpenHow extends Omit<OpenTargetOptions, 'journalFile'> {
  /** What the host tells it, instead of what is set for the target. */
  readonly told?: Partial<HostSettings>;
}

export class SessionDesk {
  readonly #parts: DeskParts;
  /** Sessions that are being replaced. */
  readonly claims = new Claims();

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  get answers() {
    const { workspace } = this.#parts;
    return {
      get: (id: string) => workspace.get(id),
      list: () => this.list(),
      open: (target: TargetInput, mode: GateMode) => this.open(target, mode),
      restart: (id: string, mode: GateMode) => this.restart(id, mode),
      close: (id: string) => this.close(id),
      openRecording: (path: string) => this.openRecording(path),
      detail: (opened: Opened, seq: number) => rowDetail(opened, seq),
      density: (opened: Opened, buckets: number) => rowDensity(opened.journal, buckets),
      find: (opened: Opened, query: string, from: number) => findRows(opened.journal, query, from),
    };
  }

  list(): readonly OpenSession[] {
    return this.#parts.workspace.list.map((opened) => this.describe(opened));
  }

  describe(opened: Opened): OpenSession {
    return { ...describeOpened(opened), ...this.#parts.watch?.about(opened) };
  }

  async open(input: TargetInput, mode: GateMode): Promise<Result<OpenSession>> {
    const opened = await this.start(input, mode);
    return opened.ok ? ok(this.describe(opened.value)) : opened;
  }

  /** As `open`, for those that go on with the session itself. */
  async start(input: TargetInput, mode: GateMode, { told, ...how }: OpenHow = {}): Promise<Result<Opened>> {
    const { workspace, targets, consents, recents } = this.#parts;
    const resolved = await targets.resolve(input);
    if (!resolved.ok) return resolved;
    const target = resolved.value;
    const consent = consents.require(target);
    if (!consent.ok) return consent;
    const settings = { ...targets.settingsFor(target, how.project), ...told };
    const opened = await workspace.openTarget(target, settings, mode, how);
    if (!opened.ok) return opened;
    recents.opened(target, opened.value.startedAt);
    void opened.value.session?.ended.then(() =>
      recents.ended(target.key, outcomeWords(opened.value.journal.summary)),
    );
    return opened;
  }

  /**
   * Without consent to what the target is now, or when it is none any more, the old session runs on. The new one is
   * opened before the old one is taken off the list, so a later refusal loses nothing either.
   */
  async restart(id: string, mode: GateMode): Promise<Result<OpenSession>> {
    const { workspace, watch } = this.#parts;
    const old = workspace.get(id);
    if (!old.ok) return old;
    const { target, session, name } = old.value;
    if (session?.notOurs !== undefined)
      return failed(failure('sessionTapped', `${name}: ${session.notOurs}`, 'Restart it in its host.'));
    if (!target || !session)
      return failed(failure('sessionNotRunning', `${name} is a recording: it can be read, not run.`));
    const allowed = await this.agreed(target.input);
    if (!allowed.ok) return allowed;
    if (!this.claims.claim([old.value.id]))
      return failed(failure('sessionRunning', `${name} is being restarted already.`));
    const note = watch?.note(old.value);
    const opened = await this.#replace(old.value, target.input, mode, note);
    this.claims.release([old.value.id]);
    if (!opened.ok) return opened;
    if (note !== undefined) watch?.restarted(opened.value);
    return ok(this.describe(opened.value));
  }

  async close(id: string): Promise<Result<void>> {
    const opened = this.#parts.workspace.get(id);
    if (!opened.ok) return opened;
    return ok(await this.#parts.workspace.close(opened.value.id));
  }

  async openRecording(path: string): Promise<Result<OpenSession>> {
    const opened = await this.#parts.workspace.openRecording(path);
    return opened.ok ? ok(this.describe(opened.value)) : opened;
  }

  streamSource(opened: Opened) {
    return {
      id: opened.id,
      journal: opened.journal,
      live: (): LiveStatus | null => liveStatus(opened),
      onChange: (listener: () => void) => opened.session?.onChange(listener) ?? (() => {}),
    };
  }

  /** What the input names, when the person agreed to run it. Errors: those of looking at it, `consentNeeded` … */
  async agreed(input: TargetInput): Promise<Result<ResolvedTarget>> {
    const { targets, consents } = this.#parts;
    const resolved = await targets.resolve(input);
    if (!resolved.ok) return resolved;
    const consent = consents.require(resolved.value);
    return consent.ok ? resolved : consent;
  }

  async #replace(old: Opened, input: TargetInput, mode: GateMode, note?: string): Promise<Result<Opened>> {
    const { workspace } = this.#parts;
    const { id: replaces, place, project } = old;
    await workspace.end(replaces);
    const how = { place, project, replaces, ...(note === undefined ? {} : { note }) };
    const opened = await this.start(input, mode, how);
    if (opened.ok) await workspace.close(replaces);
    return opened;
  }
}
