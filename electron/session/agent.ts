// The simulated agent of a workspace: what a real host does above single extensions. Puts the parts together: whose name a
// name is, calls, commands, events, intercept chains, panels. The rules are theirs; what is on the wire is the sessions'.

import { failure } from '../../shared/errors.ts';
import type { SessionId } from '../../shared/ids.ts';
import { failed, type Result } from '../../shared/result.ts';
import { Chains } from './agent-chains.ts';
import { runCommand } from './agent-commands.ts';
import { emitEvent, takesPart } from './agent-events.ts';
import { OnePanel } from './agent-panels.ts';
import { makeRegistry, type Registry } from './agent-registry.ts';
import { tellConflicts } from './agent-conflicts.ts';
import { callTool } from './agent-tools.ts';
import type {
  Agent,
  ChainCard,
  ChainOutcome,
  CommandOutcome,
  EmitOutcome,
  InterceptPayload,
  PanelView,
  RegistryRow,
  ToolOutcome,
  WireField,
} from './agent-type.ts';
import { ChangeBell } from './change-bell.ts';
import type { Registration } from './offers.ts';
import type { Session } from './session-type.ts';

/** Where the agent finds its extensions, in load order. A Host is one. */
export interface SessionSource {
  readonly sessions: readonly Session[];
  onChange(listener: () => void): () => void;
}

export class HostAgent implements Agent {
  readonly #source: SessionSource;
  readonly #bell = new ChangeBell();
  readonly #watched = new Map<Session, { version: number; readonly stop: () => void }>();
  readonly #chains: Chains;
  readonly #panel = new OnePanel();
  readonly #stopWatching: () => void;
  readonly #startedMs = performance.now();
  readonly #toldConflicts = new WeakSet<Registration>();
  #registry: Registry | undefined;
  #telling = false;
  #failClosed = false;

  constructor(source: SessionSource) {
    this.#source = source;
    this.#chains = new Chains({
      nowMs: () => performance.now() - this.#startedMs,
      failClosed: () => this.failClosed,
      changed: () => this.#ring(),
    });
    this.#stopWatching = source.onChange(() => this.#sessionsChanged());
    this.#sessionsChanged();
  }

  get failClosed(): boolean {
    return this.#failClosed;
  }

  set failClosed(value: boolean) {
    this.#failClosed = value;
    this.#ring();
  }

  get registry(): readonly RegistryRow[] {
    return this.#names().all.map(({ row }) => row);
  }

  get panels(): readonly PanelView[] {
    return this.#source.sessions.flatMap(({ id: session, offers }) =>
      [...offers.panels.values()].map(({ panel: id, title, lines, footer, open }) => ({
        session,
        id,
        title,
        lines,
        footer,
        open,
      })),
    );
  }

  get chains(): readonly ChainCard[] {
    return this.#chains.cards;
  }

  callTool(ask: Parameters<Agent['callTool']>[0]): Promise<ToolOutcome> {
    const { name, argsText, timeoutMs, raw = false } = ask;
    return callTool(this.#names(), { name, argsText, session: this.#named(ask.session), timeoutMs, raw });
  }

  runCommand(ask: Parameters<Agent['runCommand']>[0]): Promise<CommandOutcome> {
    return runCommand(this.#names(), { name: ask.name, args: ask.args, session: this.#named(ask.session) });
  }

  emit(event: string, fields: readonly WireField[]): EmitOutcome {
    return emitEvent(this.#source.sessions, event, fields);
  }

  /** Asked are those that run and those that crashed, which a real host goes on asking; never those that were stopped. */
  intercept(payload: InterceptPayload): Promise<ChainOutcome> {
    const guards = this.#source.sessions.filter(
      (session) => session.offers.intercepts.has(payload.event) && (takesPart(session) || !session.endWanted),
    );
    return this.#chains.run(guards, payload);
  }

  /** Esc and Ctrl-C close the panel; the extension never sees them as keys (real host, May 2026). */
  panelKey(ask: Parameters<Agent['panelKey']>[0]): Result<void> {
    const { panel, key, text = '' } = ask;
    if (key === 'esc' || key === 'ctrl-c') return this.closePanel(ask);
    const session = this.#named(ask.session);
    if (!session) return unknownSession(ask.session);
    return this.#panel.key(session, panel, key, text);
  }

  closePanel(ask: Parameters<Agent['closePanel']>[0]): Result<void> {
    const session = this.#named(ask.session);
    if (!session) return unknownSession(ask.session);
    return this.#panel.close(session, ask.panel);
  }

  onChange(listener: () => void): () => void {
    return this.#bell.on(listener);
  }

  /** Listens to nothing any more. */
  dispose(): void {
    this.#stopWatching();
    for (const { stop } of this.#watched.values()) stop();
    this.#watched.clear();
  }

  #names(): Registry {
    return (this.#registry ??= makeRegistry(this.#source.sessions));
  }

  /** undefined: nobody was named; null: there is no such session. */
  #named(id: SessionId | undefined): Session | undefined | null {
    if (id === undefined) return undefined;
    return this.#source.sessions.find((session) => session.id === id) ?? null;
  }

  #sessionsChanged(): void {
    const { sessions } = this.#source;
    for (const session of sessions) {
      if (this.#watched.has(session)) continue;
      const stop = session.onChange(() => this.#sessionChanged(session));
      this.#watched.set(session, { version: session.offers.version, stop });
    }
    for (const [session, { stop }] of this.#watched) {
      if (sessions.includes(session)) continue;
      stop();
      this.#watched.delete(session);
    }
    this.#offersChanged();
  }

  /** Called after every line of a session: most of them change nothing here. */
  #sessionChanged(session: Session): void {
    const watched = this.#watched.get(session);
    const { version } = session.offers;
    if (!watched || watched.version === version) return;
    watched.version = version;
    this.#panel.follow(session, this.#source.sessions);
    this.#offersChanged();
  }

  /** Once for all that a chunk of output brought: a flood of registrations must not be sorted out one by one. */
  #offersChanged(): void {
    this.#registry = undefined;
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      tellConflicts(this.#names().all, this.#toldConflicts);
      this.#ring();
    });
  }

  #ring(): void {
    this.#bell.marked = true;
    this.#bell.ring();
  }
}

function unknownSession(id: SessionId): Result<void> {
  return failed(failure('sessionUnknown', `There is no open session ${id}.`, 'Open the target again.'));
}
