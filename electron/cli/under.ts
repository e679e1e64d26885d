// `--under`: a native plugin run under a debugger, a memory checker or any other program. The option, how long to wait then,
// and what is told: the exact command, and what is printed while it runs. Finding and starting the program is the engine's.

import { Option, type Command } from 'commander';
import { visibleText } from '../../shared/json/visible.ts';
import { defaultPluginSettings } from '../../shared/target/plugin-target.ts';
import type { HostSettings } from '../../shared/target/target.ts';
import { underWords, wrappers } from '../../shared/target/under.ts';
import { Follower } from './follow.ts';
import { inkFor } from './ink.ts';
import type { Running } from './start-targets.ts';
import type { Terminal } from './terminal.ts';

const slowStartMs = 180_000;

export function underOption(): Option {
  const known = Object.keys(wrappers).join(', ');
  const words = `run a native plugin under a program: ${known}, or one with its own options in quotes`;
  return new Option('--under <PROGRAM>', words);
}

/** The settings with the program in them; those without it as they are. */
export function toldUnder(settings: HostSettings, under: string | undefined): HostSettings {
  if (under === undefined) return settings;
  const plugin = settings.plugin ?? defaultPluginSettings(settings.provider, settings.model);
  return { ...settings, plugin: { ...plugin, under: underWords(under) } };
}

/** Programs that watch another make it many times slower: a wait that nobody chose is longer under them. */
export function waitUnder(command: Command, option: string, ms: number, under: string | undefined): number {
  const chosen = command.getOptionValueSource(option) !== 'default';
  return chosen || under === undefined ? ms : Math.max(ms, slowStartMs);
}

/** Where rows are not printed: the command of each plugin that is run under another program, and what that one prints. */
export class UnderWatch {
  readonly #terminal: Terminal;
  readonly #followers: Follower[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  async opened({ session, target, journal }: Running): Promise<void> {
    if ((session.settings.plugin?.under ?? []).length === 0) return;
    const { err, width, isTerminal, environment } = this.#terminal;
    await err.lines([`Runs: ${shellWords(target.argv)}`]);
    const looks = { ink: inkFor(isTerminal, environment), width };
    this.#followers.push(new Follower(journal, err, looks, ({ kind }) => kind === 'stderr'));
  }

  /** Once nothing runs any more: all of it is printed. */
  async close(): Promise<void> {
    for (const follower of this.#followers) {
      await follower.caughtUp();
      follower.close();
    }
  }
}

const plainWord = /^[\w@%+=:,./-]+$/;

/** As a shell would take it. */
export function shellWords(argv: readonly string[]): string {
  return argv
    .map((word) => (plainWord.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .map(visibleText)
    .join(' ');
}
