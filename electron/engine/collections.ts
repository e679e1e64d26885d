// Saved frames as files that live well in git: a collection is a file, a frame is a line of it, its text kept exactly. What
// in a file is no frame stays in it. A file is replaced whole or not at all.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Collections, FrameCollection, SavedFrame } from '../../shared/ipc/contract.ts';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { PreferenceStore } from './preferences.ts';

export const collectionExtension = '.frames.jsonl';

const mostFiles = 200;
const mostBytes = 16 * 1024 * 1024;

export interface CollectionsOptions {
  /** Used when the person chose none. */
  readonly usualFolder: string;
  readonly preferences: PreferenceStore;
  /** The system's dialog; null when the person left it. */
  readonly pickFolder: () => Promise<string | null>;
}

/** One line of a file as it stands there. */
interface Line {
  readonly text: string;
  readonly frame: SavedFrame | undefined;
}

export class FrameFiles {
  readonly #options: CollectionsOptions;
  /** One change after the other, so that none is lost. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: CollectionsOptions) {
    this.#options = options;
  }

  get folder(): string {
    return this.#options.preferences.get('collectionsDir') ?? this.#options.usualFolder;
  }

  async list(): Promise<Result<Collections>> {
    const { folder } = this;
    const chosen = folder !== this.#options.usualFolder;
    let names: string[];
    try {
      names = await readdir(folder);
    } catch (error) {
      // Nothing was saved yet.
      if (codeOf(error) === 'ENOENT' && !chosen) return ok({ folder, chosen, collections: [] });
      return failed(
        failure('fileUnreadable', `${folder} could not be read: ${why(error)}.`, 'Choose another folder.'),
      );
    }
    const files = names.filter((name) => name.endsWith(collectionExtension)).sort();
    const collections: FrameCollection[] = [];
    for (const file of files.slice(0, mostFiles)) {
      const lines = await linesOf(path.join(folder, file));
      if (!lines.ok) return lines;
      const frames = lines.value.flatMap(({ frame }) => (frame ? [frame] : []));
      const unread = lines.value.filter((line) => !line.frame && line.text.trim() !== '').length;
      collections.push({ name: file.slice(0, -collectionExtension.length), frames, unread });
    }
    return ok({ folder, chosen, collections });
  }

  async chooseFolder(): Promise<Result<Collections | null>> {
    const folder = await this.#options.pickFolder();
    if (folder === null) return ok(null);
    this.#options.preferences.set('collectionsDir', folder);
    return this.list();
  }

  usualFolder(): Promise<Result<Collections>> {
    this.#options.preferences.set('collectionsDir', null);
    return this.list();
  }

  save(collection: string, frame: SavedFrame): Promise<Result<Collections>> {
    return this.#change(collection, (lines) => {
      const line = { text: JSON.stringify({ name: frame.name, text: frame.text }), frame };
      const at = lines.findIndex((one) => one.frame?.name === frame.name);
      return at < 0 ? [...lines, line] : lines.with(at, line);
    });
  }

  remove(collection: string, name: string): Promise<Result<Collections>> {
    return this.#change(collection, (lines) => lines.filter((line) => line.frame?.name !== name));
  }

  #change(
    collection: string,
    change: (lines: readonly Line[]) => readonly Line[],
  ): Promise<Result<Collections>> {
    const done = this.#last.then(() => this.#changeNow(collection, change));
    this.#last = done.catch(() => undefined); // told to whoever asked; the next change goes on
    return done;
  }

  async #changeNow(
    collection: string,
    change: (lines: readonly Line[]) => readonly Line[],
  ): Promise<Result<Collections>> {
    if (!isFileName(collection))
      return failed(
        failure(
          'argumentInvalid',
          `"${collection}" can't be the name of a file.`,
          'Use letters, digits, - and _.',
        ),
      );
    const file = path.join(this.folder, collection + collectionExtension);
    const lines = await linesOf(file);
    if (!lines.ok) return lines;
    const changed = change(lines.value).map((line) => `${line.text}\n`);
    const draft = path.join(this.folder, `.${collection}.${process.pid}.new`);
    try {
      if (changed.length === 0) await rm(file, { force: true });
      else {
        await mkdir(this.folder, { recursive: true, mode: 0o700 });
        await writeFile(draft, changed.join(''));
        await rename(draft, file);
      }
    } catch (error) {
      await rm(draft, { force: true });
      return failed(
        failure('fileUnwritable', `${file} could not be written: ${why(error)}.`, 'Choose another folder.'),
      );
    }
    return this.list();
  }
}

/** Of every system: no separators, no reserved characters, nothing hidden. */
function isFileName(name: string): boolean {
  return /^[^./\\:*?"<>|\p{Cc}][^/\\:*?"<>|\p{Cc}]*$/u.test(name) && name.trim() === name;
}

async function linesOf(file: string): Promise<Result<readonly Line[]>> {
  let text: string;
  try {
    const bytes = await readFile(file);
    if (bytes.length > mostBytes) {
      return failed(failure('fileUnreadable', `${file} is larger than 16 MiB.`, 'Split it by hand.'));
    }
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ok([]);
    return failed(
      failure('fileUnreadable', `${file} could not be read: ${why(error)}.`, 'Mend it, or move it away.'),
    );
  }
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return ok(lines.map((line) => ({ text: line, frame: frameOf(line) })));
}

function frameOf(line: string): SavedFrame | undefined {
  try {
    const value = JSON.parse(line) as Partial<SavedFrame> | null;
    if (typeof value?.name !== 'string' || typeof value.text !== 'string') return undefined;
    return { name: value.name, text: value.text };
  } catch {
    return undefined; // not one of ours: it is counted and stays in the file
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
function why(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
