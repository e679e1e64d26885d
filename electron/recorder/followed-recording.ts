// A recording that another program of ours is still writing (a tap), read as it grows: told how far it has come, it takes
// in the new lines, and readers see a journal like any other. It must not change the file, nor look for growth by itself.

import fs from 'node:fs';
import { failure } from '../../shared/errors.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { parseHeader } from '../../shared/recording/parse.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { Row } from '../../shared/session/row.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { Changes } from './change-log.ts';
import { DamageList } from './damage-list.ts';
import { decodeEntryWith, type Decoding } from './decode-entry.ts';
import { GrowthBell } from './growth-bell.ts';
import { JournalIndex } from './journal-index.ts';
import type { EntryView, JournalColumns, JournalReader } from './journal-type.ts';
import { readFully } from './read-fully.ts';
import { RecordingIndexer } from './recording-indexer.ts';
import { RowReader } from './row-reader.ts';

const chunkBytes = 512 * 1024;
/** A header is a few kilobytes; arguments may be long. */
const maxHeaderBytes = 8 * 1024 * 1024;
const lineFeed = 10;

export class FollowedRecording implements JournalReader {
  readonly path: string;
  readonly header: RecordingHeader;
  readonly #fd: number;
  readonly #damage = new DamageList();
  readonly #index: JournalIndex;
  readonly #reader: RowReader;
  readonly #indexer: RecordingIndexer;
  readonly #bell = new GrowthBell();
  /** Up to here lines are whole and indexed. */
  #done: number;
  #wanted: number;
  #reading: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  /** Errors: `recordingMissing`, `recordingNotOne`, `recordingNewer`. */
  static async open(
    file: string,
    decodeFor: (header: RecordingHeader) => Decoding,
  ): Promise<Result<FollowedRecording>> {
    let fd: number | undefined;
    try {
      fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
      const { size } = fs.fstatSync(fd);
      if (!fs.fstatSync(fd).isFile()) throw new Error('it is not a file');
      const head = Buffer.alloc(Math.min(size, maxHeaderBytes));
      await readFully(fd, head, 0);
      const end = head.indexOf(lineFeed);
      const parsed = parseHeader(head.toString('utf8', 0, Math.max(end, 0)));
      if (parsed.ok)
        return ok(
          new FollowedRecording(file, fd, parsed.value.header, end + 1, decodeFor(parsed.value.header)),
        );
      fs.closeSync(fd);
      return parsed;
    } catch (error) {
      if (fd !== undefined) fs.closeSync(fd);
      const message = `${file} can't be read: ${(error as Error).message}.`;
      return failed(failure('recordingMissing', message, 'Check the rights of the file.', { path: file }));
    }
  }

  private constructor(file: string, fd: number, header: RecordingHeader, start: number, decoding: Decoding) {
    const decodeEntry = decodeEntryWith(decoding);
    this.path = file;
    this.header = header;
    this.#fd = fd;
    this.#done = start;
    this.#wanted = start;
    const read = async (from: number, to: number): Promise<Buffer> => {
      const out = Buffer.allocUnsafe(to - from);
      await readFully(fd, out, from);
      return out;
    };
    this.#index = new JournalIndex(decodeEntry);
    const whyNotKept = 'It is missing in the file, or damaged there.';
    const upgrade = undefined; // whoever writes it now writes this version
    this.#reader = new RowReader({ index: this.#index, read, decode: decodeEntry, upgrade, whyNotKept });
    this.#indexer = new RecordingIndexer({
      index: this.#index,
      reader: this.#reader,
      damage: this.#damage,
      decode: decoding.decode,
      decodeEntry,
      upgrade,
    });
    this.#indexer.skipHeader();
  }

  get count(): number {
    return this.#index.columns.count;
  }
  get lastAtUs(): number {
    return this.#indexer.lastAtUs;
  }
  get bytes(): number {
    return this.#done;
  }
  get summary(): SessionSummary {
    return this.#index.fold.summary;
  }
  get columns(): JournalColumns {
    return this.#index.columns;
  }
  /** What is wrong with the file in sentences; empty when it is whole. */
  get damageWords(): readonly string[] {
    return this.#damage.words();
  }

  /** The file has come to that many bytes. Resolves when whole lines up to there are in; never rejects. */
  readTo(bytes: number): Promise<void> {
    this.#wanted = Math.max(this.#wanted, bytes);
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
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

  /** It is in the file: that is where it is read from. */
  async flush(): Promise<void> {}

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#bell.stop();
    await this.#reading;
    await new Promise<void>((resolve) => fs.close(this.#fd, () => resolve())); // nothing was written: nothing can fail
  }

  async #read(): Promise<void> {
    let most = chunkBytes;
    while (this.#done < this.#wanted && !this.#closed) {
      const to = Math.min(this.#wanted, this.#done + most);
      const bytes = Buffer.allocUnsafeSlow(to - this.#done);
      try {
        await readFully(this.#fd, bytes, this.#done);
      } catch (error) {
        this.#damage.add(
          'torn',
          this.#indexer.line,
          this.#done,
          `it can't be read on: ${(error as Error).message}`,
        );
        return;
      }
      const cut = bytes.lastIndexOf(lineFeed) + 1;
      if (cut === 0 && to === this.#wanted) return; // the rest of that line is still to come
      if (cut === 0)
        most *= 2; // a line longer than a chunk
      else {
        this.#indexer.addRun({ offset: this.#done, bytes: bytes.subarray(0, cut) });
        this.#done += cut;
        this.#bell.grew();
      }
      if (to === this.#wanted) return;
    }
  }
}
