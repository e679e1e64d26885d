// One configuration for everything: `vite build --app` makes dist/{renderer,main,preload} and dist/cli.js,
// `vite` serves the renderer and (re)starts Electron, `vitest` takes its projects from here.
// Everything is bundled, so what is in dist runs without node_modules. It must not know about frames or views.
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { BuildEnvironmentOptions, EnvironmentOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import { electronDev } from './scripts/vite-electron-dev.ts';
import { executableFile } from './scripts/vite-executable-file.ts';

const at = (path: string): string => resolve(import.meta.dirname, path);
// How long a plugin took is no warning.
const checks = { bundlerTimings: false };
// koffi has a binary of its own: it stays a package beside dist.
const external = [/^electron(\/.*)?$/, /^koffi$/, /^node:/, ...builtinModules];

interface NodeBuild {
  input: Record<string, string>;
  outDir: string;
  format: 'es' | 'cjs';
  /** One file: no chunks beside it. */
  single?: boolean;
  /** Whether the folder is this build's own and may be emptied. */
  emptyOutDir?: boolean;
}

function nodeBuild({
  input,
  outDir,
  format,
  single = false,
  emptyOutDir = true,
}: NodeBuild): EnvironmentOptions {
  const build: BuildEnvironmentOptions = {
    outDir: at(outDir),
    emptyOutDir,
    target: 'node20',
    minify: false,
    sourcemap: true,
    ssr: true,
    copyPublicDir: false,
    rolldownOptions: {
      checks,
      input,
      external,
      platform: 'node',
      output: {
        format,
        entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
        ...(single ? { codeSplitting: false } : {}),
      },
    },
  };
  return { consumer: 'server', resolve: { noExternal: true }, build };
}

/** One file in dist that Node runs. */
const program = (name: string, source: string): EnvironmentOptions =>
  nodeBuild({
    input: { [name]: at(source) },
    outDir: 'dist',
    format: 'es',
    single: true,
    emptyOutDir: false,
  });

const order = ['client', 'main', 'preload', 'cli', 'cliProgram', 'tap', 'tapRecorder', 'pluginChild'];

export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [svelte({ configFile: at('svelte.config.js') }), electronDev(), executableFile('cli')],
  resolve: { alias: { '@shared': at('shared') } },
  server: { port: 5173, strictPort: false, host: '127.0.0.1' },
  environments: {
    client: {
      build: {
        outDir: at('dist/renderer'),
        emptyOutDir: true,
        target: 'chrome130',
        sourcemap: true,
        // The page's policy lets fonts come from files only, never from data: URLs.
        assetsInlineLimit: 0,
        // In kB; all of it is read from the disk beside it.
        chunkSizeWarningLimit: 1_000,
        rolldownOptions: { checks },
      },
    },
    main: nodeBuild({ input: { main: at('electron/main.ts') }, outDir: 'dist/main', format: 'es' }),
    // A sandboxed preload may require only 'electron' and a few built-ins: one file, CJS.
    preload: nodeBuild({
      input: { preload: at('electron/preload.ts') },
      outDir: 'dist/preload',
      format: 'cjs',
      single: true,
    }),
    cli: program('cli', 'electron/cli/start.ts'),
    cliProgram: program('cli-program', 'electron/cli/main.ts'),
    // What stands in for an extension, and what records for it: two small files, as a host waits while they load.
    tap: program('tap', 'electron/tap/main.ts'),
    tapRecorder: program('tap-recorder', 'electron/tap/recorder.ts'),
    // What calls native plugins, in a process of its own; the app and the command line start the same file.
    pluginChild: program('plugin-child', 'electron/plugin/child.ts'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of order) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  test: {
    root: at('.'),
    projects: [
      {
        extends: true,
        // Properties take long on a machine that does other things too; none of them waits for anything.
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          environment: 'node',
          include: ['test/contract/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        resolve: { conditions: ['browser'] }, // else Svelte is its server build, which cannot mount
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          include: ['test/renderer/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
