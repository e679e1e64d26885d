// `framescope run`: its arguments, options and help. The scenario is read and checked before anything is started; the run
// is scenario-session.ts.

import path from 'node:path';
import type { Command } from 'commander';
import { visibleText } from '../../shared/json/visible.ts';
import type { Scenario, ScenarioFault } from '../../shared/scenario/format.ts';
import { parseScenario } from '../../shared/scenario/parse.ts';
import type { TargetInput } from '../../shared/target/target.ts';
import type { Call } from './call.ts';
import { exitCodes } from './exit-codes.ts';
import { readGiven } from './given-text.ts';
import { inkFor } from './ink.ts';
import { commandInput, helloTimeout, pathInput, profileOption } from './options.ts';
import { runOver } from './scenario-session.ts';
import { jsonTelling, recordingLines, textRefusal, type ScenarioTelling } from './scenario-telling.ts';
import { endingLines, factLines } from './scenario-text.ts';
import { shown } from './shown.ts';
import type { Refusal } from './telling.ts';
import type { Terminal } from './terminal.ts';
import { toldUnder, underOption, waitUnder } from './under.ts';

interface Options {
  readonly script: string;
  readonly json?: true;
  readonly profile?: string;
  readonly helloTimeout: number;
  readonly failClosed?: true;
  readonly record?: string;
  readonly under?: string;
}

const details = `
A scenario is a file of JSON, one step a line; docs/scenarios.md tells the steps. With several targets events and intercepts
go to all of them, in the order given. A command line behind "--" is one more target, the last.

Examples:
  framescope run examples/extensions/greeter --script examples/scenarios/greeting.scenario
  framescope run ./guard ./tools --script guarded.scenario --record run.fsj
  framescope run ./my-extension --script check.scenario --json | tail -1 | jq .ok

Exit codes: 0 as expected; 1 a step ended in an error, a block or a timeout that no expect step takes for granted, a process
ended, or an expect step failed; 2 wrong usage, also a scenario with a wrong step: nothing is started then; 3 a target could
not be started.`;

export function addRun(program: Command, call: Call): void {
  program
    .command('run')
    .description('Run a scenario over one or several targets, and tell what came of each step.')
    .usage(
      '[options] TARGET... --script FILE\n       framescope run [options] --script FILE -- COMMAND [ARGS...]',
    )
    .argument('[TARGET...]', 'folders of extensions, their extension.json, or native plugins, in load order')
    .requiredOption('--script <FILE>', 'the scenario; "-" is the standard input')
    .option('--json', 'print one fact a line as JSON instead, the last one the outcome')
    .addOption(profileOption(call))
    .addOption(helloTimeout())
    .option('--fail-closed', 'a guard that fails blocks, instead of letting pass as the real host does')
    .addOption(underOption())
    .option(
      '--record <FILE>',
      'write the recording to this file; of several targets to run-1.fsj, run-2.fsj … for run.fsj',
    )
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((targets: readonly string[], options: Options, command: Command) =>
      run(call, inputsOf(call, targets, command), {
        ...options,
        helloTimeout: waitUnder(command, 'helloTimeout', options.helloTimeout, options.under),
      }),
    );
}

function inputsOf(call: Call, targets: readonly string[], command: Command): readonly TargetInput[] {
  const program = commandInput(call, command);
  const inputs = [...targets.map((target) => pathInput(call, target)), ...(program ? [program] : [])];
  if (inputs.length === 0)
    command.error('error: no target: name a folder, an extension.json, or a command line after "--"');
  return inputs;
}

async function run(call: Call, inputs: readonly TargetInput[], options: Options): Promise<void> {
  const { terminal, settings, workspace, defaultProfile } = call.surroundings;
  const read = await readScenario(options.script, terminal);
  if ('faults' in read) {
    if (options.json) await jsonTelling(terminal).refused(read.faults, []);
    else await tellFaults(terminal, read.faults, read.lines);
    return call.finish(exitCodes.usage);
  }
  const { scenario } = read;
  const profile = options.profile ?? scenario.profile ?? defaultProfile;
  const code = await runOver(inputs, {
    workspace: workspace(),
    terminal,
    telling: options.json ? jsonTelling(terminal) : runTelling(terminal, scenario),
    failClosed: options.failClosed === true,
    settings: (target) => toldUnder(settings(target, profile), options.under),
    helloTimeoutMs: options.helloTimeout,
    journalFile: (at) => recordingFile(options.record, inputs.length, at, terminal.cwd),
    scenario: () => scenario,
  });
  call.finish(code);
}

