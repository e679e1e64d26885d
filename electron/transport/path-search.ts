// Finding a program by its bare name, as execvp and the real host do: the first executable file along PATH wins.
// It must not start anything.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

export interface PathSearch {
  /** Absolute path of the first match, or null. */
  readonly found: string | null;
  /** Every place looked at, in order. */
  readonly searched: readonly string[];
  /** Files of that name that are not executable. */
  readonly notExecutable: readonly string[];
}

/** Folders of a PATH value in order; an empty part means the current folder, as POSIX has it. */
export function pathFolders(pathValue: string, cwd: string): readonly string[] {
  if (pathValue === '') return [];
  return pathValue.split(path.delimiter).map((folder) => path.resolve(cwd, folder));
}

/** `name` must have no separator. `cwd` is what relative parts of PATH are relative to. */
export async function searchPath(name: string, pathValue: string, cwd: string): Promise<PathSearch> {
  const searched: string[] = [];
  const notExecutable: string[] = [];
  for (const folder of pathFolders(pathValue, cwd)) {
    const candidate = path.join(folder, name);
    if (searched.includes(candidate)) continue;
    searched.push(candidate);
    const kind = await fileKind(candidate);
    if (kind === 'executable') return { found: candidate, searched, notExecutable };
    if (kind === 'file') notExecutable.push(candidate);
  }
  return { found: null, searched, notExecutable };
}

export type FileKind = 'executable' | 'file' | 'folder' | 'missing';

/** What stands at a path, following links. What can't be looked at counts as missing, as it does for the system. */
export async function fileKind(file: string): Promise<FileKind> {
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) return 'folder';
  } catch {
    return 'missing';
  }
  try {
    await access(file, constants.X_OK);
    return 'executable';
  } catch {
    return 'file'; // refused is the answer here, not a fault
  }
}
