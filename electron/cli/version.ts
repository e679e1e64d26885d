// The program's version, from the package.json it came with. Reads that file and nothing else.

import fs from 'node:fs';
import path from 'node:path';

/** @param from folder to start at; the nearest package.json upwards that is ours counts */
export function programVersion(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (fs.existsSync(file)) {
      const { name, version } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
      if (name === 'framescope' && typeof version === 'string') return version;
    }
    if (folder === path.dirname(folder))
      throw new Error(`There is no package.json of framescope above ${from}.`);
  }
}
