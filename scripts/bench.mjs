// npm run bench [-- NAME…]: runs every test/bench/*.bench.ts (or those whose name contains NAME), each in a process of
// its own, one after the other. A bench prints its ratios itself; this only says which one runs and whether one failed.
import './require-node.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { main, root, setup } from './setup.mjs';
import { runTs } from './run-ts.mjs';

await main(async () => {
  await setup({ electron: false });
  const folder = path.join(root, 'test', 'bench');
  const names = process.argv.slice(2);
  const all = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((file) => file.endsWith('.bench.ts'))
    : [];
  const chosen = all.filter((file) => names.length === 0 || names.some((name) => file.includes(name))).sort();
  if (chosen.length === 0)
    throw new Error(
      `No bench ${names.join(' or ') || ''} in ${folder}. There are: ${all.join(', ') || 'none'}`,
    );
  let worst = 0;
  for (const file of chosen) {
    process.stdout.write(`\n== ${file}\n`);
    const code = await runTs(path.join(folder, file));
    if (code !== 0) process.stdout.write(`== ${file} failed with code ${code}\n`);
    worst ||= code;
  }
  return worst;
});
