// npm run package [-- ARGS for electron-builder]: builds and packages the app. On Linux the local Electron is used, so
// that `--dir` works without a download. A package made with the fallback Electron is for trying only, never for others.
import './require-node.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { findElectron, isFallback } from './ensure-electron.mjs';
import { run } from './launch.mjs';
import { isLinux } from './machine.mjs';
import { main, setup } from './setup.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  await setup();
  if (isFallback() && !args.includes('--dir'))
    throw new Error(
      'The Electron here is the fallback, which no package for others may be built from.\n' +
        'Package where its own download can be reached, or make an unpacked folder for trying: npm run package -- --dir',
    );
  const vite = path.join('node_modules', 'vite', 'bin', 'vite.js');
  const built = await run(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn']);
  if (built.code !== 0) return built.code;
  const executable = findElectron();
  const local = isLinux && executable ? [`-c.electronDist=${fs.realpathSync(path.dirname(executable))}`] : [];
  const builder = path.join('node_modules', 'electron-builder', 'cli.js');
  const packed = await run(process.execPath, [
    builder,
    '--config',
    'electron-builder.yml',
    '--publish',
    'never',
    ...local,
    ...args,
  ]);
  return packed.code;
});
