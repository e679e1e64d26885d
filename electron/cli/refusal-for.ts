// What `--json` prints when a command could not even begin, in the form of that command. Pure.

import type { Failure } from '../../shared/errors.ts';
import { checkJson } from './check-json.ts';
import { refusedJson } from './fact-json.ts';
import { diffJson, replayJson } from './replay-json.ts';
import { refusalJson } from './report-json.ts';

const oneFactALine: ReadonlySet<string | undefined> = new Set(['call', 'run']);

/** One line without its line end. @param args of the program */
export function refusalFor(args: readonly string[], failure: Failure): string {
  if (args[0] === 'replay') return replayJson(null, [], null, [failure]);
  if (args[0] === 'check') return checkJson(null, [failure]);
  if (args[0] === 'diff') return diffJson([], [], [failure]);
  return oneFactALine.has(args[0]) ? refusedJson([failure]) : refusalJson([failure]);
}
