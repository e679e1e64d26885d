// `framescope fuzz`: its arguments, options and help. The run is fuzz-session.ts.

import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { FuzzPart } from '../../shared/fuzz/findings.ts';
import type { TargetInput } from '../../shared/target/target.ts';
import { allParts, usualSettings, type FuzzSettings } from '../drivers/fuzz.ts';
import type { Call } from './call.ts';
import { runFuzz } from './fuzz-session.ts';
import { commandInput, milliseconds, pathInput, profileOption } from './options.ts';

interface Options {
  readonly tool: readonly string[];
  readonly command: readonly string[];
  readonly event: readonly string[];
  readonly intercept: readonly string[];
  readonly phases: readonly FuzzPart[];
  readonly runs: number;
  readonly seed?: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly shard: FuzzSettings['shard'];
  readonly profile: string;
  readonly save?: string;
  readonly json?: true;
  readonly junit?: string;
}

const details = `
Without --tool, --command, --event or --intercept every tool is fuzzed. Inputs are made from the schema: its examples and
defaults, each bound and one beside it, valid ones at random, and such with one thing wrong; then lines that are no sound
frames, several calls at once, an acknowledgement with a new field, and many calls one after the other. The tools really run:
fuzz in a folder and with accounts that may be spoilt. What fails is tried again in a fresh process and made as small as can
be. docs/fuzzing.md tells what is looked for.

Examples:
  framescope fuzz examples/extensions/greeter
  framescope fuzz ./my-extension --tool search --runs 2000 --concurrency 4
  framescope fuzz ./my-extension --seed 7 --save test/regressions
  framescope fuzz ./my-extension --phases boundaries,invalid --shard 1/4 --junit fuzz.xml
  framescope fuzz --intercept tool_call -- node guard.mjs

Exit codes: 0 nothing found; 1 a bucket was found, or the run was cut short; 2 wrong usage, also a tool that is not there;
3 the target could not be started.`;

export function addFuzz(program: Command, call: Call): void {
  program
    .command('fuzz')
    .description(
      'Call a target with generated inputs, and tell what it falls over, by causes and as small as can be.',
    )
    .usage('[options] TARGET\n       framescope fuzz [options] -- COMMAND [ARGS...]')
    .argument('[TARGET]', 'a folder or an extension.json')
    .addOption(named('--tool <NAME>', 'fuzz this tool; may be given again, as may the next three'))
    .addOption(named('--command <NAME>', 'fuzz this command'))
    .addOption(named('--event <NAME>', 'fuzz this event'))
    .addOption(named('--intercept <NAME>', 'fuzz this question'))
    .addOption(phasesOption())
    .addOption(
      whole('--runs <N>', 'most inputs for each thing that is fuzzed', 1).default(usualSettings.runs),
    )
    .addOption(
      whole('--seed <S>', 'the same seed gives the same inputs', 0).default(
        undefined,
        'by chance, and printed',
      ),
    )
    .addOption(
      whole('--concurrency <N>', 'calls under way at the same time', 1).default(usualSettings.concurrency),
    )
    .addOption(milliseconds('--timeout <MS>', 'how long an answer may take', usualSettings.timeoutMs))
    .addOption(shardOption())
    .addOption(profileOption(call).default(call.surroundings.defaultProfile))
    .option('--save <DIR>', 'write each bucket into this folder, as a scenario for "framescope run"')
    .option('--json', 'print one JSON object instead of text')
    .option('--junit <FILE>', 'write the result as JUnit XML too')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((target: string | undefined, options: Options, command: Command) =>
      run(call, inputOf(call, target, command), options),
    );
}

function named(flags: string, description: string): Option {
  return new Option(flags, description)
    .argParser((text: string, before: readonly string[] = []) => [...before, text])
    .default([], 'none');
}

function whole(flags: string, description: string, least: number): Option {
  const most = 2 ** 31 - 1;
  return new Option(flags, description).argParser((text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    return value;
  });
}

function phasesOption(): Option {
  return new Option('--phases <LIST>', `some of ${allParts.join(', ')}, with commas between them`)
    .argParser((text): readonly FuzzPart[] => {
      const words = text.split(',').map((word) => word.trim());
      const wrong = words.find((word) => !allParts.some((part) => part === word));
      if (wrong !== undefined)
        throw new InvalidArgumentError(`"${wrong}" is none of ${allParts.join(', ')}.`);
      return words as FuzzPart[];
    })
    .default(allParts, 'all of them');
}

function shardOption(): Option {
  return new Option('--shard <I/N>', 'only the inputs of part I of N, for several machines')
    .argParser((text): FuzzSettings['shard'] => {
      const [, at = 0, of = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
      if (at < 1 || at > of) throw new InvalidArgumentError('Give I/N such as 2/4, with I from 1 to N.');
      return { at, of };
    })
    .default({ at: 1, of: 1 }, '1/1');
}

function inputOf(call: Call, target: string | undefined, command: Command): TargetInput {
  const program = commandInput(call, command);
  if (program && target !== undefined)
    command.error('error: give a target or a command line after "--", not both');
  if (program) return program;
  if (target === undefined)
    command.error('error: no target: name a folder, an extension.json, or a command line after "--"');
  return pathInput(call, target as string);
}

async function run(call: Call, input: TargetInput, options: Options): Promise<void> {
  const { surroundings } = call;
  const { terminal } = surroundings;
  const { tool: tools, command: commands, event: events, intercept: intercepts } = options;
  const inCwd = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(terminal.cwd, file);
  const { phases: parts, runs, concurrency, timeout: timeoutMs, shard } = options;
  const code = await runFuzz(input, {
    surroundings,
    json: options.json === true,
    settings: (target) => surroundings.settings(target, options.profile),
    choice: { tools, commands, events, intercepts },
    fuzz: { parts, runs, concurrency, timeoutMs, shard, seed: options.seed ?? chosenSeed() },
    save: inCwd(options.save),
    junit: inCwd(options.junit),
  });
  call.finish(code);
}

/** Short enough to be typed again. */
function chosenSeed(): number {
  return Math.floor(Math.random() * 1_000_000_000);
}
