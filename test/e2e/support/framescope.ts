// Starts the built app in real Electron for one test, with folders of its own, and leaves nothing behind.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

export const root = resolve(import.meta.dirname, '../../..');
export const fixture = (name: string): string => join(root, 'test/fixtures/extensions', name);
export const example = (name: string): string => join(root, 'examples/extensions', name);

export interface Folders {
  /** Preferences and Chromium's own files. */
  readonly profile: string;
  /** Journals. */
  readonly state: string;
}

export interface Framescope {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly folders: Folders;
  /** Everything the page and the main process complained about. */
  readonly complaints: string[];
  close(): Promise<void>;
}

export function newFolders(): Folders {
  const base = mkdtempSync(join(tmpdir(), 'framescope-e2e-'));
  return { profile: join(base, 'profile'), state: join(base, 'state') };
}

export function removeFolders(folders: Folders): void {
  rmSync(resolve(folders.profile, '..'), { recursive: true, force: true });
}

/** @param args what stands behind `npm start --` @param environment against ours */
export async function startFramescope(
  args: string[] = [],
  folders = newFolders(),
  environment: Readonly<Record<string, string>> = {},
): Promise<Framescope> {
  const flags = [`--user-data-dir=${folders.profile}`];
  if (process.platform === 'linux' && process.getuid?.() === 0) flags.push('--no-sandbox');
  const app = await _electron.launch({
    args: ['.', ...flags, ...args],
    cwd: root,
    env: { ...process.env, FRAMESCOPE_STATE_DIR: folders.state, ...environment },
  });
  const complaints: string[] = [];
  const page = await app.firstWindow();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    app,
    page,
    folders,
    complaints,
    close: async () => {
      await app.close();
    },
  };
}
