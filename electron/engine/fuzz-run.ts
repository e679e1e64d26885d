// A run of fuzzing from its target to its outcome: looks what the extension offers, fuzzes what was chosen, and leaves nothing
// behind. The app and the command line both begin here.

import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import {
  Fuzz,
  type FuzzParts,
  type FuzzProcess,
  type FuzzSettings,
  type SubjectPlan,
} from '../drivers/fuzz.ts';
import { FuzzOpener } from './fuzz-opener.ts';
import { subjectPlans, type FuzzChoice } from './fuzz-subjects.ts';
import { untilReady } from './until-ready.ts';
import type { WorkspaceOptions } from './workspace.ts';

export interface FuzzStart extends Pick<FuzzParts, 'signal' | 'changed' | 'called'> {
  readonly workspace: WorkspaceOptions;
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly choice: FuzzChoice;
  readonly fuzz: FuzzSettings;
}

export interface FuzzRun {
  readonly fuzz: Fuzz;
  readonly subjects: readonly SubjectPlan[];
  /** Nothing runs any more and nothing is left on the disk. */
  readonly over: Promise<void>;
}

const readyMs = 20_000;
/** A host that is in a hurry calls an extension ready before it has registered anything. */
const lateMs = 2_000;

/** Errors: the target can't be started, is not ready in time, or has not what was chosen. Nothing runs then. */
export async function startFuzz(start: FuzzStart): Promise<Result<FuzzRun>> {
  const { workspace, target, settings, choice, fuzz: asked, signal, changed, called } = start;
  const opener = new FuzzOpener(workspace, target, settings);
  const subjects = await subjectsOf(opener, choice);
  if (!subjects.ok) {
    await opener.close();
    return subjects;
  }
  const fuzz = new Fuzz({
    open: (mode) => opener.open(mode),
    subjects: subjects.value,
    settings: asked,
    ...(signal ? { signal } : {}),
    ...(changed ? { changed } : {}),
    ...(called ? { called } : {}),
  });
  const close = (): Promise<void> => opener.close();
  return ok({ fuzz, subjects: subjects.value, over: fuzz.outcome.then(close, close) });
}

async function subjectsOf(opener: FuzzOpener, choice: FuzzChoice): Promise<Result<SubjectPlan[]>> {
  const opened = await opener.open('run');
  if (!opened.ok) return opened;
  const { session, journal } = opened.value;
  try {
    const settled = await untilReady(session, readyMs);
    if (settled === 'ready') return await offered(opened.value, choice);
    const { spawnFailed, problems } = journal.summary;
    const worst = spawnFailed ?? problems.find(({ severity }) => severity === 'error');
    const why = worst?.message ?? (settled === 'ended' ? 'It ended first.' : 'It said nothing.');
    const code = spawnFailed ? 'executableNotRunnable' : 'sessionNotRunning';
    return failed(failure(code, `The extension did not become ready: ${why}`, worst?.fix));
  } finally {
    await opened.value.close();
  }
}

/** As soon as it has what was chosen; what it says then, or after a while. */
function offered(process: FuzzProcess, choice: FuzzChoice): Promise<Result<SubjectPlan[]>> {
  return new Promise((done) => {
    const { session } = process;
    const finish = (plans: Result<SubjectPlan[]>): void => {
      clearTimeout(timer);
      off();
      done(plans);
    };
    const look = (): void => {
      const plans = subjectPlans(process, choice);
      if (plans.ok || session.status.state !== 'ready') finish(plans);
    };
    const timer = setTimeout(() => finish(subjectPlans(process, choice)), lateMs);
    const off = session.onChange(look);
    look();
  });
}
