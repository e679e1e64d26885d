// One check from the command line: runs it, tells it, and writes the files that were asked for. What is right or wrong about an
// extension is decided in the engine; how it reads in check-text.ts and its neighbours.

import { readFile, writeFile } from 'node:fs/promises';
import type { Budgets } from '../../shared/conformance/budgets.ts';
import type { CallPolicy } from '../../shared/conformance/call-policy.ts';
import type { CheckOutcome } from '../../shared/conformance/outcome.ts';
import { failure, type Failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import { checkRecording, checkTarget, notStarted, targetsFault } from '../engine/check-target.ts';
import type { Workspace } from '../engine/workspace.ts';
import { baselineText, readBaseline } from './check-baseline.ts';
import { checkJson } from './check-json.ts';
import { checkSuite } from './check-junit.ts';
import { checkReport, type CheckReport, type CheckedSubject } from './check-report.ts';
import { checkSarif } from './check-sarif.ts';
import { checkLines, stageLine } from './check-text.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { inkFor } from './ink.ts';
import { junitXml } from './junit-xml.ts';
import { refusalLines } from './report-text.ts';
import type { Terminal } from './terminal.ts';

export type CheckSubject =
  | { readonly kind: 'target'; readonly input: TargetInput }
  /** Absolute path. */
  | { readonly kind: 'recording'; readonly file: string };

export interface CheckCommand {
  readonly subject: CheckSubject;
  readonly terminal: Terminal;
  readonly version: string;
  readonly workspace: Workspace;
  readonly profile: string | undefined;
  readonly settings: (target: ResolvedTarget) => HostSettings;
  readonly strictness: number;
  readonly calls: CallPolicy;
  readonly plainOnly: boolean;
  readonly budgets: Budgets;
  readonly json: boolean;
  /** Absolute, as all files here. */
  readonly sarif: string | undefined;
  readonly junit: string | undefined;
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
}

interface Checked {
  readonly outcome: CheckOutcome;
  readonly subject: CheckedSubject;
  /** What to know about a recording's file. */
  readonly damage: readonly string[];
}

/** Never throws for what an extension does; returns the exit code of the command. */
export async function runCheck(command: CheckCommand): Promise<ExitCode> {
  const known = await knownOf(command);
  if (!known.ok) return refuse(command, known.failure, exitCodes.usage);
  const checked =
    command.subject.kind === 'recording'
      ? await checkFile(command, command.subject.file)
      : await checkProgram(command, command.subject.input);
  if (!checked.ok) {
    const code = command.subject.kind === 'recording' ? exitCodes.usage : exitCodeOf(checked.failure);
    return refuse(command, checked.failure, code);
  }
  const { outcome, subject, damage } = checked.value;
  const report = checkReport(subject, outcome, command.strictness, known.value);
  const unwritten = await writeFiles(command, report);
  await tell(command, report, damage, unwritten);
  if (unwritten.length > 0) return exitCodes.findings;
  return (report.ok || command.writeBaseline) && !outcome.stopped ? exitCodes.fine : exitCodes.findings;
}

async function checkFile(command: CheckCommand, file: string): Promise<Result<Checked>> {
  const begun = performance.now();
  const checked = await checkRecording(file, command.budgets, command.profile);
  if (!checked.ok) return checked;
  const { outcome, header, path, damage } = checked.value;
  const subject: CheckedSubject = {
    kind: 'recording',
    name: header?.target.name ?? file,
    file: path,
    startedAt: header?.startedAt ?? '',
    tookMs: performance.now() - begun,
  };
  return ok({ outcome, subject, damage });
}

async function checkProgram(command: CheckCommand, input: TargetInput): Promise<Result<Checked>> {
  const { workspace, terminal } = command;
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const subject = (name: string, file: string | null): CheckedSubject => ({
    ...{ kind: 'target', name, file, startedAt },
    tookMs: performance.now() - begun,
  });
  const resolved = await workspace.resolve(input, terminal.cwd);
  if (!resolved.ok) {
    if (!targetsFault.has(resolved.failure.code)) return resolved;
    const profile = command.profile ?? 'zot-latest';
    const name = input.kind === 'path' ? input.path : input.argv.join(' ');
    const file = input.kind === 'path' ? input.path : null;
    return ok({
      outcome: notStarted(profile, false, [resolved.failure]),
      subject: subject(name, file),
      damage: [],
    });
  }
  const target = resolved.value;
  const ending = new AbortController();
  const offInterrupt = terminal.onInterrupt(() => ending.abort());
  const offGone = terminal.out.onGone(() => ending.abort());
  const ink = inkFor(terminal.isTerminal, terminal.environment);
  try {
    const checked = await checkTarget({
      ...{ workspace: workspace.options, target, settings: command.settings(target) },
      ...{ budgets: command.budgets, calls: command.calls, plainOnly: command.plainOnly },
      signal: ending.signal,
      ...(command.json ? {} : { progress: (stage) => void terminal.err.lines([stageLine(stage, ink)]) }),
    });
    if (!checked.ok) return checked;
    const file = target.manifestPath ?? target.plugin?.library ?? null;
    return ok({ outcome: checked.value, subject: subject(target.name, file), damage: [] });
  } finally {
    offInterrupt();
    offGone();
  }
}

async function knownOf({ baseline, writeBaseline }: CheckCommand): Promise<Result<ReadonlySet<string>>> {
  if (baseline === undefined || writeBaseline) return ok(new Set());
  try {
    return readBaseline(await readFile(baseline, 'utf8'), baseline);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return failed(
      failure(
        'fileUnreadable',
        `The baseline ${baseline} can't be read: ${why}.`,
        'Write it with --write-baseline.',
      ),
    );
  }
}

async function writeFiles(command: CheckCommand, report: CheckReport): Promise<readonly Failure[]> {
  const { sarif, junit, baseline, writeBaseline, version, terminal } = command;
  const hasBaseline = baseline !== undefined && !writeBaseline;
  const texts: readonly (readonly [string | undefined, () => string])[] = [
    [sarif, () => checkSarif(report, { version, cwd: terminal.cwd, hasBaseline })],
    [junit, () => junitXml([checkSuite(report)])],
    [writeBaseline ? baseline : undefined, () => baselineText(report.outcome.profile, report.findings)],
  ];
  const failures: Failure[] = [];
  for (const [file, text] of texts) {
    if (file === undefined) continue;
    try {
      await writeFile(file, text());
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? String(error);
      failures.push(failure('fileUnwritable', `${file} can't be written: ${why}.`, 'Choose another place.'));
    }
  }
  return failures;
}

async function tell(
  { terminal, json }: CheckCommand,
  report: CheckReport,
  damage: readonly string[],
  unwritten: readonly Failure[],
): Promise<void> {
  const { out, err } = terminal;
  if (json) return out.lines([checkJson(report, unwritten)]);
  await out.lines(checkLines(report, inkFor(terminal.isTerminal, terminal.environment)));
  await err.lines([...damage, ...refusalLines(unwritten)]);
}

async function refuse({ terminal, json }: CheckCommand, why: Failure, code: ExitCode): Promise<ExitCode> {
  await terminal.err.lines(refusalLines([why]));
  if (json) await terminal.out.lines([checkJson(null, [why])]);
  return code;
}
