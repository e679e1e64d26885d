// Recordings made by running a real extension, and replays of them: for tests of replay, mock and comparison.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Pace, Replay, ReplayOutcome } from '../../electron/drivers/replay.ts';
import { planRecording, type ReplayRecording } from '../../electron/engine/replay-recording.ts';
import { recordedSettings, startReplay, usualLimits } from '../../electron/engine/replay-run.ts';
import { parseIgnore } from '../../shared/replay/ignore.ts';
import { chooseNormalisers } from '../../shared/replay/normalisers.ts';
import type { ReplayRow } from '../../shared/replay/result.ts';
import type { TargetInput } from '../../shared/target/target.ts';
import { Run, type EngineUnderTest, type OpenOptions } from './engine.ts';
import { examplesDir } from './fixture-extensions.ts';

export interface ReplayAsk {
  readonly ignore?: readonly string[];
  readonly normalise?: readonly string[];
  readonly pace?: Pace;
  readonly answerMs?: number;
  readonly quietMs?: number;
  readonly helloMs?: number;
  readonly signal?: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
  readonly mode?: 'run' | 'step';
  /** Called when the replay has begun. */
  readonly begun?: (replay: Replay, run: Run) => void;
}

export interface Replayed {
  readonly outcome: ReplayOutcome;
  readonly rows: readonly ReplayRow[];
  readonly run: Run;
}

export function exampleTarget(name: string): TargetInput {
  return { kind: 'path', path: path.join(examplesDir, name) };
}

export interface RecordOptions extends OpenOptions {
  /** After the lines, before the stop. */
  readonly meanwhile?: (run: Run) => Promise<void>;
}

/** Sends each line when the ones before it were answered, stops, and gives the file of the recording. */
export async function record(
  engine: EngineUnderTest,
  target: TargetInput,
  lines: readonly string[],
  { meanwhile, ...options }: RecordOptions = {},
): Promise<string> {
  const run = await engine.open(target, options);
  await run.untilState('ready');
  for (const line of lines) {
    run.session.send({ text: line }, 'driver');
    const { id } = JSON.parse(line) as { id?: string };
    if (id !== undefined)
      await run.until(
        `an answer to ${id}`,
        ({ entry, decoded }) =>
          entry.kind === 'line' &&
          entry.from === 'extension' &&
          decoded?.kind === 'frame' &&
          decoded.id === id,
      );
  }
  await meanwhile?.(run);
  await run.stop();
  await engine.workspace.close(run.opened.id);
  return run.journal.path;
}

export async function planned(file: string): Promise<ReplayRecording> {
  const recording = await planRecording(file);
  if (!recording.ok) throw new Error(JSON.stringify(recording.failure));
  return recording.value;
}

export async function replay(
  engine: EngineUnderTest,
  file: string,
  input: TargetInput,
  ask: ReplayAsk = {},
): Promise<Replayed> {
  const recording = await planned(file);
  const target = await engine.resolve(input);
  const settings = recordedSettings(target, recording, os.tmpdir());
  const opened = await engine.workspace.openTarget(
    target,
    { ...settings, environment: { ...settings.environment, ...ask.environment } },
    ask.mode ?? 'run',
  );
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const run = new Run(opened.value);
  const normalisers = chooseNormalisers(ask.normalise ?? []);
  if (!normalisers.ok) throw new Error(JSON.stringify(normalisers.failure));
  const { answerMs, quietMs, helloMs } = { ...usualLimits, ...ask };
  const begun = startReplay(
    opened.value,
    recording,
    {
      pace: ask.pace ?? { kind: 'asap' },
      normalisers: normalisers.value,
      ignore: (ask.ignore ?? []).map((text) => {
        const rule = parseIgnore(text);
        if (!rule.ok) throw new Error(JSON.stringify(rule.failure));
        return rule.value;
      }),
      limits: { answerMs, quietMs, helloMs },
    },
    ask.signal,
  );
  ask.begun?.(begun, run);
  const outcome = await begun.outcome;
  return { outcome, rows: begun.rows, run };
}

/** `equal tool_result`, `sent event` … of each row, and what changed. */
export function told(rows: readonly ReplayRow[]): string[] {
  return rows.map((row) => {
    if (row.kind === 'exit') return `${row.verdict} exit: ${row.before} / ${row.after}`;
    const name = row.name === undefined ? '' : ` ${row.name}`;
    if (row.kind === 'host') return `${row.state} ${row.type}${name}`;
    const changes = row.changes
      .map(({ pointer, before, after }) => ` ${pointer}: ${before} -> ${after}`)
      .join('');
    return `${row.verdict} ${row.type}${name}${changes}`;
  });
}

/** A copy of an example in a folder of its own, with one text in one file replaced by another. */
export class ChangedCopies {
  readonly #made: string[] = [];

  of(example: string, file: string, text: string, by: string): TargetInput {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-changed-'));
    this.#made.push(folder);
    const copy = path.join(folder, example);
    cpSync(path.join(examplesDir, example), copy, { recursive: true });
    const at = path.join(copy, file);
    const before = readFileSync(at, 'utf8');
    if (!before.includes(text)) throw new Error(`${file} of ${example} has no ${JSON.stringify(text)}.`);
    writeFileSync(
      at,
      before.replace(text, () => by),
    );
    return { kind: 'path', path: copy };
  }

  close(): void {
    for (const folder of this.#made) rmSync(folder, { recursive: true, force: true });
  }
}
