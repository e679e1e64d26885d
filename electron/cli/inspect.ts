// `framescope inspect`: its arguments, options and help. The run is inspect-session.ts.

import path from 'node:path';
import type { Command } from 'commander';
import type { TargetInput } from '../../shared/target/target.ts';
import type { Call } from './call.ts';
import { inspectTarget } from './inspect-session.ts';
import { milliseconds, profileOption } from './options.ts';
import { jsonTelling } from './telling-json.ts';
import { textTelling } from './telling-text.ts';
import { toldUnder, underOption, waitUnder } from './under.ts';

interface Options {
  readonly json?: true;
  readonly profile: string;
  readonly wait: number;
  readonly timeout: number;
  readonly record?: string;
  readonly under?: string;
}

const details = `
TARGET is the folder of an extension, its extension.json, or a native plugin: a library, a folder with one, or a C file.
A command line stands after "--" and is run as it is, without a shell. Naming a target is consent to run it.

Examples:
  framescope inspect examples/extensions/greeter
  framescope inspect ./my-extension --wait 5000 --record run.fsj
  framescope inspect ./my-extension --json | jq '.problems'
  framescope inspect --profile zot-seed -- python3 extension.py
  framescope inspect plugin.so --under valgrind

Exit codes: 0 fine, 1 an error was found or it never became ready, 2 wrong usage, 3 the target could not be started.`;

/** Adds the command to the program. */
export function addInspect(program: Command, call: Call): void {
  program
    .command('inspect')
    .description(
      'Run a target through its handshake and show what crosses, what it registers and what is wrong.',
    )
    .usage('[options] TARGET\n       framescope inspect [options] -- COMMAND [ARGS...]')
    .argument('[TARGET]', 'folder of an extension, its extension.json, or a native plugin')
    .option('--json', 'print one JSON object instead of text')
    .addOption(profileOption(call).default(call.surroundings.defaultProfile))
    .addOption(milliseconds('--wait <MS>', 'how long to listen after ready', 300))
    .addOption(milliseconds('--timeout <MS>', 'how long to wait for hello, unless the profile says', 10_000))
    .addOption(underOption())
    .option('--record <FILE>', 'write the recording to this file')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((target: string | undefined, options: Options, command: Command) =>
      inspect(call, targetInput(call, target, command), {
        ...options,
        timeout: waitUnder(command, 'timeout', options.timeout, options.under),
      }),
    );
}

/** Exactly one of a path and a command line. */
function targetInput(call: Call, target: string | undefined, command: Command): TargetInput {
  const { cwd } = call.surroundings.terminal;
  const argv = call.commandWords;
  if (argv !== undefined && target !== undefined)
    command.error(`error: both a target (${target}) and a command line after "--": give one of them`);
  if (argv !== undefined && argv.length > 0) return { kind: 'command', argv, cwd };
  if (argv === undefined && target !== undefined) return { kind: 'path', path: path.resolve(cwd, target) };
  return command.error('error: no target: name a folder, an extension.json, or a command line after "--"');
}

async function inspect(call: Call, input: TargetInput, options: Options): Promise<void> {
  const { terminal, settings, workspace } = call.surroundings;
  const { record } = options;
  const code = await inspectTarget(input, {
    workspace: workspace(),
    terminal,
    telling: options.json ? jsonTelling(terminal.out, terminal.err) : textTelling(terminal),
    options: {
      waitMs: options.wait,
      timeoutMs: options.timeout,
      settings: (target) => toldUnder(settings(target, options.profile), options.under),
      ...(record === undefined ? {} : { journalFile: path.resolve(terminal.cwd, record) }),
    },
  });
  call.finish(code);
}
