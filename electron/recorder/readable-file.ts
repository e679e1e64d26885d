// A recording's file to read from at any place. A compressed one (gzip, known by its first two bytes) is unpacked into
// a private file that has no name any more; the original is left alone. It must not look into lines.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createGunzip } from 'node:zlib';

export interface ReadableFile {
  readonly fd: number;
  /** Bytes that can be read. */
  readonly size: number;
  /** Why there is less than there should be: what the unpacking failed of. */
  readonly cut?: string;
}

const gzipStart = Buffer.from([0x1f, 0x8b]);
/** Unpacked in pieces of this size: so much at most is lost before a place that is damaged. */
const pieceBytes = 64 * 1024;

/** Errors: rejects with the errno of the file, or of the disk that has no room for the unpacked one. */
export async function openReadable(file: string): Promise<ReadableFile> {
  const fd = await open(file);
  try {
    const start = Buffer.alloc(gzipStart.length);
    const count = fs.readSync(fd, start, 0, start.length, 0);
    if (count === start.length && start.equals(gzipStart)) return await unpacked(fd);
    return { fd, size: fs.fstatSync(fd).size };
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
}

/** Closes `packed` when all went well. */
async function unpacked(packed: number): Promise<ReadableFile> {
  const into = namelessFile();
  try {
    const { size, cut } = await unpack(packed, into);
    return { fd: into, size, ...(cut === undefined ? {} : { cut }) };
  } catch (error) {
    fs.closeSync(into);
    throw error;
  }
}

interface Unpacked {
  readonly size: number;
  readonly cut: string | undefined;
}

function unpack(packed: number, into: number): Promise<Unpacked> {
  return new Promise((resolve, reject) => {
    const from = fs.createReadStream('', { fd: packed, start: 0, highWaterMark: pieceBytes / 4 });
    const gunzip = createGunzip({ chunkSize: pieceBytes });
    let size = 0;
    gunzip.on('data', (bytes: Buffer) => {
      try {
        for (let sent = 0; sent < bytes.length;) sent += fs.writeSync(into, bytes, sent);
        size += bytes.length;
      } catch (error) {
        from.destroy();
        gunzip.destroy();
        reject(error as Error);
      }
    });
    gunzip.on('end', () => resolve({ size, cut: undefined }));
    gunzip.on('error', (error) => {
      from.destroy();
      resolve({ size, cut: error.message });
    });
    from.on('error', reject);
    from.pipe(gunzip);
  });
}

/** Readable and writable, the owner's alone, gone when it is closed. */
function namelessFile(): number {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-'));
  try {
    return fs.openSync(path.join(dir, 'unpacked'), 'wx+', 0o600);
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

function open(file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.open(file, 'r', (error, fd) => (error ? reject(error) : resolve(fd)));
  });
}
