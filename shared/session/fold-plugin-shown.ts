// What the person would see of a plugin in a real host: notes, status line, title, model, thinking level, entries of the
// session, folders. What the host refuses is taken back when its problem names the line.

import type { JsonObject } from '../protocol/define.ts';
import { cut, keepNewest, numberIn, textIn } from './plugin-fields.ts';
import {
  keptShown,
  type PluginSummary,
  type ResourceRoot,
  type SessionEntryView,
  type ShownNote,
  type ShownStatus,
  type ShownText,
} from './plugin-summary.ts';

type Shown = Pick<
  PluginSummary,
  | 'roots'
  | 'statuses'
  | 'title'
  | 'model'
  | 'thinkingLevel'
  | 'notes'
  | 'noteCount'
  | 'entries'
  | 'entryCount'
>;

const refusedRoot: ReadonlySet<string> = new Set([
  'root-kind-unknown',
  'root-not-absolute',
  'root-has-dots',
  'root-too-long',
  'roots-full',
]);
const mostAsked = 64;
/** A longer one is refused. */
const longestPath = 1_200;

export class PluginShownFold {
  readonly #roots: ResourceRoot[] = [];
  readonly #statuses = new Map<string, ShownStatus>();
  readonly #notes: ShownNote[] = [];
  readonly #entries: SessionEntryView[] = [];
  /** Models asked for, by the number of the call. */
  readonly #models = new Map<string, NonNullable<PluginSummary['model']>>();
  #noteCount = 0;
  #entryCount = 0;
  #title: ShownText | null = null;
  #model: PluginSummary['model'] = null;
  #level: ShownText | null = null;
  #levelBefore: ShownText | null = null;

  get summary(): Shown {
    return {
      roots: [...this.#roots],
      statuses: [...this.#statuses.values()],
      title: this.#title,
      model: this.#model,
      thinkingLevel: this.#level,
      notes: [...this.#notes],
      noteCount: this.#noteCount,
      entries: [...this.#entries],
      entryCount: this.#entryCount,
    };
  }

  takeOver(other: PluginShownFold): void {
    this.#roots.push(...other.#roots);
    for (const [key, status] of other.#statuses) this.#statuses.set(key, status);
    this.#notes.push(...other.#notes);
    this.#entries.push(...other.#entries);
    for (const [id, model] of other.#models) this.#models.set(id, model);
    this.#noteCount = other.#noteCount;
    this.#entryCount = other.#entryCount;
    this.#title = other.#title;
    this.#model = other.#model;
    this.#level = other.#level;
    this.#levelBefore = other.#levelBefore;
  }

  /** @param name of the host function that was called */
  asked(name: string, frame: JsonObject, line: number): void {
    const text = (key: string): string | null => {
      const value = textIn(frame, key);
      return value === null ? null : cut(value);
    };
    switch (name) {
      case 'notify':
        return this.#note(text('message'), numberIn(frame, 'level'), line);
      case 'set_status':
        return this.#status(text('key'), text('text') ?? '', line);
      case 'set_title': {
        const title = text('title');
        if (title !== null) this.#title = { text: title, line };
        return;
      }
      case 'append_entry':
        return this.#entry(text('custom_type'), text('data_json'), line);
      case 'add_resource_root': {
        const [kind, path] = [text('kind'), textIn(frame, 'path')];
        if (kind !== null && path !== null) this.#roots.push({ kind, path: cut(path, longestPath), line });
        return;
      }
      case 'set_thinking_level': {
        const level = text('level');
        this.#levelBefore = this.#level;
        if (level !== null) this.#level = { text: level, line };
        return;
      }
      case 'set_model':
        return this.#asksModel(frame, text('provider') ?? '', text('model') ?? '', line);
    }
  }

  /** What a host function has returned. */
  returned(type: string, frame: JsonObject): void {
    if (type !== 'host.set_model.return') return;
    const id = textIn(frame, 'id') ?? '';
    const asked = this.#models.get(id);
    this.#models.delete(id);
    if (asked && frame.value === 1) this.#model = asked;
  }

  /** The host found a fault with the call of this line. */
  refused(code: string, line: number): void {
    if (refusedRoot.has(code)) remove(this.#roots, line);
    else if (code === 'entry-not-json') {
      if (remove(this.#entries, line)) this.#entryCount -= 1;
    } else if (code === 'thinking-level-unknown' && this.#level?.line === line)
      this.#level = this.#levelBefore;
  }

  #note(text: string | null, level: number, line: number): void {
    if (text === null) return;
    this.#noteCount += 1;
    keepNewest(this.#notes, { text, level, line }, keptShown);
  }

  #status(key: string | null, text: string, line: number): void {
    if (key === null) return;
    if (text === '') this.#statuses.delete(key);
    else this.#statuses.set(key, { key, text, line });
  }

  #entry(customType: string | null, data: string | null, line: number): void {
    if (customType === null || data === null) return;
    this.#entryCount += 1;
    keepNewest(this.#entries, { customType, data, line }, keptShown);
  }

  #asksModel(frame: JsonObject, provider: string, model: string, line: number): void {
    this.#models.set(textIn(frame, 'id') ?? '', { provider, model, line });
    if (this.#models.size > mostAsked) this.#models.delete(this.#models.keys().next().value ?? '');
  }
}

function remove(list: { readonly line: number }[], line: number): boolean {
  const at = list.findIndex((one) => one.line === line);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