/** `run.fsj`, or with several targets `run-1.fsj`, `run-2.fsj` … */
function recordingFile(
  record: string | undefined,
  count: number,
  at: number,
  cwd: string,
): string | undefined {
  if (record === undefined) return undefined;
  const file = path.resolve(cwd, record);
  if (count === 1) return file;
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}-${at + 1}${ext}`);
}

type Fault = Refusal & Partial<ScenarioFault>;
type Read =
  | { readonly scenario: Scenario }
  /** `lines` are those of the file. */
  | { readonly faults: readonly Fault[]; readonly lines: readonly string[] };

async function readScenario(from: string, terminal: Terminal): Promise<Read> {
  const text = await readGiven(from, terminal);
  if (!text.ok) return { faults: [text.failure], lines: [] };
  const parsed = parseScenario(text.value);
  if (parsed.ok) return { scenario: parsed.scenario };
  const name = from === '-' ? 'standard input' : from;
  const faults = parsed.faults.map(({ message, ...place }) => {
    const { line, column } = place;
    return { code: 'scenarioInvalid', message: `${name}:${line}:${column}: ${message}`, ...place };
  });
  return { faults, lines: text.value.replace(/^\ufeff/, '').split('\n') };
}

/** On stderr, every fault with the line it is in. */
function tellFaults({ err }: Terminal, faults: readonly Fault[], lines: readonly string[]): Promise<void> {
  return err.lines([
    ...faults
      .slice(0, mostFaultsTold)
      .flatMap(({ message, fix, line, column = 1, length = 0 }) => [
        `framescope: ${visibleText(message)}`,
        ...(line === undefined ? [] : excerptOf(lines[line - 1] ?? '', column - 1, length)),
        ...(fix === undefined ? [] : [`Fix: ${visibleText(fix)}`]),
      ]),
    ...(faults.length > mostFaultsTold ? [`… ${faults.length - mostFaultsTold} more like these.`] : []),
    'Nothing was started.',
  ]);
}

const mostFaultsTold = 20;
const excerptColumns = 100;

/** The part of the line that is meant, with a mark below it. */
function excerptOf(written: string, offset: number, length: number): readonly string[] {
  const from = Math.max(0, offset - 40);
  const before = visibleText(`${from > 0 ? '…' : ''}${written.slice(from, offset)}`);
  const rest = visibleText(written.slice(offset, offset + excerptColumns).replace(/\r$/, ''));
  const marked = visibleText(written.slice(offset, offset + Math.min(length, excerptColumns)));
  return [
    `    ${before}${rest}`,
    `    ${' '.repeat(before.length)}${'^'.repeat(Math.max(1, marked.length))}`,
  ];
}

function runTelling(terminal: Terminal, { name, steps }: Scenario): ScenarioTelling {
  const { out, width } = terminal;
  const ink = inkFor(terminal.isTerminal, terminal.environment);
  const names = new Map<string | null, string>();
  const looks = { ink, width, nameOf: (id: string | null) => names.get(id) ?? 'nobody' };
  return {
    started: async (running) => {
      for (const { id, name: extension } of running) names.set(id, extension);
      const title = name === '' ? 'Scenario' : `Scenario "${shown(name)}"`;
      // The host of another protocol's target is that protocol's own.
      const hosts = [...new Set(running.map(({ profile }) => profile))].join(' and ');
      await out.lines([
        ink('strong', `${title}, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, host ${hosts}`),
        ...running.map(({ target, name: extension }, at) => {
          const version = target.manifest?.version ?? '';
          return `  ${at + 1}  ${shown(extension)}${version === '' ? '' : ` ${shown(version)}`}`;
        }),
        '',
      ]);
    },
    fact: (fact) => out.lines(factLines(fact, looks)),
    ended: (outcome, recordings) =>
      out.lines(['', ...endingLines(outcome, ink), ...recordingLines(recordings)]),
    refused: (refusals, recordings) => textRefusal(terminal, refusals, recordings),
  };
}
