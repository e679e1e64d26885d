// `framescope coverage`: what recordings put to use of what an extension offers. Reads files, runs nothing.

import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Coverage, OfferCoverage, Share } from '../../shared/coverage/coverage-types.ts';
import { visibleText } from '../../shared/json/visible.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { Counted } from '../engine/coverage.ts';
import { openWhole } from '../engine/whole-recording.ts';
import type { Call } from './call.ts';
import { exitCodes } from './exit-codes.ts';
import { inkFor, type Ink } from './ink.ts';
import { refusalLines } from './report-text.ts';

interface Options {
  readonly json?: true;
  readonly least?: number;
}

const details = `
Counts over all the files together: tools and commands that were called, events that were told, what intercepts decided, and
the ways the schema of each tool can go that its arguments took.

Examples:
  framescope coverage session.fsj
  framescope coverage recordings/*.fsj --least 80

Exit codes: 0 fine, 1 less was used than --least asks, 2 wrong usage, also a file that is no recording.`;

export function addCoverage(program: Command, call: Call): void {
  program
    .command('coverage')
    .description('Tell which tools, commands, events, decisions and schema branches recordings exercise.')
    .argument('<RECORDING...>', '.fsj files of one extension')
    .addOption(
      new Option('--least <PERCENT>', 'end with 1 when less of what is offered was used').argParser(percent),
    )
    .option('--json', 'print one JSON object instead of text')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((files: string[], options: Options) => run(call, files, options));
}

function percent(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('Give a number from 0 to 100.');
}

async function run(call: Call, files: readonly string[], { json, least }: Options): Promise<void> {
  const { cwd, out, err, isTerminal, environment } = call.surroundings.terminal;
  const read = await count(files.map((file) => path.resolve(cwd, file)));
  if (!read.ok) {
    await err.lines(refusalLines([read.failure]));
    if (json) await out.lines([JSON.stringify({ kind: 'coverage', refusal: read.failure })]);
    return call.finish(exitCodes.usage);
  }
  const { coverage, damage } = read.value;
  const ink = inkFor(isTerminal, environment);
  await err.lines(damage.map((word) => ink('warn', `▲ ${visibleText(word)}`)));
  await out.lines(json ? [JSON.stringify({ kind: 'coverage', ...coverage })] : coverageLines(coverage, ink));
  const enough = least === undefined || shareOf(coverage.used) >= least;
  if (!enough) await err.lines([ink('fault', `✖ ${percentOf(coverage.used)} used, ${least} % asked for`)]);
  call.finish(enough ? exitCodes.fine : exitCodes.findings);
}

/** Of the protocol of the first one. Errors: those of opening each, and `recordingUnfit`. */
async function count(files: readonly string[]): Promise<Result<Counted>> {
  const [first = ''] = files;
  const opened = await openWhole(first);
  if (!opened.ok) return opened;
  await opened.value.recording.close();
  const counted = new Counted(opened.value.host.protocol, first);
  for (const file of files) {
    const added = await counted.addRecording(file);
    if (!added.ok) return failed(added.failure);
  }
  return ok(counted);
}

/** 100 where there is nothing to cover. */
const shareOf = ({ covered, of }: Share): number => (of === 0 ? 100 : (covered / of) * 100);
const percentOf = (share: Share): string => `${Math.floor(shareOf(share))} %`;
const words = (what: string, share: Share): string =>
  `${what} ${share.covered} of ${share.of} (${percentOf(share)})`;

function coverageLines({ offers, unknown, used, outcomes, branches }: Coverage, ink: Ink): string[] {
  const width = Math.max(0, ...offers.map(({ part, name }) => part.length + visibleText(name).length + 1));
  return [
    ...offers.flatMap((offer) => offerLines(offer, width, ink)),
    ...unknown.map(({ part, name, uses }) =>
      ink('warn', `▲ ${part} ${visibleText(name)} was used ${uses}× and is offered by nobody here`),
    ),
    ...(offers.length === 0 ? ['Nothing was registered or subscribed to.'] : ['']),
    [words('used', used), words('outcomes', outcomes), words('schema branches', branches)].join(' · '),
  ];
}

function offerLines(offer: OfferCoverage, width: number, ink: Ink): string[] {
  const { part, name, uses, outcomes, unanswered, branches } = offer;
  const mark = uses > 0 ? ink('ok', '✓') : ink('fault', '✖');
  const told = outcomes.map(({ word, count }) =>
    count > 0 ? `${word} ${count}×` : ink('quiet', `no ${word}`),
  );
  if (unanswered > 0) told.push(ink('warn', `unanswered ${unanswered}×`));
  const missed = branches.filter(({ count, invalid }) => count === 0 && !invalid);
  return [
    [
      `${mark} ${`${part} ${visibleText(name)}`.padEnd(width)}  ${uses > 0 ? `${uses}×` : 'never'}`,
      ...told,
    ].join('  '),
    ...missed.map(({ title }) => ink('quiet', `    never: ${visibleText(title)}`)),
  ];
}
