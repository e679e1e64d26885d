// What the whole window knows: the app's facts, which sessions are open and which one is looked at, and what it has to
// say. Hands every batch of the stream to the session it belongs to. It knows no frames and draws nothing.

import { SvelteMap } from 'svelte/reactivity';
import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import type { AppFacts, Bridge, OpenSession, StreamEvents } from '@shared/ipc/contract.ts';
import type { GateMode } from '@shared/session/entries.ts';
import type { TargetInput } from '@shared/target/target.ts';
import { ask } from '../bridge.ts';
import { AgentState, type Wanted } from './agent.svelte.ts';
import { AgainState } from './again.svelte.ts';
import { droppedPath } from './dropped.ts';
import { ExportState } from './export.svelte.ts';
import { FuzzState } from './fuzz.svelte.ts';
import { LayoutState } from './layout.svelte.ts';
import { openAnew } from './open-anew.ts';
import { PluginRunState } from './plugin-run.svelte.ts';
import { SessionState } from './session.svelte.ts';
import { isRecording, TargetsState } from './targets.svelte.ts';
import { withToast, type Toast } from './toasts.ts';
import { WorkspaceState } from './workspace.svelte.ts';
import { TurnState } from './turn.svelte.ts';

export type Theme = AppFacts['theme'];

export type Overlay = 'commands' | 'keys' | 'commandLine' | 'about' | null;

export class AppState {
  readonly bridge: Bridge;
  readonly layout = new LayoutState();
  readonly targets: TargetsState;
  readonly workspace: WorkspaceState;
  readonly agent: AgentState;
  readonly turn: TurnState;
  readonly exporting: ExportState;
  readonly again: AgainState;
  readonly pluginRun: PluginRunState;
  readonly fuzz: FuzzState;
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
  /** Load order, as told last. */
  #order = $state.raw<ReadonlyMap<SessionId, number>>(new Map());
  #toastCount = 0;

