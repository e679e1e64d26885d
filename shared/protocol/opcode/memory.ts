// Frames about the host's memory. What a plugin hands over has to come from here, and what the host hands out is valid until
// the next turn of the main loop, unless a function says otherwise.

import { Type } from '@sinclair/typebox';
import { counted, join, optional, say, words } from '../say.ts';
import { cText, hostCall, hostNotice, pointer, shown } from './parts.ts';

const bytes = Type.Integer({ minimum: 0, description: 'Bytes.' });
const address = '0x55d0c81e72a0';

export const [alloc, allocated] = hostCall({
  name: 'alloc',
  args: { n: bytes },
  value: pointer(),
  lane: 'other',
  summary: (f) => words(typeof f.n === 'number' ? counted(f.n, 'byte') : 'bytes'),
  examples: [{ n: 96 }],
  returned: {
    summary: (f) => (f.value === null ? words('NULL') : say`${f.value}`),
    examples: [{ value: address }, { value: null }],
    doc: 'The memory, every byte of it 0, or NULL when there is none.',
  },
  doc: 'Memory that the plugin may give to the host or has to free.',
  header: 'alloc zeroes, free(NULL) is a no-op',
});

export const free = hostNotice({
  name: 'free',
  args: { p: pointer() },
  lane: 'other',
  summary: (f) => (f.p === null ? words('NULL, which does nothing') : say`${f.p}`),
  examples: [{ p: address }, { p: null }],
  doc: 'Gives memory of alloc, strdup_ or json_escape back, once.',
  header: 'alloc zeroes, free(NULL) is a no-op',
});

export const [strdup, strdupped] = hostCall({
  name: 'strdup_',
  args: { s: cText() },
  value: pointer(),
  lane: 'other',
  summary: (f) => shown(f.s ?? null),
  examples: [{ s: 'README.md' }],
  returned: {
    summary: (f) => (f.value === null ? words('NULL') : say`${f.value}`),
    examples: [{ value: address }],
    doc: 'A copy that the plugin may give to the host or has to free.',
  },
  doc: 'Copies a text into memory of the host.',
});

export const log = hostNotice({
  name: 'log',
  args: { level: Type.Integer({ description: '0 debug, 1 info, 2 warn, 3 error.' }), msg: cText() },
  lane: 'other',
  summary: (f) => join(words(`${levelWord(f.level)}: `), shown(f.msg ?? null)),
  examples: [
    { level: 1, msg: 'boom 0.2.1 loaded' },
    { level: 3, msg: 'no such file' },
  ],
  doc: 'A line for the log of the host.',
  header: 'logging: 0=debug 1=info 2=warn 3=error',
});

export const levels = ['debug', 'info', 'warn', 'error'] as const;

export function levelWord(level: unknown): string {
  return (typeof level === 'number' ? levels[level] : undefined) ?? `level ${String(level)}`;
}

export const [cancelAsked, cancelTold] = hostCall({
  name: 'is_cancelled',
  args: { signal_token: cText() },
  value: Type.Integer(),
  lane: 'calls',
  summary: (f) => shown(f.signal_token ?? null),
  examples: [{ signal_token: 'run-1' }],
  returned: {
    summary: (f) => join(optional('', f.value), words(f.value === 1 ? ': cancelled' : ': go on')),
    examples: [{ value: 0 }, { value: 1 }],
    doc: 'Whether a person has cancelled the run: 1, else 0.',
  },
  doc: 'Asks whether the run that a tool call belongs to was cancelled.',
  header: 'returns 1 if the run containing `signal_token` was aborted',
});
