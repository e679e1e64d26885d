// From what a person points at, a folder or an extension.json, to the manifest's bytes; or why there are none.

import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../shared/errors.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import { quoted } from '../../transport/executable.ts';
import { fileKind } from '../../transport/path-search.ts';

export const manifestName = 'extension.json';

export interface LocatedManifest {
  readonly manifestPath: string;
  /** The extension's folder: cwd of its process. */
  readonly folder: string;
  readonly folderIsLink: boolean;
  readonly bytes: Buffer;
}

/** `asked` is absolute. Failures: targetMissing, targetNotExtension, manifestUnreadable. */
export async function locateManifest(asked: string): Promise<Result<LocatedManifest>> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(asked)).isDirectory();
  } catch (error) {
    return failed(missing(asked, error));
  }
  if (!isFolder && path.basename(asked) !== manifestName) return failed(await noManifest(asked));
  const folder = isFolder ? asked : path.dirname(asked);
  const manifestPath = path.join(folder, manifestName);
  try {
    const bytes = await readFile(manifestPath);
    const folderIsLink = (await lstat(folder)).isSymbolicLink();
    return ok({ manifestPath, folder, folderIsLink, bytes });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return failed(await notExtension(folder));
    const message = `${manifestPath} can't be read (${errno}).`;
    const fix = errno === 'EISDIR' ? 'It must be a file.' : 'Look at its permissions.';
    return failed(failure('manifestUnreadable', message, fix, { path: manifestPath, errno }));
  }
}

function missing(asked: string, error: unknown): ReturnType<typeof failure> {
  const errno = errnoOf(error);
  if (errno === 'ENOENT' || errno === 'ENOTDIR') {
    return failure('targetMissing', `There is nothing at ${asked}.`, 'Correct the path.', {
      path: asked,
      errno,
    });
  }
  const message = `${asked} can't be looked at (${errno}).`;
  return failure('targetMissing', message, 'Look at the permissions of the folders above it.', {
    path: asked,
    errno,
  });
}

async function noManifest(file: string): Promise<ReturnType<typeof failure>> {
  const isProgram = (await fileKind(file)) === 'executable';
  const fix = isProgram
    ? `Open the folder that has the ${manifestName}, or run the program as a command: framescope inspect -- ${quoted(file)}`
    : `Open a folder that has an ${manifestName}, or that file itself.`;
  return failure('targetNotExtension', `${file} is not an ${manifestName}.`, fix, { path: file });
}

async function notExtension(folder: string): Promise<ReturnType<typeof failure>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const misspelt = entries.find(({ name }) => name.toLowerCase() === manifestName);
  const inside: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || inside.length === 5) continue;
    if ((await fileKind(path.join(folder, entry.name, manifestName))) !== 'missing') inside.push(entry.name);
  }
  const fix = misspelt
    ? `Rename ${misspelt.name} to ${manifestName}: the real host looks for exactly that.`
    : inside.length > 0
      ? `There are extensions inside it: open ${inside.join(', ')}.`
      : `Add one, for example {"name": "${path.basename(folder)}", "version": "1.0.0", "exec": "./run.sh"}.`;
  return failure('targetNotExtension', `${folder} has no ${manifestName}.`, fix, { path: folder });
}

function errnoOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
