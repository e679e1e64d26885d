// The window's side of replay: one run at a time of a recording against a target that the person agreed to. The session it
// starts is one like any other: it stands in the list, is recorded, and its gate may hold lines. What comes of the run is
// told as plain values: a summary, and the rows that changed since they were asked for last.

import type { SessionId } from '../../shared/ids.ts';
import { failure } from '../../shared/errors.ts';
import { parseIgnore, type IgnoreRule } from '../../shared/replay/ignore.ts';
import { chooseNormalisers } from '../../shared/replay/normalisers.ts';
import type { ReplayRow, VerdictCounts } from '../../shared/replay/result.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { TargetInput } from '../../shared/target/target.ts';
import type { Pace, Replay, ReplayOutcome, ReplayProgress } from '../drivers/replay.ts';
import { acceptBaseline } from './accept-baseline.ts';
import type { Opened } from './opened.ts';
import { planRecording, type ReplayRecording } from './replay-recording.ts';
import { projectHere, startReplay, usualLimits, type ReplayChoices } from './replay-run.ts';
import type { OpenHow } from './session-desk.ts';

export interface ReplayAsk {
  /** Path of the recording's file. */
  readonly recording: string;
  readonly target: TargetInput;
  readonly pace: Pace;
  /** `step`: every line is held at the gate from the start on. */
  readonly mode: GateMode;
  /** As written by the person; see `parseIgnore`. */
  readonly ignore: readonly string[];
  /** See `chooseNormalisers`; empty: the usual ones. */
  readonly normalise: readonly string[];
  /** How much longer than recorded an answer may take, ms; left out: the usual time. */
  readonly answerMs?: number;
}

/** A run as it is now. */
export interface ReplayView {
  /** Counts the runs of this app. */
  readonly run: number;
  readonly recording: string;
  /** Session of the new run. */
  readonly session: SessionId;
  readonly name: string;
  readonly state: 'running' | 'stopping' | 'ended';
  readonly progress: ReplayProgress;
  readonly counts: VerdictCounts;
  readonly rows: number;
  /** null while it runs. */
  readonly outcome: ReplayOutcome | null;
  /** What to know beforehand: damage of the recording, another host profile than recorded. */
  readonly remarks: readonly string[];
  /** Where the old baseline is kept, once the run was accepted. */
  readonly accepted: string | null;
}

export interface ReplayDeskParts {
  /** Opens a target with the person's consent and settings, as every other one. */
  readonly start: (input: TargetInput, mode: GateMode, how: OpenHow) => Promise<Result<Opened>>;
  /** Something is new: `view`, or `takeRows`. */
  readonly changed: () => void;
  readonly report: (error: unknown) => void;
}

interface Running {
  readonly run: number;
  readonly opened: Opened;
  readonly recording: ReplayRecording;
  readonly replay: Replay;
  readonly ending: AbortController;
  readonly remarks: readonly string[];
  outcome: ReplayOutcome | null;
  accepted: string | null;
}

export class ReplayDesk {
  readonly #parts: ReplayDeskParts;
  #current: Running | null = null;
  #starting = false;
  #runs = 0;

  constructor(parts: ReplayDeskParts) {
    this.#parts = parts;
  }

  /** The last run, or the one under way; null when there was none. */
  get view(): ReplayView | null {
    const current = this.#current;
    if (!current) return null;
    const { run, recording, opened, replay, ending, outcome, remarks, accepted } = current;
    return {
      run,
      recording: recording.path,
      session: opened.id,
      name: opened.name,
      state: outcome ? 'ended' : ending.signal.aborted ? 'stopping' : 'running',
      progress: replay.progress,
      counts: replay.counts,
      rows: replay.size,
      outcome,
      remarks,
      accepted,
    };
  }

  /** All rows in the order of the table; for one who has seen none yet. */
  get rows(): readonly ReplayRow[] {
    return this.#current?.replay.rows ?? [];
  }

  /** Rows that are new or differ since the last call: replace those of the same number, order by step and number. */
  takeRows(): readonly ReplayRow[] {
    return this.#current?.replay.takeChanged() ?? [];
  }

