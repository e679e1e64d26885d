// A recording's file as replay, mock and comparison need it: read whole, in order, and closed again. What could not be read
// of it is said in words.

import { failure } from '../../shared/errors.ts';
import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import type { DecodeLine } from '../../shared/protocol/define.ts';
import { defaultProfileName, profileNamed, type ProfileOfProtocol } from '../../shared/protocol/registry.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { Crossing } from '../../shared/replay/diff.ts';
import { Planner, type Plan } from '../../shared/replay/plan.ts';
import { RunFacts } from '../../shared/replay/run-facts.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { openRecording } from '../recorder/recording-file.ts';
import { makeValidateFrame } from '../session/validate-frame.ts';

const pageEntries = 1_000;
const validate = makeValidateFrame();

export interface ReadRecording {
  /** Absolute. */
  readonly path: string;
  /** null when it is damaged. */
  readonly header: RecordingHeader | null;
  readonly host: ProfileOfProtocol;
  readonly decode: DecodeLine;
  /** What could not be read, in sentences; empty when the file is whole. */
  readonly damage: readonly string[];
}

export interface ReplayRecording extends ReadRecording {
  readonly plan: Plan;
}

/** Errors: those of `openRecording`; `recordingUnfit` when the host said nothing in it. */
export async function planRecording(file: string): Promise<Result<ReplayRecording>> {
  const read = await readRecording(file, ({ header, host, decode }) => {
    const { frames } = host.protocol;
    return new Planner(factsOf(header), { frames, decode });
  });
  if (!read.ok) return read;
  const { into, ...recording } = read.value;
  const { plan } = into;
  if (plan.hostLines > 0) return ok({ ...recording, plan });
  return failed(
    failure(
      'recordingUnfit',
      `${recording.path} holds no line of the host, so there is nothing to send.`,
      'Choose a recording in which the extension got as far as its hello.',
      { path: recording.path },
    ),
  );
}

/** All lines that crossed, of both sides. Errors: those of `openRecording`. */
export async function readCrossing(
  file: string,
): Promise<Result<ReadRecording & { readonly crossing: Crossing }>> {
  const read = await readRecording(file, ({ header, decode }) => new Crossing(factsOf(header), decode));
  if (!read.ok) return read;
  const { into: crossing, ...recording } = read.value;
  crossing.end();
  return ok({ ...recording, crossing });
}

/** The folders of a run, by what they are to the extension. */
export function foldersOf(
  target: Pick<ResolvedTarget, 'cwd'>,
  { projectDir, extensionDir, dataDir }: Pick<HostSettings, 'projectDir' | 'extensionDir' | 'dataDir'>,
): Readonly<Record<string, string | null>> {
  return { extension: target.cwd, project: projectDir, extension_dir: extensionDir, data_dir: dataDir };
}

function factsOf(header: RecordingHeader | null): RunFacts {
  const facts = new RunFacts(header?.startedAt);
  if (header)
    for (const [what, folder] of Object.entries(foldersOf(header.target, header.settings)))
      facts.addFolder(what, folder);
  return facts;
}

export async function readRecording<T extends { add(entry: DecodedEntry): void }>(
  file: string,
  make: (recording: Pick<ReadRecording, 'header' | 'host' | 'decode'>) => T,
): Promise<Result<ReadRecording & { readonly into: T }>> {
  let host = hostOf(null);
  let decode = makeDecodeLine(host.protocol, host.profile, validate);
  const opened = await openRecording(file, (header) => {
    host = hostOf(header);
    decode = makeDecodeLine(host.protocol, host.profile, validate);
    return { decode, profile: host.profile };
  });
  if (!opened.ok) return opened;
  const recording = opened.value;
  try {
    await recording.indexed;
    const { path, header, damageWords, next, count } = recording;
    // These commands look at one run; the first one is as good as its file.
    const damage = next ? [...damageWords, onlyFirst(path, next.offset)] : damageWords;
    const into = make({ header, host, decode });
    for (let seq = 1; seq <= count; seq += pageEntries)
      for (const entry of await recording.entries(seq, pageEntries)) into.add(entry);
    return ok({ path, header, host, decode, damage, into });
  } finally {
    await recording.close();
  }
}

function onlyFirst(file: string, offset: number): string {
  return `Only the first recording is read; the one behind it can be cut off with: tail -c +${offset + 1} ${file} > second.fsj.`;
}

function hostOf(header: RecordingHeader | null): ProfileOfProtocol {
  const found = profileNamed(header?.profile ?? defaultProfileName) ?? profileNamed(defaultProfileName);
  if (!found) throw new Error(`the registry has no profile ${defaultProfileName}`);
  return found;
}
