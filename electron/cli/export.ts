// `framescope export`: a recording in another form, with its secrets masked. Its arguments and what it says; the work is the
// engine's.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { Argument, Option, type Command } from 'commander';
import { failure, type Failure } from '../../shared/errors.ts';
import {
  exportFileName,
  exportFormat,
  exportFormats,
  type ExportFormatName,
} from '../../shared/export/formats.ts';
import { visibleText } from '../../shared/json/visible.ts';
import { rulesOf, type NamedValue, type RedactionRules } from '../../shared/redact/rules.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { scenarioMark } from '../../shared/export/scenario-text.ts';
import { exportTexts, previewExport, scenarioBeside, writeExport } from '../engine/export-run.ts';
import { openWhole, type WholeRecording } from '../engine/whole-recording.ts';
import type { Call } from './call.ts';
import { exitCodes } from './exit-codes.ts';
import { meterLines, previewLines, suspectLines } from './export-text.ts';
import { inkFor } from './ink.ts';
import { refusalLines } from './report-text.ts';

interface Options {
  readonly as?: ExportFormatName;
  readonly output?: string;
  readonly redactKey: readonly string[];
  readonly redactPointer: readonly string[];
  readonly redactRegex: readonly string[];
  readonly redactEnv: readonly string[];
  readonly defaultRedaction: boolean;
  readonly preview?: true;
  readonly gzip?: true;
}

const details = `
Formats:
${exportFormats.map(({ name, about }) => `  ${name.padEnd(10)}  ${about}`).join('\n')}

What looks like a secret is masked: values behind names such as token or password, authorization and cookies, known shapes of
tokens, private keys, and the values of variables whose names say so, where they are set here. The same value has the same mask
everywhere. --preview shows each change before anything is written.

Examples:
  framescope export run.fsj --as html
  framescope export run.fsj --as markdown --output -
  framescope export run.fsj --as recording --redact-env DEMO_SECRET --redact-key customer_id --output shared.fsj.gz
  framescope export run.fsj --preview --redact-regex 'order (?<secret>\\d+)'

Exit codes: 0 written, 2 wrong usage, also a file that is no recording or one that can't be written.`;

const several = (flags: string, description: string): Option =>
  new Option(flags, `${description}; may be given again`)
    .argParser((text: string, before: readonly string[] = []) => [...before, text])
    .default([], 'none');

export function addExport(program: Command, call: Call): void {
  program
    .command('export')
    .description(
      'Write a recording as a report, a bug report, a time view, frames, a recording or a test, secrets masked.',
    )
    .addArgument(new Argument('<RECORDING>', 'a .fsj file'))
    .addOption(new Option('--as <FORMAT>', 'see below').choices(exportFormats.map(({ name }) => name)))
    .option(
      '--output <FILE>',
      'where to write; - is the standard output; usually named after the extension, in this folder',
    )
    .addOption(
      several('--redact-key <NAME>', 'mask what stands behind a key of this name; * stands for anything'),
    )
    .addOption(
      several('--redact-pointer <POINTER>', 'mask a place: /args/token, tool_result:/content/*/text'),
    )
    .addOption(several('--redact-regex <REGEX>', 'mask what fits, or its group "secret" only'))
    .addOption(
      several(
        '--redact-env <NAME>',
        'mask the value that this variable has here, also as base64, hex and so on',
      ),
    )
    .option('--no-default-redaction', 'mask only what the options above name')
    .option('--preview', 'show what would be masked, and write nothing')
    .option('--gzip', 'compress what is written; so does a name that ends with .gz')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((recording: string, options: Options, command: Command) =>
      run(call, recording, options, command),
    );
}

async function run(call: Call, recording: string, options: Options, command: Command): Promise<void> {
  if (!options.as && !options.preview)
    command.error('error: no format: name one with --as, or ask for --preview');
  const { terminal } = call.surroundings;
  const done = await exported(call, path.resolve(terminal.cwd, recording), options);
  if (!done.ok) await terminal.err.lines(refusalLines([done.failure]));
  call.finish(done.ok ? exitCodes.fine : exitCodes.usage);
}

