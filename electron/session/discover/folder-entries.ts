// The entries of a folder of extensions that could be one, in the host's order. Looks only, follows nothing by itself.

import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SearchedFolder } from '../../../shared/target/found-extension.ts';

export interface FolderEntry {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** `link` leads to a folder, `lostLink` nowhere. */
  readonly kind: 'folder' | 'link' | 'lostLink';
}

export interface FolderContent {
  readonly state: SearchedFolder['state'];
  /** What stands against reading it; empty when it was read. */
  readonly words: string;
  readonly entries: readonly FolderEntry[];
}

/** Files are left out: a README or an archive is no extension. Sorted by the bytes of the name, as the real host does. */
export async function folderContent(folder: string): Promise<FolderContent> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    const entries: FolderEntry[] = [];
    for (const entry of found) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) entries.push({ name: entry.name, path: at, kind: 'folder' });
      else if (entry.isSymbolicLink()) {
        const kind = await linkKind(at);
        if (kind !== 'file') entries.push({ name: entry.name, path: at, kind });
      }
    }
    entries.sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
    return { state: 'read', words: '', entries };
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? String(error);
    if (errno === 'ENOENT') return { state: 'missing', words: 'there is no such folder', entries: [] };
    const words = errno === 'ENOTDIR' ? 'it is not a folder' : `it can't be read (${errno})`;
    return { state: 'unreadable', words, entries: [] };
  }
}

async function linkKind(at: string): Promise<'link' | 'lostLink' | 'file'> {
  try {
    return (await stat(at)).isDirectory() ? 'link' : 'file';
  } catch {
    return 'lostLink'; // also one that leads to itself, or into a folder we may not enter: it can't be followed
  }
}
