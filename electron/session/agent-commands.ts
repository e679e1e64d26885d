// Runs a slash command the way the chat does: asks its owner and says what the host would do with the answer.

import type { JsonObject } from '../../shared/protocol/define.ts';
import { quote } from '../../shared/protocol/say.ts';
import type { Registered, Registry } from './agent-registry.ts';
import type { CommandEffect, CommandOutcome, PanelView } from './agent-type.ts';
import { commandFailed, failureOf, noCommand } from './agent-words.ts';
import { fieldsAsSent } from './encode.ts';
import { rawMember, textMember } from './frame-fields.ts';
import { hostFrameDef } from './host-frame-def.ts';
import { contentOf } from './machine-panels.ts';
import type { Answer, RequestResult } from './request-desk.ts';
import type { Session } from './session-type.ts';

export interface CommandAsk {
  readonly name: string;
  readonly args: string;
  /** null: one was named that is not there. */
  readonly session?: Session | null | undefined;
}

export async function runCommand(registry: Registry, ask: CommandAsk): Promise<CommandOutcome> {
  const { name, args, session } = ask;
  const found =
    session === undefined
      ? registry.find('command', name)
      : session && registry.findIn(session, 'command', name);
  if (!found) return notSent(name, whyNot(registry, ask));
  const { owner, row } = found;
  if (row.status === 'gone') return notSent(name, noCommand(name), owner);
  if (owner.plugin) return owner.plugin.runCommand({ name: row.name, args });
  // Newest zot: the registered spelling is what is sent.
  const fields = [
    { name: 'name', json: JSON.stringify(row.name) },
    { name: 'args', json: JSON.stringify(args) },
  ];
  const request = owner.request({
    type: 'command_invoked',
    name: row.name,
    fields: fieldsAsSent(hostFrameDef(owner, 'command_invoked'), fields),
    deadlineMs: owner.profile.commandDeadlineMs,
    outcome: 'an error in the status line',
  });
  const result = await request.end;
  const effect = effectOf(found, name, result);
  const outcome: CommandOutcome = {
    command: name,
    session: owner.id,
    callId: request.id,
    line: request.line,
    end: result.end,
    effect,
    tookMs: result.spentMs,
  };
  tell(owner, outcome, result.notes);
  return outcome;
}

function effectOf({ owner, row }: Registered, typed: string, result: RequestResult): CommandEffect {
  const { answer } = result;
  if (!answer) return error(typed, failureOf(result, owner.name, row.name));
  const said = textMember(answer.frame, 'error') ?? '';
  // A non-empty error wins over any action (seed, CommandResponseFromExt; real host, May 2026).
  if (said !== '') return error(typed, said);
  return effectOfAction(owner, typed, answer);
}

function effectOfAction(owner: Session, typed: string, answer: Answer): CommandEffect {
  const { frame } = answer;
  const action = textMember(frame, 'action') ?? '';
  const text = textMember(frame, action) ?? '';
  if (action === '' || action === 'noop') return { kind: 'noop' };
  if (!owner.profile.commandActions.includes(action)) return error(typed, `unknown action ${action}`);
  switch (action) {
    case 'prompt':
      return text.trim() === '' ? { kind: 'noop' } : { kind: 'prompt', text };
    case 'insert':
    case 'display':
      return text === '' ? { kind: 'noop' } : { kind: action, text };
    case 'open_panel':
      return openPanel(owner, answer);
    case 'tool_prompt': {
      const argsText = rawMember(answer.text, 'tool_args') ?? '{}';
      return { kind: 'toolPrompt', tool: textMember(frame, 'tool_name') ?? '', argsText };
    }
    default:
      return { kind: 'noop' };
  }
}

/** Without a panel in it nothing is opened (public sources of the family's chat). */
function openPanel(owner: Session, { frame, line }: Answer): CommandEffect {
  const spec = frame['open_panel'] as JsonObject | null | undefined;
  if (!spec) return { kind: 'noop' };
  const content = contentOf(textMember(spec, 'id') ?? '', spec);
  owner.showPanel(content, line);
  const { panel: id, title, lines, footer } = content;
  const panel: PanelView = { session: owner.id, id, title, lines, footer, open: true };
  return { kind: 'openPanel', panel };
}

function error(command: string, why: string): CommandEffect {
  return { kind: 'error', text: commandFailed(command, why) };
}

function tell(owner: Session, outcome: CommandOutcome, notes: readonly string[]): void {
  const { command, callId, line, end, effect } = outcome;
  const text = effectText(effect);
  const more = notes.map((note) => ` A ${note}.`).join('');
  owner.note({
    kind: 'decided',
    decision: 'commandFinished',
    message: `/${command}: ${effectWords[effect.kind]}${text === '' ? '' : ` ${quote(text)}`}.${more}`,
    ...(line === null ? {} : { line }),
    value: { command, id: callId, how: end.how, effect: effect.kind, text },
  });
}

const effectWords: Readonly<Record<CommandEffect['kind'], string>> = {
  prompt: 'the host asks the model',
  insert: 'the host puts into the editor',
  display: 'the host shows',
  openPanel: 'the host opens the panel',
  toolPrompt: 'the host has the model call',
  noop: 'the host does nothing',
  error: 'the status line says',
};

function effectText(effect: CommandEffect): string {
  switch (effect.kind) {
    case 'openPanel':
      return effect.panel.id;
    case 'toolPrompt':
      return effect.tool;
    case 'noop':
      return '';
    default:
      return effect.text;
  }
}

function notSent(command: string, reason: string, owner?: Session): CommandOutcome {
  return {
    command,
    session: owner?.id ?? null,
    callId: null,
    line: null,
    end: { how: 'notSent', reason },
    effect: error(command, reason),
    tookMs: 0,
  };
}

function whyNot(registry: Registry, { name, session }: CommandAsk): string {
  if (session === null) return 'the session that was named is not open';
  if (session) return `extension ${session.name} has no command /${name}`;
  const shadowed = registry.all.find(({ row }) => row.kind === 'command' && row.name === name);
  if (!shadowed) return noCommand(name);
  return `the host's own /${name} wins; name the extension ${shadowed.row.extension} to run its command`;
}
