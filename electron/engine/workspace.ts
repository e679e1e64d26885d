// All that is open: live sessions, each with the journal it fills, and recordings. Joins target, transport, session and
// journal; the rules about each are theirs. The app and the command line both stand on this.

import fs from 'node:fs';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { recordingId, type SessionId } from '../../shared/ids.ts';
import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import type { DecodeLine, ValidateFrame } from '../../shared/protocol/define.ts';
import { defaultProfileName, profileNamed, type ProfileOfProtocol } from '../../shared/protocol/registry.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { ExtensionPlace } from '../../shared/target/found-extension.ts';
import type { HostSettings, ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import type { Decoding } from '../recorder/decode-entry.ts';
import { createJournal } from '../recorder/create-journal.ts';
import { openRecording } from '../recorder/recording-file.ts';
import { journalDir } from '../recorder/state-dir.ts';
import { makeCheckSchema } from '../session/check-schema.ts';
import { resolveTarget } from '../session/discover/resolve-target.ts';
import { Host } from '../session/host.ts';
import { defaultSettings as settingsOf } from '../session/host-settings.ts';
import { makeValidateFrame } from '../session/validate-frame.ts';
import { builtTarget } from './build-plugin.ts';
import { cutFollowing } from './cut-following.ts';
import { importCapture } from './import-capture.ts';
import { launchOf } from './launch.ts';
import { openSession } from './open-session.ts';
import type { Opened } from './opened.ts';
import { OpenedList } from './opened-list.ts';
import { profileFor, profileOrDefault, withBuiltins } from './profile-of.ts';
import { headerOf } from './recording-header.ts';
import { warmUp } from './warm-up.ts';
import { underTarget } from './under.ts';

export interface WorkspaceOptions {
  /** Journals and the register of running processes live here. */
  readonly stateDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly programVersion: string;
  /** The program of ours that calls native plugins; default: the one beside this program. */
  readonly pluginChild?: string;
}

export interface OpenTargetOptions {
  /** Absolute; otherwise a new file in the state folder. */
  readonly journalFile?: string;
  /** Where it was found; opened by itself when left out. */
  readonly place?: ExtensionPlace;
  readonly project?: string | null;
  /** The session whose place in the load order it takes. */
  readonly replaces?: SessionId;
  /** First entry of its journal: why it was started. */
  readonly note?: string;
}

/** What the host would tell this target; unknown profiles fall back to the default one. */
export function defaultSettings(target: ResolvedTarget, projectDir: string, profile: string): HostSettings {
  return settingsOf(target, projectDir, profileFor(target, profile).profile);
}

export class Workspace {
  readonly #options: WorkspaceOptions;
  readonly #host = new Host();
  readonly #validate: ValidateFrame = makeValidateFrame();
  readonly #checkSchema = makeCheckSchema();
  readonly #opened = new OpenedList();
  readonly #listeners = new Set<() => void>();
  #recordings = 0;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.#host.onChange(() => this.#changed());
  }

  /** For another workspace like this one. */
  get options(): WorkspaceOptions {
    return this.#options;
  }

  /** In load order. */
  get list(): readonly Opened[] {
    return this.#opened.all;
  }

  get(id: string): Result<Opened> {
    const opened = this.#opened.get(id);
    if (opened) return ok(opened);
    return failed(failure('sessionUnknown', `There is no open session ${id}.`, 'Open the target again.'));
  }

  /** Looks, runs nothing. */
  resolve(input: TargetInput, cwd = process.cwd()): Promise<Result<ResolvedTarget>> {
    const { environment, pluginChild } = this.#options;
    return resolveTarget(input, { cwd, environment, ...(pluginChild ? { pluginChild } : {}) });
  }

  /** Starts the target, recording from the first byte. Consent is the caller's business. */
  async openTarget(
    asked: ResolvedTarget,
    settings: HostSettings,
    mode: GateMode,
    { journalFile, place = 'explicit', project = null, replaces, note }: OpenTargetOptions = {},
  ): Promise<Result<Opened>> {
    const chosen = profileNamed(settings.profile);
    if (!chosen) return failed(unknownProfile(settings.profile));
    const { environment } = this.#options;
    const under = await underTarget(asked, settings, { ...environment, ...settings.environment });
    if (!under.ok) return under;
    const built = await builtTarget(under.value, environment);
    if (!built.ok) return built;
    const target = built.value;
    const launch = await launchOf(target, settings, chosen.profile, environment);
    if (!launch.ok) return launch;
    const { stateDir, programVersion } = this.#options;
    const startedAt = new Date().toISOString();
    const { protocol } = chosen;
    const profile = withBuiltins(chosen.profile, settings);
    const decode = this.#decode({ protocol, profile });
    const journal = createJournal({
      place: journalFile
        ? { path: journalFile, replace: true }
        : { dir: journalDir(stateDir), name: target.name },
      header: headerOf(target, settings, chosen.protocol.name, startedAt, programVersion),
      decode,
      profile,
    });
    if (!journal.ok) return journal;
    if (note !== undefined) journal.value.append(0, { kind: 'note', text: note });
    const parts = {
      target,
      settings,
      profile,
      frames: protocol.frames,
      decode,
      sink: journal.value,
      checkSchema: this.#checkSchema,
    };
    const session = openSession(this.#host, parts, launch.value, { stateDir, journal: journal.value.path });
    const opened: Opened = {
      id: session.id,
      name: target.name,
      kind: 'live',
      profile: profile.name,
      startedAt,
      journal: journal.value,
      session,
      target,
      place,
      project,
      ...(replaces ? { replaces } : {}),
      damage: () => [],
    };
    this.#opened.add(opened);
    this.#host.arrange(this.list.map(({ id }) => id));
    session.start(mode);
    warmUp(protocol.frames, profile.name, this.#validate);
    this.#changed();
    return ok(opened);
  }

  /**
   * When several recordings were joined in the file, those behind the first open after it, each as one of its own. A
   * capture that another program made becomes a recording first.
   */
  async openRecording(file: string): Promise<Result<Opened>> {
    const opened = await this.#openPart(file, 1);
    if (opened.ok || opened.failure.code !== 'recordingNotOne') return opened;
    const { stateDir, programVersion } = this.#options;
    const imported = await importCapture({ file: path.resolve(file), stateDir, programVersion });
    return imported.ok ? this.#openPart(imported.value.path, 1) : opened;
  }

  async #openPart(file: string, part: number): Promise<Result<Opened>> {
    const recording = await openRecording(file, (header) => this.decodingFor(header?.profile));
    if (!recording.ok) return recording;
    const { header } = recording.value;
    this.#recordings += 1;
    const name = header?.target.name ?? path.basename(file);
    let unopened: readonly string[] = [];
    const opened: Opened = {
      id: recordingId(this.#recordings),
      name: part === 1 ? name : `${name} (part ${part})`,
      kind: 'recording',
      profile: header?.profile ?? defaultProfileName,
      startedAt: header?.startedAt ?? '',
      journal: recording.value,
      place: 'explicit',
      project: null,
      damage: () => [...recording.value.damageWords, ...unopened],
    };
    this.#opened.add(opened);
    this.#changed();
    // What is missing at its end, and what follows it, is known only when all of it has been read.
    void recording.value.indexed.then(async () => {
      const { nextAt } = recording.value;
      if (nextAt !== undefined && this.#opened.get(opened.id)) {
        const following = await this.#openFollowing(file, nextAt, part + 1);
        if (!following.ok) unopened = [`What follows there is not opened. ${following.failure.message}`];
      }
      if (opened.damage().length > 0) this.#changed();
    });
    return ok(opened);
  }

  async #openFollowing(file: string, from: number, part: number): Promise<Result<Opened>> {
    const cut = await cutFollowing(file, from, this.#options.stateDir);
    if (!cut.ok) return cut;
    const opened = await this.#openPart(cut.value, part);
    if (!opened.ok) fs.rmSync(cut.value, { force: true });
    return opened;
  }

  /** How a recording of that profile is read; unknown ones fall back to the default. */
  decodingFor(profile?: string): Decoding {
    const chosen = profileOrDefault(profile);
    return { decode: this.#decode(chosen), profile: chosen.profile };
  }

  /** Lists what another program runs or ran; closing it ends nothing but its journal. */
  adopt(opened: Opened): void {
    this.#opened.add(opened);
    this.#changed();
  }

  /** Ends it if it runs, to be replaced: what is held passes first. It stays on the list. */
  async end(id: SessionId): Promise<void> {
    const session = this.#opened.get(id)?.session;
    if (!session || session.status.state === 'ended') return;
    session.setMode('run');
    await this.#host.end(id, 'user');
  }

  /** Ends it if it runs, closes its journal and takes it off the list; the file stays. */
  async close(id: SessionId): Promise<void> {
    const opened = this.#opened.get(id);
    if (!opened) return;
    if (opened.session) await this.#host.end(id, 'app');
    this.#opened.remove(id);
    this.#host.forget(id);
    await opened.journal.close();
    this.#changed();
  }

  /** Ends all within the hosts' graces and a margin. */
  async closeAll(): Promise<void> {
    await Promise.all(this.list.map(({ id }) => this.close(id)));
  }

  /** Tells those who listen that something about an open session is to be read again. */
  announce(): void {
    this.#changed();
  }

  /** Calls back when something was opened or closed, or a session changed its state. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #decode({ protocol, profile }: ProfileOfProtocol): DecodeLine {
    return makeDecodeLine(protocol, profile, this.#validate);
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function unknownProfile(name: string): ReturnType<typeof failure> {
  return failure(
    'argumentInvalid',
    `There is no host profile ${name}.`,
    'Choose one of the profiles listed.',
  );
}
