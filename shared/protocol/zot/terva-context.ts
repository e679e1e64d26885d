// Frames only terva knows by which an extension adds to the model's context and to the status line.

import { join, optional, say } from '../say.ts';
import { afterHello, defineFrame, flag, frame, integer, maybe, tervaOnly, text } from './parts.ts';

export const registerContext = defineFrame({
  from: 'extension',
  type: 'register_context',
  role: { kind: 'notice' },
  lane: 'registry',
  schema: frame('register_context', { text: text('Empty takes it back.') }),
  dialects: tervaOnly,
  legalIn: ['registering'],
  times: '0 or more, each replaces the last',
  summary: (f) => say`${f.text}`,
  examples: [{ type: 'register_context', text: 'Prefer small commits' }],
  doc: 'A fixed block of text for the system prompt.',
  source: 'terva 2, register_context',
});

export const refreshContext = defineFrame({
  from: 'extension',
  type: 'refresh_context',
  role: { kind: 'notice' },
  lane: 'registry',
  schema: frame('refresh_context', { text: text('Empty takes it back.') }),
  dialects: tervaOnly,
  legalIn: afterHello,
  times: '0 or more, each replaces the last',
  summary: (f) => say`${f.text}`,
  examples: [{ type: 'refresh_context', text: 'Release week: no schema changes' }],
  doc: 'Replaces the block of register_context while the session runs.',
  source: 'terva 3, refresh_context',
});

export const contextCard = defineFrame({
  from: 'extension',
  type: 'context_card',
  role: { kind: 'notice' },
  lane: 'other',
  schema: frame(
    'context_card',
    {
      id: text('Name of the card, not a correlation id.'),
      label: maybe(text()),
      text: text(),
      priority: maybe(integer()),
      blocking: maybe(flag()),
    },
    ['id'],
  ),
  dialects: tervaOnly,
  legalIn: afterHello,
  times: '0 or more',
  summary: (f) => join(say`${f.label ?? f.id}`, optional(': ', f.text)),
  examples: [
    { type: 'context_card', id: 'branch', label: 'Branch', text: 'fix/login', priority: 2, blocking: true },
    { type: 'context_card', id: 'branch', text: 'main' },
  ],
  doc: 'A block of text the model sees again with every turn, until it is cleared.',
  source: 'terva 2, context_card',
});

export const contextCardClear = defineFrame({
  from: 'extension',
  type: 'context_card_clear',
  role: { kind: 'notice' },
  lane: 'other',
  schema: frame('context_card_clear', { id: text('Name of the card.') }, ['id']),
  dialects: tervaOnly,
  legalIn: afterHello,
  times: '0 or more',
  summary: (f) => say`${f.id}`,
  examples: [{ type: 'context_card_clear', id: 'branch' }],
  doc: 'Takes a context card away.',
  source: 'terva 2, context_card_clear',
});

export const statusSegment = defineFrame({
  from: 'extension',
  type: 'status_segment',
  role: { kind: 'notice' },
  lane: 'other',
  schema: frame(
    'status_segment',
    { id: text('Name of the segment.'), text: maybe(text('Empty takes it away.')) },
    ['id'],
  ),
  dialects: tervaOnly,
  legalIn: afterHello,
  times: '0 or more',
  summary: (f) => join(say`${f.id}`, optional(': ', f.text)),
  examples: [
    { type: 'status_segment', id: 'branch', text: 'fix/login +2' },
    { type: 'status_segment', id: 'branch' },
  ],
  doc: 'A piece of text in the status line.',
  source: 'terva 2, status_segment',
});
