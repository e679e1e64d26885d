// The steps of npm test, as data: what each runs, in order. How they are run, counted and told is in test.mjs.
import path from 'node:path';

/** Where the runners leave their counts, one JSON file a step. */
export const countsDir = path.join('test-results', 'counts');

/**
 * @typedef {object} Step
 * @property {string} name what `npm test -- NAME` calls it
 * @property {'check' | 'vitest' | 'playwright'} kind a check counts as one test; the others are counted by their own report
 * @property {string[]} args for Node: the tool's own file first
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [needs] a step that must have gone well before, and is run for it
 */

/** @param {string[]} parts */
const tool = (...parts) => path.join('node_modules', ...parts);

/** @param {string} name @returns {Step} */
const vitest = (name) => ({
  name,
  kind: 'vitest',
  args: [
    tool('vitest', 'vitest.mjs'),
    'run',
    '--project',
    name,
    '--allowOnly=false',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(countsDir, `${name}.json`)}`,
  ],
});

/** @type {Step[]} */
export const steps = [
  {
    name: 'format',
    kind: 'check',
    args: [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  },
  { name: 'lint', kind: 'check', args: [tool('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.'] },
  {
    name: 'types',
    kind: 'check',
    args: [
      tool('svelte-check', 'bin', 'svelte-check'),
      '--tsconfig',
      './tsconfig.json',
      '--fail-on-warnings',
      '--output',
      'human',
    ],
  },
  {
    name: 'layers',
    kind: 'check',
    args: [
      tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      'electron',
      'renderer',
      'shared',
    ],
  },
  vitest('unit'),
  vitest('contract'),
  vitest('integration'),
  vitest('renderer'),
  {
    name: 'build',
    kind: 'check',
    args: [tool('vite', 'bin', 'vite.js'), 'build', '--app', '--logLevel', 'warn'],
  },
  {
    name: 'e2e',
    kind: 'playwright',
    args: [tool('@playwright', 'test', 'cli.js'), 'test', '--forbid-only', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(countsDir, 'e2e.json') },
    needs: 'build',
  },
];
