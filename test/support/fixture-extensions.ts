// Where the fixture extensions are, which there are, and copies of them that a test may change.

import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const fixturesDir = path.resolve(import.meta.dirname, '..', 'fixtures', 'extensions');
export const examplesDir = path.resolve(import.meta.dirname, '..', '..', 'examples', 'extensions');

export function fixture(name: string): string {
  return path.join(fixturesDir, name);
}

/** Names of all fixture folders. */
export function fixtureNames(): string[] {
  return readdirSync(fixturesDir)
    .filter((name) => statSync(fixture(name)).isDirectory())
    .sort();
}

/** A copy with what fixtures share beside it; `dispose` takes it away. */
export function copyFixture(name: string): { readonly path: string; readonly dispose: () => void } {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'framescope-fixture-'));
  cpSync(path.join(fixturesDir, 'wire.mjs'), path.join(parent, 'wire.mjs'));
  cpSync(fixture(name), path.join(parent, name), { recursive: true });
  return { path: path.join(parent, name), dispose: () => rmSync(parent, { recursive: true, force: true }) };
}
