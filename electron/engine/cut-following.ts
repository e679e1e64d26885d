// What was joined behind a recording, in a file of its own among the recordings of the app: only then it can be exported,
// replayed and compared by its path, like all others. The file it stood in is left alone.

import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { cutOff } from '../recorder/cut-off.ts';
import { journalDir, journalFileName, makePrivateDir } from '../recorder/state-dir.ts';

/** The new file. `from`: `nextAt` of the one before. Errors: `recordingUnwritable`. */
export async function cutFollowing(file: string, from: number, stateDir: string): Promise<Result<string>> {
  const dir = journalDir(stateDir);
  const into = path.join(dir, journalFileName(new Date().toISOString(), path.parse(file).name));
  try {
    makePrivateDir(dir);
    await cutOff(file, from, into);
    return ok(into);
  } catch (error) {
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    const fix = 'Check that the folder exists, may be written and has free space.';
    const what = `The recording that follows in ${file} can't be put into a file of its own: ${message}.`;
    return failed(failure('recordingUnwritable', what, fix, { path: into, errno: code }));
  }
}
