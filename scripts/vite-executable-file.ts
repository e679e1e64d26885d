// The command line is one file that a shell can start: this gives the built file its first line and its exec bit.
// It must not change anything else of a build.
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Only the entry files of the Vite environment of that name are touched. */
export function executableFile(environmentName: string): Plugin {
  return {
    name: 'executable-file',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === environmentName,
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
    async writeBundle({ dir = '' }, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry) await chmod(join(dir, file.fileName), 0o755);
    },
  };
}
