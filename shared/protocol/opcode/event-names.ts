// The 24 events of the header with a payload each to start from. The header fixes one payload, that of resources_discover;
// the others are ours, meant to be edited. `vetoable`: a handler's 1 stops what the event announces.

import type { JsonObject } from '../define.ts';

export interface EventTemplate {
  readonly name: string;
  /** The macro in the header. */
  readonly macro: string;
  readonly vetoable: boolean;
  readonly payload: JsonObject;
  readonly doc: string;
}

const of = (
  name: string,
  macro: string,
  doc: string,
  payload: JsonObject,
  vetoable = false,
): EventTemplate => ({
  name,
  macro: `OPCODE_EV_${macro}`,
  vetoable,
  payload,
  doc,
});

const message = { role: 'assistant', content: [{ type: 'text', text: 'Looking at the project.' }] };
const call = { tool_call_id: 'call_1', name: 'read', args: { path: 'README.md' } };
const result = { content: [{ type: 'text', text: '# Shop' }], is_error: false };

export const eventTemplates: readonly EventTemplate[] = [
  of('project_trust', 'PROJECT_TRUST', 'Whether the project is trusted has been settled.', {
    cwd: '/home/ada/src/shop',
    trusted: true,
  }),
  of(
    'resources_discover',
    'RESOURCES_DISCOVER',
    'Once at start, after all plugins have loaded: the handler adds its folders with add_resource_root.',
    { cwd: '/home/ada/src/shop', trusted: true },
  ),
  of('session_start', 'SESSION_START', 'A session has begun.', {
    session_id: 's1',
    cwd: '/home/ada/src/shop',
    reason: 'new',
  }),
  of('session_shutdown', 'SESSION_SHUTDOWN', 'The session is about to end.', { session_id: 's1' }),
  of(
    'input',
    'INPUT',
    'The person has typed something. 1: it is taken care of, and no run begins.',
    { text: 'What is in here?' },
    true,
  ),
  of('before_agent_start', 'BEFORE_AGENT_START', 'A run is about to begin.', { prompt: 'What is in here?' }),
  of('agent_start', 'AGENT_START', 'A run has begun.', { run_id: 'run-1' }),
  of('agent_end', 'AGENT_END', 'A run is over.', { run_id: 'run-1', stop_reason: 'end' }),
  of('turn_start', 'TURN_START', 'The model is about to be asked.', { turn: 1 }),
  of('turn_end', 'TURN_END', 'The model has answered and its tools have run.', { turn: 1 }),
  of('message_start', 'MESSAGE_START', 'A message begins.', { role: 'assistant' }),
  of('message_update', 'MESSAGE_UPDATE', 'A message grows.', { role: 'assistant', delta: 'Looking' }),
  of('message_end', 'MESSAGE_END', 'A message is complete.', { message }),
  of('tool_call', 'TOOL_CALL', 'The model wants a tool to be run. 1 is a veto: it is not run.', call, true),
  of('tool_result', 'TOOL_RESULT', 'What the model will get for a tool call.', { ...call, ...result }),
  of('tool_execution_start', 'TOOL_EXEC_START', 'A tool starts to run.', call),
  of('tool_execution_update', 'TOOL_EXEC_UPDATE', 'A tool tells how far it is.', {
    tool_call_id: 'call_1',
    name: 'read',
    partial: { content: [{ type: 'text', text: '# Sh' }] },
  }),
  of('tool_execution_end', 'TOOL_EXEC_END', 'A tool has run.', {
    tool_call_id: 'call_1',
    name: 'read',
    ...result,
  }),
  of('before_provider_request', 'BEFORE_PROVIDER_REQ', 'A request is about to go to the provider.', {
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
  }),
  of('after_provider_response', 'AFTER_PROVIDER_RES', 'The provider has answered.', { status: 200 }),
  of('provider_stream_event', 'PROVIDER_STREAM', 'A piece of the answer has come.', {
    type: 'text_delta',
    text: 'Looking',
  }),
  of('model_select', 'MODEL_SELECT', 'Another model was chosen.', {
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    source: 'plugin',
  }),
  of('thinking_level_change', 'THINKING_SELECT', 'Another thinking level was chosen.', {
    level: 'high',
    source: 'plugin',
  }),
  of('mcp_servers_change', 'MCP_SERVERS_CHANGE', 'Servers were added or taken away.', {
    added: ['files'],
    removed: [],
  }),
];

const byName = new Map(eventTemplates.map((template) => [template.name, template]));

export function eventTemplate(name: string): EventTemplate | undefined {
  return byName.get(name);
}

export function isVetoable(event: string): boolean {
  return byName.get(event)?.vetoable ?? false;
}
