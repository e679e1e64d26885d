// Makes the file of a live journal: its name, its rights, its header.

import fs from 'node:fs';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { writeHeader } from '../../shared/recording/write.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { decodeEntryWith, type Decoding } from './decode-entry.ts';
import { Journal } from './journal.ts';
import { journalFileName, makePrivateDir } from './state-dir.ts';

/** `decode` and `profile` are for rows that are read back: the same that the session uses. */
export interface JournalOptions extends Decoding {
  readonly place:
    /** A file with a name of its own in this folder, which is made if need be. */
    | { readonly dir: string; readonly name: string }
    /** This very file; one that is there is refused, or let go with `replace`. */
    | { readonly path: string; readonly replace?: boolean };
  readonly header: RecordingHeader;
}

/** An empty journal, its header on disk. Errors: `recordingUnwritable`, with path and errno. */
export function createJournal(options: JournalOptions): Result<Journal> {
  const { place, header } = options;
  const file = path.resolve(
    'path' in place ? place.path : path.join(place.dir, journalFileName(header.startedAt, place.name)),
  );
  let fd: number | undefined;
  try {
    if ('dir' in place) makePrivateDir(place.dir);
    // A new file, not the old one emptied: someone may still be reading that.
    else if (place.replace) fs.rmSync(file, { force: true });
    fd = fs.openSync(file, 'ax+', 0o600);
    const bytes = Buffer.from(writeHeader(header), 'utf8');
    for (let sent = 0; sent < bytes.length;) sent += fs.writeSync(fd, bytes, sent);
    return ok(new Journal(file, fd, bytes.length, decodeEntryWith(options)));
  } catch (error) {
    if (fd !== undefined) fs.closeSync(fd);
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    const fix =
      code === 'EEXIST'
        ? 'Choose another name, or remove that file.'
        : 'Check that the folder exists, may be written and has free space.';
    return failed(
      failure('recordingUnwritable', `The recording ${file} can't be written: ${message}.`, fix, {
        path: file,
        errno: code,
      }),
    );
  }
}
