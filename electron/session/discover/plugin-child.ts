// Where the program lies that calls native plugins: built into one file, beside the command line and one folder above the
// app's main program.

import { existsSync } from 'node:fs';
import path from 'node:path';

const name = 'plugin-child.js';

/** Absolute; null when it is not there. */
export function pluginChildFile(beside: string = import.meta.dirname): string | null {
  return [path.join(beside, name), path.join(beside, '..', name)].find((file) => existsSync(file)) ?? null;
}
