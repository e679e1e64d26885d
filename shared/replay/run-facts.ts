// What is known about one run that its texts may repeat: the ids on its wire, the folders it was told, and when it was.
// The recorded run and the new one have one each; a value that means the same in both is equal although it is spelled
// differently.

import type { JsonObject } from '../protocol/define.ts';
import type { Side } from '../session/entries.ts';
import type { ReplayLine } from './line.ts';

/** Longer values are no folders. */
const longestFolder = 4_096;
const absolute = /^(?:\/[^/]|[A-Za-z]:[\\/]|\\\\)/;

export class RunFacts {
  /** Wall clock at the run's begin, ms since 1970; undefined when nobody knows. */
  readonly startedMs: number | undefined;
  readonly #ids: Readonly<Record<Side, Set<string>>> = { extension: new Set(), host: new Set() };
  /** What each folder is: a folder may be several things at once. */
  readonly #folders = new Map<string, Set<string>>();
  #pattern: RegExp | null | undefined;

  /** @param startedAt ISO 8601; anything else counts as unknown */
  constructor(startedAt = '') {
    const ms = Date.parse(startedAt);
    this.startedMs = Number.isFinite(ms) ? ms : undefined;
  }

  /** Takes note of the id of a request. */
  sawId(from: Side, id: string): void {
    this.#ids[from].add(id);
  }

  /** Takes note of a request's id. */
  saw(line: ReplayLine): void {
    if (line.role === 'request' && line.id !== undefined) this.sawId(line.from, line.id);
  }

  hasId(from: Side, id: string): boolean {
    return this.#ids[from].has(id);
  }

  /** @param what it is to the extension: "project", or the field it was told in */
  addFolder(what: string, folder: string | null | undefined): void {
    if (!folder || folder.length > longestFolder || !absolute.test(folder)) return;
    const trimmed = folder.replace(/(?<=.)[\\/]+$/, '');
    const known = this.#folders.get(trimmed);
    if (known) known.add(what);
    else {
      this.#folders.set(trimmed, new Set([what]));
      this.#pattern = undefined;
    }
  }

  /** The folders a frame of the host tells in its fields. */
  addFolders(frame: JsonObject): void {
    for (const [field, value] of Object.entries(frame))
      if (typeof value === 'string') this.addFolder(field, value);
  }

  whatIs(folder: string): ReadonlySet<string> {
    return this.#folders.get(folder) ?? none;
  }

  /** Finds known folders in a text, the longest first; null when there are none. To be used with replaceAll only. */
  get folderPattern(): RegExp | null {
    if (this.#pattern !== undefined) return this.#pattern;
    const longestFirst = [...this.#folders.keys()].sort((a, b) => b.length - a.length);
    const either = longestFirst.map((folder) => folder.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
    this.#pattern = either === '' ? null : new RegExp(`(?<![\\w.-])(?:${either})(?![\\w-]|\\.\\w)`, 'g');
    return this.#pattern;
  }
}

const none: ReadonlySet<string> = new Set();
