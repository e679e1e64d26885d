// The first line of a tap's recording: what runs is known, what the real host told it is not; that stands in its hello_ack.

import fs from 'node:fs';
import path from 'node:path';
import { recordingVersion, type RecordingHeader } from '../../shared/recording/format.ts';
import { untoldSettings } from '../../shared/recording/untold.ts';
import { tapProfile } from '../../shared/tap/messages.ts';
import type { RecorderSettings } from './recorder-thread.ts';

/** @param programDir folder of this program, inside the package whose version is told */
export function tapHeader(settings: RecorderSettings, programDir: string): RecordingHeader {
  const { argv, cwd, name, startedAt } = settings;
  const [asked = ''] = argv;
  return {
    framescope: recordingVersion,
    startedAt,
    protocol: tapProfile.protocol,
    profile: tapProfile.name,
    target: {
      key: JSON.stringify({ command: argv, cwd }),
      input: { kind: 'command', argv, cwd },
      name,
      asked,
      executable: asked.includes('/') ? path.resolve(cwd, asked) : null,
      searched: [],
      argv,
      cwd,
    },
    settings: untoldSettings(tapProfile.name, cwd),
    writtenBy: `framescope ${versionAbove(programDir)} tap`,
  };
}

function versionAbove(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      const { name, version } = JSON.parse(fs.readFileSync(path.join(at, 'package.json'), 'utf8')) as Record<
        string,
        unknown
      >;
      if (name === 'framescope' && typeof version === 'string') return version;
    } catch {
      // no package here: it is further up
    }
    if (at === path.dirname(at)) return 'of unknown version';
  }
}
