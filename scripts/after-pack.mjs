// electron-builder's hook after it has laid out an app: takes out what a local Electron brings and a release must not have.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** @param {import('electron-builder').AfterPackContext} context */
export default function afterPack(context) {
  // From its own download electron-builder removes these itself.
  for (const name of ['resources/default_app.asar', 'complete', 'version'])
    rmSync(join(context.appOutDir, name), { force: true });
}