async function exported(call: Call, file: string, options: Options): Promise<Result<void>> {
  const { terminal } = call.surroundings;
  const { redactKey: keys, redactPointer: pointers, redactRegex: regexes, redactEnv } = options;
  const environment: NamedValue[] = Object.entries(terminal.environment).map(([name, value]) => ({
    name,
    value,
  }));
  const choice = { defaults: options.defaultRedaction, keys, pointers, regexes };
  const rules = rulesOf(choice, environment, redactEnv);
  if (!rules.ok) return rules;
  const opened = await openWhole(file);
  if (!opened.ok) return opened;
  const calling = new AbortController();
  const off = terminal.onInterrupt(() => calling.abort(new Interrupted()));
  try {
    await terminal.err.lines(opened.value.recording.damageWords.map((words) => `▲ ${visibleText(words)}`));
    if (options.preview) return ok(await preview(call, opened.value, rules.value, calling.signal));
    return await write(call, opened.value, rules.value, options, calling.signal);
  } catch (error) {
    if (error instanceof Interrupted)
      return failed(failure('argumentInvalid', 'Interrupted: nothing was written.'));
    throw error;
  } finally {
    off();
    await opened.value.recording.close();
  }
}

class Interrupted extends Error {}

async function preview(
  call: Call,
  source: WholeRecording,
  rules: RedactionRules,
  signal: AbortSignal,
): Promise<void> {
  const { out, isTerminal, environment } = call.surroundings.terminal;
  const found = await previewExport(source, rules, { signal });
  await out.lines(previewLines(found, inkFor(isTerminal, environment)));
}

async function write(
  call: Call,
  source: WholeRecording,
  rules: RedactionRules,
  options: Options,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { out, err, isTerminal, environment } = call.surroundings.terminal;
  const ink = inkFor(isTerminal, environment);
  const format = exportFormat(options.as ?? 'html');
  const gzip = options.gzip === true || options.output?.endsWith('.gz') === true;
  const ask = { format: format.name, rules, gzip, writtenBy: `framescope ${call.surroundings.version}` };
  if (options.output === '-') {
    const why = gzip
      ? 'a compressed export'
      : format.isTest
        ? 'a test, which has a scenario beside it,'
        : null;
    if (why) return failed(noStdout(why));
    const { texts, meter } = await exportTexts(source, ask, { signal });
    for await (const text of texts) {
      if (out.gone) break;
      await out.text(text);
    }
    await err.lines([...meterLines(meter(), ink), ...suspectLines(meter(), ink)]);
    return ok(undefined);
  }
  const place = outputFile(call, source, options, gzip);
  if (!place.ok) return place;
  const written = await writeExport(source, ask, place.value, { signal });
  if (!written.ok) return written;
  const { files, meter } = written.value;
  await err.lines(suspectLines(meter, ink));
  await out.lines([...files.map((file) => `Wrote ${visibleText(file)}`), ...meterLines(meter, ink)]);
  return ok(undefined);
}

/** A file that nobody named is never written over, and the recording itself never at all. */
function outputFile(
  call: Call,
  source: WholeRecording,
  { as, output }: Options,
  gzip: boolean,
): Result<string> {
  const { cwd } = call.surroundings.terminal;
  const format = exportFormat(as ?? 'html');
  const name = source.header?.target.name ?? path.basename(source.recording.path, '.fsj');
  const file = path.resolve(cwd, output ?? exportFileName(name, format, gzip));
  const all = format.isTest ? [file, scenarioBeside(file)] : [file];
  const there = all.find((one) => existsSync(one));
  // Tests in several languages have one scenario.
  if (output === undefined && there !== undefined && (there === file || !isOurScenario(there)))
    return failed(
      failure('fileUnwritable', `${there} is there already.`, 'Name another file with --output.', {
        path: there,
      }),
    );
  if (there !== undefined && all.some((one) => sameFile(one, source.recording.path)))
    return failed(
      failure(
        'argumentInvalid',
        'The export would take the place of its recording.',
        'Name another file with --output.',
      ),
    );
  return ok(file);
}

function isOurScenario(file: string): boolean {
  return !file.endsWith('.gz') && readFileSync(file, 'utf8').includes(`\n${scenarioMark} `);
}

function sameFile(one: string, other: string): boolean {
  return existsSync(one) && realpathSync(one) === realpathSync(other);
}

function noStdout(what: string): Failure {
  return failure('argumentInvalid', `${what} can't go to the standard output.`, 'Name a file with --output.');
}
