// Frames only terva knows by which an extension calls the host's tools and reads the user's sessions.

import { Type } from '@sinclair/typebox';
import { counted, join, lengthOf, optional, say, words } from '../say.ts';
import { resultSummary } from './calls.ts';
import {
  answering,
  contentBlock,
  correlationId,
  defineFrame,
  flag,
  frame,
  integer,
  list,
  maybe,
  raw,
  running,
  tervaOnly,
  text,
} from './parts.ts';

export const hostToolCall = defineFrame({
  from: 'extension',
  type: 'host_tool_call',
  role: { kind: 'request', answer: 'host_tool_result' },
  lane: 'calls',
  schema: frame(
    'host_tool_call',
    { id: correlationId, name: text(), args: raw(), silent: maybe(flag('Not shown to the user.')) },
    ['id', 'name'],
  ),
  dialects: tervaOnly,
  legalIn: running,
  times: '0 or more',
  summary: (f) => join(say`${f.name}`, optional(' ', f.args)),
  examples: [
    { type: 'host_tool_call', id: 'h1', name: 'read', args: { path: 'go.mod' } },
    { type: 'host_tool_call', id: 'h2', name: 'bash', args: {}, silent: true },
  ],
  doc: 'The extension calls a tool of the host.',
  source: 'terva 3, host_tool_call',
});

export const hostToolResult = defineFrame({
  from: 'host',
  type: 'host_tool_result',
  role: { kind: 'answer', to: 'host_tool_call' },
  lane: 'calls',
  schema: frame(
    'host_tool_result',
    { id: correlationId, content: list(contentBlock), is_error: maybe(flag()) },
    ['id'],
  ),
  dialects: tervaOnly,
  legalIn: answering,
  times: 'once per host_tool_call',
  summary: resultSummary,
  examples: [
    { type: 'host_tool_result', id: 'h1', content: [{ type: 'text', text: 'module shop' }] },
    { type: 'host_tool_result', id: 'h2', content: null, is_error: true },
  ],
  doc: 'The answer to host_tool_call.',
  source: 'terva 3, host_tool_result',
});

export const listSessions = defineFrame({
  from: 'extension',
  type: 'list_sessions',
  role: { kind: 'request', answer: 'session_list' },
  lane: 'calls',
  schema: frame('list_sessions', { id: correlationId, project_id: maybe(text()) }, ['id']),
  dialects: tervaOnly,
  legalIn: running,
  times: '0 or more',
  summary: (f) => (f.project_id === undefined ? words('all projects') : say`project ${f.project_id}`),
  examples: [
    { type: 'list_sessions', id: 'l1' },
    { type: 'list_sessions', id: 'l2', project_id: 'shop-1' },
  ],
  doc: "Asks for the user's stored sessions.",
  source: 'terva 3, list_sessions',
});

const session = Type.Object({
  session_id: text(),
  title: maybe(text()),
  preview: maybe(text()),
  messages: maybe(integer()),
  mtime: maybe(integer()),
});

export const sessionList = defineFrame({
  from: 'host',
  type: 'session_list',
  role: { kind: 'answer', to: 'list_sessions' },
  lane: 'calls',
  schema: frame('session_list', { id: correlationId, sessions: list(session) }, ['id']),
  dialects: tervaOnly,
  legalIn: answering,
  times: 'once per list_sessions',
  summary: (f) => words(counted(lengthOf(f.sessions), 'session')),
  examples: [
    {
      type: 'session_list',
      id: 'l1',
      sessions: [{ session_id: 's1', title: 'Login', preview: 'Fix the', messages: 12, mtime: 1770000000 }],
    },
    { type: 'session_list', id: 'l2', sessions: null },
  ],
  doc: 'The answer to list_sessions.',
  source: 'terva 3, session_list',
});

export const readSession = defineFrame({
  from: 'extension',
  type: 'read_session',
  role: { kind: 'request', answer: 'session_data' },
  lane: 'calls',
  schema: frame('read_session', { id: correlationId, session_id: text() }, ['id', 'session_id']),
  dialects: tervaOnly,
  legalIn: running,
  times: '0 or more',
  summary: (f) => say`session ${f.session_id}`,
  examples: [{ type: 'read_session', id: 'l3', session_id: 's1' }],
  doc: 'Asks for the messages of one stored session.',
  source: 'terva 3, read_session',
});

export const sessionData = defineFrame({
  from: 'host',
  type: 'session_data',
  role: { kind: 'answer', to: 'read_session' },
  lane: 'calls',
  schema: frame(
    'session_data',
    {
      id: correlationId,
      messages: list(Type.Object({ role: text(), text: text() })),
      not_found: maybe(flag()),
    },
    ['id'],
  ),
  dialects: tervaOnly,
  legalIn: answering,
  times: 'once per read_session',
  summary: (f) => words(f.not_found === true ? 'not found' : counted(lengthOf(f.messages), 'message')),
  examples: [
    { type: 'session_data', id: 'l3', messages: [{ role: 'user', text: 'Fix the login' }] },
    { type: 'session_data', id: 'l4', messages: null, not_found: true },
  ],
  doc: 'The answer to read_session.',
  source: 'terva 3, session_data',
});
