// What is said when Framescope itself is at fault: one sentence, and how to report it.

import { failure } from '../../shared/errors.ts';
import { refusalFor } from './refusal-for.ts';
import type { Terminal } from './terminal.ts';

/** Whether the words before `--` ask for JSON. */
export function wantsJson(args: readonly string[]): boolean {
  const dashes = args.indexOf('--');
  return (dashes < 0 ? args : args.slice(0, dashes)).includes('--json');
}

/** On stderr; with `--json` also as the one object on stdout, unless that was printed before. */
export async function tellFault(
  error: unknown,
  args: readonly string[],
  { out, err }: Pick<Terminal, 'out' | 'err'>,
): Promise<void> {
  const what = error instanceof Error ? error.message : String(error);
  await err.lines([
    `framescope: this is a fault of Framescope, not of the extension: ${what}`,
    'Please report it with the lines below, the command you typed and, if there is one, the recording.',
    error instanceof Error && error.stack ? error.stack : 'no trace',
  ]);
  if (wantsJson(args) && !out.used) await out.lines([refusalFor(args, failure('internal', what))]);
}
