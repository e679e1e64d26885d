// Which lines of source an address of a library belongs to, as far as addr2line (binutils) knows: it reads what the compiler
// left with -g. Where it is not installed, or there is nothing to read, nothing is said. Asked once, when something crashed.

import path from 'node:path';
import { askProgram } from '../../transport/run-program.ts';

const deadlineMs = 2_000;

/** "boom.c:12" for each offset; undefined where that is not known. */
export function sourceLines(
  library: string,
  offsets: readonly number[],
  program = 'addr2line',
): readonly (string | undefined)[] {
  if (offsets.length === 0) return [];
  const addresses = offsets.map((offset) => `0x${offset.toString(16)}`);
  const told = askProgram(program, ['-e', library, ...addresses], deadlineMs);
  const lines = told?.split('\n') ?? [];
  return offsets.map((_, at) => lineOf(lines[at] ?? ''));
}

/** "/src/boom.c:12 (discriminator 1)", or "??:0" and "??:?" when it does not know. */
function lineOf(told: string): string | undefined {
  const match = /^(.+):(\d+)(?: \(.*\))?$/.exec(told);
  const [, file = '??', line = '0'] = match ?? [];
  return file === '??' || line === '0' ? undefined : `${path.basename(file)}:${line}`;
}
