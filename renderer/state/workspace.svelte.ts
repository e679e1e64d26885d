// Several extensions at once, as the window knows them: what was found and why some of it is left out, what all would run
// and has to be agreed to, reloading, watching, and which profile applies at the next start. Decides nothing of that.

import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Failure } from '@shared/errors.ts';
import type {
  Bridge,
  ListedExtension,
  NotStarted,
  OpenSession,
  TargetPreview,
  WorkspaceFinds,
} from '@shared/ipc/contract.ts';
import type { GateMode } from '@shared/session/entries.ts';
import { ask } from '../bridge.ts';
import type { SessionState } from './session.svelte.ts';
import type { Loaded } from './targets.svelte.ts';

/** One sheet for all that would run. */
export interface AllRequest {
  readonly folder: string | null;
  readonly previews: readonly TargetPreview[];
  readonly busy: boolean;
}

export interface WorkspaceTells {
  /** Sessions that were opened, in load order. */
  readonly opened: (sessions: readonly OpenSession[]) => void;
  readonly say: (failure: Failure) => void;
}

export class WorkspaceState {
  /** The list of what was found is looked at. */
  shown = $state.raw(false);
  /** The project that was asked for; null is this machine. */
  folder = $state.raw<string | null>(null);
  finds = $state.raw<Loaded<WorkspaceFinds>>({ value: null, failure: null });
  asked = $state.raw<AllRequest | null>(null);
  /** Keys in the sheet that the person has unticked. */
  readonly left = new SvelteSet<string>();
  /** All are being stopped and started. */
  reloading = $state.raw(false);
  /** Target key → profile chosen since it was started. */
  readonly #chosen = new SvelteMap<string, string>();
  #told = '';
  readonly #bridge: Bridge;
  readonly #tells: WorkspaceTells;

  readonly winners = $derived.by<readonly ListedExtension[]>(() =>
    (this.finds.value?.extensions ?? []).filter((found) => found.status === 'wins'),
  );
  /** Winners that are not open yet. */
  readonly startable = $derived.by(() => this.winners.filter((found) => found.session === null));

  constructor(bridge: Bridge, tells: WorkspaceTells) {
    this.#bridge = bridge;
    this.#tells = tells;
  }

  /** The system's dialog, then a look at the project. */
  async openProject(): Promise<void> {
    const answer = await ask(this.#bridge, 'targets.pick', { what: 'folder' });
    if (!answer.ok) this.#tells.say(answer.failure);
    else if (answer.value !== null) await this.look(answer.value);
  }

  /** Looks, runs nothing. @param folder the project; null for what is installed on this machine */
  async look(folder: string | null): Promise<void> {
    if (folder !== this.folder) this.finds = { value: null, failure: null };
    this.folder = folder;
    this.shown = true;
    const answer = await ask(this.#bridge, 'workspace.find', { folder });
    if (this.folder !== folder) return; // another one was asked for meanwhile
    this.finds = answer.ok
      ? { value: answer.value, failure: null }
      : { value: this.finds.value, failure: answer.failure };
  }

  /** The list of sessions has changed: what stands beside what was found may be another one now. */
  async follow(sessions: readonly OpenSession[]): Promise<void> {
    const told = sessions.map(({ id, summary }) => `${id} ${summary.state === 'ended'}`).join();
    if (told === this.#told) return;
    this.#told = told;
    if (this.shown) await this.look(this.folder);
  }

  leave(): void {
    this.shown = false;
  }

  /** Runs all that would be loaded: at once where all of it was agreed to before, else after the sheet. */
  async request(): Promise<void> {
    const previews = this.startable.map(({ preview }) => preview).filter((preview) => preview !== null);
    if (previews.length === 0) return;
    this.#ask(this.folder, previews);
    if (previews.every(({ consent }) => consent === 'given')) await this.agree('run');
  }

  tick(key: string, on: boolean): void {
    if (on) this.left.delete(key);
    else this.left.add(key);
  }

  cancel(): void {
    this.asked = null;
  }

  /** The person has read the sheet and agreed to what is ticked in it. */
  async agree(mode: GateMode): Promise<void> {
    const asked = this.asked;
    if (!asked || asked.busy) return;
    this.asked = { ...asked, busy: true };
    const agreed = asked.previews
      .filter(({ target }) => !this.left.has(target.key))
      .map(({ target: { key, digest } }) => ({ key, digest }));
    const answer = await ask(this.#bridge, 'workspace.openAll', { folder: asked.folder, agreed, mode });
    this.asked = null;
    if (!answer.ok) return this.#tells.say(answer.failure);
    this.#notStarted(answer.value.refused);
    if (answer.value.opened.length > 0) this.#tells.opened(answer.value.opened);
    if (answer.value.refused.length > 0 && this.shown) await this.look(asked.folder);
  }

  /** As the host does it. What is new or has changed is asked for. */
  async reloadAll(): Promise<void> {
    if (this.reloading) return;
    this.reloading = true;
    const answer = await ask(this.#bridge, 'workspace.reloadAll', {});
    this.reloading = false;
    if (!answer.ok) return this.#tells.say(answer.failure);
    this.#notStarted(answer.value.refused);
    const previews = answer.value.asks.map(({ preview }) => preview).filter((preview) => preview !== null);
    if (previews.length > 0) this.#ask(answer.value.folder, previews);
  }

  async watch(session: SessionState, on: boolean): Promise<void> {
    const answer = await ask(this.#bridge, 'sessions.watch', { session: session.id, on });
    if (!answer.ok) this.#tells.say(answer.failure);
  }

  /** The profile it would be started with, when that is not the one it runs with. */
  nextProfile(session: SessionState): string | null {
    const { targetKey, profile } = session.about;
    const chosen = targetKey === null ? undefined : this.#chosen.get(targetKey);
    return chosen === undefined || chosen === profile ? null : chosen;
  }

  /** Keeps another profile for the target of a session; it applies at the next start. */
  async chooseProfile(session: SessionState, profile: string): Promise<void> {
    const { input: target, targetKey } = session.about;
    if (!target || targetKey === null) return;
    const preview = await ask(this.#bridge, 'targets.preview', { target });
    if (!preview.ok) return this.#tells.say(preview.failure);
    const settings = { ...preview.value.settings, profile };
    const answer = await ask(this.#bridge, 'targets.settings', { target, settings });
    if (answer.ok) this.#chosen.set(targetKey, profile);
    else this.#tells.say(answer.failure);
  }

  #ask(folder: string | null, previews: readonly TargetPreview[]): void {
    this.left.clear();
    this.asked = { folder, previews, busy: false };
  }

  #notStarted(refused: readonly NotStarted[]): void {
    for (const { name, failure } of refused)
      this.#tells.say({ ...failure, message: `${name} was not started. ${failure.message}` });
  }
}
