// Reads plain zip archives (stored or deflated, not zip64), for a machine that has no unzip.
// It knows nothing about what is inside; the caller says which entries it wants.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/**
 * Unpacks by the archive's central directory.
 * @param {string} file the archive
 * @param {(name: string) => string | undefined} targetOf where an entry goes (an absolute path), or undefined to leave it out
 * @param {(name: string, content: Buffer) => void} [change] may change the bytes in place before they are written
 */
export function unzip(file, targetOf, change) {
  const fd = fs.openSync(file, 'r');
  /** @param {number} at @param {number} length */
  const read = (at, length) => {
    const buffer = Buffer.alloc(length);
    if (fs.readSync(fd, buffer, 0, length, at) !== length) throw new Error(`${file}: short zip`);
    return buffer;
  };
  try {
    const size = fs.fstatSync(fd).size;
    const tail = read(Math.max(0, size - 65_557), Math.min(size, 65_557));
    const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    if (end < 0) throw new Error(`${file}: not a zip`);
    const directory = read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    for (const entry of entries(directory, tail.readUInt16LE(end + 10))) {
      const target = targetOf(entry.name);
      if (target === undefined || entry.name.split('/').includes('..')) continue;
      const local = read(entry.local, 30);
      const start = entry.local + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
      const content = inflate(entry, read(start, entry.packed));
      change?.(entry.name, content);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, content, { mode: entry.mode & 0o111 ? 0o755 : 0o644 });
    }
  } finally {
    fs.closeSync(fd);
  }
}

/** @typedef {{ name: string, method: number, packed: number, mode: number, local: number }} Entry */

/** @param {Buffer} directory @param {number} count @returns {Generator<Entry>} files only */
function* entries(directory, count) {
  for (let at = 0, n = count; n > 0; n--) {
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    const entry = {
      name,
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      mode: directory.readUInt32LE(at + 38) >>> 16,
      local: directory.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (!name.endsWith('/')) yield entry;
  }
}

/** @param {Entry} entry @param {Buffer} packed */
function inflate(entry, packed) {
  if (entry.method === 8) return zlib.inflateRawSync(packed);
  if (entry.method === 0) return packed;
  throw new Error(`${entry.name}: packed with method ${entry.method}, which this does not read`);
}
