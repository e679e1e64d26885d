// `framescope tap`: in this program only its help, its usage errors, and `install` and `uninstall`. A tap that stands in for
// an extension never comes here: start.ts sends it to a small program of its own, as a host waits for it.

import path from 'node:path';
import type { Command } from 'commander';
import { installTap, uninstallTap, type Installed } from '../engine/tap-install.ts';
import type { Result } from '../../shared/result.ts';
import { visibleText } from '../../shared/json/visible.ts';
import type { Call } from './call.ts';
import { exitCodes } from './exit-codes.ts';
import { refusalLines } from './report-text.ts';

interface TapOptions {
  readonly record?: string;
  readonly open?: boolean;
}

const details = `
Stands in for an extension inside its real host: starts COMMAND, passes every byte, every signal and the exit code on, and
records. It writes nothing of its own to stdout or stderr, unless both are a terminal. While Framescope is open, the session
appears there, and frames can be held.

Examples:
  framescope tap install ./my-extension          its real host starts it through a tap from now on
  framescope tap uninstall ./my-extension        extension.json is again what it was, byte for byte
  framescope tap -- node main.mjs                by hand

Exit codes: those of COMMAND, and its signal; 127 when it is not found, 126 when it is no program. install and uninstall: 0
done, 1 refused, and nothing was changed; 2 wrong usage.`;

export function addTap(program: Command, call: Call): void {
  const tap = program
    .command('tap')
    .description('Stand between a real host and its extension, and record what passes.')
    .usage('[options] -- COMMAND [ARGS...]\n       framescope tap install|uninstall [options] DIR')
    .option('--record <FILE>', 'record to this new file (default: a new one in the state folder)')
    .option('--name <NAME>', 'what the session is called (default: the program)')
    .option('--open', 'start the app too, or show its window')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((_options: TapOptions, command: Command) =>
      command.error('error: nothing to stand in for: give a command line after "--", or install DIR'),
    );
  tap
    .command('install')
    .description('Rewrite the extension.json of DIR so that its host starts it through a tap.')
    .argument('<DIR>', 'folder of an extension, or its extension.json')
    .option('--record <FILE>', 'record to this file; a run that finds it there records to the state folder')
    .option('--open', 'start the app too, or show its window, each time')
    .helpOption('-h, --help', 'print this help')
    // Options of the same name before `install` are taken by the command above it.
    .action((dir: string, _options: TapOptions, command: Command) =>
      install(call, dir, command.optsWithGlobals<TapOptions>()),
    );
  tap
    .command('uninstall')
    .description('Put the extension.json of DIR back as it was.')
    .argument('<DIR>', 'folder of an extension, or its extension.json')
    .helpOption('-h, --help', 'print this help')
    .action(async (dir: string) => {
      const removed = await uninstallTap(path.resolve(call.surroundings.terminal.cwd, dir));
      await tell(call, removed, {
        done: ({ name, manifest }) => `${name} is tapped no more: ${manifest} is as it was.`,
        already: ({ name }) => `${name} is not tapped.`,
      });
    });
}

async function install(call: Call, dir: string, { record, open }: TapOptions): Promise<void> {
  const { terminal } = call.surroundings;
  const options = [
    ...(record === undefined ? [] : ['--record', path.resolve(terminal.cwd, record)]),
    ...(open ? ['--open'] : []),
  ];
  const start = { node: process.execPath, program: path.join(import.meta.dirname, 'tap.js'), options };
  const installed = await installTap(path.resolve(terminal.cwd, dir), start);
  await tell(call, installed, {
    done: ({ name, manifest, backup }) =>
      `${name} is tapped: ${manifest} starts it through Framescope. The original is ${backup}.`,
    already: ({ name }) => `${name} is tapped already.`,
  });
}

async function tell(
  call: Call,
  result: Result<Installed>,
  words: Readonly<Record<Installed['how'], (installed: Installed) => string>>,
): Promise<void> {
  const { out, err } = call.surroundings.terminal;
  if (result.ok) return out.lines([visibleText(words[result.value.how](result.value))]);
  await err.lines(refusalLines([result.failure]));
  call.finish(exitCodes.findings);
}
