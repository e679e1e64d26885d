// Does one step of a scenario through the public commands of the agent and the sessions, and says what came of it. What is
// right or wrong about that is judged elsewhere; checks are not here.

import type { FoundRow, PartOutcome } from '../../shared/scenario/facts.ts';
import type {
  CommandStep,
  FieldText,
  JsonText,
  SendStep,
  SessionRef,
  ShutdownStep,
  ToolCallStep,
  WaitStep,
} from '../../shared/scenario/format.ts';
import type { TurnPart } from '../../shared/scenario/turn.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Agent } from '../session/agent-type.ts';
import type { RowWatch } from './row-watch.ts';
import { endWords, meant, participant, type ScenarioSession } from './scenario-session.ts';
import type { TurnActions } from './scenario-turn.ts';

export interface StepParts {
  readonly agent: Agent;
  readonly sessions: readonly ScenarioSession[];
  readonly rows: RowWatch;
  /** Gives up waiting when the run is called off. */
  readonly orCalledOff: <T>(promise: Promise<T>) => Promise<T>;
}

export type Acting = ToolCallStep | CommandStep | SendStep | WaitStep | ShutdownStep;

export class Steps implements TurnActions {
  readonly #parts: StepParts;

  constructor(parts: StepParts) {
    this.#parts = parts;
  }

  now(): number {
    return performance.now();
  }

  async act(step: Acting): Promise<PartOutcome> {
    switch (step.do) {
      case 'tool_call':
        return this.#call(step.tool, step.args, step.session, step.timeoutMs);
      case 'command':
        return this.#command(step);
      case 'send':
        return this.#send(step);
      case 'wait':
        return this.#wait(step.wait);
      case 'shutdown':
        return this.#shutdown(step);
    }
  }

  async emit(event: string, fields: readonly FieldText[]): Promise<PartOutcome> {
    return { kind: 'event', fields, emitted: this.#parts.agent.emit(event, fields) };
  }

  async intercept(
    event: string,
    fields: readonly FieldText[],
  ): Promise<Extract<PartOutcome, { kind: 'intercept' }>> {
    const { agent, orCalledOff } = this.#parts;
    return { kind: 'intercept', fields, chain: await orCalledOff(agent.intercept({ event, fields })) };
  }

  /** A tool of the host itself has no owner to be called: nothing is sent then. */
  async call({ call }: Extract<TurnPart, { do: 'tool_call' }>, args: JsonText): Promise<PartOutcome> {
    const { agent, sessions } = this.#parts;
    const owned = agent.registry.some(
      ({ kind, name, status }) => kind === 'tool' && name === call.tool && status === 'active',
    );
    const own = sessions.some(({ session }) => session.profile.builtinTools.includes(call.tool));
    if (call.session === undefined && own && !owned)
      return { kind: 'hostTool', name: call.tool, argsText: args };
    return this.#call(call.tool, args, call.session, call.timeoutMs);
  }

  async #call(
    name: string,
    argsText: JsonText,
    ref: SessionRef | undefined,
    timeoutMs: number | undefined,
  ): Promise<PartOutcome> {
    const { agent, orCalledOff } = this.#parts;
    const limit = timeoutMs === undefined ? {} : { timeoutMs };
    const asked = agent.callTool({ name, argsText, ...this.#at(ref), ...limit });
    return { kind: 'tool', argsText, tool: await orCalledOff(asked) };
  }

  async #command({ name, args, session }: CommandStep): Promise<PartOutcome> {
    const { agent, orCalledOff } = this.#parts;
    const asked = agent.runCommand({ name, args, ...this.#at(session) });
    return { kind: 'command', args, command: await orCalledOff(asked) };
  }

  #send({ raw, session }: SendStep): PartOutcome {
    const to = [];
    const refused = [];
    for (const each of meant(this.#parts.sessions, session)) {
      const sent = each.session.send({ text: raw }, 'driver');
      if (sent.ok) to.push(participant(each));
      else refused.push({ ...participant(each), why: sent.failure.message });
    }
    return { kind: 'sent', raw, to, refused };
  }

  async #wait(wait: WaitStep['wait']): Promise<PartOutcome> {
    const { rows } = this.#parts;
    const startedAt = this.now();
    let row: FoundRow | null = null;
    if (wait.kind === 'row') row = await rows.find(wait.row, wait.timeoutMs, true);
    else await rows.until(wait.ms, () => false);
    return { kind: 'waited', tookMs: this.now() - startedAt, row };
  }

  async #shutdown({ session }: ShutdownStep): Promise<PartOutcome> {
    const stopped = meant(this.#parts.sessions, session);
    // A second ask would kill one that is still about to stop.
    for (const each of stopped) if (!each.session.endWanted) each.session.stop('driver');
    await this.#parts.orCalledOff(Promise.all(stopped.map((each) => each.session.ended)));
    const extensions = stopped.map((each) => {
      const { exit } = each.journal.summary;
      return { ...participant(each), how: exit ? endWords(exit) : 'it has not ended' };
    });
    return { kind: 'stopped', extensions };
  }

  #at(ref: SessionRef | undefined): { session?: SessionId } {
    const [found] = ref === undefined ? [] : meant(this.#parts.sessions, ref);
    return found ? { session: found.id } : {};
  }
}
