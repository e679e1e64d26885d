// What comes over the socket is foreign until it was looked at.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultProfileName, profileNamed } from '../../../shared/protocol/registry.ts';
import { fromApp, fromTap, tapProfile } from '../../../shared/tap/messages.ts';

const hello = { kind: 'hello', tap: 1, key: 'k', pid: 3, journal: '/j', name: 'n', argv: ['a'], cwd: '/' };
const state = { kind: 'state', bytes: 0, mode: 'step', held: [1, 2], over: false };
const words = [
  { kind: 'welcome', tap: 1 },
  { kind: 'mode', mode: 'run' },
  { kind: 'release', line: 1 },
  { kind: 'release', line: 1, edited: { text: 'x' } },
  { kind: 'release', line: 1, edited: { base64: 'eA==' } },
  { kind: 'releaseAll' },
  { kind: 'drop', line: 7 },
  { kind: 'leave' },
];

it('whatever is sent, it is a known message or nothing, and nothing throws', () => {
  for (const message of [hello, state]) expect(fromTap(message)).toEqual(message);
  for (const word of words) expect(fromApp(word)).toEqual(word);
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(fromTap(value)).toBeUndefined();
      expect(fromApp(value)).toBeUndefined();
    }),
  );
});

it('each field counts: without it, or with another type, the message is none', () => {
  for (const [message, read] of [
    [hello, fromTap],
    [state, fromTap],
    ...words.filter((word) => Object.keys(word).length === 2).map((word) => [word, fromApp] as const),
  ] as const)
    for (const key of Object.keys(message))
      for (const value of [undefined, null, -1, {}, [{}], 1.5])
        expect(read({ ...message, [key]: value }), `${key} ${JSON.stringify(value)}`).toBeUndefined();
  expect(fromApp({ kind: 'release', line: 1, edited: { text: 'x', base64: '' } })).toBeUndefined();
  expect(fromTap({ ...hello, name: 'x'.repeat(100_000) })).toBeUndefined();
});

it('a tap writes the profile that everything else begins with', () => {
  expect(tapProfile.name).toBe(defaultProfileName);
  expect(profileNamed(tapProfile.name)?.protocol.name).toBe(tapProfile.protocol);
});
