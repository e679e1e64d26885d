// Opens a recording's file: tells what it is by its first lines and refuses what is none, says what is missing in the
// rest. Nothing is run and nothing is written.

import fs from 'node:fs';
import path from 'node:path';
import { failure, type Failure } from '../../shared/errors.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { parseEntry, parseHeader } from '../../shared/recording/parse.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { DamageList } from './damage-list.ts';
import type { Decoding } from './decode-entry.ts';
import { lineRuns, type LineRun } from './line-runs.ts';
import { OpenRecording } from './open-recording.ts';
import { openReadable, type ReadableFile } from './readable-file.ts';

/** The decoder for a header's protocol and profile; for null, when the header is lost, that of the caller's choice. */
export type DecodeFor = (header: RecordingHeader | null) => Decoding;

/** Lines looked at for an entry before a file without header counts as something else. */
const searchedLines = 100;

/**
 * Resolves as soon as the first rows can be read; see `indexed` for the rest. Of several that were joined in one file it
 * is the first; `nextAt` tells where the others are.
 * Errors: `recordingMissing` (not there, or may not be read), `recordingNotOne`, `recordingNewer`.
 */
export async function openRecording(file: string, decodeFor: DecodeFor): Promise<Result<OpenRecording>> {
  const absolute = path.resolve(file);
  let fd: number | undefined;
  try {
    const stat = await fs.promises.stat(absolute);
    if (!stat.isFile()) return failed(notOne(absolute, 'it is not a file'));
    const readable = await openReadable(absolute);
    fd = readable.fd;
    const opened = await openOn(absolute, readable, decodeFor);
    if (!opened.ok) fs.closeSync(fd);
    return opened;
  } catch (error) {
    if (fd !== undefined) fs.closeSync(fd);
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    const fix = code === 'ENOENT' ? 'Check the path.' : 'Check the rights of the file.';
    const detail = { path: absolute, errno: code };
    return failed(failure('recordingMissing', `${absolute} can't be read: ${message}.`, fix, detail));
  }
}

async function openOn(
  file: string,
  readable: ReadableFile,
  decodeFor: DecodeFor,
): Promise<Result<OpenRecording>> {
  const runs = lineRuns(readable.fd);
  const next = await runs.next();
  if (next.done) return failed(notOne(file, 'it is empty'));
  const first = next.value;
  const damage = new DamageList();
  const end = lineEnd(first.bytes, 0);
  const parsed = parseHeader(first.bytes.toString('utf8', 0, end));
  if (!parsed.ok) {
    if (parsed.failure.code === 'recordingNewer')
      return failed({ ...parsed.failure, detail: { ...parsed.failure.detail, path: file } });
    if (!hasEntry(first)) return failed(notOne(file, 'its first line is no header and no entries follow'));
    damage.add('noHeader', 1, 0, headerLost(parsed.failure));
  }
  const header = parsed.ok ? parsed.value.header : null;
  // A first line that was a header once is not reported a second time as an entry.
  const isEntry = !parsed.ok && !('fault' in parseEntry(first.bytes.toString('utf8', 0, end)));
  const done = isEntry ? 0 : Math.min(end + 1, first.bytes.length);
  const upgrade = parsed.ok ? parsed.value.upgrade.entry : undefined;
  const decoding = decodeFor(header);
  const parts = { path: file, ...readable, header, upgrade, damage, decoding };
  return ok(new OpenRecording(parts, first, done, runs));
}

/** A header that says what it is, but not what can be, is told by its own words. */
function headerLost({ detail, message }: Failure): string {
  const unknown = 'so the target and the profile are not known';
  if (detail?.version === undefined) return `the header is missing or damaged, ${unknown}`;
  return `${message.slice(0, 1).toLowerCase()}${message.slice(1).replace(/\.$/, '')}, ${unknown}`;
}

function hasEntry(run: LineRun): boolean {
  let start = 0;
  for (let line = 0; line < searchedLines && start < run.bytes.length; line++) {
    const end = lineEnd(run.bytes, start);
    const text = run.bytes.toString('utf8', start, end).replace(/^\0+/, '');
    if (!('fault' in parseEntry(text))) return true;
    start = end + 1;
  }
  return false;
}

function lineEnd(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(10, from);
  return found < 0 ? bytes.length : found;
}

function notOne(file: string, why: string): Failure {
  return failure(
    'recordingNotOne',
    `${file} is not a Framescope recording: ${why}.`,
    'Choose a .fsj file that Framescope has written.',
    { path: file },
  );
}
