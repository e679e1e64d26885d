// Frames only terva knows for extensions that connect a chat service: an outer envelope around frames of another wire.

import { join, optional, say, words } from '../say.ts';
import type { Side } from '../../session/entries.ts';
import { defineFrame, frame, maybe, raw, running, tervaOnly, text } from './parts.ts';

const chatId = text('The conversation, not a correlation id.');

export const registerConnector = defineFrame({
  from: 'extension',
  type: 'register_connector',
  role: { kind: 'notice' },
  lane: 'registry',
  schema: frame('register_connector', {}),
  dialects: tervaOnly,
  legalIn: ['registering'],
  times: 'at most once',
  summary: () => words('connects a chat service'),
  examples: [{ type: 'register_connector' }],
  doc: 'Offers a chat connector; the manifest must say connector: true as well.',
  source: 'terva 5, register_connector',
});

function chatFrame(from: Side) {
  return defineFrame({
    from,
    type: 'chat',
    role: { kind: 'notice' },
    lane: 'other',
    schema: frame('chat', { id: chatId, frame: raw("The connector's own frame.") }, ['id']),
    dialects: tervaOnly,
    legalIn: running,
    times: '0 or more, both ways',
    summary: (f) => join(say`${f.id}`, optional(' ', f.frame)),
    examples: [{ type: 'chat', id: 'c1', frame: { type: 'message', text: 'hello' } }],
    doc: 'Carries one frame of the connector wire inside this one.',
    source: 'terva 5, chat',
  });
}
export const chatFromExtension = chatFrame('extension');
export const chatFromHost = chatFrame('host');

function chatGate(type: 'chat_open' | 'chat_close', doc: string) {
  return defineFrame({
    from: 'host',
    type,
    role: { kind: 'notice' },
    lane: 'other',
    schema: frame(type, { id: chatId }, ['id']),
    dialects: tervaOnly,
    legalIn: running,
    times: '0 or more',
    summary: (f) => say`${f.id}`,
    examples: [{ type, id: 'c1' }],
    doc,
    source: `terva 5, ${type}`,
  });
}
export const chatOpen = chatGate('chat_open', 'The host opens a conversation.');
export const chatClose = chatGate('chat_close', 'The host closes a conversation.');

export const chatDown = defineFrame({
  from: 'extension',
  type: 'chat_down',
  role: { kind: 'notice' },
  lane: 'other',
  schema: frame('chat_down', { id: chatId, error: maybe(text()) }, ['id']),
  dialects: tervaOnly,
  legalIn: running,
  times: '0 or more',
  summary: (f) => join(say`${f.id}`, optional(' · ', f.error)),
  examples: [
    { type: 'chat_down', id: 'c1' },
    { type: 'chat_down', id: 'c1', error: 'signed out' },
  ],
  doc: 'A conversation ended on the side of the service.',
  source: 'terva 5, chat_down',
});
