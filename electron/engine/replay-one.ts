// One run of a replay as the window knows it: the recording against one target, from its turn to its end, and what it may be
// made into afterwards. Starts nothing by itself; it is given the session that was opened for it.

import { failure, type Failure } from '../../shared/errors.ts';
import type { ReplayRunView } from '../../shared/ipc/contract.ts';
import type { ReplayRow } from '../../shared/replay/result.ts';
import { failed, type Result } from '../../shared/result.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import type { Replay, ReplayOutcome } from '../drivers/replay.ts';
import { acceptBaseline } from './accept-baseline.ts';
import type { Opened } from './opened.ts';
import type { ReplayRecording } from './replay-recording.ts';
import { startReplay, type ReplayChoices } from './replay-run.ts';
import type { ResultTable } from './result-tables.ts';

const noCounts = { equal: 0, changed: 0, missing: 0, extra: 0, late: 0 };

export class ReplayOne implements ResultTable {
  readonly run: number;
  readonly target: ResolvedTarget;
  readonly #ending = new AbortController();
  #state: ReplayRunView['state'] = 'waiting';
  #opened: Opened | null = null;
  #replay: Replay | null = null;
  #failure: Failure | null = null;
  #outcome: ReplayOutcome | null = null;
  #accepted: string | null = null;
  #remarks: readonly string[] = [];
  told = 0;

  constructor(run: number, target: ResolvedTarget) {
    this.run = run;
    this.target = target;
  }

  /** Of its table. */
  get table(): string {
    return `run-${this.run}`;
  }

  get rows(): readonly ReplayRow[] {
    return this.#replay?.rows ?? [];
  }

  get state(): ReplayRunView['state'] {
    return this.#state;
  }

  get view(): ReplayRunView {
    const replay = this.#replay;
    return {
      run: this.run,
      table: this.table,
      target: this.target.input,
      name: this.target.name,
      state: this.#state,
      failure: this.#failure,
      session: this.#opened?.id ?? null,
      progress: replay?.progress ?? null,
      counts: replay?.counts ?? noCounts,
      rows: replay?.size ?? 0,
      rowsTold: this.told,
      outcome: this.#outcome,
      accepted: this.#accepted,
      remarks: this.#remarks,
    };
  }

  /** Resolves when it is over. @param opened live, started just now @param changed something of it is new */
  async play(
    opened: Opened,
    recording: ReplayRecording,
    choices: ReplayChoices,
    changed: () => void,
  ): Promise<void> {
    this.#opened = opened;
    this.#state = 'running';
    this.#remarks = remarksOn(recording, opened);
    const news = (): void => {
      if ((this.#replay?.takeChanged().length ?? 0) > 0) this.told++;
      changed();
    };
    const replay = startReplay(opened, recording, choices, this.#ending.signal, news);
    this.#replay = replay;
    news();
    try {
      this.#outcome = await replay.outcome;
    } finally {
      this.#state = 'ended';
      news();
    }
  }

  refuse(why: Failure): void {
    this.#state = 'refused';
    this.#failure = why;
  }

  skip(): void {
    this.#state = 'skipped';
  }

  step(): void {
    this.#replay?.step();
  }

  /** Calls it off and stops the process; a second time kills it. */
  stop(): void {
    if (this.#outcome) return;
    if (this.#ending.signal.aborted) this.#opened?.session?.stop('user');
    this.#ending.abort();
  }

  /**
   * Its recording takes the place of the baseline, which is kept beside it.
   * Errors: `recordingUnfit` when it is no whole run, `fileUnwritable`.
   */
  async accept(baseline: string): Promise<Result<{ readonly backup: string }>> {
    const outcome = this.#outcome;
    const opened = this.#opened;
    const whole = outcome && outcome.end !== 'interrupted' && outcome.end !== 'notStarted';
    if (!opened || !whole || outcome.notSent > 0)
      return failed(
        failure(
          'recordingUnfit',
          'There is no whole run that could be the baseline.',
          'Run it to its end first.',
        ),
      );
    await opened.journal.flush();
    const kept = await acceptBaseline(opened.journal.path, baseline);
    if (kept.ok) this.#accepted = kept.value.backup;
    return kept;
  }
}

function remarksOn({ host }: ReplayRecording, { profile, name }: Opened): string[] {
  if (host.profile.name === profile) return [];
  return [`It was recorded with the host ${host.profile.name}; ${name} runs with ${profile} now.`];
}
