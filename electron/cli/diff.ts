// `framescope diff`: two recordings side by side. Reads both files, runs nothing.

import path from 'node:path';
import type { Command } from 'commander';
import { visibleText } from '../../shared/json/visible.ts';
import { diffRecordings } from '../../shared/replay/diff.ts';
import { countVerdicts, isDifference } from '../../shared/replay/result.ts';
import { readCrossing } from '../engine/replay-recording.ts';
import type { Call } from './call.ts';
import { chosenNormalisers, ignoreOption, normalizeOption, type CompareOptions } from './compare-options.ts';
import { exitCodes } from './exit-codes.ts';
import { inkFor } from './ink.ts';
import { refusalLines } from './report-text.ts';
import { diffJson } from './replay-json.ts';
import { countWords, tableLines } from './replay-text.ts';

interface Options extends CompareOptions {
  readonly json?: true;
}

const details = `
Lines of both sides are compared, matched by type, by what they are about and by order; answers by their requests. Ids, times,
folders and addresses that only differ from run to run do not count.

Examples:
  framescope diff before.fsj after.fsj
  framescope diff before.fsj after.fsj --ignore hello_ack: --json | jq '.rows[] | select(.verdict != "equal")'

Exit codes: 0 no difference, 1 a difference, 2 wrong usage, also a file that is no recording.`;

export function addDiff(program: Command, call: Call): void {
  program
    .command('diff')
    .description('Compare two recordings.')
    .argument('<A>', 'a .fsj file')
    .argument('<B>', 'another one')
    .addOption(ignoreOption())
    .addOption(normalizeOption())
    .option('--json', 'print one JSON object instead of text')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((a: string, b: string, options: Options) => diff(call, a, b, options));
}

async function diff(call: Call, a: string, b: string, options: Options): Promise<void> {
  const { out, err, cwd, isTerminal, environment } = call.surroundings.terminal;
  const files = [path.resolve(cwd, a), path.resolve(cwd, b)] as const;
  const [one, another] = [await readCrossing(files[0]), await readCrossing(files[1])];
  const refusals = [one, another].flatMap((read) => (read.ok ? [] : [read.failure]));
  if (!one.ok || !another.ok) {
    await err.lines(refusalLines(refusals));
    if (options.json) await out.lines([diffJson(files, [], refusals)]);
    return call.finish(exitCodes.usage);
  }
  const rows = diffRecordings(
    one.value.crossing,
    another.value.crossing,
    chosenNormalisers(options),
    options.ignore,
  );
  const ink = inkFor(isTerminal, environment);
  const damage = [one.value, another.value].flatMap(({ path: file, damage: words }) =>
    words.map((word) => ink('warn', `▲ ${visibleText(`${file}: ${word}`)}`)),
  );
  const equal = !rows.some(isDifference);
  if (options.json) {
    await err.lines(damage);
    await out.lines([diffJson(files, rows, [])]);
  } else
    await out.lines([
      `A  ${visibleText(files[0])}`,
      `B  ${visibleText(files[1])}`,
      ...damage,
      '',
      ...tableLines(rows, { ink, names: ['A', 'B'] }),
      '',
      `${ink(equal ? 'ok' : 'fault', equal ? '✓' : '✖')} ${countWords(countVerdicts(rows))}`,
    ]);
  call.finish(equal ? exitCodes.fine : exitCodes.findings);
}
