// Starts the app, or brings its window to the front where one runs: the app sees to it that there is one of it. It knows
// where the app may be and nothing else; when it is nowhere, nothing happens, because a host waits for the extension.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface AppStart {
  readonly program: string;
  readonly args: readonly string[];
}

/** @param programDir folder of this program @param environment the caller's; FRAMESCOPE_APP names the app's executable */
export function appStart(
  programDir: string,
  environment: Readonly<Record<string, string | undefined>>,
): AppStart | undefined {
  const named = environment['FRAMESCOPE_APP'];
  if (named) return { program: named, args: [] };
  if ('electron' in process.versions) return { program: process.execPath, args: [] };
  // A checkout: the electron package beside our own tells where its program is.
  const root = path.resolve(programDir, '..');
  const electron = path.join(root, 'node_modules', 'electron');
  try {
    const program = path.join(electron, 'dist', readFileSync(path.join(electron, 'path.txt'), 'utf8').trim());
    return existsSync(program) ? { program, args: [root] } : undefined;
  } catch {
    return undefined; // not installed here
  }
}

/** Never throws; the app outlives us. */
export function openApp(programDir: string): void {
  const start = appStart(programDir, process.env);
  if (!start) return;
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const app = spawn(start.program, [...start.args], { detached: true, stdio: 'ignore', env });
  app.on('error', () => {}); // it can't be started: the tap goes on without
  app.unref();
}
