// What the whole window knows: the app's facts, which sessions are open and which one is looked at, and what it has to
// say. Hands every batch of the stream to the session it belongs to. It knows no frames and draws nothing.

import { SvelteMap } from 'svelte/reactivity';
import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import type { AppFacts, Bridge, OpenSession, StreamEvents } from '@shared/ipc/contract.ts';
import type { GateMode } from '@shared/session/entries.ts';
import type { TargetInput } from '@shared/target/target.ts';
import { ask } from '../bridge.ts';
import { LayoutState } from './layout.svelte.ts';
import { SessionState } from './session.svelte.ts';
import { isRecording, TargetsState } from './targets.svelte.ts';

export type Theme = AppFacts['theme'];

/** Something to say about what the person has just asked for. */
export interface Toast {
  readonly id: number;
  readonly failure: Failure;
}
export type Overlay = 'commands' | 'keys' | 'commandLine' | 'about' | null;

export class AppState {
  readonly bridge: Bridge;
  readonly layout = new LayoutState();
  readonly targets: TargetsState;
  facts = $state.raw<AppFacts | null>(null);
  failure = $state.raw<Failure | null>(null);
  theme = $state.raw<Theme>('system');
  overlay = $state.raw<Overlay>(null);
  toasts = $state.raw<readonly Toast[]>([]);
  selectedId = $state.raw<SessionId | null>(null);
  /** The list of sessions has been told once. */
  told = $state.raw(false);
  /** A session that is being replaced by its restart. */
  restarting = $state.raw<SessionId | null>(null);
  /** Counts up when the query field is asked for. */
  queryWanted = $state.raw(0);
  readonly #sessions = new SvelteMap<SessionId, SessionState>();
  #toastCount = 0;

  readonly sessions = $derived.by<readonly SessionState[]>(() => [...this.#sessions.values()]);
  readonly live = $derived.by(() => this.sessions.filter((session) => session.about.kind === 'live'));
  readonly recordings = $derived.by(() =>
    this.sessions.filter((session) => session.about.kind === 'recording'),
  );
  readonly selected = $derived.by<SessionState | null>(() =>
    this.selectedId === null ? null : (this.#sessions.get(this.selectedId) ?? null),
  );

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    this.targets = new TargetsState(bridge, (session) => {
      this.adopt(session);
      this.select(session.id);
      void this.targets.loadRecent();
    });
  }

  /** Listens, then asks for what there is already; returns what ends it. */
  start(act: (name: string) => void): () => void {
    const ends = [
      this.bridge.subscribe('batch', (batch) => this.#sessions.get(batch.session)?.apply(batch)),
      this.bridge.subscribe('sessions', (list) => this.#list(list)),
      this.bridge.subscribe('openTarget', (wanted) => void this.#openFromOutside(wanted)),
      this.bridge.subscribe('action', ({ name }) => act(name)),
    ];
    void this.load();
    return () => ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    this.failure = null;
    const [facts, list] = await Promise.all([
      ask(this.bridge, 'app.facts', {}),
      ask(this.bridge, 'sessions.list', {}),
      this.targets.load(),
    ]);
    if (facts.ok) {
      this.facts = facts.value;
      this.theme = facts.value.theme;
    } else this.failure = facts.failure;
    if (list.ok) this.#list(list.value);
    else this.failure = list.failure;
  }

  /** Looks at a session, or at the welcome screen. */
  select(id: SessionId | null): void {
    this.selectedId = id;
    if (id !== null) void this.#sessions.get(id)?.open();
  }

  /** Takes in a session that main has opened; the list may tell of it sooner or later. */
  adopt(about: OpenSession): SessionState {
    const known = this.#sessions.get(about.id);
    if (known) {
      known.about = about;
      return known;
    }
    const session = new SessionState(this.bridge, about, (failure) => this.say(failure));
    this.#sessions.set(about.id, session);
    // A live one is followed even unseen: the sidebar tells when it holds something or ends.
    if (about.kind === 'live') void session.open();
    return session;
  }

  async restart(session: SessionState, mode: GateMode): Promise<void> {
    if (this.restarting !== null) return;
    this.restarting = session.id;
    const answer = await ask(this.bridge, 'sessions.restart', { session: session.id, mode });
    this.restarting = null;
    if (answer.ok) {
      this.adopt(answer.value);
      this.select(answer.value.id);
    } else if (answer.failure.code === 'consentNeeded' && this.inputOf(session)) await this.review(session);
    else this.say(answer.failure);
  }

  async close(session: SessionState): Promise<void> {
    if (!(await session.close())) return;
    const order = this.sessions;
    const at = order.indexOf(session);
    this.#remove(session);
    if (this.selectedId === session.id) this.select((order[at + 1] ?? order[at - 1])?.id ?? null);
  }

  /** Opens what was dropped on the window: one thing. */
  openDropped(files: readonly File[]): void {
    const [file] = files;
    if (!file) return;
    const path = this.bridge.pathForFile(file);
    if (files.length > 1) {
      const message = `${files.length} things were dropped; only one can be opened at a time.`;
      this.say({ code: 'argumentInvalid', message, fix: 'Drop them one after the other.' });
    } else if (path === '') {
      const message = `${file.name} is not a file on this disk.`;
      this.say({ code: 'targetMissing', message, fix: 'Save it first, then drop it from its folder.' });
    } else void this.targets.openPath(path);
  }

  async setTheme(theme: Theme): Promise<void> {
    const answer = await ask(this.bridge, 'settings.theme', { theme });
    if (answer.ok) this.theme = theme;
    else this.say(answer.failure);
  }
  async copy(text: string): Promise<void> {
    const answer = await ask(this.bridge, 'app.copyText', { text });
    if (!answer.ok) this.say(answer.failure);
  }

  say(failure: Failure): void {
    this.#toastCount += 1;
    const same = (toast: Toast): boolean =>
      toast.failure.code === failure.code && toast.failure.message === failure.message;
    // The same sentence again moves to the end instead of piling up.
    this.toasts = [...this.toasts.filter((toast) => !same(toast)), { id: this.#toastCount, failure }].slice(
      -4,
    );
  }
  unsay(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** What a session was opened from, when it is still among the recent targets. */
  inputOf(session: SessionState): TargetInput | undefined {
    const key = session.about.targetKey;
    return this.targets.recent.value?.find((recent) => recent.key === key)?.input;
  }
  /** Shows what runs and what the host tells it, for a change of mind. */
  async review(session: SessionState): Promise<void> {
    const input = this.inputOf(session);
    if (input) await this.targets.request(input, { review: true });
  }

  #list(list: readonly OpenSession[]): void {
    this.told = true;
    const known = new Set(this.#sessions.keys());
    for (const about of list) this.adopt(about);
    const ids = new Set(list.map((about) => about.id));
    for (const session of this.sessions) if (!ids.has(session.id)) this.#remove(session);
    // Opened from elsewhere while nothing is looked at: that is what the person wants to see.
    const next = this.selected ?? list.findLast((about) => !known.has(about.id));
    if (this.selected === null) this.select(next?.id ?? null);
  }

  async #openFromOutside({ target, consented }: StreamEvents['openTarget']): Promise<void> {
    if (target.kind === 'path' && isRecording(target.path)) await this.targets.openRecording(target.path);
    else if (consented) await this.targets.open(target, 'run');
    else await this.targets.request(target);
  }

  #remove(session: SessionState): void {
    session.forget();
    this.#sessions.delete(session.id);
  }
}
