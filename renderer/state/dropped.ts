// What was dropped on the window, as one path that can be opened, or why it is none. Pure.

import { failure } from '@shared/errors.ts';
import { failed, ok, type Result } from '@shared/result.ts';

/** undefined when nothing was dropped. @param pathOf '' for what is no file on this disk */
export function droppedPath(
  files: readonly File[],
  pathOf: (file: File) => string,
): Result<string> | undefined {
  const [file] = files;
  if (!file) return undefined;
  if (files.length > 1)
    return failed(
      failure(
        'argumentInvalid',
        `${files.length} things were dropped; only one can be opened at a time.`,
        'Drop them one after the other.',
      ),
    );
  const path = pathOf(file);
  if (path !== '') return ok(path);
  return failed(
    failure(
      'targetMissing',
      `${file.name} is not a file on this disk.`,
      'Save it first, then drop it from its folder.',
    ),
  );
}
