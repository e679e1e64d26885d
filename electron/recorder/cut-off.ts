// Copies what stands behind a recording in the same file into a file of its own, so that it can be opened, exported and
// replayed like any other. The file it comes from is left alone, packed or not.

import fs from 'node:fs';
import { readFully } from './read-fully.ts';
import { openReadable } from './readable-file.ts';

const pieceBytes = 1024 * 1024;

/** `from`: byte of the unpacked file. Errors: rejects with the errno of either file; nothing is left behind then. */
export async function cutOff(file: string, from: number, into: string): Promise<void> {
  const { fd, size } = await openReadable(file);
  let out: number | undefined;
  try {
    out = fs.openSync(into, 'wx', 0o600);
    for (let at = from; at < size;) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - at));
      await readFully(fd, piece, at);
      for (let sent = 0; sent < piece.length;) sent += fs.writeSync(out, piece, sent);
      at += piece.length;
    }
  } catch (error) {
    if (out !== undefined) fs.rmSync(into, { force: true });
    throw error;
  } finally {
    fs.closeSync(fd);
    if (out !== undefined) fs.closeSync(out);
  }
}
