// Writes each bucket as a scenario into a folder: one file a cause, under the same name in every run, so that a folder of
// regressions in git does not fill with copies. Files of others are left alone.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import type { FuzzBucket } from '../../shared/fuzz/findings.ts';
import { scenarioFileName, scenarioText, type ScenarioOrigin } from '../../shared/fuzz/scenario-file.ts';
import { failed, ok, type Result } from '../../shared/result.ts';

/** Absolute paths of the files. Error: `fileUnwritable`, with the path. */
export function saveBuckets(
  dir: string,
  buckets: readonly FuzzBucket[],
  origin: ScenarioOrigin,
): Result<readonly string[]> {
  let file = dir;
  try {
    mkdirSync(dir, { recursive: true });
    return ok(
      buckets.map((bucket) => {
        file = path.join(dir, scenarioFileName(bucket));
        writeFileSync(file, scenarioText(bucket, origin), { mode: 0o600 });
        return file;
      }),
    );
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return failed(
      failure(
        'fileUnwritable',
        `${file} can't be written: ${message}.`,
        'Give a folder that may be written.',
        {
          path: file,
          errno: code ?? 'unknown',
        },
      ),
    );
  }
}
