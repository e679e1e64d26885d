// The window's side of native plugins: what may be asked of one, and the one simulated run over all of them. Holds no rule
// of the host; what comes of a command is told by the journal.

import { failure } from '../../shared/errors.ts';
import type { DrivenAgain, OpenSession, PluginRunNews } from '../../shared/ipc/contract.ts';
import { isVetoable } from '../../shared/protocol/opcode/event-names.ts';
import { opcodeRules } from '../../shared/protocol/opcode/rules.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { RunStep } from '../../shared/session/plugin-run.ts';
import type { PluginFace } from '../session/opcode/plugin-face.ts';
import { handlersOf } from '../session/opcode/plugin-offers.ts';
import type { Session } from '../session/session-type.ts';
import { jsonFault } from './json-fault.ts';
import type { Opened } from './opened.ts';
import { PluginRunDesk } from './plugin-run-desk.ts';
import { callOfEnd, makeAgain } from './plugin-drive-again.ts';

export interface PluginDeskParts {
  readonly workspace: {
    readonly list: readonly Opened[];
    get(id: string): Result<Opened>;
  };
  readonly restart: (id: string, mode: GateMode) => Promise<Result<OpenSession>>;
  readonly send: (news: PluginRunNews) => void;
  readonly report: (what: string, error: unknown) => void;
}

export interface ToolAsk {
  readonly name: string;
  readonly argsText: string;
  /** Passed as it is, whatever it is: neither JSON nor the tool's schema is looked at. */
  readonly raw: boolean;
  readonly confirmed: boolean;
}

interface LivePlugin {
  readonly face: PluginFace;
  readonly session: Session;
  readonly name: string;
}

export class PluginDesk {
  readonly #parts: PluginDeskParts;
  readonly run: PluginRunDesk;
  #tokens = 0;

  constructor(parts: PluginDeskParts) {
    this.#parts = parts;
    this.run = new PluginRunDesk({
      sessions: () => parts.workspace.list.flatMap(({ session }) => (session?.plugin ? [session] : [])),
      send: parts.send,
      report: (error) => parts.report('running an agent over plugins', error),
    });
  }

  callTool(id: string, { name, argsText, raw, confirmed }: ToolAsk): Result<{ readonly token: string }> {
    return this.#with(id, ({ face, session }) => {
      const tool = face.offered.tools.find((one) => one.name === name);
      if (!tool) return failed(failure('argumentInvalid', `${session.name} has registered no tool ${name}.`));
      if (tool.flags.includes('DESTRUCTIVE') && !confirmed) return failed(confirmationNeeded(name));
      const wrong = raw || argsText.trim() === '' ? undefined : jsonFault(argsText, 'The arguments');
      if (wrong) return wrong;
      const token = `by-hand-${++this.#tokens}`;
      if (raw) return this.#byHand(session, tool.registration, { name, argsText, token });
      this.#follow(face.callTool({ name, argsText, raw: false, token }));
      return ok({ token });
    });
  }

  cancel(id: string, token: string): Result<void> {
    return this.#with(id, ({ face }) => ok(face.cancel(token)));
  }

  update(id: string, call: string, partial: string): Result<void> {
    return this.#with(id, ({ face, name }, opened) => {
      const open = opened.journal.summary.plugin?.calls.find((one) => one.id === call);
      if (!open || open.end)
        return failed(failure('argumentInvalid', `${name} has no open call ${call}, so nothing was told.`));
      const tool = face.offered.tools.find((one) => one.name === open.tool);
      if (!tool?.hasUpdate)
        return failed(
          failure(
            'argumentInvalid',
            `The tool ${open.tool} has no update function: it takes no partial results.`,
          ),
        );
      this.#follow(face.update(open.tool, call, partial));
      return ok(undefined);
    });
  }

  runCommand(id: string, command: string, args: string): Result<void> {
    return this.#with(id, ({ face, name }) => {
      if (!face.offered.commands.some((one) => one.name === command))
        return failed(failure('argumentInvalid', `${name} has registered no command /${command}.`));
      this.#follow(face.runCommand({ name: command, args }));
      return ok(undefined);
    });
  }

  emit(id: string, event: string, payload: string): Result<{ readonly handlers: number }> {
    return this.#with(id, ({ face, session }) => {
      const wrong = jsonFault(payload, 'The values of the payload');
      if (wrong) return wrong;
      const { dispatched } = opcodeRules(session.profile.name);
      const handlers = dispatched.includes(event) ? handlersOf(face.offered, event).length : 0;
      this.#follow(face.tell(event, payload, isVetoable(event)));
      return ok({ handlers });
    });
  }

  async driveAgain(id: string, mode: GateMode): Promise<Result<DrivenAgain>> {
    const old = this.#parts.workspace.get(id);
    if (!old.ok) return old;
    const call = await callOfEnd(old.value);
    const restarted = await this.#parts.restart(id, mode);
    if (!restarted.ok) return restarted;
    const opened = this.#parts.workspace.get(restarted.value.id);
    if (call && opened.ok && opened.value.session) this.#follow(makeAgain(opened.value.session, call));
    return ok({ session: restarted.value, again: call?.words ?? null });
  }

  runSteps(steps: readonly RunStep[]): Result<{ readonly run: number }> {
    return this.run.start(steps);
  }

  close(): void {
    this.run.stop();
  }

  /** Past all checks, as a line of the host that a person wrote. */
  #byHand(
    session: Session,
    registration: number,
    { name, argsText, token }: { readonly name: string; readonly argsText: string; readonly token: string },
  ): Result<{ readonly token: string }> {
    const id = session.freshId();
    const frame = {
      ...{ type: 'tool.execute', id, tool: name, registration, tool_call_id: `call_${id}` },
      ...{ args_json: argsText, signal_token: token },
    };
    const sent = session.send({ text: JSON.stringify(frame) }, 'hand');
    return sent.ok ? ok({ token }) : sent;
  }

  #follow(outcome: Promise<unknown>): void {
    outcome.catch((error: unknown) => this.#parts.report('asking a plugin', error));
  }

  #with<T>(id: string, act: (plugin: LivePlugin, opened: Opened) => Result<T>): Result<T> {
    const opened = this.#parts.workspace.get(id);
    if (!opened.ok) return opened;
    const { session, name } = opened.value;
    if (!session)
      return failed(failure('sessionNotRunning', `${name} is a recording: it can be read, not asked.`));
    if (!session.plugin) return failed(failure('argumentInvalid', `${name} is no native plugin.`));
    if (session.state !== 'ready' && session.state !== 'registering')
      return failed(
        failure(
          'sessionNotRunning',
          `${name} does not run, so it can't be asked.`,
          'Restart it, then ask again.',
        ),
      );
    return act({ face: session.plugin, session, name }, opened.value);
  }
}

export function confirmationNeeded(tool: string): ReturnType<typeof failure> {
  return failure(
    'confirmationNeeded',
    `The tool ${tool} is marked DESTRUCTIVE, so it is called only when somebody has said so.`,
    'Call it in the Plugin tab, which asks first.',
  );
}
