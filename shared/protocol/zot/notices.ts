// Frames of the zot family that put notes before the user.

import { say, words } from '../say.ts';
import { afterHello, defineFrame, everywhere, frame, oneOf, sinceLatest, text } from './parts.ts';

export const notify = defineFrame({
  from: 'extension',
  type: 'notify',
  role: { kind: 'notice' },
  lane: 'other',
  schema: frame('notify', {
    level: oneOf(['info', 'warn', 'error', 'success'], 'Any text is let through.'),
    message: text(),
  }),
  dialects: everywhere,
  legalIn: afterHello,
  times: 'any time',
  summary: (f) => say`${f.level}: ${f.message}`,
  examples: [
    { type: 'notify', level: 'warn', message: '2 rules relaxed' },
    { type: 'notify', level: 'success', message: 'index is ready' },
  ],
  doc: 'A note for the user, one way, at any time after hello. It has no effect where nobody looks (print and JSON modes).',
  source: 'seed, NotifyFromExt',
});

export const clearNotes = defineFrame({
  from: 'extension',
  type: 'clear_notes',
  role: { kind: 'notice' },
  lane: 'other',
  schema: frame('clear_notes', {}),
  dialects: sinceLatest,
  legalIn: afterHello,
  times: 'any time',
  summary: () => words('takes back its notes'),
  examples: [{ type: 'clear_notes' }],
  doc: 'Takes back the notes this extension has shown.',
  source: 'zot, newest: clear_notes',
});
