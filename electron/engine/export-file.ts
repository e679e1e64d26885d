// Writes a file from pieces of text, compressed or not, without holding more than a few of them. The file appears when it is
// whole; when anything goes wrong, what was there before stays.

import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';

/**
 * Returns the bytes written. The file is the user's alone.
 * Errors: `fileUnwritable`. Rejects with the signal's reason when it is called off, and with what the pieces throw.
 */
export async function writeWhole(
  file: string,
  texts: Iterable<string> | AsyncIterable<string>,
  gzip: boolean,
  signal?: AbortSignal,
): Promise<Result<number>> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.new`);
  let ours: unknown;
  const source = Readable.from(
    watched(texts, (error) => (ours = error)),
    { objectMode: false },
  );
  try {
    const out = createWriteStream(draft, { mode: 0o600 });
    const options = signal ? { signal } : {};
    if (gzip) await pipeline(source, createGzip(), out, options);
    else await pipeline(source, out, options);
    const { size } = await stat(draft);
    await rename(draft, file);
    return ok(size);
  } catch (error) {
    source.destroy();
    await rm(draft, { force: true });
    if (signal?.aborted) throw signal.reason;
    if (ours !== undefined) throw ours;
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    return failed(
      failure(
        'fileUnwritable',
        `${file} can't be written: ${message}.`,
        'Choose another place, or make room.',
        {
          path: file,
          errno: code,
        },
      ),
    );
  }
}

/** Empty pieces would end a stream of bytes early; a fault of whoever makes them is not one of the disk. */
async function* watched(
  texts: Iterable<string> | AsyncIterable<string>,
  broke: (error: unknown) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const pieces = Symbol.asyncIterator in texts ? texts[Symbol.asyncIterator]() : texts[Symbol.iterator]();
  try {
    for (;;) {
      let next: IteratorResult<string>;
      try {
        next = await pieces.next();
      } catch (error) {
        broke(error);
        throw error;
      }
      if (next.done) return;
      if (next.value !== '') yield Buffer.from(next.value);
    }
  } finally {
    await pieces.return?.();
  }
}
