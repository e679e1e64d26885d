// Sends the host's side of a recording to an extension that runs, in causal order, and compares what comes back. A driver:
// it uses the session's public commands and reads its journal. A line goes out when all that it followed in the recording
// is there; nothing is waited for without end. What the host says by its own rules is left to the host that runs.

import type { Comparing } from '../../shared/replay/compare.ts';
import type { IgnoreRule } from '../../shared/replay/ignore.ts';
import { Leaves } from '../../shared/replay/leaf.ts';
import { lineWords } from '../../shared/replay/line.ts';
import { Matcher } from '../../shared/replay/matcher.ts';
import type { Normaliser } from '../../shared/replay/normalisers.ts';
import { Pairing } from '../../shared/replay/pairing.ts';
import { reached, stops, type Plan, type PlanStep } from '../../shared/replay/plan.ts';
import type { Ended, Pace, ReplayOutcome, ReplayProgress } from '../../shared/replay/outcome.ts';
import { exitWords, type ReplayRow, type VerdictCounts } from '../../shared/replay/result.ts';
import { RunFacts } from '../../shared/replay/run-facts.ts';
import { ReplayTable } from '../../shared/replay/table.ts';
import type { HostState } from '../../shared/session/entries.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import type { Session } from '../session/session-type.ts';
import { judgeReplay } from './replay-judge.ts';
import { LiveSide } from './replay-live.ts';
import { Patience, type Limits } from './replay-patience.ts';
import { Sender } from './replay-send.ts';
import { Waits } from './replay-waits.ts';

export type { Pace, ReplayOutcome, ReplayProgress } from '../../shared/replay/outcome.ts';
export type { Limits } from './replay-patience.ts';

export interface ReplayParts {
  readonly plan: Plan;
  /** Started, and not used for anything else. */
  readonly session: Pick<
    Session,
    'send' | 'stop' | 'freshId' | 'state' | 'status' | 'ended' | 'onChange' | 'profile'
  >;
  readonly journal: Pick<JournalReader, 'count' | 'entries' | 'onGrow' | 'summary'>;
  /** Of the run: ISO 8601. */
  readonly startedAt: string;
  /** Folders of the run by what they are, as `folders` of the recording's header. */
  readonly folders: Readonly<Record<string, string | null>>;
  readonly normalisers: readonly Normaliser[];
  readonly ignore: readonly IgnoreRule[];
  readonly pace: Pace;
  readonly limits: Limits;
  readonly signal?: AbortSignal;
  /** Rows or progress are new. */
  readonly changed?: () => void;
}

export class Replay {
  readonly #parts: ReplayParts;
  readonly #table: ReplayTable;
  readonly #matcher: Matcher;
  readonly #live: LiveSide;
  readonly #waits: Waits;
  readonly #patience: Patience;
  readonly #sender: Sender;
  #progress: ReplayProgress;
  #mayStep = 0;
  #noMoreSteps = false;
  /** Resolves when the run is over and the process has ended; never rejects for what an extension does. */
  readonly outcome: Promise<ReplayOutcome>;

  constructor(parts: ReplayParts) {
    const { plan, session, journal, normalisers, ignore, signal } = parts;
    this.#parts = parts;
    const facts = new RunFacts(parts.startedAt);
    for (const [what, folder] of Object.entries(parts.folders)) facts.addFolder(what, folder);
    const pairing = new Pairing(plan.facts, facts);
    const recorded = new Leaves(normalisers, plan.facts);
    const comparing: Comparing = { recorded, live: new Leaves(normalisers, facts), pairing, ignore };
    this.#matcher = new Matcher(plan, comparing);
    const matcher = this.#matcher;
    this.#table = new ReplayTable(plan, matcher);
    const changed = (): void => parts.changed?.();
    this.#live = new LiveSide({ plan, journal, facts, pairing, matcher, table: this.#table, changed });
    const catchUp = (): Promise<void> => this.#live.catchUp();
    this.#waits = new Waits({ session, journal, signal, catchUp });
    this.#patience = new Patience(matcher, this.#live, this.#waits, parts.limits);
    const mapsIds = normalisers.some(({ name }) => name === 'ids');
    this.#sender = new Sender({ session, live: this.#live, table: this.#table, mapsIds });
    this.#progress = { step: 0, steps: plan.steps.length - 1, waiting: '', forStep: false };
    this.outcome = this.#run();
  }

  get rows(): readonly ReplayRow[] {
    return this.#table.rows;
  }

  get counts(): VerdictCounts {
    return this.#table.counts;
  }

  get size(): number {
    return this.#table.size;
  }

  get progress(): ReplayProgress {
    return this.#progress;
  }

  /** Rows that are new or differ since the last call. */
  takeChanged(): readonly ReplayRow[] {
    return this.#table.takeChanged();
  }

  /** Lets one more line go, at pace `step`. */
  step(): void {
    this.#mayStep++;
    this.#waits.look();
  }

  /** Nobody is left to call `step`: the run is called off once it waits for that. */
  noMoreSteps(): void {
    this.#noMoreSteps = true;
    this.#waits.look();
  }

