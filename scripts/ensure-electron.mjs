// Makes sure that a runnable Electron is there and that `require('electron')` finds it.
// In order: ELECTRON_OVERRIDE_DIST_PATH, an installed one, its normal download (or the mirror), and where that cannot be
// reached the fallback. Node built-ins only; it installs no system libraries.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fallbackDist, fallbackVersion } from './electron-fallback.mjs';

const root = path.resolve(import.meta.dirname, '..');
const moduleDir = path.join(root, 'node_modules', 'electron');
/** @type {Partial<Record<NodeJS.Platform, string>>} */
const executables = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
const executableName = executables[process.platform] ?? 'electron';

/** @param {string} text */
const log = (text) => process.stderr.write(`[electron] ${text}\n`);

/** @returns {string | undefined} the executable that `require('electron')` would name, if it exists */
export function findElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const file = path.join(override || path.join(moduleDir, 'dist'), executableName);
  if (!override && !fs.existsSync(path.join(moduleDir, 'path.txt'))) return undefined;
  return fs.existsSync(file) ? file : undefined;
}

/** @returns {boolean} whether the Electron in use is the fallback, which no package may be built from */
export function isFallback() {
  const dist = path.join(moduleDir, 'dist');
  return fs.existsSync(path.join(dist, 'complete')) && !process.env.ELECTRON_OVERRIDE_DIST_PATH;
}

/**
 * @returns {Promise<{ executable: string, version: string, source: 'installed' | 'download' | 'fallback' }>}
 * @throws when there is none and none can be had; the message says what to set or install
 */
export async function ensureElectron() {
  const found = findElectron();
  if (found) return { executable: found, version: distVersion(found), source: 'installed' };
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH)
    throw new Error(
      `ELECTRON_OVERRIDE_DIST_PATH names ${process.env.ELECTRON_OVERRIDE_DIST_PATH}, but there is no ${executableName} in it`,
    );

  const version = wrapperVersion();
  if (process.env.ELECTRON_FALLBACK !== 'only' && (await isDownloadable(version))) {
    log(`downloading ${version}`);
    const done = spawnSync(process.execPath, [path.join(moduleDir, 'install.js')], {
      stdio: 'inherit',
      timeout: 900_000,
    });
    const got = findElectron();
    if (done.status === 0 && got) return { executable: got, version, source: 'download' };
    log('the download failed');
  }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `Electron ${version} for ${process.platform}-${process.arch} could not be downloaded.\n` +
        'Set ELECTRON_MIRROR to a reachable mirror, or ELECTRON_OVERRIDE_DIST_PATH to the dist folder of an Electron.',
    );

  const dist = fallbackDist();
  link(dist);
  return { executable: path.join(dist, executableName), version: fallbackVersion, source: 'fallback' };
}

/** @returns {string} the version that package.json asks for */
function wrapperVersion() {
  return JSON.parse(fs.readFileSync(path.join(moduleDir, 'package.json'), 'utf8')).version;
}

/** @param {string} version */
async function isDownloadable(version) {
  const mirror =
    process.env.ELECTRON_MIRROR ??
    process.env.npm_config_electron_mirror ??
    'https://github.com/electron/electron/releases/download/';
  const file = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const deadlineMs = Number(process.env.ELECTRON_PROBE_MS ?? 5000);
  try {
    const url = `${mirror.replace(/\/?$/, '/')}v${version}/${file}`;
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(deadlineMs) })).ok;
  } catch {
    return false; // not reachable in whatever way: the fallback is next
  }
}

/** Points node_modules/electron at a dist made elsewhere. @param {string} dist */
function link(dist) {
  const at = path.join(moduleDir, 'dist');
  fs.rmSync(at, { recursive: true, force: true });
  fs.symlinkSync(dist, at, 'dir');
  fs.writeFileSync(path.join(moduleDir, 'path.txt'), executableName);
}

/** @param {string} executable */
function distVersion(executable) {
  try {
    return fs
      .readFileSync(path.join(path.dirname(executable), 'version'), 'utf8')
      .trim()
      .replace(/^v/, '');
  } catch {
    return 'unknown'; // macOS keeps it elsewhere; it is only for the log
  }
}
