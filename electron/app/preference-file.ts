// Preferences in a file of the user's, owner-only. A damaged file is set aside by name and said, never silently lost.

import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Store from 'electron-store';
import type { PreferenceStore, Preferences } from '../engine/preferences.ts';

/** @param folder where the file lies @param defaults for what was never set */
export function preferenceFile(
  folder: string,
  defaults: Preferences,
  report: (message: string) => void,
): PreferenceStore {
  const open = (): Store<Preferences> =>
    new Store<Preferences>({
      name: 'preferences',
      cwd: folder,
      defaults,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
      configFileMode: 0o600,
    });
  let store: Store<Preferences>;
  try {
    store = open();
  } catch (error) {
    const file = join(folder, 'preferences.json');
    if (!existsSync(file)) throw error;
    const aside = `${file}.damaged`;
    renameSync(file, aside);
    report(`The preferences could not be read and start afresh; the old file is ${aside}.`);
    store = open();
  }
  return {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
  };
}
