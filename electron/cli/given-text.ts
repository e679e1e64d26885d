// A text that is given on the command line: as it stands there, from a file, or from the standard input. Reads, and says
// what is wrong; what the text means is its user's business.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { walkJson } from '../../shared/json/walk.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { visibleText } from '../../shared/json/visible.ts';
import { excerptAt, placeOf } from '../session/discover/text-place.ts';
import type { Terminal } from './terminal.ts';

/** `-` is the standard input, anything else a file. */
export async function readGiven(from: string, terminal: Terminal): Promise<Result<string>> {
  const name = from === '-' ? 'the standard input' : from;
  let bytes: Uint8Array;
  try {
    bytes = from === '-' ? await terminal.input() : await readFile(path.resolve(terminal.cwd, from));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed(failure('argumentInvalid', `${name} cannot be read: ${why}.`, 'Check the path.'));
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return failed(failure('argumentInvalid', `${name} is not UTF-8.`, 'Save it as UTF-8.'));
  }
}

/** ARGS of a tool: JSON text, `-` for the standard input, `@FILE` for a file; absent: `{}`. Its spelling is kept. */
export async function readArgs(given: string | undefined, terminal: Terminal): Promise<Result<string>> {
  if (given === undefined) return ok('{}');
  const from = given === '-' ? '-' : given.startsWith('@') ? given.slice(1) : undefined;
  const read = from === undefined ? ok(given) : await readGiven(from, terminal);
  if (!read.ok) return read;
  const text = read.value;
  const end = walkJson(text);
  if (end.ok) return ok(text);
  const name = from === undefined ? 'ARGS' : from === '-' ? 'The standard input' : from;
  return failed(
    failure(
      'argumentInvalid',
      `${name} is not JSON: ${placeOf(text, end.offset)}: here should be ${end.expected}: ${visibleText(excerptAt(text, end.offset))}`,
      text.trimStart().startsWith('{') || text.trim() === ''
        ? 'Nothing was started. Give the arguments as one JSON object, in single quotes for the shell.'
        : 'Nothing was started. Quote it for the shell, like \'{"name":"Ada"}\', or give @FILE.',
    ),
  );
}
