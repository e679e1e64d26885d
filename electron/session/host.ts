// All sessions of this process: opens them, lists them, ends them within a bounded time. Knows nothing of journals and
// windows; what a session needs of those is handed in.

import { sessionId, type SessionId } from '../../shared/ids.ts';
import { idCounter } from './request-desk.ts';
import { OpcodeSession } from './opcode/opcode-session.ts';
import type { PluginSessionParts, SessionParts } from './session-parts.ts';
import type { Session } from './session-type.ts';
import { StdioSession } from './stdio-session.ts';

export type SessionOptions = Omit<SessionParts, 'id'>;
export type PluginSessionOptions = Omit<PluginSessionParts, 'id'>;
type StopBy = 'user' | 'app' | 'driver';

/** How long a session has after its last grace before it is killed. */
const marginMs = 2_000;

export class Host {
  readonly #sessions = new Map<SessionId, Session>();
  readonly #unsubscribe = new Map<SessionId, () => void>();
  readonly #listeners = new Set<() => void>();
  /** One counter for all sessions: an id is not used again after a restart either. */
  readonly #mintId = idCounter();
  #opened = 0;

  /** In load order (as opened, unless it was arranged), ended ones included until they are forgotten. */
  get sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  get(id: SessionId): Session | undefined {
    return this.#sessions.get(id);
  }

  /** Makes a session; nothing runs until it is started. */
  open(options: SessionOptions): StdioSession {
    return this.#opens(new StdioSession({ mintId: this.#mintId, ...options, id: sessionId(++this.#opened) }));
  }

  /** The same for a native plugin. */
  openPlugin(options: PluginSessionOptions): OpcodeSession {
    return this.#opens(
      new OpcodeSession({ mintId: this.#mintId, ...options, id: sessionId(++this.#opened) }),
    );
  }

  #opens<S extends Session>(session: S): S {
    this.#sessions.set(session.id, session);
    let { state } = session;
    const changed = (): void => {
      if (session.state === state) return;
      state = session.state;
      this.#notify();
    };
    this.#unsubscribe.set(session.id, session.onChange(changed));
    this.#notify();
    return session;
  }

  /** Puts the sessions in this order; those not named come last, as they were. */
  arrange(ids: readonly SessionId[]): void {
    const rank = new Map(ids.map((id, at) => [id, at]));
    const at = (id: SessionId): number => rank.get(id) ?? ids.length;
    const arranged = [...this.#sessions].sort(([one], [other]) => at(one) - at(other));
    this.#sessions.clear();
    for (const [id, session] of arranged) this.#sessions.set(id, session);
  }

  /** Takes an ended session off the list; the caller ends it first (`end`). */
  forget(id: SessionId): void {
    if (!this.#sessions.delete(id)) return;
    this.#unsubscribe.get(id)?.();
    this.#unsubscribe.delete(id);
    this.#notify();
  }

  /**
   * Stops a session and resolves when it has ended; of one that has, the calls that still wait are given up. One that is still there after both graces and two seconds (its
   * shutdown may be held at the gate) is killed.
   */
  async end(id: SessionId, by: StopBy): Promise<void> {
    const session = this.#sessions.get(id);
    if (!session) return;
    // Calls may wait for answers of a process that is gone (profile `pendingOnExit`); now nobody does.
    if (session.state === 'ended') return session.abandon();
    // A stop that is under way is waited for; asking again would kill. One that is held at the gate would never end.
    if (session.state !== 'stopping' || session.status.held.length > 0) session.stop(by);
    const { shutdownGraceMs, termGraceMs } = session.profile;
    const timer = setTimeout(() => session.stop(by), shutdownGraceMs + termGraceMs + marginMs);
    await session.ended;
    clearTimeout(timer);
    session.abandon();
  }

  /** Ends all sessions side by side. */
  async stopAll(by: StopBy): Promise<void> {
    await Promise.all(this.sessions.map((session) => this.end(session.id, by)));
  }

  /** Calls back when a session was opened or forgotten, or changed its state. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
