// What a person's consent is tied to: change any of it and they are asked again.

import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

export interface DigestParts {
  readonly manifestBytes?: Uint8Array;
  readonly executable: string | null;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The extension's folder; files outside it are programs of the system and change with it. */
  readonly folder?: string;
}

/**
 * sha256, in hex, over the executable's path, argv, cwd and the manifest's bytes, and over the bytes of every file
 * inside the extension's folder that an element of argv names (`./run.sh`, `main.mjs`): the scripts that would run.
 * What those scripts load in turn is not covered.
 */
export async function targetDigest(parts: DigestParts): Promise<string> {
  const { manifestBytes = new Uint8Array(), executable, argv, cwd, folder } = parts;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([executable, argv, cwd, manifestBytes.length]));
  hash.update(manifestBytes);
  if (folder !== undefined) {
    for (const file of namedFiles(argv, cwd, folder)) await addFile(hash, file);
  }
  return hash.digest('hex');
}

function namedFiles(argv: readonly string[], cwd: string, folder: string): readonly string[] {
  const files = argv.filter((text) => !text.includes('\0')).map((text) => path.resolve(cwd, text));
  return [...new Set(files)].filter((file) => file.startsWith(folder + path.sep));
}

async function addFile(hash: Hash, file: string): Promise<void> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) return;
    hash.update(JSON.stringify([file, stats.size]));
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch {
    // Most arguments name no file, and one that can't be read can't be run by an interpreter of ours either.
  }
}
