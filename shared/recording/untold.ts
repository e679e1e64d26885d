// The part of a header about a host that told us nothing, because another program ran the extension: a tap's, or that of a
// capture. It must not claim what nobody knows.

import type { RecordingHeader } from './format.ts';

/** @param cwd where the extension ran, as far as that is known */
export function untoldSettings(profile: string, cwd: string): RecordingHeader['settings'] {
  return {
    profile,
    hostVersion: '',
    provider: '',
    model: '',
    projectDir: cwd,
    extensionDir: null,
    dataDir: null,
    protocolVersion: 1,
    environmentNames: [],
  };
}