  /**
   * Errors: those of the recording and of opening the target (`consentNeeded` …), `argumentInvalid` for a place or a
   * normaliser that is none, `sessionRunning` while another run is under way.
   */
  async start(ask: ReplayAsk): Promise<Result<ReplayView>> {
    if (this.#starting || (this.#current && !this.#current.outcome))
      return failed(
        failure('sessionRunning', 'A replay is running already.', 'Stop it, or wait until it has ended.'),
      );
    this.#starting = true;
    try {
      return await this.#start(ask);
    } finally {
      this.#starting = false;
    }
  }

  /** Lets one more line of the host go, at pace `step`. */
  step(): void {
    this.#current?.replay.step();
  }

  /** Calls it off and stops the process; a second time kills it. */
  stop(): void {
    const { ending, opened, outcome } = this.#current ?? {};
    if (!ending || outcome) return;
    if (ending.signal.aborted) opened?.session?.stop('user');
    ending.abort();
    this.#parts.changed();
  }

  /**
   * Makes the last run the baseline: its recording takes the place of the old one, which is kept beside it.
   * Errors: `recordingUnfit` when there is no whole run, `fileUnwritable`.
   */
  async accept(): Promise<Result<ReplayView>> {
    const current = this.#current;
    const { outcome } = current ?? {};
    if (
      !current ||
      !outcome ||
      outcome.end === 'interrupted' ||
      outcome.end === 'notStarted' ||
      outcome.notSent > 0
    )
      return failed(
        failure(
          'recordingUnfit',
          'There is no whole run that could be the baseline.',
          'Run it to its end first.',
        ),
      );
    const { journal } = current.opened;
    await journal.flush();
    const kept = await acceptBaseline(journal.path, current.recording.path);
    if (!kept.ok) return kept;
    current.accepted = kept.value.backup;
    this.#parts.changed();
    return ok(this.#viewOf());
  }

  /** Nothing of a run goes on; the session itself is the workspace's to end. */
  close(): void {
    this.#current?.ending.abort();
  }

  async #start(ask: ReplayAsk): Promise<Result<ReplayView>> {
    const choices = choicesOf(ask);
    if (!choices.ok) return choices;
    const recording = await planRecording(ask.recording);
    if (!recording.ok) return recording;
    const project = projectHere(recording.value.header) ?? null;
    const opened = await this.#parts.start(ask.target, ask.mode, { project });
    if (!opened.ok) return opened;
    const ending = new AbortController();
    const changed = (): void => this.#parts.changed();
    const replay = startReplay(opened.value, recording.value, choices.value, ending.signal, changed);
    const remarks = remarksOn(recording.value, opened.value);
    const current: Running = {
      run: ++this.#runs,
      opened: opened.value,
      recording: recording.value,
      replay,
      ending,
      remarks,
      outcome: null,
      accepted: null,
    };
    this.#current = current;
    replay.outcome.then(
      (outcome) => {
        current.outcome = outcome;
        changed();
      },
      (error: unknown) => this.#parts.report(error),
    );
    changed();
    return ok(this.#viewOf());
  }

  #viewOf(): ReplayView {
    const { view } = this;
    if (!view) throw new Error('A replay that was started is not there.');
    return view;
  }
}

function choicesOf({ pace, ignore, normalise, answerMs }: ReplayAsk): Result<ReplayChoices> {
  const normalisers = chooseNormalisers(normalise);
  if (!normalisers.ok) return normalisers;
  const rules: IgnoreRule[] = [];
  for (const text of ignore) {
    const rule = parseIgnore(text);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  const limits = { ...usualLimits, ...(answerMs === undefined ? {} : { answerMs }) };
  return ok({ pace, ignore: rules, normalisers: normalisers.value, limits });
}

function remarksOn({ host, damage }: ReplayRecording, { profile, name }: Opened): string[] {
  const other =
    host.profile.name === profile
      ? []
      : [`It was recorded with the host ${host.profile.name}; ${name} runs with ${profile} now.`];
  return [...damage, ...other];
}
