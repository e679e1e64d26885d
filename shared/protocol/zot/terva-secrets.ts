// Frames only terva knows by which an extension keeps secrets with the host. Values never go into a row.

import { counted, join, lengthOf, optional, say, words, type Parts } from '../say.ts';
import {
  answering,
  correlationId,
  defineFrame,
  flag,
  frame,
  list,
  maybe,
  running,
  tervaOnly,
  text,
} from './parts.ts';

const key = text('Name of the secret.');
/** Requests about one secret differ only in their name and words. */
function secretRequest(type: 'secret_get' | 'secret_delete', answer: string, doc: string) {
  return defineFrame({
    from: 'extension',
    type,
    role: { kind: 'request', answer },
    lane: 'calls',
    schema: frame(type, { id: correlationId, key }, ['id', 'key']),
    dialects: tervaOnly,
    legalIn: running,
    times: '0 or more',
    summary: (f) => say`${f.key}`,
    examples: [{ type, id: 'k1', key: 'token' }],
    doc,
    source: `terva 6, ${type}`,
  });
}

export const secretGet = secretRequest('secret_get', 'secret_value', 'Asks for one secret.');
export const secretDelete = secretRequest('secret_delete', 'secret_ack', 'Deletes one secret.');

export const secretSet = defineFrame({
  from: 'extension',
  type: 'secret_set',
  role: { kind: 'request', answer: 'secret_ack' },
  lane: 'calls',
  schema: frame('secret_set', { id: correlationId, key, value: text() }, ['id', 'key', 'value']),
  dialects: tervaOnly,
  legalIn: running,
  times: '0 or more',
  summary: (f) => join(say`${f.key}`, words(`, ${counted(lengthOf(f.value), 'character')}`)),
  examples: [{ type: 'secret_set', id: 'k2', key: 'token', value: 'hunter2' }],
  doc: 'Stores one secret with the host.',
  source: 'terva 6, secret_set',
});

export const secretList = defineFrame({
  from: 'extension',
  type: 'secret_list',
  role: { kind: 'request', answer: 'secret_keys' },
  lane: 'calls',
  schema: frame('secret_list', { id: correlationId }, ['id']),
  dialects: tervaOnly,
  legalIn: running,
  times: '0 or more',
  summary: () => words('names of all secrets'),
  examples: [{ type: 'secret_list', id: 'k3' }],
  doc: 'Asks for the names of the stored secrets.',
  source: 'terva 6, secret_list',
});

export const secretValue = defineFrame({
  from: 'host',
  type: 'secret_value',
  role: { kind: 'answer', to: 'secret_get' },
  lane: 'calls',
  schema: frame(
    'secret_value',
    { id: correlationId, found: flag(), value: maybe(text()), error: maybe(text()) },
    ['id'],
  ),
  dialects: tervaOnly,
  legalIn: answering,
  times: 'once per secret_get',
  summary: (f) =>
    join(
      words(f.found === true ? `found, ${counted(lengthOf(f.value), 'character')}` : 'not found'),
      optional(' · ', f.error),
    ),
  examples: [
    { type: 'secret_value', id: 'k1', found: true, value: 'hunter2' },
    { type: 'secret_value', id: 'k1', found: false, error: 'no secret store here' },
  ],
  doc: 'The answer to secret_get.',
  source: 'terva 6, secret_value',
});

export const secretKeys = defineFrame({
  from: 'host',
  type: 'secret_keys',
  role: { kind: 'answer', to: 'secret_list' },
  lane: 'calls',
  schema: frame('secret_keys', { id: correlationId, keys: list(text()), error: maybe(text()) }, ['id']),
  dialects: tervaOnly,
  legalIn: answering,
  times: 'once per secret_list',
  summary: (f) => join(words(counted(lengthOf(f.keys), 'name')), optional(' · ', f.error)),
  examples: [
    { type: 'secret_keys', id: 'k3', keys: ['token'] },
    { type: 'secret_keys', id: 'k3', keys: null, error: 'no secret store here' },
  ],
  doc: 'The answer to secret_list.',
  source: 'terva 6, secret_keys',
});

export const secretAck = defineFrame({
  from: 'host',
  type: 'secret_ack',
  // secret_delete is answered by it too; a pair is found by the answer its request names.
  role: { kind: 'answer', to: 'secret_set' },
  lane: 'calls',
  schema: frame('secret_ack', { id: correlationId, error: maybe(text()) }, ['id']),
  dialects: tervaOnly,
  legalIn: answering,
  times: 'once per secret_set or secret_delete',
  summary: ackSummary,
  examples: [
    { type: 'secret_ack', id: 'k2' },
    { type: 'secret_ack', id: 'k2', error: 'no secret store here' },
  ],
  doc: 'The answer to secret_set and secret_delete.',
  source: 'terva 6, secret_ack',
});

function ackSummary(f: { readonly [name: string]: unknown }): Parts {
  return f.error === undefined || f.error === '' ? words('done') : say`failed: ${f.error}`;
}
