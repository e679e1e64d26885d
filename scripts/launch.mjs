// How child programs are started here: Electron with the switches this machine needs, a virtual display around it
// where there is none, and signals passed on. It installs nothing.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { findElectron } from './ensure-electron.mjs';
import { hasDisplay, isRoot } from './machine.mjs';

/** @param {string[]} args for Electron: the app's folder first @returns {{ command: string, args: string[] }} */
export function launchCommand(args) {
  const command = findElectron();
  if (!command) throw new Error('There is no Electron yet: run npm start or npm test once, they install it.');
  return { command, args: [...(isRoot ? ['--no-sandbox'] : []), ...args] };
}

/**
 * Runs `work` with a display: the one there is, or an Xvfb that ends with it.
 * @template T
 * @param {() => Promise<T>} work
 */
export async function withDisplay(work) {
  if (hasDisplay) return work();
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true, // Ctrl-C goes to the whole process group: Xvfb must outlive Electron
  });
  const stop = () => xvfb.kill();
  process.on('exit', stop);
  try {
    /** @type {string} */
    const display = await new Promise((resolve, reject) => {
      let text = '';
      xvfb.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
        text += chunk.toString();
        if (text.includes('\n')) resolve(text.trim());
      });
      xvfb.on('error', reject);
      xvfb.on('exit', (code, signal) => reject(new Error(`Xvfb ended at once (${code ?? signal})`)));
    });
    process.env.DISPLAY = `:${display}`;
    return await work();
  } finally {
    delete process.env.DISPLAY;
    process.off('exit', stop);
    stop();
  }
}

/** @typedef {{ code: number, interrupted: boolean, output: string }} Ended `output` is empty unless it was captured */

/**
 * Runs a program to its end, passing SIGINT and SIGTERM on.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, capture?: boolean, deadlineMs?: number }} [options] `capture` keeps what it says instead of showing it
 * @returns {Promise<Ended>} an end by a signal counts as code 1
 */
export function run(command, args, { env, capture = false, deadlineMs } = {}) {
  return new Promise((resolve, reject) => {
    const out = capture ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      stdio: [capture ? 'ignore' : 'inherit', out, out],
      env: { ...process.env, ...env },
      ...(deadlineMs === undefined ? {} : { timeout: deadlineMs, killSignal: 'SIGKILL' }),
    });
    let output = '';
    let interrupted = false;
    const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      interrupted = true;
      child.kill(signal);
    };
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.on('error', reject);
    child.on(capture ? 'close' : 'exit', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve({ code: code ?? 1, interrupted, output });
    });
  });
}
