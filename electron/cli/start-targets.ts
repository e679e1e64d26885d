// Starts the targets of a command, all or none: looks at every one before the first is run, then waits until all are ready.
// What is told about it is the caller's; it prints nothing.

import type { HostSettings, ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { Opened } from '../engine/opened.ts';
import type { Workspace } from '../engine/workspace.ts';
import type { Session } from '../session/session-type.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { shortfall, type Ending } from './shortfall.ts';
import type { Refusal } from './telling.ts';
import type { Terminal } from './terminal.ts';
import { waitForReady } from './waits.ts';

export interface StartOptions {
  readonly workspace: Workspace;
  readonly terminal: Terminal;
  readonly settings: (target: ResolvedTarget) => HostSettings;
  /** How long to wait for hello where the profile has no deadline of its own. */
  readonly helloTimeoutMs: number;
  /** Absolute path of the recording of the target at that place, from 0; undefined: a new file in the state folder. */
  readonly journalFile: (at: number) => string | undefined;
  /** It runs now and is not ready yet. */
  readonly opened?: (running: Running) => Promise<void>;
}

export interface Running extends Opened {
  readonly session: Session;
  readonly target: ResolvedTarget;
}

export type Started =
  | { readonly ok: true; readonly running: readonly Running[] }
  /** `running` may have journals already; the caller ends them. */
  | { readonly ok: false; readonly refusals: readonly Refusal[]; readonly code: ExitCode };

export async function startTargets(inputs: readonly TargetInput[], options: StartOptions): Promise<Started> {
  const { workspace, terminal } = options;
  const targets: ResolvedTarget[] = [];
  for (const input of inputs) {
    const resolved = await workspace.resolve(input, terminal.cwd);
    if (!resolved.ok) return { ok: false, refusals: [resolved.failure], code: exitCodeOf(resolved.failure) };
    const hindrances = resolved.value.remarks.filter(({ severity }) => severity === 'error');
    if (hindrances.length > 0) return { ok: false, refusals: hindrances, code: exitCodes.notStarted };
    targets.push(resolved.value);
  }
  const running: Running[] = [];
  for (const [at, target] of targets.entries()) {
    const journalFile = options.journalFile(at);
    const record = journalFile === undefined ? {} : { journalFile };
    const opened = await workspace.openTarget(target, options.settings(target), 'run', record);
    if (!opened.ok) return { ok: false, refusals: [opened.failure], code: exitCodeOf(opened.failure) };
    const { session } = opened.value;
    if (!session) throw new Error('A target that was opened has no session.');
    // As it was started, which may be under another program.
    const each = { ...opened.value, session, target: opened.value.target ?? target };
    running.push(each);
    await options.opened?.(each);
  }
  const endings = await Promise.all(running.map((each) => readyOrNot(each, options)));
  const short = running.flatMap((each, at) => notReady(each, endings[at] ?? 'ended', options));
  if (short.length === 0) return { ok: true, running };
  const unstarted = running.some(({ journal }) => journal.summary.spawnFailed !== null);
  return { ok: false, refusals: short, code: unstarted ? exitCodes.notStarted : exitCodes.findings };
}

function readyOrNot({ session }: Running, { terminal, helloTimeoutMs }: StartOptions): Promise<Ending> {
  const timeoutMs = session.profile.helloDeadlineMs === null ? helloTimeoutMs : undefined;
  return waitForReady(session, terminal, timeoutMs);
}

function notReady(
  { name, journal, session }: Running,
  ending: Ending,
  { helloTimeoutMs }: StartOptions,
): Refusal[] {
  if (ending === 'ready') return [];
  const { summary } = journal;
  const found =
    shortfall(ending, summary, helloTimeoutMs, '--hello-timeout', session.plugin !== undefined) ??
    firstError(summary);
  const { code, message, fix } = found ?? { code: 'not-ready', message: 'It never became ready.' };
  return [{ code, message: `${name}: ${message}`, ...(fix ? { fix } : {}) }];
}

function firstError({ problems }: SessionSummary): Refusal | undefined {
  return problems.find(({ severity }) => severity === 'error');
}
