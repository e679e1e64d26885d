// A recording's file that is read, never written: its index, what is wrong with it, and the rows as readers ask for them.
// How lines get into the index is for those who build on this: a file that is complete, or one that still grows.

import fs from 'node:fs';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { Row } from '../../shared/session/row.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { Changes } from './change-log.ts';
import type { DamageList } from './damage-list.ts';
import { decodeEntryWith, type Decoding } from './decode-entry.ts';
import { GrowthBell } from './growth-bell.ts';
import { JournalIndex } from './journal-index.ts';
import type { EntryView, JournalColumns, JournalReader } from './journal-type.ts';
import { readFully } from './read-fully.ts';
import { RecordingIndexer } from './recording-indexer.ts';
import { RowReader } from './row-reader.ts';

export interface IndexedFileParts {
  /** Absolute. */
  readonly path: string;
  /** Closed by `close`. */
  readonly fd: number;
  readonly damage: DamageList;
  readonly decoding: Decoding;
  /** Brings an entry line of an older version up to date. */
  readonly upgrade: ((line: string) => string) | undefined;
}

export abstract class IndexedFile implements JournalReader {
  readonly path: string;
  protected readonly fd: number;
  protected readonly damageList: DamageList;
  protected readonly indexer: RecordingIndexer;
  protected readonly bell = new GrowthBell();
  readonly #index: JournalIndex;
  readonly #reader: RowReader;
  #closed: Promise<void> | undefined;

  constructor({ path, fd, damage, decoding, upgrade }: IndexedFileParts) {
    const decodeEntry = decodeEntryWith(decoding);
    this.path = path;
    this.fd = fd;
    this.damageList = damage;
    const read = async (from: number, to: number): Promise<Buffer> => {
      const out = Buffer.allocUnsafe(to - from);
      await readFully(fd, out, from);
      return out;
    };
    this.#index = new JournalIndex(decodeEntry);
    const whyNotKept = 'It is missing in the file, or damaged there.';
    this.#reader = new RowReader({ index: this.#index, read, decode: decodeEntry, upgrade, whyNotKept });
    this.indexer = new RecordingIndexer({
      index: this.#index,
      reader: this.#reader,
      damage,
      decode: decoding.decode,
      decodeEntry,
      upgrade,
    });
  }

  abstract get bytes(): number;

  get count(): number {
    return this.#index.columns.count;
  }
  get lastAtUs(): number {
    return this.indexer.lastAtUs;
  }
  get summary(): SessionSummary {
    return this.#index.fold.summary;
  }
  get columns(): JournalColumns {
    return this.#index.columns;
  }
  /** What is wrong with the file in sentences, few enough to show; empty when it is whole. */
  get damageWords(): readonly string[] {
    return this.damageList.words();
  }

  rows(from: number, count: number): Promise<readonly Row[]> {
    return this.#reader.rows(from, count);
  }
  view(seq: number): Promise<EntryView | undefined> {
    return this.#reader.view(seq);
  }
  entries(from: number, count: number): Promise<readonly DecodedEntry[]> {
    return this.#reader.entries(from, count);
  }
  takeChanged(consumer: number): Changes {
    return this.#index.changes.take(consumer);
  }
  onGrow(listener: () => void): () => void {
    return this.bell.on(listener);
  }

  /** It is in the file already: nothing is ever written to it from here. */
  async flush(): Promise<void> {}

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  protected get closing(): boolean {
    return this.#closed !== undefined;
  }

  /** Resolves when nothing reads the file any more; called once `closing` is true. */
  protected abstract atRest(): Promise<void>;

  async #close(): Promise<void> {
    this.bell.stop();
    // A turn later, so that `closing` is true for whoever reads on.
    await Promise.resolve().then(() => this.atRest());
    await new Promise<void>((resolve) => fs.close(this.fd, () => resolve())); // nothing was written: nothing can fail
  }
}
