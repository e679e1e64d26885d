// A recording's file as replay, mock and comparison need it: read whole, in order, and closed again. What could not be read
// of it is said in words.

import { failure } from '../../shared/errors.ts';
import type { DecodeLine } from '../../shared/protocol/define.ts';
import type { ProfileOfProtocol } from '../../shared/protocol/registry.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { Crossing } from '../../shared/replay/diff.ts';
import { Planner, type Plan } from '../../shared/replay/plan.ts';
import { RunFacts } from '../../shared/replay/run-facts.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { openWhole } from './whole-recording.ts';

const pageEntries = 1_000;

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
  const opened = await openWhole(file);
  if (!opened.ok) return opened;
  const { recording, header, host, decode } = opened.value;
  try {
    const { path, damageWords, nextAt, count } = recording;
    // These commands look at one run; the first one is as good as its file.
    const damage = nextAt !== undefined ? [...damageWords, onlyFirst] : damageWords;
    const into = make({ header, host, decode });
    for (let seq = 1; seq <= count; seq += pageEntries)
      for (const entry of await recording.entries(seq, pageEntries)) into.add(entry);
    return ok({ path, header, host, decode, damage, into });
  } finally {
    await recording.close();
  }
}

const onlyFirst = 'Only the first recording is read. The app opens each by itself, in a file of its own.';
