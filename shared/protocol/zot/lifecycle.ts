// Frames of the zot family about the end of a session, and the generic error frame that only the seed knows.

import { anyTime, correlationId, defineFrame, everywhere, frame, maybe, seedOnly, text } from './parts.ts';
import { join, optional, say, words } from '../say.ts';
import type { Side } from '../../session/entries.ts';

export const shutdown = defineFrame({
  from: 'host',
  type: 'shutdown',
  role: { kind: 'request', answer: 'shutdown_ack', optional: true },
  lane: 'process',
  schema: frame('shutdown', {}),
  dialects: everywhere,
  legalIn: anyTime,
  sentByHost: 'atStop',
  times: 'once, any time',
  summary: () => words('clean up and exit'),
  examples: [{ type: 'shutdown' }],
  doc: 'Asks the extension to clean up and exit. The host closes its stdin at once, then signals SIGTERM after 2 s and SIGKILL after one more.',
  source: 'seed, ShutdownFromHost; real host, May 2026: 2 s and 1 s',
});

export const shutdownAck = defineFrame({
  from: 'extension',
  type: 'shutdown_ack',
  role: { kind: 'answer', to: 'shutdown' },
  lane: 'process',
  schema: frame('shutdown_ack', {}),
  dialects: everywhere,
  legalIn: ['stopping'],
  times: 'once, answers shutdown',
  summary: () => words('will exit'),
  examples: [{ type: 'shutdown_ack' }],
  doc: 'Acknowledges shutdown. Real hosts do not wait for it: they wait for the process to exit.',
  source: 'seed, ShutdownAckFromExt; real host, May 2026',
});

function errorFrame(from: Side) {
  return defineFrame({
    from,
    type: 'error',
    role: { kind: 'notice' },
    lane: 'other',
    schema: frame('error', { id: maybe(correlationId), message: text() }),
    dialects: seedOnly,
    legalIn: anyTime,
    times: '0 or more, either way',
    summary: (f) => join(say`${f.message}`, optional(' · about id ', f.id)),
    examples: [
      { type: 'error', message: 'frame is not JSON' },
      { type: 'error', id: '7', message: 'no such tool' },
    ],
    doc: 'A failure that belongs to no other frame, for instance an unknown type. Only the seed describes it; real hosts neither send nor know it and log it as an unknown frame type.',
    source: 'seed, Error; real host, May 2026: unknown frame type',
  });
}

export const errorFromExtension = errorFrame('extension');
export const errorFromHost = errorFrame('host');
