// The command line as a whole: which commands there are, usage errors, help, and what an exception means. It is given
// everything it touches, so that tests run it without a process of its own.

import { Command, CommanderError } from 'commander';
import { failure } from '../../shared/errors.ts';
import type { Call, Surroundings } from './call.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { addCall } from './call-tool.ts';
import { addCheck } from './check.ts';
import { addCoverage } from './coverage.ts';
import { addDiff } from './diff.ts';
import { addImport } from './import.ts';
import { addFuzz } from './fuzz.ts';
import { addExport } from './export.ts';
import { addInspect } from './inspect.ts';
import { addMock } from './mock.ts';
import { tellFault, wantsJson } from './own-fault.ts';
import { refusalFor } from './refusal-for.ts';
import { addReplay } from './replay.ts';
import { addRun } from './run-script.ts';
import { addTap } from './tap.ts';

const about = 'Runs an extension of a coding agent as its host would, and shows every frame that crosses.';

const examples = `
Examples:
  framescope inspect ./my-extension             the handshake of the extension in that folder
  framescope inspect ./my-extension --json      the same as one JSON object
  framescope inspect -- node main.mjs --debug   a command line, without a manifest
  framescope call ./my-extension greet '{"name":"Ada"}'
  framescope run ./guard ./tools --script guarded.scenario
  framescope replay base.fsj --against ./my-extension
  framescope fuzz ./my-extension --tool greet
  framescope check ./my-extension               what would go wrong in the real host, and the fix

Exit codes: 0 fine, 1 findings, 2 wrong usage, 3 the target could not be started, 4 a fault of Framescope.
"framescope help COMMAND" tells more about a command.`;

function program(call: Call): Command {
  const { out, err } = call.surroundings.terminal;
  const root = new Command('framescope')
    .description(about)
    .version(call.surroundings.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples)
    .configureOutput({ writeOut: (text) => void out.text(text), writeErr: (text) => void err.text(text) })
    .showHelpAfterError('See "framescope --help" and "framescope help COMMAND".')
    .exitOverride();
  addInspect(root, call);
  addCall(root, call);
  addRun(root, call);
  addReplay(root, call);
  addCoverage(root, call);
  addDiff(root, call);
  addImport(root, call);
  addMock(root, call);
  addTap(root, call);
  addExport(root, call);
  addFuzz(root, call);
  addCheck(root, call);
  return root;
}

/**
 * Runs one command to its end.
 * @param args without the interpreter and the program's own path
 * @returns the exit code; never throws
 */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { out } = surroundings.terminal;
  const dashes = args.indexOf('--');
  const ours = dashes < 0 ? args : args.slice(0, dashes);
  const commandWords = dashes < 0 ? undefined : args.slice(dashes + 1);
  let code: ExitCode = exitCodes.fine;
  const call: Call = { surroundings, commandWords, finish: (given) => (code = given) };
  try {
    await program(call).parseAsync([...ours], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      await tellFault(error, args, surroundings.terminal);
      return exitCodes.ownFault;
    }
    if (error.exitCode === 0) return exitCodes.fine;
    if (wantsJson(args)) await out.lines([refusalFor(args, failure('argumentInvalid', usageText(error)))]);
    return exitCodes.usage;
  }
}

function usageText(error: CommanderError): string {
  return error.message.replace(/^error: /, '');
}
