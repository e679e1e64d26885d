// What stands on a tap's command line, read without a library: the program must be there before a host grows impatient.
// The command `tap` of the command line documents the same words (cli/tap.ts). Pure.

import path from 'node:path';

export interface TapWords {
  readonly argv: readonly string[];
  /** As given. */
  readonly record: string | null;
  readonly open: boolean;
  readonly name: string;
}

/** Words after `tap`. Undefined when they are not those of a stand-in, or are wrong: then the command line says what. */
export function tapWords(args: readonly string[]): TapWords | undefined {
  const dashes = args.indexOf('--');
  const argv = dashes < 0 ? [] : args.slice(dashes + 1);
  const [command] = argv;
  if (command === undefined || command === '') return undefined;
  const given = { record: null as string | null, open: false, name: path.basename(command) };
  const options = args.slice(0, dashes);
  for (let at = 0; at < options.length; at++) {
    const [word = '', inline] = split(options[at] ?? '');
    if (word === '--open' && inline === undefined) given.open = true;
    else if (word === '--record' || word === '--name') {
      const value = inline ?? options[++at];
      if (value === undefined || value === '') return undefined;
      if (word === '--record') given.record = value;
      else given.name = value;
    } else return undefined;
  }
  return { argv, ...given };
}

function split(word: string): [string, string | undefined] {
  const at = word.indexOf('=');
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word, undefined];
}
