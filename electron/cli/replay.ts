// `framescope replay`: its arguments, options and help. The run is replay-session.ts.

import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { TargetInput } from '../../shared/target/target.ts';
import type { Pace } from '../drivers/replay.ts';
import { usualLimits } from '../engine/replay-run.ts';
import type { Call } from './call.ts';
import { chosenNormalisers, ignoreOption, normalizeOption, type CompareOptions } from './compare-options.ts';
import { commandInput, milliseconds, pathInput, profileOption } from './options.ts';
import { runReplay } from './replay-session.ts';
import { jsonReplayTelling, textReplayTelling } from './replay-telling.ts';

interface Options extends CompareOptions {
  readonly against: readonly string[];
  readonly pace: Pace;
  readonly timeout: number;
  readonly quiet: number;
  readonly profile?: string;
  readonly accept?: true;
  readonly json?: true;
  readonly junit?: string;
  readonly record?: string;
}

const details = `
The host's lines of the recording go to a fresh process of TARGET: each one when what it followed in the recording has come.
What the extension says is compared with what it said then. A command line behind "--" is one more target. Naming a target
is consent to run it; the program that the recording names is never run by itself.

Examples:
  framescope inspect ./my-extension --record base.fsj
  framescope replay base.fsj --against ./my-extension
  framescope replay base.fsj --against ./my-extension --ignore 'tool_result:/content/*/text' --junit replay.xml
  framescope replay base.fsj --against ./my-extension --accept
  framescope replay base.fsj --pace x4 -- node main.mjs

Exit codes: 0 no difference, or accepted; 1 a difference, or not all could be sent; 2 wrong usage, also a file that is no
recording; 3 the target could not be started.`;

export function addReplay(program: Command, call: Call): void {
  program
    .command('replay')
    .description(
      'Send the host’s side of a recording to an extension again, and tell what it says differently.',
    )
    .usage(
      '[options] RECORDING --against TARGET\n       framescope replay [options] RECORDING -- COMMAND [ARGS...]',
    )
    .argument('<RECORDING>', 'a .fsj file')
    .addOption(
      new Option('--against <TARGET>', 'folder of an extension, or its extension.json; may be given again')
        .argParser((text: string, before: readonly string[] = []) => [...before, text])
        .default([], 'none'),
    )
    .addOption(paceOption())
    .addOption(
      milliseconds(
        '--timeout <MS>',
        'how much longer than recorded an answer may take',
        usualLimits.answerMs,
      ),
    )
    .addOption(
      milliseconds(
        '--quiet <MS>',
        'silence after which a notice is waited for no longer',
        usualLimits.quietMs,
      ),
    )
    .addOption(ignoreOption())
    .addOption(normalizeOption())
    .addOption(profileOption(call).default(undefined, 'as recorded'))
    .option(
      '--accept',
      'make the new run the baseline: it takes the place of RECORDING, which is kept beside it',
    )
    .option('--json', 'print one JSON object instead of text')
    .option('--junit <FILE>', 'write the result as JUnit XML too')
    .option(
      '--record <FILE>',
      'write the recording of the new run to this file; run-1.fsj, run-2.fsj … of several',
    )
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((recording: string, options: Options, command: Command) =>
      run(call, recording, options, command),
    );
}

function paceOption(): Option {
  return new Option(
    '--pace <PACE>',
    'asap, recorded, x2, x10 … for so many times as fast, or step: one line at each Enter',
  )
    .argParser((text: string): Pace => {
      if (text === 'asap' || text === 'step') return { kind: text };
      if (text === 'recorded') return { kind: 'recorded', speed: 1 };
      const speed = Number(/^x(\d+(?:\.\d+)?)$/.exec(text)?.[1]);
      if (speed > 0) return { kind: 'recorded', speed };
      throw new InvalidArgumentError('Give asap, recorded, step, or x and a number such as x4.');
    })
    .default({ kind: 'asap' } satisfies Pace, 'asap');
}

async function run(call: Call, recording: string, options: Options, command: Command): Promise<void> {
  const { terminal, workspace } = call.surroundings;
  const inputs = inputsOf(call, options, command);
  if (options.accept && inputs.length > 1)
    command.error('error: --accept takes one target: the run of one becomes the baseline');
  const inCwd = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(terminal.cwd, file);
  const code = await runReplay({
    workspace: workspace(),
    terminal,
    telling: options.json ? jsonReplayTelling(terminal) : textReplayTelling(terminal, options.pace),
    recording: path.resolve(terminal.cwd, recording),
    inputs,
    profile: options.profile,
    accept: options.accept === true,
    junit: inCwd(options.junit),
    record: inCwd(options.record),
    choices: {
      pace: options.pace,
      ignore: options.ignore,
      normalisers: chosenNormalisers(options),
      limits: { ...usualLimits, answerMs: options.timeout, quietMs: options.quiet },
    },
  });
  call.finish(code);
}

function inputsOf(call: Call, { against }: Options, command: Command): readonly TargetInput[] {
  const program = commandInput(call, command);
  const inputs = [...against.map((target) => pathInput(call, target)), ...(program ? [program] : [])];
  if (inputs.length === 0)
    command.error('error: no target: name one with --against, or give a command line after "--"');
  return inputs;
}
