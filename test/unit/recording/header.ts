// A header of a recording, for tests.

import { recordingVersion, type RecordingHeader } from '../../../shared/recording/format.ts';

export const header: RecordingHeader = {
  framescope: recordingVersion,
  startedAt: '2026-01-31T12:00:00.000Z',
  protocol: 'zot',
  profile: 'zot-latest',
  target: {
    key: '/ext/greeter/extension.json',
    input: { kind: 'path', path: '/ext/greeter' },
    name: 'greeter',
    asked: 'node',
    executable: '/usr/bin/node',
    searched: ['/usr/bin/node'],
    argv: ['node', 'greeter.mjs'],
    cwd: '/ext/greeter',
  },
  settings: {
    profile: 'zot-latest',
    hostVersion: '1.0.0',
    provider: 'p',
    model: 'm',
    projectDir: '/project',
    extensionDir: null,
    dataDir: null,
    protocolVersion: 1,
    environmentNames: ['API_KEY'],
  },
  writtenBy: 'framescope 0.1.0',
};
