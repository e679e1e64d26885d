// A recording opened from its file, read only: the same columns, summary and rows as the live journal had. The first
// rows are there at once, the rest is indexed while the caller goes on. It must not change the file.

import fs from 'node:fs';
import type { Damage, RecordingHeader } from '../../shared/recording/format.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { Row } from '../../shared/session/row.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { Changes } from './change-log.ts';
import type { DamageList } from './damage-list.ts';
import { decodeEntryWith, type Decoding } from './decode-entry.ts';
import { GrowthBell } from './growth-bell.ts';
import { JournalIndex } from './journal-index.ts';
import type { EntryView, JournalColumns, JournalReader } from './journal-type.ts';
import type { LineRun } from './line-runs.ts';
import { readFully } from './read-fully.ts';
import { RecordingIndexer, type RecordingPlace } from './recording-indexer.ts';
import { RowReader } from './row-reader.ts';

export interface RecordingParts {
  readonly path: string;
  readonly fd: number;
  /** Bytes of the file when it was opened, unpacked. */
  readonly size: number;
  /** Why a compressed file has less than it should. */
  readonly cut?: string;
  /** Where it begins in the file. */
  readonly place: RecordingPlace;
  readonly header: RecordingHeader | null;
  readonly upgrade: ((line: string) => string) | undefined;
  readonly damage: DamageList;
  readonly decoding: Decoding;
}

/** Made by openRecording (recording-file.ts). */
export class OpenRecording implements JournalReader {
  readonly path: string;
  readonly bytes: number;
  /** null when it is damaged. */
  readonly header: RecordingHeader | null;
  /** Resolves when the whole file is indexed, or it was closed before. */
  readonly indexed: Promise<void>;
  readonly #fd: number;
  readonly #damage: DamageList;
  readonly #index: JournalIndex;
  readonly #reader: RowReader;
  readonly #indexer: RecordingIndexer;
  readonly #bell = new GrowthBell();
  #closing = false;
  #closed: Promise<void> | undefined;

  /** `first` has been read from `rest`; `done`: bytes of it that are the header. */
  constructor(parts: RecordingParts, first: LineRun, done: number, rest: AsyncGenerator<LineRun>) {
    const { path, fd, damage, decoding, upgrade } = parts;
    const decodeEntry = decodeEntryWith(decoding);
    this.path = path;
    this.bytes = parts.size;
    this.header = parts.header;
    this.#fd = fd;
    this.#damage = damage;
    const read = async (from: number, to: number): Promise<Buffer> => {
      const out = Buffer.allocUnsafe(to - from);
      await readFully(fd, out, from);
      return out;
    };
    this.#index = new JournalIndex(decodeEntry);
    const whyNotKept = 'It is missing in the file, or damaged there.';
    this.#reader = new RowReader({ index: this.#index, read, decode: decodeEntry, upgrade, whyNotKept });
    this.#indexer = new RecordingIndexer(
      {
        index: this.#index,
        reader: this.#reader,
        damage,
        decode: decoding.decode,
        decodeEntry,
        upgrade,
      },
      parts.place.line,
    );
    if (done > 0) this.#indexer.skipHeader();
    this.#indexer.addRun(first, done);
    this.indexed = this.#indexRest(rest, parts.cut);
  }

  get count(): number {
    return this.#index.columns.count;
  }
  get lastAtUs(): number {
    return this.#indexer.lastAtUs;
  }
  get summary(): SessionSummary {
    return this.#index.fold.summary;
  }
  get columns(): JournalColumns {
    return this.#index.columns;
  }
  /** Where the next recording begins, when several were joined in one file; known when all is indexed. */
  get next(): RecordingPlace | undefined {
    return this.#indexer.next;
  }
  /** The first 1,000 findings so far, in the order of the file. */
  get damage(): readonly Damage[] {
    return this.#damage.kept;
  }
  get damageCounts(): Readonly<Record<Damage['kind'], number>> {
    return this.#damage.counts;
  }
  /** What is wrong with the file in sentences, few enough to show; empty when it is whole. */
  get damageWords(): readonly string[] {
    return this.#damage.words();
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
    return this.#bell.on(listener);
  }

  /** It is all there: nothing is ever written to it. */
  async flush(): Promise<void> {}

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #indexRest(runs: AsyncGenerator<LineRun>, cut: string | undefined): Promise<void> {
    try {
      for await (const run of runs) {
        if (this.#closing || this.next) return;
        this.#indexer.addRun(run);
        this.#bell.grew();
      }
      if (cut !== undefined)
        this.#damage.add(
          'torn',
          this.#indexer.line,
          this.bytes,
          `the compressed file is damaged behind it: ${cut}`,
        );
    } catch (error) {
      // The disk failed: what was read so far stays, and the person is told where it ends.
      this.#damage.add(
        'torn',
        this.#indexer.line,
        this.bytes,
        `it can't be read on: ${(error as Error).message}`,
      );
    }
  }

  async #close(): Promise<void> {
    this.#closing = true;
    this.#bell.stop();
    await this.indexed;
    await new Promise<void>((resolve) => fs.close(this.#fd, () => resolve())); // nothing was written: nothing can fail
  }
}