  async #run(): Promise<ReplayOutcome> {
    const startedAt = performance.now();
    const { plan, session } = this.#parts;
    try {
      const end = await this.#walk();
      if (end.end === 'done' && !stops(plan)) await this.#lastWaits();
      await this.#stop(end);
      const tookMs = performance.now() - startedAt;
      const outcome = judgeReplay({
        plan,
        table: this.#table,
        matcher: this.#matcher,
        end,
        sent: this.#sender.sent,
        tookMs,
      });
      this.#parts.changed?.();
      return outcome;
    } finally {
      this.#waits.close();
      if (session.state !== 'ended') session.stop('driver');
    }
  }

  async #walk(): Promise<Ended> {
    this.#matcher.begin(0);
    for (const step of this.#parts.plan.steps.slice(1)) {
      this.#show({ step: step.index });
      if (step.begin.kind === 'own') this.#matcher.begin(step.index);
      else {
        const hindered = (await this.#ready(step)) ?? (await this.#paced(step));
        if (hindered) return hindered;
        this.#matcher.begin(step.index);
        if (step.begin.kind === 'stop') this.#parts.session.stop('driver');
        else if (step.begin.kind === 'send' && this.#sender.send(step.index, step.begin.line))
          this.#patience.sent(step.begin.line.seq);
        this.#patience.event();
      }
    }
    return { end: 'done', why: '' };
  }

  /** Waits for everything the step followed; undefined when it may begin. */
  async #ready(step: PlanStep): Promise<Ended | undefined> {
    const { session, limits } = this.#parts;
    const wanted = step.begin.kind === 'stop' || reached(step.state, 'stopping') ? 'starting' : step.state;
    const late =
      (await this.#inState(reached(wanted, 'registering') ? 'registering' : wanted, limits.helloMs)) ??
      (await this.#inState(wanted, session.profile.readyDeadlineMs + limits.quietMs));
    if (late && !this.#over) return late;
    if (this.#over) return this.#overWords(step);
    await this.#patience.wait((waiting) => this.#show({ waiting }));
    if (step.begin.kind === 'stop') await this.#patience.quiet();
    this.#show({ waiting: '' });
    return this.#over ? this.#overWords(step) : undefined;
  }

  async #inState(wanted: HostState, withinMs: number): Promise<Ended | undefined> {
    const { session } = this.#parts;
    this.#show({ waiting: `the host to be ${wanted}` });
    const dueUs = this.#waits.nowUs + withinMs * 1_000;
    if (await this.#waits.until(() => reached(session.state, wanted), dueUs)) return undefined;
    return { end: 'notReady', why: `The host did not come as far as ${wanted} within ${withinMs} ms.` };
  }

  async #paced(step: PlanStep): Promise<Ended | undefined> {
    const { pace } = this.#parts;
    if (pace.kind === 'recorded') {
      this.#show({ waiting: 'the time it took in the recording' });
      await this.#waits.until(() => false, this.#patience.newestUs + step.afterUs / pace.speed);
    } else if (pace.kind === 'step') {
      const what = step.begin.kind === 'send' ? lineWords(step.begin.line) : 'stop';
      this.#show({ waiting: `the next step: ${what}`, forStep: true });
      const told = (): boolean => this.#mayStep > 0 || this.#noMoreSteps;
      await this.#waits.until(told, Number.POSITIVE_INFINITY);
      if (this.#mayStep === 0 && !this.#over)
        return { end: 'interrupted', why: 'Nobody is left to let the next line go.' };
      this.#mayStep--;
    }
    this.#show({ waiting: '', forStep: false });
    return this.#over ? this.#overWords(step) : undefined;
  }

  /** After the last line of a recording that does not tell of a stop. */
  async #lastWaits(): Promise<void> {
    await this.#patience.wait((waiting) => this.#show({ waiting }));
    await this.#patience.quiet();
    if (!this.#parts.plan.died) return;
    this.#show({ waiting: 'the end of the process, as recorded' });
    await this.#waits.until(() => false, this.#waits.nowUs + this.#parts.limits.answerMs * 1_000);
  }

  async #stop({ end }: Ended): Promise<void> {
    const { plan, session, journal, signal } = this.#parts;
    const asRecorded = end === 'done' && stops(plan);
    if (!asRecorded) {
      await this.#live.catchUp();
      const exit = journal.summary.exit;
      this.#judgeExit(exit ? `${exitWords(exit)}, unasked` : 'it went on');
      // What it says to a stop that was not recorded is nothing to compare.
      if (!this.#waits.gone) this.#live.deaf = true;
      if (session.state !== 'ended') session.stop('driver');
    }
    this.#show({ waiting: 'the end of the process' });
    const kill = (): void => session.stop('driver');
    // Who calls it off while it is stopping wants it gone.
    if (!signal?.aborted) signal?.addEventListener('abort', kill, { once: true });
    await session.ended;
    signal?.removeEventListener('abort', kill);
    await this.#live.catchUp();
    this.#live.endOfLines();
    if (asRecorded) this.#judgeExit(exitWords(journal.summary.exit ?? { code: null, signal: null }));
    this.#show({ waiting: '' });
  }

  #judgeExit(after: string): void {
    const { exit, died } = this.#parts.plan;
    if (exit) this.#table.exit(after, after === (died ? `${exitWords(exit)}, unasked` : exitWords(exit)));
  }

  get #over(): boolean {
    return this.#waits.gone || this.#waits.calledOff;
  }

  #overWords(step: PlanStep): Ended {
    if (this.#waits.calledOff) return { end: 'interrupted', why: 'It was called off.' };
    const { spawnFailed, exit } = this.#parts.journal.summary;
    if (spawnFailed) return { end: 'notStarted', why: spawnFailed.message };
    const how = exit ? exitWords(exit) : 'how is not known';
    const before = step.begin.kind === 'stop' ? 'it was asked to stop' : `step ${step.index}`;
    return { end: 'died', why: `The process ended before ${before}: ${how}.` };
  }

  #show(change: Partial<ReplayProgress>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#parts.changed?.();
  }
}
