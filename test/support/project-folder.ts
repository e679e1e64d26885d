// A user's project and a host's home with extensions in them, on disk for one test: copies of the fixture `good` under
// names of their own, or folders with whatever a test wants.

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fixture } from './fixture-extensions.ts';

export interface ManifestText {
  readonly name?: string;
  readonly exec?: string;
  readonly args?: readonly string[];
  readonly enabled?: boolean;
}

export class ProjectFolder {
  readonly #base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'framescope-project-')));
  readonly project = path.join(this.#base, 'project');
  readonly home = path.join(this.#base, 'zot-home');
  /** For what is opened by hand. */
  readonly aside = path.join(this.#base, 'aside');

  constructor() {
    for (const folder of [this.project, this.home, this.aside]) mkdirSync(folder);
  }

  folderOf(place: 'project' | 'home' | 'aside'): string {
    if (place === 'aside') return this.aside;
    return place === 'project'
      ? path.join(this.project, '.zot', 'extensions')
      : path.join(this.home, 'extensions');
  }

  /** A running extension: tool echo, command shout. Its script is `main.mjs`. */
  good(place: 'project' | 'home' | 'aside', folder: string, manifest: ManifestText = {}): string {
    const at = path.join(this.folderOf(place), folder);
    cpSync(fixture('good'), at, { recursive: true });
    const whole = { name: folder, version: '1.0.0', exec: 'node', args: ['main.mjs'], ...manifest };
    writeFileSync(path.join(at, 'extension.json'), JSON.stringify(whole));
    return at;
  }

  /** Any file of an extension; the folders above it are made. */
  write(place: 'project' | 'home' | 'aside', file: string, text: string): string {
    const at = path.join(this.folderOf(place), file);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
    return at;
  }

  link(place: 'project' | 'home' | 'aside', name: string, to: string): string {
    const at = path.join(this.folderOf(place), name);
    mkdirSync(path.dirname(at), { recursive: true });
    symlinkSync(to, at);
    return at;
  }

  dispose(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }
}
