// Frames of event handlers and slash commands: their registration, and the calls of the host that follow from it.

import { Type } from '@sinclair/typebox';
import { join, optional, say, words, type Parts } from '../say.ts';
import { eventTemplates } from './event-names.ts';
import { cText, hostNotice, integer, maybe, pluginCall, pointer, shown, shownAfter, text } from './parts.ts';

export const onEvent = hostNotice({
  name: 'on_event',
  args: {
    registration: integer('Counts the handlers of this plugin, as they came.'),
    event_name: cText(),
    handler: pointer(),
    userdata: pointer(),
  },
  lane: 'registry',
  summary: (f) => join(shown(f.event_name ?? null), optional(' · handler ', f.handler)),
  examples: [
    { registration: 1, event_name: 'tool_call', handler: '0x7f3a5c001c40', userdata: null },
    { registration: 2, event_name: 'session_start', handler: '0x7f3a5c001c80', userdata: '0x7f3a5c004040' },
  ],
  doc: 'Registers a handler of an event. Several of one event run in the order they were registered.',
  header: 'handler runs on the main loop in registration order',
});

/** The host tells these by itself, one when the plugin has registered and one before it ends. */
const atStartOrEnd: ReadonlySet<unknown> = new Set(['resources_discover', 'session_shutdown']);

/** Follows from what the plugin asked of the host. */
function causedByPlugin(payload: unknown): boolean {
  return typeof payload === 'string' && /"source" *: *"plugin"/.test(payload);
}

export const [event, eventReturned] = pluginCall({
  type: 'event',
  exercises: { part: 'event', name: 'event' },
  sentByHost: (f) => atStartOrEnd.has(f.event) || causedByPlugin(f.payload_json),
  args: {
    event: text(),
    registration: maybe(integer('The handler to call; else the first of the event.')),
    payload_json: cText('A JSON object.'),
  },
  back: { value: Type.Integer() },
  lane: 'events',
  times: '0 or more, one for each handler',
  summary: (f) => join(say`${f.event}`, shownAfter(' ', f.payload_json)),
  examples: [
    {
      event: 'tool_call',
      registration: 1,
      payload_json: '{"tool_call_id":"call_2","name":"bash","args":{"command":"rm -rf ~/"}}',
    },
  ],
  returned: {
    outcome: {
      words: ['continue', 'veto'],
      of: (f) => (f.value === 1 ? 'veto' : 'continue'),
      onlyFor: { veto: eventTemplates.filter(({ vetoable }) => vetoable).map(({ name }) => name) },
    },
    summary: (f) => join(say`${f.value}`, words(`: ${returnWords(f.value)}`)),
    examples: [{ value: 0 }, { value: 1 }, { value: -1 }],
    doc: 'With 0 it goes on; 1 takes care of it or vetoes it, which means something for tool_call and input only; a negative number is an error, logged and treated as 0.',
  },
  doc: 'Calls one handler of an event with the data of the event.',
  source:
    'opcode_plugin.h: typedef int (*OpcodeEventHandler)(void *userdata, const char *payload_json) ("0 = continue … 1 = handled/veto")',
});

/** What a handler's return value means. */
export function returnWords(value: unknown): string {
  if (value === 0) return 'continue';
  if (value === 1) return 'handled, or a veto';
  if (typeof value === 'number' && value < 0) return 'an error, treated as 0';
  return 'no meaning, treated as 0';
}

export const registerCommand = hostNotice({
  name: 'register_command',
  args: {
    registration: integer('Counts the commands of this plugin, as they came.'),
    name: cText(),
    description: cText(),
    handler: pointer(),
  },
  lane: 'registry',
  summary: (f) => join(slash(f.name), shownAfter(' · ', f.description)),
  examples: [{ registration: 1, name: 'boom', description: 'Walks the nodes.', handler: '0x7f3a5c001d00' }],
  doc: 'Registers a slash command.',
  header: 'Registers a slash command; handler receives the argument string',
});

function slash(name: unknown): Parts {
  return typeof name === 'string' ? say`/${name}` : shown(name ?? null);
}

export const [command, commandReturned] = pluginCall({
  type: 'command',
  exercises: { part: 'command', name: 'name' },
  args: {
    name: text(),
    registration: maybe(integer('Which of several of that name; else the first.')),
    args: cText('What was typed after the name.'),
  },
  back: { value: cText('JSON, or NULL.') },
  lane: 'commands',
  summary: (f) => join(slash(f.name), shownAfter(' ', f.args)),
  examples: [{ name: 'boom', registration: 1, args: '3' }],
  returned: {
    summary: (f) => shown(f.value ?? null),
    examples: [{ value: '{"text":"3 nodes"}' }, { value: null }],
    doc: 'What the handler returned. The memory belongs to the host from then on and so has to come from host->alloc.',
  },
  doc: 'The person typed a slash command of the plugin.',
  source: 'opcode_plugin.h: register_command ("must return a JSON result or NULL. Runs on the main loop")',
});