  readonly sessions = $derived.by<readonly SessionState[]>(() => {
    const place = ({ id }: SessionState): number => this.#order.get(id) ?? this.#order.size;
    return [...this.#sessions.values()].sort((one, other) => place(one) - place(other));
  });
  readonly live = $derived.by(() => this.sessions.filter((session) => session.about.kind === 'live'));
  readonly recordings = $derived.by(() =>
    this.sessions.filter((session) => session.about.kind === 'recording'),
  );
  readonly selected = $derived.by<SessionState | null>(() =>
    this.selectedId === null ? null : (this.#sessions.get(this.selectedId) ?? null),
  );

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    const refused = (failure: Failure): void => this.say(failure);
    this.agent = new AgentState(bridge, refused);
    this.turn = new TurnState(bridge, this.agent, refused);
    this.exporting = new ExportState(bridge);
    this.pluginRun = new PluginRunState(bridge, refused);
    this.fuzz = new FuzzState(bridge, refused);
    this.targets = new TargetsState(bridge, (session) => {
      this.adopt(session);
      this.select(session.id);
      void this.targets.loadRecent();
    });
    this.again = new AgainState(bridge, this.targets, refused, (path) => openAnew(this, path));
    this.workspace = new WorkspaceState(bridge, {
      opened: (sessions) => {
        for (const session of sessions) this.adopt(session);
        this.select(sessions[0]?.id ?? null);
        void this.targets.loadRecent();
      },
      say: (failure) => this.say(failure),
    });
  }

  /** Listens, then asks for what there is already; returns what ends it. */
  start(act: (name: string) => void): () => void {
    const ends = [
      this.bridge.subscribe('batch', (batch) => this.#sessions.get(batch.session)?.apply(batch)),
      this.agent.start(),
      this.again.start(),
      this.pluginRun.start(),
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
      this.agent.load(),
      this.again.load(),
      this.pluginRun.load(),
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
    this.workspace.leave();
    if (id !== null) void this.#sessions.get(id)?.open();
  }

  session(id: SessionId): SessionState | undefined {
    return this.#sessions.get(id);
  }
  /** Looks at a row, of another session perhaps. */
  showRow(id: SessionId, seq: number): void {
    if (this.selectedId !== id) this.select(id);
    this.#sessions.get(id)?.rows.select(seq);
  }

  /** Puts a tool or a command where it can be asked. */
  askFor(wanted: Wanted): void {
    const plugin = this.#sessions.get(wanted.session);
    if (plugin?.isPlugin) {
      plugin.plugin.want(wanted.kind, wanted.name);
      return this.layout.showDock(plugin.situation, 'plugin');
    }
    this.layout.showDock(this.selected?.situation ?? 'run', 'agent');
    this.agent.want(wanted);
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
    const before = about.replaces && this.#sessions.get(about.replaces);
    if (before) session.plugin.takeOver(before.plugin);
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
    } else await this.#notRestarted(session, answer.failure);
  }

  /** Restarts a plugin and makes the call again that it ended in. */
  async driveAgain(session: SessionState, mode: GateMode = 'run'): Promise<void> {
    if (this.restarting !== null) return;
    this.restarting = session.id;
    const answer = await ask(this.bridge, 'plugin.driveAgain', { session: session.id, mode });
    this.restarting = null;
    if (!answer.ok) return this.#notRestarted(session, answer.failure);
    this.adopt(answer.value.session);
    this.select(answer.value.session.id);
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
    const dropped = droppedPath(files, (file) => this.bridge.pathForFile(file));
    if (dropped?.ok) void this.targets.openPath(dropped.value);
    else if (dropped) this.say(dropped.failure);
  }

  /** Takes the selected frame of the host into the session's composer and shows it. */
  async compose(session: SessionState): Promise<void> {
    const seq = session.rows.selectedSeq;
    if (seq === null || !(await session.composer.take(seq))) return;
    this.layout.showDock(session.situation, 'composer');
  }

  /** A call of a tool, as a form of its schema. */
  async composeCall(id: SessionId, tool: string): Promise<void> {
    const session = this.#sessions.get(id);
    if (!session) return;
    if (this.selectedId !== id) this.select(id);
    await session.composer.beginCall(tool);
    this.layout.showDock(session.situation, 'composer');
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
    this.toasts = withToast(this.toasts, { id: this.#toastCount, failure });
  }
  unsay(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** Looks for the extensions of a project, or of this machine; what runs goes on. */
  async look(folder: string | null): Promise<void> {
    this.select(null);
    await this.workspace.look(folder);
  }
  async openProject(): Promise<void> {
    await this.workspace.openProject();
    if (this.workspace.shown) this.selectedId = null;
  }

  /** What a session was opened from, when that is known. */
  inputOf(session: SessionState): TargetInput | undefined {
    const { input, targetKey } = session.about;
    return input ?? this.targets.recent.value?.find((recent) => recent.key === targetKey)?.input;
  }
  /** Shows what runs and what the host tells it, for a change of mind. @param restart it takes over from the session */
  async review(session: SessionState, { restart = false } = {}): Promise<void> {
    const input = this.inputOf(session);
    if (input)
      await this.targets.request(input, { review: true, ...(restart ? { restart: session.id } : {}) });
  }

  #list(list: readonly OpenSession[]): void {
    this.told = true;
    const known = new Set(this.#sessions.keys());
    const looked = this.selectedId;
    for (const about of list) this.adopt(about);
    this.#order = new Map(list.map((about, at) => [about.id, at]));
    const ids = new Set(list.map((about) => about.id));
    for (const session of this.sessions) if (!ids.has(session.id)) this.#remove(session);
    void this.workspace.follow(list);
    if (this.selected !== null || (looked === null && this.workspace.shown)) return;
    // What took over from what was looked at; else, with nothing looked at, what was opened from elsewhere.
    const next =
      list.find((about) => looked !== null && about.replaces === looked) ??
      list.findLast((about) => !known.has(about.id));
    this.select(next?.id ?? null);
  }

  async #openFromOutside({ target, consented }: StreamEvents['openTarget']): Promise<void> {
    if (target.kind === 'path' && isRecording(target.path)) await this.targets.openRecording(target.path);
    else if (consented) await this.targets.open(target, 'run');
    else await this.targets.request(target);
  }

  /** Where the person can do something about it, the sheet shows what. */
  async #notRestarted(session: SessionState, failure: Failure): Promise<void> {
    const { code } = failure;
    if ((code !== 'consentNeeded' && code !== 'buildFailed') || !this.inputOf(session))
      return this.say(failure);
    await this.review(session, { restart: true });
    if (code === 'buildFailed') this.targets.tellFailure(failure);
  }

  #remove(session: SessionState): void {
    session.forget();
    this.#sessions.delete(session.id);
  }
}
