// Runs one TypeScript program: node scripts/run-ts.mjs FILE [ARGS…]. Node 20 cannot, so Vite bundles our own sources
// into one file under node_modules/.cache and that is run; packages stay in node_modules. It must not be part of the app.
import './require-node.mjs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './launch.mjs';
import { main, root } from './setup.mjs';

/** In a bundle `import.meta` would name the bundle: each module keeps its own place. @returns {import('vite').Plugin} */
function keepPlaces() {
  return {
    name: 'keep-places',
    transform(code, id) {
      const file = id.split('?')[0] ?? id;
      if (!file.startsWith(root) || file.includes('node_modules') || !code.includes('import.meta'))
        return null;
      /** @type {Record<string, string>} */
      const places = { dirname: path.dirname(file), filename: file, url: pathToFileURL(file).href };
      const placed = code.replace(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, key) =>
        JSON.stringify(places[key]),
      );
      return { code: placed, map: null }; // lines stay where they are
    },
  };
}

/**
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runTs(file, args = []) {
  const { build } = await import('vite');
  const name = path.relative(root, path.resolve(file)).replaceAll(path.sep, '__').replace(/\.ts$/, '');
  const outDir = path.join(root, 'node_modules', '.cache', 'framescope', name);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [keepPlaces()],
    resolve: { alias: { '@shared': path.join(root, 'shared') } },
    build: {
      ssr: path.resolve(file),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  const done = await run(process.execPath, [
    '--enable-source-maps',
    path.join(outDir, 'program.mjs'),
    ...args,
  ]);
  return done.interrupted ? 130 : done.code;
}

if (process.argv[1] === import.meta.filename) {
  const [file, ...args] = process.argv.slice(2);
  await main(async () => {
    if (file !== undefined) return runTs(file, args);
    process.stderr.write('usage: node scripts/run-ts.mjs FILE.ts [ARGS…]\n');
    return 2;
  });
}
