// Frames of the zot family about slash commands, and about input an extension gives in the user's stead.

import type { HostProfile, Issue, JsonObject } from '../define.ts';
import { counted, join, optional, quote, say, words, type Parts } from '../say.ts';
import { panelSpec } from './panels.ts';
import {
  answering,
  correlationId,
  defineFrame,
  everywhere,
  frame,
  latestOnly,
  maybe,
  raw,
  running,
  sinceLatest,
  sinceMay,
  tervaOnly,
  text,
} from './parts.ts';

export const commandInvoked = defineFrame({
  from: 'host',
  type: 'command_invoked',
  role: { kind: 'request', answer: 'command_response' },
  exercises: { part: 'command', name: 'name' },
  lane: 'commands',
  schema: frame(
    'command_invoked',
    {
      id: correlationId,
      name: text(),
      args: maybe(text('All after the name; absent when there is nothing.')),
    },
    ['id', 'name'],
  ),
  dialects: everywhere,
  legalIn: running,
  times: '0 or more',
  summary: (f) => join(say`/${f.name}`, optional(' ', f.args)),
  examples: [
    { type: 'command_invoked', id: '30', name: 'audit', args: '--since 1h' },
    { type: 'command_invoked', id: '31', name: 'audit' },
  ],
  doc: 'The user ran a command of the extension. An answer is due within 30 s.',
  source: 'seed, CommandInvokedFromHost; real host, May 2026: 30 s',
});

export const commandResponse = defineFrame({
  from: 'extension',
  type: 'command_response',
  role: { kind: 'answer', to: 'command_invoked' },
  lane: 'commands',
  schema: frame(
    'command_response',
    {
      id: correlationId,
      action: text('prompt, insert, display or noop; open_panel and tool_prompt in later dialects.'),
      prompt: maybe(text('For action prompt; a blank one is ignored.')),
      insert: maybe(text('For action insert.')),
      display: maybe(text('For action display.')),
      error: maybe(text('Shown in red; the action is then ignored.')),
      open_panel: maybe(panelSpec),
      tool_name: maybe(text('For action tool_prompt.')),
      tool_args: maybe(raw('For action tool_prompt.')),
    },
    ['id'],
  ),
  dialects: everywhere,
  fieldDialects: {
    open_panel: sinceMay,
    'open_panel.widgets': tervaOnly,
    tool_name: latestOnly,
    tool_args: latestOnly,
  },
  legalIn: answering,
  times: 'once per command_invoked',
  refusal: (id, said) => ({ type: 'command_response', id, action: 'noop', error: said }),
  summary: responseSummary,
  check: unknownAction,
  examples: [
    { type: 'command_response', id: '30', action: 'prompt', prompt: 'Summarise the audit' },
    { type: 'command_response', id: '30', action: 'insert', insert: 'git status' },
    { type: 'command_response', id: '30', action: 'display', display: '3 writes blocked' },
    { type: 'command_response', id: '30', action: 'noop' },
    { type: 'command_response', id: '30', action: '', error: 'no audit log yet' },
    {
      type: 'command_response',
      id: '30',
      action: 'open_panel',
      open_panel: { id: 'audit', title: 'Audit', lines: ['1 blocked'], footer: 'esc closes' },
    },
    {
      type: 'command_response',
      id: '30',
      action: 'tool_prompt',
      prompt: 'Look at it',
      tool_name: 'report',
      tool_args: {},
    },
  ],
  doc: 'What comes of a command: a prompt for the model, text for the editor, a note in the chat, a panel, or nothing. A non-empty error wins over the action.',
  source: 'seed, CommandResponseFromExt; open_panel: real host, May 2026',
});

function responseSummary(f: JsonObject): Parts {
  if (typeof f.error === 'string' && f.error !== '') return join(words('error: '), say`${f.error}`);
  if (f.action === 'display' && typeof f.display === 'string') {
    const lines = f.display.split('\n').length;
    return lines > 1 ? words(`display, ${counted(lines, 'line')}`) : say`display ${f.display}`;
  }
  const panel = f.open_panel as JsonObject | null | undefined;
  return join(
    say`${f.action}`,
    optional(' ', f.prompt),
    optional(' ', f.insert),
    optional(' ', f.tool_name),
    optional(' ', panel?.title ?? panel?.id),
  );
}

function unknownAction(f: JsonObject, profile: HostProfile): readonly Issue[] {
  const known = profile.commandActions;
  const { action, error } = f;
  if (typeof action !== 'string' || action === '' || known.includes(action)) return [];
  // terva's own corpus answers failures with action "error": the error text counts, the action is not looked at.
  if (typeof error === 'string' && error !== '') return [];
  return [
    {
      code: 'action-unknown',
      severity: 'warning',
      message: `${profile.name} does not know the action ${quote(action)} and shows an error in the status line.`,
      pointer: '/action',
      fix: `Use one of: ${known.join(', ')}.`,
      source: 'seed, CommandResponseFromExt',
    },
  ];
}

export const submit = defineFrame({
  from: 'extension',
  type: 'submit',
  role: { kind: 'notice' },
  lane: 'commands',
  schema: frame('submit', { text: text('A blank one is ignored.') }),
  dialects: sinceLatest,
  legalIn: running,
  times: '0 or more',
  summary: (f) => say`${f.text}`,
  examples: [{ type: 'submit', text: 'Run the tests again' }],
  doc: 'Queues a prompt as if the user had typed it. Works only while a person sits there.',
  source: 'zot, newest: submit',
});

export const submitSlash = defineFrame({
  from: 'extension',
  type: 'submit_slash',
  role: { kind: 'notice' },
  lane: 'commands',
  schema: frame('submit_slash', { text: text('Starts with a slash.') }),
  dialects: sinceLatest,
  legalIn: running,
  times: '0 or more',
  summary: (f) => say`${f.text}`,
  check: (f) =>
    typeof f.text !== 'string' || f.text.startsWith('/')
      ? []
      : [
          {
            code: 'slash-missing',
            severity: 'warning',
            message: `The host refuses ${quote(f.text)}: a slash command starts with "/".`,
            pointer: '/text',
            fix: 'Put "/" first, or use submit for plain prompts.',
            source: 'zot, newest: submit_slash',
          },
        ],
  examples: [{ type: 'submit_slash', text: '/audit' }],
  doc: 'Runs a slash command as if the user had typed it.',
  source: 'zot, newest: submit_slash',
});
