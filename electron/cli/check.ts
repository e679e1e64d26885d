// `framescope check`: its arguments, options and help. The run is check-session.ts.

import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { usualBudgets } from '../../shared/conformance/budgets.ts';
import { callPolicies, type CallPolicy } from '../../shared/conformance/call-policy.ts';
import { leastStrictness, mostStrictness, usualStrictness } from '../../shared/conformance/rule.ts';
import type { Call } from './call.ts';
import { runCheck, type CheckSubject } from './check-session.ts';
import { commandInput, helloTimeout, milliseconds, pathInput, profileOption } from './options.ts';

interface Options {
  readonly profile?: string;
  readonly strictness: number;
  readonly call: CallPolicy;
  readonly probes: boolean;
  readonly timeout: number;
  readonly helloTimeout: number;
  readonly json?: true;
  readonly sarif?: string;
  readonly junit?: string;
  readonly baseline?: string;
  readonly writeBaseline?: true;
}

const details = `
TARGET is started several times: once as its host would have it, then to see what it bears: unknown fields and frames, broken
lines, two calls at once, an empty project. A RECORDING (.fsj) is judged by what stands in it. Naming a target is consent to
run it, and to call those of its tools and commands that are marked as reading only, or whose names do not say that they
change something; --call none calls nothing, --call all calls everything.

Examples:
  framescope check examples/extensions/greeter
  framescope check ./my-extension --strictness 8 --sarif check.sarif
  framescope check ./my-extension --baseline known.json --write-baseline
  framescope check session.fsj --profile zot-seed --json
  framescope check -- python3 extension.py

Exit codes: 0 no error at this strictness, or all are in the baseline; 1 an error; 2 wrong usage, also a file that is no
recording or baseline; 3 there is no such target.`;

export function addCheck(program: Command, call: Call): void {
  program
    .command('check')
    .description(
      'Check a target or a recording against the rules of its host, and tell what to do about each.',
    )
    .usage('[options] TARGET|RECORDING\n       framescope check [options] -- COMMAND [ARGS...]')
    .argument('[SUBJECT]', 'folder of an extension, its extension.json, a plugin, or a .fsj file')
    .addOption(profileOption(call).default(undefined, 'as recorded, else the newest of its protocol'))
    .addOption(strictnessOption())
    .addOption(
      new Option('--call <WHICH>', 'which tools and commands are called')
        .choices(callPolicies)
        .default('safe'),
    )
    .option('--no-probes', 'run it once, as its host would, and try nothing else')
    .addOption(milliseconds('--timeout <MS>', 'how long an answer may take', usualBudgets.answerMs))
    .addOption(helloTimeout())
    .option('--json', 'print one JSON object instead of text')
    .option('--sarif <FILE>', 'write the result as SARIF 2.1.0 too')
    .option('--junit <FILE>', 'write the result as JUnit XML too')
    .option('--baseline <FILE>', 'what is known to be wrong, and does not count')
    .option('--write-baseline', 'write what was found to the file of --baseline')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((subject: string | undefined, options: Options, command: Command) =>
      check(call, subjectOf(call, subject, command), options, command),
    );
}

function strictnessOption(): Option {
  const range = `${leastStrictness} to ${mostStrictness}`;
  return new Option('--strictness <N>', `${range}: from what breaks everywhere to all that could be better`)
    .argParser((text) => {
      const strictness = Number(text);
      if (Number.isInteger(strictness) && strictness >= leastStrictness && strictness <= mostStrictness)
        return strictness;
      throw new InvalidArgumentError(`Give a whole number from ${range}.`);
    })
    .default(usualStrictness);
}

function subjectOf(call: Call, subject: string | undefined, command: Command): CheckSubject {
  const program = commandInput(call, command);
  if (program && subject !== undefined)
    command.error(`error: both a target (${subject}) and a command line after "--": give one of them`);
  if (program) return { kind: 'target', input: program };
  if (subject === undefined)
    return command.error(
      'error: no target: name a folder, an extension.json, a recording, or a command line after "--"',
    );
  if (!/\.fsj(\.gz)?$/.test(subject)) return { kind: 'target', input: pathInput(call, subject) };
  return { kind: 'recording', file: path.resolve(call.surroundings.terminal.cwd, subject) };
}

async function check(call: Call, subject: CheckSubject, options: Options, command: Command): Promise<void> {
  const { terminal, settings, workspace, version, defaultProfile } = call.surroundings;
  if (options.writeBaseline && options.baseline === undefined)
    command.error('error: --write-baseline needs --baseline FILE: that is the file it writes');
  const inCwd = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(terminal.cwd, file);
  const code = await runCheck({
    ...{ subject, terminal, version, workspace: workspace() },
    profile: options.profile,
    settings: (target) => settings(target, options.profile ?? defaultProfile),
    strictness: options.strictness,
    calls: options.call,
    plainOnly: !options.probes,
    budgets: { ...usualBudgets, answerMs: options.timeout, helloMs: options.helloTimeout },
    json: options.json === true,
    sarif: inCwd(options.sarif),
    junit: inCwd(options.junit),
    baseline: inCwd(options.baseline),
    writeBaseline: options.writeBaseline === true,
  });
  call.finish(code);
}
