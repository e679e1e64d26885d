// Replays a recording against one target after the other, tells each result, and at the end keeps what was asked for: the
// JUnit file, the new baseline. Asks the engine and tells; what differs is the driver's, how it reads the telling's.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TargetInput } from '../../shared/target/target.ts';
import type { Replay } from '../drivers/replay.ts';
import { acceptBaseline } from '../engine/accept-baseline.ts';
import type { Opened } from '../engine/opened.ts';
import { planRecording, type ReplayRecording } from '../engine/replay-recording.ts';
import { recordedSettings, startReplay, type ReplayChoices } from '../engine/replay-run.ts';
import type { Workspace } from '../engine/workspace.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { junitXml } from './junit-xml.ts';
import { suiteOf } from './replay-junit.ts';
import type { Accepted, ReplayedTarget } from './replayed.ts';
import type { ReplayTelling } from './replay-telling.ts';
import type { Refusal } from './telling.ts';
import type { Terminal } from './terminal.ts';

export interface ReplayCommand {
  readonly workspace: Workspace;
  readonly terminal: Terminal;
  readonly telling: ReplayTelling;
  /** Absolute, as all files here. */
  readonly recording: string;
  readonly inputs: readonly TargetInput[];
  /** Instead of the recorded one. */
  readonly profile: string | undefined;
  readonly accept: boolean;
  readonly junit: string | undefined;
  readonly record: string | undefined;
  readonly choices: ReplayChoices;
}

type Ran =
  | { readonly ok: true; readonly replayed: ReplayedTarget }
  | { readonly ok: false; readonly refusals: readonly Refusal[]; readonly code: ExitCode };

/** Never throws for what an extension does; returns the exit code of the command. */
export async function runReplay(command: ReplayCommand): Promise<ExitCode> {
  const { workspace, telling, inputs, recording: file } = command;
  const recording = await planRecording(file);
  if (!recording.ok) {
    await telling.refused(file, [recording.failure]);
    return exitCodes.usage;
  }
  const all: ReplayedTarget[] = [];
  try {
    for (const [at, input] of inputs.entries()) {
      const ran = await replayOne(command, recording.value, input, at);
      if (!ran.ok) {
        await telling.refused(file, ran.refusals);
        return ran.code;
      }
      all.push(ran.replayed);
      await telling.replayed(ran.replayed);
      if (ran.replayed.outcome.end === 'interrupted') break;
    }
  } finally {
    await workspace.closeAll();
  }
  return conclude(command, all);
}

async function conclude(command: ReplayCommand, all: readonly ReplayedTarget[]): Promise<ExitCode> {
  const { telling, recording: file, junit } = command;
  const refusals: Refusal[] = [];
  if (junit !== undefined) refusals.push(...(await writeJunit(junit, file, all)));
  const accepted = command.accept ? await accept(file, all) : null;
  if (accepted && 'code' in accepted) refusals.push(accepted);
  const kept = accepted && 'backup' in accepted ? accepted : null;
  await telling.ended(file, all, kept, refusals);
  if (all.some(({ outcome }) => outcome.end === 'notStarted')) return exitCodes.notStarted;
  if (refusals.length > 0) return exitCodes.findings;
  return kept || all.every(({ outcome }) => outcome.ok) ? exitCodes.fine : exitCodes.findings;
}

async function replayOne(
  command: ReplayCommand,
  recording: ReplayRecording,
  input: TargetInput,
  at: number,
): Promise<Ran> {
  const { workspace, terminal, telling, profile } = command;
  const resolved = await workspace.resolve(input, terminal.cwd);
  if (!resolved.ok) return { ok: false, refusals: [resolved.failure], code: exitCodeOf(resolved.failure) };
  const target = resolved.value;
  const hindrances = target.remarks.filter(({ severity }) => severity === 'error');
  if (hindrances.length > 0) return { ok: false, refusals: hindrances, code: exitCodes.notStarted };
  const settings = recordedSettings(target, recording, terminal.cwd, profile);
  const journalFile = recordFile(command, at);
  const opened = await workspace.openTarget(target, settings, 'run', journalFile ? { journalFile } : {});
  if (!opened.ok) return { ok: false, refusals: [opened.failure], code: exitCodeOf(opened.failure) };
  await telling.started(recording, target);
  const { outcome, rows } = await follow(opened.value, recording, command);
  const { startedAt, journal } = opened.value;
  // Its journal is whole only then.
  await workspace.close(opened.value.id);
  return { ok: true, replayed: { target, startedAt, outcome, rows, journal: journal.path } };
}

/** Runs it to its end; an interrupt calls it off, a second one kills. */
async function follow(
  opened: Opened,
  recording: ReplayRecording,
  { terminal, telling, choices }: ReplayCommand,
): Promise<{ readonly outcome: Awaited<Replay['outcome']>; readonly rows: Replay['rows'] }> {
  const ending = new AbortController();
  const stops = [
    terminal.onInterrupt(() => {
      if (ending.signal.aborted) opened.session?.stop('user');
      else void terminal.err.lines(['Stopping the extension; interrupt again to kill it.']);
      ending.abort();
    }),
    terminal.out.onGone(() => ending.abort()),
  ];
  let asked = '';
  const changed = (): void => {
    const { forStep, waiting, step } = replay.progress;
    const asks = forStep ? `${step} ${waiting}` : '';
    if (asks !== asked && forStep) void telling.steps(waiting);
    asked = asks;
  };
  const replay = startReplay(opened, recording, choices, ending.signal, () => queueMicrotask(changed));
  if (choices.pace.kind === 'step') stops.push(onEnter(terminal, replay));
  const outcome = await replay.outcome;
  for (const stop of stops) stop();
  return { outcome, rows: replay.rows };
}

/** One step for each line of the standard input. */
function onEnter(terminal: Terminal, replay: Replay): () => void {
  const stream = terminal.stream();
  const take = (chunk: Buffer | string): void => {
    for (const character of chunk.toString()) if (character === '\n') replay.step();
  };
  const ended = (): void => replay.noMoreSteps();
  stream.on('data', take);
  stream.on('end', ended);
  return () => {
    stream.off('data', take);
    stream.off('end', ended);
    stream.destroy();
  };
}

function recordFile({ record, inputs }: ReplayCommand, at: number): string | undefined {
  if (record === undefined || inputs.length === 1) return record;
  const { dir, name, ext } = path.parse(record);
  return path.join(dir, `${name}-${at + 1}${ext}`);
}

async function writeJunit(
  file: string,
  recording: string,
  all: readonly ReplayedTarget[],
): Promise<Refusal[]> {
  try {
    await writeFile(file, junitXml(all.map((each) => suiteOf(recording, each))));
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const fix = 'Check that the folder exists and may be written.';
    return [{ code: 'fileUnwritable', message: `${file} can't be written: ${why}.`, fix }];
  }
}

async function accept(
  file: string,
  [replayed]: readonly ReplayedTarget[],
): Promise<Accepted | Refusal | null> {
  if (!replayed) return null;
  const { outcome, journal } = replayed;
  if (outcome.ok) return null;
  if (outcome.end === 'interrupted' || outcome.end === 'notStarted' || outcome.notSent > 0)
    return {
      code: 'notAccepted',
      message: `The new run is not accepted as the baseline, because it is not whole. ${outcome.why}`.trim(),
      fix: 'Run it to its end, then accept it.',
    };
  const kept = await acceptBaseline(journal, file);
  return kept.ok ? kept.value : kept.failure;
}
