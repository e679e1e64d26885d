// Fuzzes one target from the command line: looks at it, starts the run, shows how it goes on, and tells and writes what came of
// it. What is looked for and what counts is the driver's.

import { writeFile } from 'node:fs/promises';
import type { FuzzOutcome } from '../../shared/fuzz/findings.ts';
import type { HostSettings, ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import type { FuzzSettings } from '../drivers/fuzz.ts';
import { startFuzz, type FuzzRun } from '../engine/fuzz-run.ts';
import { saveBuckets } from '../engine/fuzz-save.ts';
import type { FuzzChoice } from '../engine/fuzz-subjects.ts';
import type { Surroundings } from './call.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { fuzzJson } from './fuzz-json.ts';
import { fuzzSuite } from './fuzz-junit.ts';
import { beginLines, outcomeLines, progressLine } from './fuzz-text.ts';
import { inkFor } from './ink.ts';
import { junitXml } from './junit-xml.ts';
import { refusalLines } from './report-text.ts';
import type { Refusal } from './telling.ts';

export interface FuzzCommand {
  readonly surroundings: Surroundings;
  readonly json: boolean;
  readonly settings: (target: ResolvedTarget) => HostSettings;
  readonly choice: FuzzChoice;
  readonly fuzz: FuzzSettings;
  /** Absolute. */
  readonly save: string | undefined;
  readonly junit: string | undefined;
}

const progressMs = 250;

/** Never throws for what an extension does; returns the exit code of the command. */
export async function runFuzz(input: TargetInput, command: FuzzCommand): Promise<ExitCode> {
  const { terminal, workspace, workspaceOptions } = command.surroundings;
  const resolved = await workspace().resolve(input, terminal.cwd);
  if (!resolved.ok) return refused([resolved.failure], exitCodeOf(resolved.failure), command);
  const target = resolved.value;
  const hindrances = target.remarks.filter(({ severity }) => severity === 'error');
  if (hindrances.length > 0) return refused(hindrances, exitCodes.notStarted, command);
  const ending = new AbortController();
  const stops = [
    terminal.onInterrupt(() => {
      void terminal.err.lines(['Stopping; what was found so far is told.']);
      ending.abort();
    }),
    terminal.out.onGone(() => ending.abort()),
  ];
  const startedAt = new Date().toISOString();
  try {
    const { choice, fuzz, settings } = command;
    const host = settings(target);
    const started = await startFuzz({
      ...{ workspace: workspaceOptions, target, settings: host, choice, fuzz, signal: ending.signal },
    });
    if (!started.ok) return await refused([started.failure], exitCodeOf(started.failure), command);
    const outcome = await follow(started.value, target, command);
    return await tell(outcome, { target, startedAt, profile: host.profile }, command);
  } finally {
    for (const stop of stops) stop();
  }
}

async function follow(run: FuzzRun, target: ResolvedTarget, command: FuzzCommand): Promise<FuzzOutcome> {
  const { terminal } = command.surroundings;
  const shows = terminal.isTerminal && !command.json;
  if (!command.json) await terminal.out.lines(beginLines(target.name, run.subjects, command.fuzz));
  const show = (): void => void terminal.err.text(`\r\u001b[K${progressLine(run.fuzz.progress)}`);
  const timer = shows ? setInterval(show, progressMs) : undefined;
  const outcome = await run.fuzz.outcome;
  clearInterval(timer);
  if (shows) await terminal.err.text('\r\u001b[K');
  await run.over;
  return outcome;
}

interface Told {
  readonly target: ResolvedTarget;
  readonly startedAt: string;
  readonly profile: string;
}

async function tell(outcome: FuzzOutcome, told: Told, command: FuzzCommand): Promise<ExitCode> {
  const { terminal } = command.surroundings;
  const { saved, refusals } = await written(outcome, told, command);
  if (command.json)
    await terminal.out.lines([fuzzJson({ outcome, target: told.target.name, saved, refusals })]);
  else {
    const ink = inkFor(terminal.isTerminal, terminal.environment);
    await terminal.out.lines(outcomeLines(outcome, saved, ink));
  }
  if (refusals.length > 0) await terminal.err.lines(refusalLines(refusals));
  if (outcome.end === 'gone' && outcome.calls === 0) return exitCodes.notStarted;
  const ok = outcome.end === 'done' && outcome.buckets.length === 0;
  return refusals.length > 0 ? exitCodes.usage : ok ? exitCodes.fine : exitCodes.findings;
}

async function written(
  outcome: FuzzOutcome,
  { target, startedAt, profile }: Told,
  { save, junit, fuzz }: FuzzCommand,
): Promise<{ saved: readonly string[]; refusals: readonly Refusal[] }> {
  const refusals: Refusal[] = [];
  let saved: readonly string[] = [];
  if (save !== undefined) {
    const { seed, timeoutMs } = fuzz;
    const origin = {
      seed,
      profile,
      extension: target.name,
      timeoutMs,
      isPlugin: target.plugin !== undefined,
    };
    const files = saveBuckets(save, outcome.buckets, origin);
    if (files.ok) saved = files.value;
    else refusals.push(files.failure);
  }
  if (junit !== undefined)
    try {
      await writeFile(junit, junitXml([fuzzSuite(target.name, startedAt, outcome)]));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const fix = 'Check that the folder exists and may be written.';
      refusals.push({ code: 'fileUnwritable', message: `${junit} can't be written: ${why}.`, fix });
    }
  return { saved, refusals };
}

async function refused(
  refusals: readonly Refusal[],
  code: ExitCode,
  command: FuzzCommand,
): Promise<ExitCode> {
  const { out, err } = command.surroundings.terminal;
  await err.lines(refusalLines(refusals));
  if (command.json) await out.lines([JSON.stringify({ ok: false, buckets: [], problems: refusals })]);
  return code;
}
