// node build-tap.mjs OUTDIR: builds the stand-in and its recorder, as `npm run build` does, into another folder; the rest
// of the command line is not needed to stand in for an extension.
import path from 'node:path';
import { createBuilder } from 'vite';

const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error('usage: node build-tap.mjs OUTDIR');
const names = ['tap', 'tapRecorder', 'cli'];
const builder = await createBuilder({
  configFile: path.join(import.meta.dirname, '..', '..', 'vite.config.ts'),
  logLevel: 'warn',
  environments: Object.fromEntries(names.map((name) => [name, { build: { outDir, emptyOutDir: false } }])),
});
for (const name of names) {
  const environment = builder.environments[name];
  if (!environment) throw new Error(`vite.config.ts has no environment "${name}".`);
  await builder.build(environment);
}
