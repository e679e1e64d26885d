// The window's side of conformance: what the journal of each open session shows, looked at bit by bit when somebody asks, and
// one whole check at a time of a target that the person agreed to run before.

import { usualBudgets, type Budgets } from '../../shared/conformance/budgets.ts';
import type { CallPolicy } from '../../shared/conformance/call-policy.ts';
import { ConformanceFold } from '../../shared/conformance/fold.ts';
import type { CheckOutcome, CheckStage } from '../../shared/conformance/outcome.ts';
import { rulesFor } from '../../shared/conformance/rules.ts';
import { diagnose } from '../../shared/diagnosis/diagnose.ts';
import { failure } from '../../shared/errors.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { ActiveCheck, PassiveFindings } from '../../shared/ipc/check-commands.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import { defaultProfileName, profileNamed } from '../../shared/protocol/registry.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { checkTarget } from './check-target.ts';
import { addEntries } from './conformance-of.ts';
import type { Opened } from './opened.ts';
import type { Workspace } from './workspace.ts';

export interface CheckDeskParts {
  readonly workspace: Workspace;
  readonly report: (what: string, error: unknown) => void;
  readonly budgets?: Budgets;
}

/** How far one question goes on looking, real time. */
const lookMs = 60;
const rowsAtOnce = 1_000;

interface Looked {
  readonly fold: ConformanceFold;
  next: number;
  /** One look at a time: two would add the same rows twice. */
  looking: Promise<void> | null;
}

interface Running {
  readonly session: SessionId;
  readonly ending: AbortController;
  done: Promise<void>;
  stage: CheckStage | null;
  outcome: CheckOutcome | null;
  failed: string;
  over: boolean;
}

export class CheckDesk {
  readonly #parts: CheckDeskParts;
  readonly #looked = new Map<string, Looked>();
  readonly #checks = new Map<string, Running>();
  readonly #offChange: () => void;

  constructor(parts: CheckDeskParts) {
    this.#parts = parts;
    this.#offChange = parts.workspace.onChange(() => this.#forgetClosed());
  }

  /** What the rows show, as far as they were looked at within a moment. Errors: `sessionUnknown`. */
  async passive(id: string): Promise<Result<PassiveFindings>> {
    const found = this.#parts.workspace.get(id);
    if (!found.ok) return found;
    const { journal } = found.value;
    const profile = profileOf(found.value);
    const looked = this.#lookedAt(id, profile);
    looked.looking ??= this.#look(looked, found.value).finally(() => (looked.looking = null));
    await looked.looking;
    const { findings } = looked.fold;
    return ok({
      ...{ profile: profile.name, findings, diagnoses: diagnose(findings, rulesFor(profile)) },
      ...{ upTo: looked.next - 1, count: journal.count },
    });
  }

  /** Errors: `sessionUnknown`; `argumentInvalid` for a recording; `sessionRunning` while a check runs. */
  start(id: string, calls: CallPolicy): Result<void> {
    const found = this.#parts.workspace.get(id);
    if (!found.ok) return found;
    const { session, target, name } = found.value;
    if (!session || !target)
      return failed(
        failure(
          'argumentInvalid',
          `${name} is a recording, so it can't be tried out.`,
          'Open the extension itself.',
        ),
      );
    if ([...this.#checks.values()].some(({ over }) => !over))
      return failed(
        failure('sessionRunning', 'A check is running already.', 'Stop it, or wait until it has ended.'),
      );
    const ending = new AbortController();
    const running: Running = {
      ...{ session: found.value.id, ending, stage: null, outcome: null, failed: '', over: false },
      done: Promise.resolve(),
    };
    this.#checks.set(id, running);
    running.done = this.#run(running, found.value, calls);
    return ok(undefined);
  }

  state(id: string): ActiveCheck | null {
    const running = this.#checks.get(id);
    if (!running) return null;
    const { session, stage, outcome, ending, over } = running;
    const state = over ? 'ended' : ending.signal.aborted ? 'stopping' : 'running';
    return { session, state, stage: over ? null : stage, outcome, failed: running.failed };
  }

  stop(id: string): void {
    this.#checks.get(id)?.ending.abort();
  }

  /** Ends what runs; resolves when it has. */
  async close(): Promise<void> {
    this.#offChange();
    for (const { ending } of this.#checks.values()) ending.abort();
    await Promise.all([...this.#checks.values()].map(({ done }) => done));
  }

  async #run(running: Running, { session, target }: Opened, calls: CallPolicy): Promise<void> {
    const { workspace, budgets = usualBudgets, report } = this.#parts;
    if (!session || !target) return;
    try {
      const checked = await checkTarget({
        ...{ workspace: workspace.options, target, settings: session.settings, budgets, calls },
        signal: running.ending.signal,
        progress: (stage) => (running.stage = stage),
      });
      if (checked.ok) running.outcome = checked.value;
      else running.failed = [checked.failure.message, checked.failure.fix].filter(Boolean).join(' ');
    } catch (error) {
      report('checking an extension', error);
      running.failed = `The check failed inside Framescope: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      running.over = true;
    }
  }

  #lookedAt(id: string, profile: HostProfile): Looked {
    const known = this.#looked.get(id);
    if (known) return known;
    const made: Looked = { fold: new ConformanceFold(profile, this.#parts.budgets), next: 1, looking: null };
    this.#looked.set(id, made);
    return made;
  }

  async #look(looked: Looked, { journal }: Opened): Promise<void> {
    const until = performance.now() + lookMs;
    while (looked.next <= journal.count && performance.now() < until) {
      const before = looked.next;
      looked.next = await addEntries(looked.fold, journal, before, rowsAtOnce);
      // Rows that can't be read now are asked for again next time.
      if (looked.next === before) return;
    }
  }

  #forgetClosed(): void {
    const open = new Set<string>(this.#parts.workspace.list.map(({ id }) => id));
    for (const id of this.#looked.keys()) if (!open.has(id)) this.#looked.delete(id);
    for (const [id, running] of this.#checks) {
      if (open.has(id)) continue;
      running.ending.abort();
      if (running.over) this.#checks.delete(id);
    }
  }
}

/** That of the session, with the built-in names set for it. */
function profileOf({ session, profile }: Opened): HostProfile {
  const found =
    session?.profile ?? profileNamed(profile)?.profile ?? profileNamed(defaultProfileName)?.profile;
  if (!found) throw new Error(`the registry has no profile ${defaultProfileName}`);
  return found;
}
