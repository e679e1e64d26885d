// Puts a new recording in the place of an old one. The old one is kept beside it first; the new one is complete before it
// takes the name, so that whatever happens one of the two is there whole.

import fs from 'node:fs/promises';
import { constants } from 'node:fs';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';

/** Names tried for the old one. */
const mostBackups = 1_000;

/**
 * @param run recording of the new run, closed
 * @param baseline the file whose place it takes; a link is followed
 * Errors: `fileUnwritable`; then the baseline is as it was.
 */
export async function acceptBaseline(
  run: string,
  baseline: string,
): Promise<Result<{ readonly backup: string }>> {
  let fresh = '';
  try {
    const file = await fs.realpath(baseline);
    if ((await fs.realpath(run)) === file)
      return failed(
        unwritable(baseline, 'the new run was recorded to this very file', 'Record it elsewhere.'),
      );
    const backup = await keep(file);
    fresh = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.new`);
    await fs.copyFile(run, fresh, constants.COPYFILE_EXCL);
    await force(fresh);
    await fs.rename(fresh, file);
    return ok({ backup });
  } catch (error) {
    if (fresh !== '') await fs.rm(fresh, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    return failed(unwritable(baseline, why, 'Check that its folder may be written and has free space.'));
  }
}

/** A copy beside it, `base.old.fsj`, `base.old-2.fsj` …; never over one that is there. */
async function keep(file: string): Promise<string> {
  const { dir, name, ext } = path.parse(file);
  for (let count = 1; ; count++) {
    const backup = path.join(dir, `${name}.old${count === 1 ? '' : `-${count}`}${ext}`);
    try {
      await fs.copyFile(file, backup, constants.COPYFILE_EXCL);
      await force(backup);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || count === mostBackups) throw error;
    }
  }
}

/** The disk has it. */
async function force(file: string): Promise<void> {
  const handle = await fs.open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unwritable(file: string, why: string, fix: string): ReturnType<typeof failure> {
  return failure('fileUnwritable', `${file} can't be replaced: ${why}.`, fix, { path: file });
}
