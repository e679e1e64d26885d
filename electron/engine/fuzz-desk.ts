// The one run of fuzzing that the app may have at a time: starts it for an extension that is open, keeps what it tells, stops
// it when asked to. The person's own session of that extension is left alone: fuzzing has processes of its own.

import { failure } from '../../shared/errors.ts';
import type {
  BranchCoverage,
  FuzzBucket,
  FuzzCall,
  FuzzOutcome,
  FuzzProgress,
  FuzzRemark,
  FuzzSubject,
} from '../../shared/fuzz/findings.ts';
import { scenarioFileName, scenarioText, type ScenarioOrigin } from '../../shared/fuzz/scenario-file.ts';
import type { SessionId } from '../../shared/ids.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { usualSettings, type FuzzSettings } from '../drivers/fuzz.ts';
import { startFuzz, type FuzzRun } from './fuzz-run.ts';
import { saveBuckets } from './fuzz-save.ts';
import type { FuzzChoice } from './fuzz-subjects.ts';
import type { Opened } from './opened.ts';
import type { WorkspaceOptions } from './workspace.ts';

export interface FuzzDeskParts {
  readonly workspace: WorkspaceOptions;
  readonly opened: (id: SessionId) => Result<Opened>;
  readonly changed: () => void;
  /** A fault of ours. */
  readonly report: (error: unknown) => void;
}

export interface FuzzView {
  /** Counts from 1. */
  readonly run: number;
  readonly session: SessionId;
  readonly extension: string;
  readonly seed: number;
  readonly subjects: readonly FuzzSubject[];
  readonly state: 'starting' | 'running' | 'stopping' | 'over';
  readonly progress: FuzzProgress | null;
  /** The newest, oldest first. */
  readonly calls: readonly FuzzCall[];
  readonly buckets: readonly FuzzBucket[];
  readonly remarks: readonly FuzzRemark[];
  readonly coverage: readonly BranchCoverage[];
  /** null while it runs, and when it could not be started. */
  readonly outcome: FuzzOutcome | null;
  /** Why it could not be started, or broke; '' when all is well. */
  readonly problem: string;
}

export interface FuzzAsk {
  readonly session: SessionId;
  readonly choice: FuzzChoice;
  readonly settings?: Partial<FuzzSettings>;
}

const keptCalls = 300;

interface Current {
  readonly n: number;
  readonly ask: FuzzAsk;
  readonly opened: Opened;
  readonly settings: FuzzSettings;
  readonly ending: AbortController;
  readonly calls: FuzzCall[];
  run: FuzzRun | null;
  outcome: FuzzOutcome | null;
  problem: string;
  over: boolean;
}

export class FuzzDesk {
  readonly #parts: FuzzDeskParts;
  #current: Current | null = null;
  #runs = 0;

  constructor(parts: FuzzDeskParts) {
    this.#parts = parts;
  }

  /** The last run, or the one under way. */
  get view(): FuzzView | null {
    const current = this.#current;
    if (!current) return null;
    const { n, ask, opened, settings, run, calls, outcome, problem, over, ending } = current;
    return {
      ...{ run: n, session: ask.session, extension: opened.name, seed: settings.seed, calls: [...calls] },
      subjects: run?.subjects.map(({ subject }) => subject) ?? [],
      state: over ? 'over' : ending.signal.aborted ? 'stopping' : run ? 'running' : 'starting',
      progress: run?.fuzz.progress ?? null,
      buckets: run?.fuzz.buckets ?? [],
      remarks: run?.fuzz.remarks ?? [],
      coverage: run?.fuzz.coverage ?? [],
      ...{ outcome, problem },
    };
  }

  /** Errors: one runs already, or there is no such extension. What it can't be started for is told in the view. */
  start(ask: FuzzAsk): Result<{ readonly run: number }> {
    if (this.#current && !this.#current.over)
      return failed(
        failure('sessionRunning', 'A run of fuzzing is under way.', 'Stop it, or wait until it is over.'),
      );
    const opened = this.#parts.opened(ask.session);
    if (!opened.ok) return opened;
    if (!opened.value.session || !opened.value.target)
      return failed(
        failure('sessionNotRunning', 'A recording can not be fuzzed.', 'Open the extension itself.'),
      );
    const seed = Math.floor(Math.random() * 1_000_000_000);
    const current: Current = {
      ...{
        n: ++this.#runs,
        ask,
        opened: opened.value,
        settings: { ...usualSettings, seed, ...ask.settings },
      },
      ...{ ending: new AbortController(), calls: [], run: null, outcome: null, problem: '', over: false },
    };
    this.#current = current;
    void this.#walk(current);
    return ok({ run: current.n });
  }

  /** What was found until now stays. */
  stop(): void {
    this.#current?.ending.abort();
    this.#parts.changed();
  }

  /** Ends what runs; for the end of the app. */
  async close(): Promise<void> {
    this.stop();
    await this.#current?.run?.over;
  }

  /** The text of a bucket's scenario, and the name of its file. */
  scenario(bucketId: string): Result<{ readonly name: string; readonly text: string }> {
    const found = this.#bucket(bucketId);
    if (!found.ok) return found;
    const { bucket, origin } = found.value;
    return ok({ name: scenarioFileName(bucket), text: scenarioText(bucket, origin) });
  }

  /** Writes it into a folder; the path of the file. */
  save(bucketId: string, dir: string): Result<string> {
    const found = this.#bucket(bucketId);
    if (!found.ok) return found;
    const saved = saveBuckets(dir, [found.value.bucket], found.value.origin);
    return saved.ok ? ok(saved.value[0] ?? '') : saved;
  }

  #bucket(id: string): Result<{ readonly bucket: FuzzBucket; readonly origin: ScenarioOrigin }> {
    const current = this.#current;
    const bucket = current?.run?.fuzz.buckets.find((one) => one.id === id);
    if (!current || !bucket)
      return failed(
        failure('rowUnknown', 'There is no such bucket.', 'Choose one of those that are listed.'),
      );
    const { opened, settings } = current;
    const { seed, timeoutMs } = settings;
    const isPlugin = opened.target?.plugin !== undefined;
    return ok({
      bucket,
      origin: { seed, timeoutMs, profile: opened.profile, extension: opened.name, isPlugin },
    });
  }

  async #walk(current: Current): Promise<void> {
    const { ask, opened, settings, ending, calls } = current;
    const { workspace, changed, report } = this.#parts;
    const { session, target } = opened;
    if (!session || !target) return;
    changed();
    try {
      const started = await startFuzz({
        ...{ workspace, target, settings: session.settings, choice: ask.choice, fuzz: settings, changed },
        signal: ending.signal,
        called: (call) => {
          calls.push(call);
          if (calls.length > keptCalls * 2) calls.splice(0, calls.length - keptCalls);
        },
      });
      if (!started.ok) current.problem = started.failure.message;
      else {
        current.run = started.value;
        current.outcome = await started.value.fuzz.outcome;
        await started.value.over;
      }
    } catch (error) {
      report(error);
      current.problem = `Framescope failed: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      current.over = true;
      changed();
    }
  }
}
