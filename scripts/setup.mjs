// Everything a fresh checkout needs before it can be built, each step skipped when done. Node built-ins only: when this
// runs there may be no node_modules.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureElectron } from './ensure-electron.mjs';
import { ensureSystem } from './system.mjs';

/** The checkout's folder. */
export const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/** @param {string} file @returns {Record<string, LockedPackage>} */
const packagesOf = (file) => JSON.parse(fs.readFileSync(file, 'utf8')).packages;

/** Whether node_modules (by npm's own record of it) is what the lock file says. */
function isUpToDate() {
  const record = path.join('node_modules', '.package-lock.json');
  if (!fs.existsSync(record)) return false;
  const have = packagesOf(record);
  const want = packagesOf('package-lock.json');
  // What is optional may be left out on this platform.
  const isThere = (/** @type {[string, LockedPackage]} */ [at, locked]) =>
    at === '' || locked.optional || locked.devOptional || have[at]?.version === locked.version;
  return (
    Object.entries(want).every(isThere) &&
    Object.entries(have).every(([at, installed]) => want[at]?.version === installed.version)
  );
}

function ensureDependencies() {
  if (isUpToDate()) return;
  process.stderr.write('[npm] installing the dependencies (npm ci)\n');
  // Nearly everything is a development dependency, as the build bundles it: NODE_ENV must not leave it out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync('npm', args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (done.status !== 0)
    throw new Error(
      '"npm ci" failed: see its words above. It needs the npm registry, or a filled npm cache.',
    );
}

/**
 * @param {{ electron?: boolean, tests?: boolean }} wanted what is to be run after this
 * @throws when something is missing that cannot be installed; the message says what it is and how to install it
 */
export async function setup({ electron = true, tests = false } = {}) {
  ensureDependencies();
  const executable = electron ? (await ensureElectron()).executable : undefined;
  ensureSystem({ tests, ...(executable === undefined ? {} : { electron: executable }) });
}

/**
 * Runs a script's work; what it throws is told as one message, not as a stack.
 * @param {() => Promise<number>} work returns the exit code
 */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
