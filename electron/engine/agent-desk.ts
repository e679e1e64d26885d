// The window's side of the simulated agent: what may be asked of it, what the strip and the stream are fed from, and the one
// scenario that may run at a time. Holds no rule of the host: those are the agent's.

import { failure } from '../../shared/errors.ts';
import type { AgentNews, ScenarioStart } from '../../shared/ipc/contract.ts';
import type { SessionId } from '../../shared/ids.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { EmitOutcome, WireField } from '../../shared/session/agent.ts';
import type { Agent } from '../session/agent-type.ts';
import { AgentStream } from './agent-stream.ts';
import { AgentStrip } from './agent-strip.ts';
import { HeardAgent, type Heard } from './heard-agent.ts';
import { fieldFault, jsonFault } from './json-fault.ts';
import { NoteWatch } from './note-watch.ts';
import { confirmationNeeded } from './plugin-desk.ts';
import type { Opened } from './opened.ts';
import { ScenarioDesk } from './scenario-desk.ts';

export interface AgentDeskParts {
  readonly agent: Agent;
  readonly workspace: {
    readonly list: readonly Opened[];
    get(id: string): Result<Opened>;
    onChange(listener: () => void): () => void;
  };
  readonly send: (news: AgentNews) => void;
  readonly report: (what: string, error: unknown) => void;
}

type ToolAsk = Omit<Parameters<Agent['callTool']>[0], 'session' | 'raw'> & { readonly session?: string };
type CommandAsk = Omit<Parameters<Agent['runCommand']>[0], 'session'> & { readonly session?: string };

export class AgentDesk {
  readonly #parts: AgentDeskParts;
  readonly #heard: HeardAgent;
  readonly #strip: AgentStrip;
  readonly #stream: AgentStream;
  /** What ends following each session that runs. */
  readonly #followed = new Map<SessionId, () => void>();
  readonly #off: readonly (() => void)[];
  readonly #scenario: ScenarioDesk;

