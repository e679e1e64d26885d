// Joins a recording and a session that was just started into a replay. The settings of the recorded host go on to the new
// one, so that the extension is told the same.

import fs from 'node:fs';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import type { IgnoreRule } from '../../shared/replay/ignore.ts';
import type { Normaliser } from '../../shared/replay/normalisers.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { Replay, type Limits, type Pace } from '../drivers/replay.ts';
import type { Opened } from './opened.ts';
import { foldersOf, type ReplayRecording } from './replay-recording.ts';
import { defaultSettings } from './workspace.ts';

export interface ReplayChoices {
  readonly pace: Pace;
  readonly normalisers: readonly Normaliser[];
  readonly ignore: readonly IgnoreRule[];
  readonly limits: Limits;
}

/** Of a person who chose nothing. */
export const usualLimits: Limits = { helloMs: 10_000, answerMs: 10_000, quietMs: 500 };

/**
 * What the recorded host told its extension, for this target: profile, version, provider, model, and the project where it is
 * here as well.
 * @param projectDir stands for the project otherwise
 * @param profile instead of the recorded one
 */
export function recordedSettings(
  target: ResolvedTarget,
  { header, host }: Pick<ReplayRecording, 'header' | 'host'>,
  projectDir: string,
  profile?: string,
): HostSettings {
  const usual = defaultSettings(target, projectHere(header) ?? projectDir, profile ?? host.profile.name);
  if (!header || (profile !== undefined && profile !== header.profile)) return usual;
  const { hostVersion, provider, model, protocolVersion } = header.settings;
  return { ...usual, hostVersion, provider, model, protocolVersion };
}

/** Of `recordedSettings` what a host tells its extension about itself, for targets that have settings of their own. */
export function recordedWords(
  target: ResolvedTarget,
  recording: Pick<ReplayRecording, 'header' | 'host'>,
): Partial<HostSettings> {
  if (!recording.header) return {};
  const { profile, hostVersion, provider, model, protocolVersion } = recordedSettings(target, recording, '');
  return { profile, hostVersion, provider, model, protocolVersion };
}

/** @param opened live, started just now, in mode run or step */
export function startReplay(
  opened: Opened,
  { plan }: Pick<ReplayRecording, 'plan'>,
  choices: ReplayChoices,
  signal?: AbortSignal,
  changed?: () => void,
): Replay {
  const { session, target, journal, startedAt } = opened;
  if (!session || !target) throw new Error(`${opened.name} does not run, so nothing can be replayed on it.`);
  return new Replay({
    ...choices,
    plan,
    session,
    journal,
    startedAt,
    folders: foldersOf(target, session.settings),
    ...(signal ? { signal } : {}),
    ...(changed ? { changed } : {}),
  });
}

/** The recorded project folder, where it is here as well. */
export function projectHere(header: RecordingHeader | null): string | undefined {
  const folder = header?.settings.projectDir;
  return folder && fs.existsSync(folder) ? folder : undefined;
}
