// `framescope import`: a capture that another program made becomes a recording. Reads one file, writes one, runs nothing.

import path from 'node:path';
import { Option, type Command } from 'commander';
import { visibleText } from '../../shared/json/visible.ts';
import { captureFormats, type CaptureFormat } from '../../shared/recording/capture/capture.ts';
import type { Side } from '../../shared/session/entries.ts';
import { importCapture, type Imported } from '../engine/import-capture.ts';
import { stateDir } from '../recorder/state-dir.ts';
import type { Call } from './call.ts';
import { exitCodes } from './exit-codes.ts';
import { inkFor } from './ink.ts';
import { profileOption } from './options.ts';
import { refusalLines } from './report-text.ts';

interface Options {
  readonly as?: CaptureFormat;
  readonly side: Side;
  readonly swap?: true;
  readonly profile?: string;
  readonly output?: string;
  readonly json?: true;
}

const details = `
Formats, told by the first lines of the file unless --as names one; a file packed with gzip is unpacked while it is read:
${Object.entries(captureFormats)
  .map(([name, what]) => `  ${name.padEnd(10)} ${what}`)
  .join('\n')}

Lines that can't be understood become notes of the recording, so nothing of the capture is lost.

Example:
  framescope import wire.jsonl --output wire.fsj

Exit codes: 0 all of it was taken, 1 lines were not understood, 2 wrong usage, also a file of no such format.`;

export function addImport(program: Command, call: Call): void {
  program
    .command('import')
    .description('Make a recording of a capture of the wire that another program wrote.')
    .argument('<FILE>', 'the capture')
    .addOption(new Option('--as <FORMAT>', 'its format').choices(Object.keys(captureFormats)))
    .addOption(
      new Option('--side <SIDE>', 'who wrote lines of which nothing else tells it')
        .choices(['extension', 'host'])
        .default('extension'),
    )
    .option('--swap', 'the capture names the sides the other way round')
    .addOption(profileOption(call))
    .option('--output <FILE>', 'where to write the recording (default: among the recordings of the app)')
    .option('--json', 'print one JSON object instead of text')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((file: string, options: Options) => run(call, file, options));
}

async function run(call: Call, file: string, { as, output, json, ...choices }: Options): Promise<void> {
  const { terminal, version } = call.surroundings;
  const { cwd, environment, out, err } = terminal;
  const imported = await importCapture({
    file: path.resolve(cwd, file),
    ...(as ? { format: as } : {}),
    ...(output === undefined ? {} : { output: path.resolve(cwd, output) }),
    ...choices,
    stateDir: stateDir(environment),
    programVersion: version,
  });
  if (!imported.ok) {
    await err.lines(refusalLines([imported.failure]));
    if (json) await out.lines([JSON.stringify({ kind: 'import', refusal: imported.failure })]);
    return call.finish(exitCodes.usage);
  }
  await out.lines(
    json ? [JSON.stringify({ kind: 'import', ...imported.value })] : words(call, imported.value),
  );
  call.finish(imported.value.counts.notTaken === 0 ? exitCodes.fine : exitCodes.findings);
}

function words(call: Call, { path: target, format, counts, words: told }: Imported): string[] {
  const { environment, isTerminal } = call.surroundings.terminal;
  const ink = inkFor(isTerminal, environment);
  const more = counts.notTaken - told.length;
  return [
    ...told.map((word) => ink('warn', `▲ ${visibleText(word)}`)),
    ...(more > 0 ? [ink('warn', `▲ And ${more} more lines.`)] : []),
    `${counts.taken} entries of ${counts.lines} lines (${format}) → ${visibleText(target)}`,
  ];
}
