// Takes over a capture that others made of a wire: reads it line by line and writes a recording of ours. The capture is
// left alone, nothing is run, and a recording that was begun and could not be finished is not left behind.

import fs from 'node:fs';
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { failure, type Failure } from '../../shared/errors.ts';
import { defaultProfileName, frameDef, profileNamed } from '../../shared/protocol/registry.ts';
import type { CaptureChoices, CaptureFormat } from '../../shared/recording/capture/capture.ts';
import { captureFormats } from '../../shared/recording/capture/capture.ts';
import { detectCapture } from '../../shared/recording/capture/detect.ts';
import { CaptureEntries, type CaptureCounts } from '../../shared/recording/capture/read-capture.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { writeEntry, writeHeader } from '../../shared/recording/write.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { Entry, LineEnding, Raw, Side } from '../../shared/session/entries.ts';
import { lineRuns } from '../recorder/line-runs.ts';
import { openReadable } from '../recorder/readable-file.ts';
import { journalDir, journalFileName, makePrivateDir } from '../recorder/state-dir.ts';
import { headerFor } from './import-header.ts';

export interface ImportOptions {
  /** Absolute. */
  readonly file: string;
  /** Told by its first lines when left out. */
  readonly format?: CaptureFormat;
  readonly side?: Side;
  readonly swap?: boolean;
  readonly profile?: string;
  /** Absolute; a new file of this name. Left out: a new one among the recordings in the state folder. */
  readonly output?: string;
  readonly stateDir: string;
  readonly programVersion: string;
}

export interface Imported {
  /** The recording that was written. */
  readonly path: string;
  readonly format: CaptureFormat;
  readonly counts: Readonly<CaptureCounts>;
  /** The first lines that were not understood, in words. */
  readonly words: readonly string[];
}

const sniffedLines = 50;
const lineFeed = 10;
const writtenAtOnce = 256 * 1024;

/**
 * Errors: `recordingMissing` (not there, or may not be read), `recordingNotOne` (no format of ours), `argumentInvalid`
 * (no such profile), `recordingUnwritable`.
 */
export async function importCapture(options: ImportOptions): Promise<Result<Imported>> {
  const { file, profile = defaultProfileName } = options;
  const chosen = profileNamed(profile);
  if (!chosen) return failed(failure('argumentInvalid', `There is no host profile ${profile}.`));
  let fd: number;
  try {
    fd = (await openReadable(file)).fd;
  } catch (error) {
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    const fix = code === 'ENOENT' ? 'Check the path.' : 'Check the rights of the file.';
    return failed(
      failure('recordingMissing', `${file} can't be read: ${message}.`, fix, { path: file, errno: code }),
    );
  }
  try {
    const head = await firstLines(fd);
    const format = options.format ?? detectCapture(head);
    if (!format) return failed(noCapture(file));
    const choices: CaptureChoices = {
      side: options.side ?? 'extension',
      swap: options.swap ?? false,
      sideOf: (type) => onlySide((side) => frameDef(chosen.protocol, side, type) !== undefined),
    };
    const entries = new CaptureEntries(format, choices);
    const header = headerFor(options, head, profile, chosen.protocol.name);
    return await write(fd, entries, format, header, options);
  } finally {
    fs.closeSync(fd);
  }
}

async function write(
  from: number,
  entries: CaptureEntries,
  format: CaptureFormat,
  header: RecordingHeader,
  { file, output, stateDir }: ImportOptions,
): Promise<Result<Imported>> {
  const dir = journalDir(stateDir);
  const target = output ?? path.join(dir, journalFileName(header.startedAt, header.target.name));
  let into: number | undefined;
  try {
    if (output === undefined) makePrivateDir(dir);
    into = fs.openSync(target, 'wx', 0o600);
    const note = `Imported from ${file}: ${captureFormats[format]}.`;
    await writeAll(into, from, entries, header, note, format);
    fs.closeSync(into);
    return ok({ path: target, format, counts: entries.counts, words: entries.words });
  } catch (error) {
    if (into !== undefined) {
      fs.closeSync(into);
      fs.rmSync(target, { force: true });
    }
    return failed(unwritable(target, error as NodeJS.ErrnoException));
  }
}

async function writeAll(
  into: number,
  from: number,
  entries: CaptureEntries,
  header: RecordingHeader,
  note: string,
  format: CaptureFormat,
): Promise<void> {
  let waiting = writeHeader(header);
  const put = (some: readonly Entry[]): void => {
    for (const entry of some) waiting += writeEntry(entry);
    if (waiting.length > writtenAtOnce) flush();
  };
  const flush = (): void => {
    const bytes = Buffer.from(waiting, 'utf8');
    for (let sent = 0; sent < bytes.length;) sent += fs.writeSync(into, bytes, sent);
    waiting = '';
  };
  // A recording keeps its own numbers, so what is said about it stands behind it.
  if (format !== 'recording') put([entries.note(note)]);
  for await (const run of lineRuns(from)) {
    for (const [raw, ending] of linesOf(run.bytes)) put(entries.line(raw, ending));
  }
  put(entries.end());
  if (format === 'recording') put([entries.note(note)]);
  flush();
}

function* linesOf(bytes: Buffer): Generator<[Raw, LineEnding]> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    const crlf = found > start && bytes[found - 1] === 13;
    const line = bytes.subarray(start, crlf ? end - 1 : end);
    const raw: Raw = isUtf8(line) ? { text: line.toString('utf8') } : { base64: line.toString('base64') };
    yield [raw, found < 0 ? 'none' : crlf ? 'crlf' : 'lf'];
    start = end + 1;
  }
}

async function firstLines(fd: number): Promise<readonly string[]> {
  for await (const run of lineRuns(fd)) {
    const lines: string[] = [];
    for (const [raw] of linesOf(run.bytes)) {
      if ('text' in raw && raw.text.trim() !== '') lines.push(raw.text);
      if (lines.length === sniffedLines) break;
    }
    return lines;
  }
  return [];
}

function onlySide(sends: (side: Side) => boolean): Side | undefined {
  const extension = sends('extension');
  if (extension === sends('host')) return undefined;
  return extension ? 'extension' : 'host';
}

function noCapture(file: string): Failure {
  return failure(
    'recordingNotOne',
    `${file} is no capture of a format that is known here: its first lines are neither frames, nor JSON lines with a direction and a frame, nor a terminal recording.`,
    'Name the format, if it is one of them after all.',
    { path: file },
  );
}

function unwritable(file: string, { code = 'unknown', message }: NodeJS.ErrnoException): Failure {
  const fix =
    code === 'EEXIST'
      ? 'Choose another name, or remove that file.'
      : 'Check that the folder exists, may be written and has free space.';
  return failure('recordingUnwritable', `The recording ${file} can't be written: ${message}.`, fix, {
    path: file,
    errno: code,
  });
}
