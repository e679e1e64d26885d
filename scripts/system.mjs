// What must come from the operating system: Electron's libraries, a virtual display where there is none, and the
// interpreters that the tests' fixtures are written in. Installs them where that can be done (root on Debian and its
// kin), else says exactly what is missing and with which command it is installed. Linux only; elsewhere nothing is needed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { hasDisplay, isLinux, isRoot } from './machine.mjs';

/** @typedef {{ missing: string, packages: string[] }} Need what is missing, in words, and the Debian packages that bring it */

// The other libraries that `ldd` names come as dependencies of these.
const electronPackages = ['libasound2', 'libgbm1', 'libgtk-3-0', 'libnss3', 'fonts-dejavu-core'];
const displayPackages = ['xvfb'];
// Debian 13 and Ubuntu 24.04 renamed these when time_t became 64 bits wide.
const renamed = new Set(['libasound2', 'libgtk-3-0']);

/** @typedef {{ command: string, probe: string, packages: string[] }} Tool */

/** What the tests start besides Node. @type {Tool[]} */
const testTools = [
  { command: 'python3', probe: '--version', packages: ['python3'] },
  { command: 'cc', probe: '--version', packages: ['gcc', 'libc6-dev'] },
];

/**
 * @param {{ electron?: string, tests?: boolean }} wanted Electron's executable, if it is to run; whether tests are to run
 * @throws when something is missing and stays so; the message names all of it
 */
export function ensureSystem({ electron, tests = false }) {
  if (!isLinux) return;
  const needs = [...(electron === undefined ? [] : electronNeeds(electron)), ...(tests ? testNeeds() : [])];
  if (needs.length > 0) install(needs);
}

/** @param {string} executable @returns {Need[]} */
function electronNeeds(executable) {
  /** @type {Need[]} */
  const needs = [];
  const libraries = missingLibraries(executable);
  if (libraries.length > 0)
    needs.push({ missing: `the libraries ${libraries.join(', ')}`, packages: electronPackages });
  if (!hasDisplay && !isRunnable('Xvfb', '-help'))
    needs.push({ missing: 'a display (or Xvfb, a virtual one)', packages: displayPackages });
  return needs;
}

/** @returns {Need[]} */
function testNeeds() {
  return testTools
    .filter((tool) => !isRunnable(tool.command, tool.probe))
    .map((tool) => ({ missing: `${tool.command} (for the tests)`, packages: tool.packages }));
}

/** @param {string} executable @returns {string[]} names such as libnss3.so */
function missingLibraries(executable) {
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  const lines = (stdout ?? '').matchAll(/^\s*(\S+) => not found/gm);
  return [...new Set(Array.from(lines, (match) => match[1] ?? ''))];
}

/** @param {string} command @param {string} probe */
function isRunnable(command, probe) {
  const done = spawnSync(command, [probe], { stdio: 'ignore' });
  return !done.error && done.status !== 127;
}

/** @param {Need[]} needs */
function install(needs) {
  const missing = needs.map((need) => need.missing).join('; ');
  const { packages, isDebian } = packageNames(needs.flatMap((need) => need.packages));
  const aptInstall = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
  if (!isDebian)
    throw new Error(
      `Missing: ${missing}.\nInstall them with your package manager (on Debian 12 they are in: ${packages.join(' ')}).`,
    );
  if (!isRoot)
    throw new Error(
      `Missing: ${missing}.\nInstall with: sudo apt-get update && sudo ${aptInstall.join(' ')}`,
    );
  process.stderr.write(`[system] missing: ${missing}; installing ${packages.join(' ')}\n`);
  // A failed update is told only when the installation fails too: the lists that are there may do.
  const said = [apt(['update']), apt(aptInstall.slice(1))];
  if (said[1] !== undefined)
    throw new Error(
      `Missing: ${missing}.\n"${aptInstall.join(' ')}" failed:\n${said.filter(Boolean).join('\n')}`,
    );
}

/** @param {string[]} args @returns {string | undefined} what it said, if it failed */
function apt(args) {
  const done = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (done.status === 0) return undefined;
  return (done.stderr || done.error?.message || `code ${done.status}`).trim();
}

/** @param {string[]} names those of Debian 12 @returns {{ packages: string[], isDebian: boolean }} */
function packageNames(names) {
  /** @type {Record<string, string>} */
  const release = {};
  const file = '/etc/os-release';
  for (const line of fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []) {
    const [, key, value] = /^(\w+)="?(.*?)"?$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) release[key] = value;
  }
  const major = Number.parseInt(release.VERSION_ID ?? '', 10);
  const isNew = (release.ID === 'debian' && !(major < 13)) || (release.ID === 'ubuntu' && !(major < 24));
  return {
    packages: names.map((name) => (isNew && renamed.has(name) ? `${name}t64` : name)),
    isDebian: !spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).error,
  };
}
