// node build-cli.mjs OUTDIR: builds the command line, and what it starts, as `npm run build` does, into another folder. A program of its own
// because vite.config.ts looks different to a process that runs tests.
import path from 'node:path';
import { createBuilder } from 'vite';

const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error('usage: node build-cli.mjs OUTDIR');
const root = path.resolve(import.meta.dirname, '..', '..');
const beside = ['cliProgram', 'tap', 'tapRecorder', 'pluginChild'];
const builder = await createBuilder({
  configFile: path.join(root, 'vite.config.ts'),
  logLevel: 'warn',
  environments: {
    cli: { build: { outDir, emptyOutDir: true } },
    ...Object.fromEntries(beside.map((name) => [name, { build: { outDir, emptyOutDir: false } }])),
  },
});
for (const name of ['cli', ...beside]) {
  const environment = builder.environments[name];
  if (!environment) throw new Error(`vite.config.ts has no environment "${name}".`);
  await builder.build(environment);
}
