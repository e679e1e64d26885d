// The first line of a recording, from what is about to run. Environment values never go in: names only.

import { recordingVersion, type RecordingHeader } from '../../shared/recording/format.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';

/** @param startedAt ISO 8601, UTC */
export function headerOf(
  target: ResolvedTarget,
  settings: HostSettings,
  protocol: string,
  startedAt: string,
  programVersion: string,
): RecordingHeader {
  const { remarks: _remarks, digest: _digest, ...kept } = target;
  const { environment, ...told } = settings;
  return {
    framescope: recordingVersion,
    startedAt,
    protocol,
    profile: settings.profile,
    target: kept,
    settings: { ...told, environmentNames: Object.keys(environment) },
    writtenBy: `framescope ${programVersion}`,
  };
}
