// Runs one target through its handshake: starts it, waits for ready and a while longer, stops it. It asks the engine and
// tells; what is right or wrong about an extension is decided there, and how it reads is decided in the telling.

import type { HostState } from '../../shared/session/entries.ts';
import type { HostSettings, ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import { diagnosisOf } from '../engine/conformance-of.ts';
import type { Opened } from '../engine/opened.ts';
import type { Workspace } from '../engine/workspace.ts';
import type { Session } from '../session/session-type.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { shortfall } from './shortfall.ts';
import type { OwnProblem, Telling } from './telling.ts';
import type { Terminal } from './terminal.ts';
import { listenOn, waitForReady } from './waits.ts';

export interface InspectOptions {
  /** How long to listen after ready. */
  readonly waitMs: number;
  /** How long to wait for hello where the host's profile has no deadline of its own. */
  readonly timeoutMs: number;
  /** Absolute path of the recording; undefined: a new file in the state folder. */
  readonly journalFile?: string;
  readonly settings: (target: ResolvedTarget) => HostSettings;
}

export interface Inspection {
  readonly workspace: Workspace;
  readonly telling: Telling;
  readonly terminal: Terminal;
  readonly options: InspectOptions;
}

/** Never throws for what an extension does; returns the exit code of the command. */
export async function inspectTarget(input: TargetInput, inspection: Inspection): Promise<ExitCode> {
  const { workspace, telling, options } = inspection;
  const resolved = await workspace.resolve(input, inspection.terminal.cwd);
  if (!resolved.ok) {
    await telling.refused([resolved.failure]);
    return exitCodeOf(resolved.failure);
  }
  const target = resolved.value;
  const hindrances = target.remarks.filter((remark) => remark.severity === 'error');
  if (hindrances.length > 0) {
    await telling.refused(hindrances);
    return exitCodes.notStarted;
  }
  const { journalFile } = options;
  const opened = await workspace.openTarget(
    target,
    options.settings(target),
    'run',
    journalFile === undefined ? {} : { journalFile },
  );
  if (!opened.ok) {
    await telling.refused([opened.failure]);
    return exitCodeOf(opened.failure);
  }
  try {
    return await runThrough(opened.value, inspection);
  } finally {
    await workspace.close(opened.value.id);
  }
}

async function runThrough(opened: Opened, inspection: Inspection): Promise<ExitCode> {
  const { telling, terminal, options } = inspection;
  const { session, target, journal } = opened;
  if (!session || !target) throw new Error('A target that was opened has no session.');
  const stages = new Stages(session);
  await telling.started(target, opened.profile, journal);

  const { helloDeadlineMs } = session.profile;
  const ending = await waitForReady(
    session,
    terminal,
    helloDeadlineMs === null ? options.timeoutMs : undefined,
  );
  const last = ending === 'ready' ? await listenOn(session, terminal, options.waitMs) : ending;
  const isPlugin = target.plugin !== undefined;
  const problem = shortfall(ending, journal.summary, options.timeoutMs, undefined, isPlugin);
  const own: readonly OwnProblem[] = [...target.remarks, ...(problem ? [problem] : [])];
  const state = stages.close();
  const judged = journal.summary;
  await telling.judged(judged, own);

  if (last === 'interrupted')
    await terminal.err.lines(['Stopping the extension; interrupt again to kill it.']);
  await stop(session, terminal);
  const { spawnFailed } = journal.summary;
  // Whoever stopped reading (`| head`) cut the run short: what that led to is no finding.
  const { problemCounts } = last === 'gone' ? judged : journal.summary;
  const ok = problemCounts.error === 0 && own.every(({ severity }) => severity !== 'error');
  const diagnoses = await diagnosisOf(journal, session.profile, own);
  await telling.ended(journal.summary, { ok, state, own, diagnoses }, journal.path);
  if (spawnFailed) return exitCodes.notStarted;
  return ok ? exitCodes.fine : exitCodes.findings;
}

const order: readonly HostState[] = ['idle', 'starting', 'awaitingHello', 'registering', 'ready'];

/** Remembers the furthest state of the handshake; stopping and ended are no stage of it. */
class Stages {
  readonly #session: Session;
  readonly #stopListening: () => void;
  #furthest = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#stopListening = session.onChange(() => this.#look());
    this.#look();
  }

  close(): HostState {
    this.#look();
    this.#stopListening();
    return order[this.#furthest] ?? 'idle';
  }

  #look(): void {
    this.#furthest = Math.max(this.#furthest, order.indexOf(this.#session.status.state));
  }
}

/** The host's way of stopping; an interrupt meanwhile asks again, which kills. */
async function stop(session: Session, terminal: Terminal): Promise<void> {
  const stopListening = terminal.onInterrupt(() => session.stop('user'));
  session.stop('user');
  await session.ended;
  stopListening();
}
