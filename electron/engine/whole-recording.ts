// Opens a recording's file for those that go through all of it: replay, comparison, export, coverage. Reads it as the host
// that recorded it would, and waits until all of it is indexed. It must not run anything.

import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import type { DecodeLine } from '../../shared/protocol/define.ts';
import type { ProfileOfProtocol } from '../../shared/protocol/registry.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { OpenRecording } from '../recorder/open-recording.ts';
import { openRecording } from '../recorder/recording-file.ts';
import { makeValidateFrame } from '../session/validate-frame.ts';
import { profileOrDefault } from './profile-of.ts';

const validate = makeValidateFrame();

export interface WholeRecording {
  readonly recording: OpenRecording;
  /** null when it is damaged. */
  readonly header: RecordingHeader | null;
  readonly host: ProfileOfProtocol;
  readonly decode: DecodeLine;
}

/** Errors: those of `openRecording`. To be closed by `recording.close()`. */
export async function openWhole(file: string): Promise<Result<WholeRecording>> {
  let host = profileOrDefault();
  let decode = makeDecodeLine(host.protocol, host.profile, validate);
  const opened = await openRecording(file, (header) => {
    host = profileOrDefault(header?.profile);
    decode = makeDecodeLine(host.protocol, host.profile, validate);
    return { decode, profile: host.profile };
  });
  if (!opened.ok) return opened;
  const recording = opened.value;
  await recording.indexed;
  return ok({ recording, header: recording.header, host, decode });
}
