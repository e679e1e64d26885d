// The first line of a recording that is made of a capture. Captures tell nothing of what ran, so nothing is claimed; a
// recording of a newer version keeps what reads as today's header.

import fs from 'node:fs';
import path from 'node:path';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { recordingVersion, type RecordingHeader } from '../../shared/recording/format.ts';
import { parseHeader } from '../../shared/recording/parse.ts';
import { untoldSettings } from '../../shared/recording/untold.ts';

/** That of a newer recording as far as it is one of ours, else what can be told of a capture. */
export function headerFor(
  { file, programVersion }: { readonly file: string; readonly programVersion: string },
  head: readonly string[],
  profile: string,
  protocol: string,
): RecordingHeader {
  const own = newerHeader(head[0]);
  const writtenBy = `framescope ${programVersion}`;
  if (own && profileNamed(own.profile)) return { ...own, writtenBy };
  const cwd = path.dirname(file);
  return {
    framescope: recordingVersion,
    startedAt: fs.statSync(file).mtime.toISOString(),
    protocol,
    profile,
    target: {
      key: file,
      input: { kind: 'path', path: file },
      name: path
        .basename(file)
        .replace(/(\.gz)?$/i, '')
        .replace(/\.[^.]+$/, ''),
      asked: '',
      executable: null,
      searched: [],
      argv: [],
      cwd,
    },
    settings: untoldSettings(profile, cwd),
    writtenBy,
  };
}

/** The header read as if it were of today's version. */
function newerHeader(line: string | undefined): RecordingHeader | undefined {
  if (line === undefined || !line.startsWith('{"framescope":')) return undefined;
  const parsed = parseHeader(line.replace(/^\{"framescope":-?\d+/, `{"framescope":${recordingVersion}`));
  return parsed.ok ? parsed.value.header : undefined;
}