  constructor(parts: AgentDeskParts) {
    this.#parts = parts;
    const begunAtMs = performance.now();
    const changed = (): void => this.#stream.changed();
    this.#strip = new AgentStrip(() => performance.now() - begunAtMs, changed);
    this.#heard = new HeardAgent(parts.agent, this.#strip, (session) => this.#nameOf(session));
    this.#scenario = new ScenarioDesk({
      agent: this.#heard,
      opened: () => parts.workspace.list,
      changed,
      report: (error) => parts.report('running a scenario', error),
    });
    this.#stream = new AgentStream(
      { agent: this.#heard, strip: this.#strip, run: () => this.#scenario.run },
      parts.send,
    );
    this.#off = [parts.agent.onChange(changed), parts.workspace.onChange(() => this.#follow())];
    this.#follow();
  }

  state(): AgentNews {
    return this.#stream.begin();
  }
  ack(news: number): void {
    this.#stream.ack(news);
  }
  /** The window forgot what it had. */
  windowGone(): void {
    this.#stream.close();
  }
  close(): void {
    this.#scenario.stop();
    this.#stream.close();
    for (const off of this.#off) off();
    for (const end of this.#followed.values()) end();
    this.#followed.clear();
  }

  /** Nothing is sent when the arguments are no JSON. */
  callTool(ask: ToolAsk): Result<{ readonly item: number }> {
    // No arguments at all are an empty object: that is the host's to fill in.
    const wrong = ask.argsText.trim() === '' ? undefined : jsonFault(ask.argsText, 'The arguments');
    if (wrong) return wrong;
    if (this.#isDestructive(ask)) return failed(confirmationNeeded(ask.name));
    return this.#asked(ask.session, (session) => this.#heard.hearTool({ ...without(ask), ...session }));
  }
  runCommand(ask: CommandAsk): Result<{ readonly item: number }> {
    return this.#asked(ask.session, (session) => this.#heard.hearCommand({ ...without(ask), ...session }));
  }
  intercept(event: string, fields: readonly WireField[]): Result<{ readonly item: number }> {
    return fieldFault(fields) ?? this.#asked(undefined, () => this.#heard.hearChain({ event, fields }));
  }
  emit(event: string, fields: readonly WireField[]): Result<EmitOutcome> {
    return fieldFault(fields) ?? ok(this.#heard.emit(event, fields));
  }
  panelKey(session: string, panel: string, key: string, text?: string): Result<void> {
    return this.#withSession(session, (id) =>
      this.#heard.panelKey({ session: id, panel, key, ...(text === undefined ? {} : { text }) }),
    );
  }
  closePanel(session: string, panel: string): Result<void> {
    return this.#withSession(session, (id) => this.#heard.closePanel({ session: id, panel }));
  }
  setFailClosed(on: boolean): void {
    this.#heard.failClosed = on;
    this.#stream.changed();
  }
  /** Stands from now on: while something is held, or by hand. Running, it runs although something is held. */
  setFreeze(id: string, freeze: boolean): Result<void> {
    const opened = this.#parts.workspace.get(id);
    if (!opened.ok) return opened;
    const { session, name } = opened.value;
    if (!session) return failed(recording(name));
    const held = session.status.held.length > 0;
    if (held) session.setFreeze(freeze);
    session.stopClock(freeze && !held);
    this.#stream.changed();
    return ok(undefined);
  }
  clear(): void {
    this.#strip.clear();
  }

  runScenario(text: string): Result<ScenarioStart> {
    return this.#scenario.start(text);
  }
  /** The last scenario once more, after an extension was changed and restarted. */
  runAgain(): void {
    this.#scenario.again();
  }
  stopScenario(): void {
    this.#scenario.stop();
  }

  #asked<T>(
    session: string | undefined,
    ask: (session: { readonly session?: SessionId }) => Heard<T>,
  ): Result<{ readonly item: number }> {
    if (session !== undefined) {
      const opened = this.#parts.workspace.get(session);
      if (!opened.ok) return opened;
      if (!opened.value.session) return failed(recording(opened.value.name));
    }
    const { item, outcome } = ask(session === undefined ? {} : { session: session as SessionId });
    outcome.catch((error: unknown) => this.#parts.report('asking an extension', error));
    return ok({ item });
  }

  /** Of a native plugin, whose tools may be marked so; asking the person is the Plugin tab's. */
  #isDestructive({ name, session }: ToolAsk): boolean {
    return this.#parts.workspace.list.some(
      (opened) =>
        (session === undefined || opened.id === session) &&
        opened.session?.plugin?.offered.tools.some(
          (tool) => tool.name === name && tool.flags.includes('DESTRUCTIVE'),
        ) === true,
    );
  }

  #withSession(session: string, act: (id: SessionId) => void): Result<void> {
    const opened = this.#parts.workspace.get(session);
    return opened.ok ? ok(act(opened.value.id)) : opened;
  }

  #nameOf(session: SessionId): string {
    const opened = this.#parts.workspace.get(session);
    return opened.ok ? opened.value.name : session;
  }

  /** Listens to whatever runs now. */
  #follow(): void {
    const live = this.#parts.workspace.list.filter((opened) => opened.session);
    const ids = new Set(live.map((opened) => opened.id));
    for (const [id, end] of this.#followed) {
      if (ids.has(id)) continue;
      end();
      this.#followed.delete(id);
    }
    for (const opened of live) {
      if (this.#followed.has(opened.id)) continue;
      const report = (error: unknown): void => this.#parts.report('reading notes', error);
      const notes = new NoteWatch(opened, this.#strip, report);
      // A hold or a release moves the countdown of a hop.
      const off = opened.session?.onChange(() => this.#stream.changed());
      this.#followed.set(opened.id, () => {
        notes.close();
        off?.();
      });
    }
    this.#stream.changed();
  }
}

function without<T extends { readonly session?: string }>({ session: _, ...rest }: T): Omit<T, 'session'> {
  return rest;
}

function recording(name: string): ReturnType<typeof failure> {
  return failure('sessionNotRunning', `${name} is a recording: it can be read, not asked.`);
}
