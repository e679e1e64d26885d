// Tells of changed files, one list for all that changed together: 200 ms after the last of them. Knows no sessions and
// decides nothing. What the system will not tell of is said once, through `onFailure`.

import { watch, type FSWatcher } from 'chokidar';
import { isPassedOver, nameIn, type WatchedFiles } from './watched-files.ts';

/** Editors write a file in several steps, and a build writes many: one restart for all of them. */
export const quietMs = 200;

export interface FileWatchEvents {
  /** Relative to the folder, in the order they changed, each once. */
  readonly onChange: (files: readonly string[]) => void;
  readonly onFailure: (error: unknown) => void;
}

export class FileWatch {
  readonly #watcher: FSWatcher;
  readonly #folder: string;
  readonly #onChange: FileWatchEvents['onChange'];
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  private constructor({ folder, paths }: WatchedFiles, { onChange, onFailure }: FileWatchEvents) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#watcher = watch([...paths], {
      ignoreInitial: true,
      // What a link leads to may be anywhere and as large as a disk.
      followSymlinks: false,
      ignored: (file) => isPassedOver(file, folder),
    });
    this.#watcher.on('all', (event, file) => {
      if (event === 'add' || event === 'change' || event === 'unlink') this.#note(file);
    });
    this.#watcher.on('error', onFailure);
  }

  /** Resolves once changes are seen. */
  static async open(files: WatchedFiles, events: FileWatchEvents): Promise<FileWatch> {
    const opened = new FileWatch(files, events);
    await new Promise<void>((ready) => opened.#watcher.once('ready', ready));
    return opened;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#watcher.close();
  }

  #note(file: string): void {
    this.#changed.add(nameIn(this.#folder, file));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const files = [...this.#changed];
      this.#changed.clear();
      this.#onChange(files);
    }, quietMs);
  }
}
