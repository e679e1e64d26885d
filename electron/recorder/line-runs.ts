// Reads a file as runs of whole lines, split at LF only, whatever the size of the chunks; memory is bounded by a chunk
// or the longest line. It must not look into lines.

import fs from 'node:fs';

/** Whole lines as they stand in the file; only the last run may end without LF. */
export interface LineRun {
  readonly offset: number;
  readonly bytes: Buffer;
}

const lineFeed = 10;
const firstChunkBytes = 64 * 1024;
const chunkBytes = 512 * 1024;

/**
 * Runs from byte 0 to the end of the file. The bytes of a run are valid until the next one is asked for.
 * Errors: rejects with the errno of the read.
 */
export async function* lineRuns(fd: number): AsyncGenerator<LineRun, void, undefined> {
  let chunk = Buffer.allocUnsafeSlow(firstChunkBytes);
  let at = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  for (;;) {
    const count = await readSome(fd, chunk, at);
    if (count === 0) break;
    const cut = chunk.subarray(0, count).lastIndexOf(lineFeed) + 1;
    if (cut > 0) {
      const whole = chunk.subarray(0, cut);
      yield { offset: at - restBytes, bytes: restBytes === 0 ? whole : Buffer.concat([...rest, whole]) };
      rest = [];
      restBytes = 0;
    }
    if (cut < count) {
      rest.push(Buffer.from(chunk.subarray(cut, count)));
      restBytes += count - cut;
    }
    at += count;
    if (chunk.length < chunkBytes) chunk = Buffer.allocUnsafeSlow(chunkBytes);
  }
  if (restBytes > 0) yield { offset: at - restBytes, bytes: Buffer.concat(rest) };
}

function readSome(fd: number, chunk: Buffer, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.read(fd, chunk, 0, chunk.length, at, (error, count) => (error ? reject(error) : resolve(count)));
  });
}
