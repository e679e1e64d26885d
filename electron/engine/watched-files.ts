// Which files of a target a change of which means "restart it": the extension's folder without what tools put there, or
// the files that a bare command names. Looks only; watching is file-watch.ts.

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';

export interface WatchedFiles {
  /** Absolute; names are told relative to it. */
  readonly folder: string;
  /** Absolute: the folder itself, or single files in it. */
  readonly paths: readonly string[];
}

/** Failures: nothingToWatch. */
export async function watchedFiles(target: ResolvedTarget): Promise<Result<WatchedFiles>> {
  const folder = target.cwd;
  if (target.manifest) return ok({ folder, paths: [folder] });
  const source = target.plugin?.build ? [target.plugin.build.source] : [];
  const texts = [...source, ...target.argv.filter((text) => !text.includes('\0'))];
  const named = texts.map((text) => path.resolve(folder, text));
  const paths: string[] = [];
  for (const file of new Set(named)) {
    if (file.startsWith(folder + path.sep) && (await isFile(file))) paths.push(file);
  }
  if (paths.length > 0) return ok({ folder, paths });
  return failed(
    failure(
      'nothingToWatch',
      `${target.name} is a command, and none of its arguments names a file in ${folder}.`,
      'Open the folder of the extension instead.',
    ),
  );
}

const passedFolders = new Set(['node_modules', '.git', '__pycache__', '.venv']);
/** Recordings, logs, compiled Python, and what editors keep beside a file while it is edited. */
const passedFiles = /(\.fsj(\.gz)?|\.log|\.pyc|\.sw[a-p]|~|^4913|^\.#.*)$/;

/** Whether a change there says nothing about the extension. `file` is absolute. */
export function isPassedOver(file: string, folder: string): boolean {
  const names = path.relative(folder, file).split(path.sep);
  return names.some((name) => passedFolders.has(name)) || passedFiles.test(names.at(-1) ?? '');
}

/** As a person would write it: relative to the folder, with slashes. */
export function nameIn(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/') || '.';
}

/** `src/index.mjs changed`; of many the first few are named. */
export function changeWords(files: readonly string[]): string {
  const named = files.slice(0, 3).join(', ');
  const more = files.length - 3;
  return `${named}${more > 0 ? ` and ${more} more` : ''} changed`;
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false; // most arguments name no file
  }
}
