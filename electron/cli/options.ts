// Options and arguments that several commands have alike.

import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { TargetInput } from '../../shared/target/target.ts';
import type { Call } from './call.ts';

/** The longest a timer of Node can wait. */
const longestMs = 2_147_483_647;

/** @param usual absent: the option has no default */
export function milliseconds(flags: string, description: string, usual?: number): Option {
  const option = new Option(flags, description).argParser((text) => {
    const ms = Number(text);
    if (!/^\d+$/.test(text) || ms > longestMs)
      throw new InvalidArgumentError(`Give whole milliseconds from 0 to ${longestMs}.`);
    return ms;
  });
  return usual === undefined ? option : option.default(usual);
}

/** Without a default: a command may take the profile from elsewhere. */
export function profileOption({ surroundings }: Call): Option {
  return new Option('--profile <P>', 'host to behave as').choices(
    surroundings.profiles.map(({ name }) => name),
  );
}

export const helloTimeout = (): Option =>
  milliseconds('--hello-timeout <MS>', 'how long to wait for hello, unless the profile says', 10_000);

export function pathInput(call: Call, target: string): TargetInput {
  return { kind: 'path', path: path.resolve(call.surroundings.terminal.cwd, target) };
}

/** What stands behind `--`, or undefined without it; `--` with nothing behind it is a mistake. */
export function commandInput(call: Call, command: Command): TargetInput | undefined {
  const argv = call.commandWords;
  if (argv === undefined) return undefined;
  if (argv.length === 0) command.error('error: nothing stands behind "--": give a command line there');
  return { kind: 'command', argv, cwd: call.surroundings.terminal.cwd };
}
