// The window's side of replay: a recording against targets that the person agreed to, one after the other, as they may
// provide tools of the same name. Each runs in a session like any other: it stands in the list, is recorded, and its gate
// may hold lines. Only one replay is under way at a time.

import { failure } from '../../shared/errors.ts';
import type { ReplayView } from '../../shared/ipc/contract.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import type { Pace } from '../drivers/replay.ts';
import { compareChoices } from './compare-choices.ts';
import type { Opened } from './opened.ts';
import { ReplayOne } from './replay-one.ts';
import { planRecording, type ReplayRecording } from './replay-recording.ts';
import { projectHere, recordedWords, usualLimits, type ReplayChoices } from './replay-run.ts';
import type { ResultTables } from './result-tables.ts';
import type { OpenHow } from './session-desk.ts';

export interface ReplayAsk {
  /** Path of the recording's file. */
  readonly recording: string;
  readonly targets: readonly TargetInput[];
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

export interface ReplayDeskParts {
  /** What the input names, when the person agreed to run it. */
  readonly agreed: (input: TargetInput) => Promise<Result<ResolvedTarget>>;
  /** Opens a target with the person's consent and settings, as every other one. */
  readonly start: (input: TargetInput, mode: GateMode, how: OpenHow) => Promise<Result<Opened>>;
  readonly tables: ResultTables;
  /** `view` is new, or rows are. */
  readonly changed: () => void;
  readonly report: (error: unknown) => void;
}

interface Current {
  readonly replay: number;
  readonly recording: ReplayRecording;
  readonly choices: ReplayChoices;
  readonly mode: GateMode;
  readonly runs: readonly ReplayOne[];
  state: ReplayView['state'];
}

export class ReplayDesk {
  readonly #parts: ReplayDeskParts;
  #current: Current | null = null;
  #starting = false;
  #replays = 0;
  #runs = 0;

  constructor(parts: ReplayDeskParts) {
    this.#parts = parts;
  }

  /** The last replay, or the one under way; null when there was none. */
  get view(): ReplayView | null {
    const current = this.#current;
    if (!current) return null;
    const { replay, recording, state, runs } = current;
    const remarks = recording.damage;
    return { replay, recording: recording.path, state, remarks, runs: runs.map((one) => one.view) };
  }

  /**
   * Errors: those of the recording and of looking at a target (`consentNeeded` …), `argumentInvalid` for a place or a
   * normaliser that is none, `sessionRunning` while another replay is under way. Then nothing was started.
   */
  async start(ask: ReplayAsk): Promise<Result<ReplayView>> {
    if (this.#starting || (this.#current && this.#current.state !== 'ended'))
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
    this.#running?.step();
  }

  /** Calls it off and stops the process; a second time kills it. Targets whose turn was still to come are left out. */
  stop(): void {
    const current = this.#current;
    if (!current || current.state === 'ended') return;
    current.state = 'stopping';
    this.#running?.stop();
    this.#parts.changed();
  }

  /** Makes a run the baseline; see `ReplayOne.accept`. */
  async accept(run: number): Promise<Result<ReplayView>> {
    const current = this.#current;
    const one = current?.runs.find((each) => each.run === run);
    if (!current || !one)
      return failed(failure('recordingUnfit', `Run ${run} is not there any more.`, 'Run it again first.'));
    const kept = await one.accept(current.recording.path);
    if (!kept.ok) return kept;
    this.#parts.changed();
    return ok(this.#viewOf());
  }

  /** Nothing of a replay goes on; the session itself is the workspace's to end. */
  close(): void {
    this.stop();
  }

  get #running(): ReplayOne | undefined {
    return this.#current?.runs.find(({ state }) => state === 'running');
  }

  async #start(ask: ReplayAsk): Promise<Result<ReplayView>> {
    const compared = compareChoices(ask);
    if (!compared.ok) return compared;
    const recording = await planRecording(ask.recording);
    if (!recording.ok) return recording;
    const agreed: ResolvedTarget[] = [];
    for (const input of ask.targets) {
      const target = await this.#parts.agreed(input);
      if (!target.ok) return target;
      agreed.push(target.value);
    }
    const { pace, answerMs, mode } = ask;
    const limits = { ...usualLimits, ...(answerMs === undefined ? {} : { answerMs }) };
    for (const { table } of this.#current?.runs ?? []) this.#parts.tables.remove(table);
    const runs = agreed.map((target) => new ReplayOne(++this.#runs, target));
    for (const one of runs) this.#parts.tables.add(one.table, one);
    const current: Current = {
      replay: ++this.#replays,
      recording: recording.value,
      choices: { ...compared.value, pace, limits },
      mode,
      runs,
      state: 'running',
    };
    this.#current = current;
    this.#parts.changed();
    this.#playAll(current).catch((error: unknown) => this.#parts.report(error));
    return ok(this.#viewOf());
  }

  async #playAll(current: Current): Promise<void> {
    try {
      for (const one of current.runs) {
        if (current.state === 'stopping') one.skip();
        else await this.#play(one, current);
      }
    } finally {
      current.state = 'ended';
      this.#parts.changed();
    }
  }

  async #play(one: ReplayOne, { recording, choices, mode, ...current }: Current): Promise<void> {
    const project = projectHere(recording.header) ?? null;
    const told = recordedWords(one.target, recording);
    const opened = await this.#parts.start(one.target.input, mode, { project, told });
    if (!opened.ok) return one.refuse(opened.failure);
    const played = one.play(opened.value, recording, choices, () => this.#parts.changed());
    // Called off while it was being opened.
    if (this.#current?.replay === current.replay && this.#current.state === 'stopping') one.stop();
    await played;
  }

  #viewOf(): ReplayView {
    const { view } = this;
    if (!view) throw new Error('A replay that was started is not there.');
    return view;
  }
}
