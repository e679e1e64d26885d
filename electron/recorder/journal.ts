// The live journal: takes the session's facts, gives them running numbers, and keeps them in an append-only file from
// the first byte on; all readers read it, never the session. It must not throw into the session: when the disk fails,
// the session goes on and the journal says what it could not keep.

import fs from 'node:fs';
import type { Decoded } from '../../shared/protocol/define.ts';
import { writeEntry } from '../../shared/recording/write.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { Entry, NewEntry, Side } from '../../shared/session/entries.ts';
import type { Row } from '../../shared/session/row.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { FactSink } from '../session/fact-sink.ts';
import type { WireLine } from '../transport/transport.ts';
import { BlockWriter, type WriteTrouble } from './block-writer.ts';
import { CaptureMeter, recoveryNote, refusalNote, troubleNote } from './capture-meter.ts';
import type { Changes } from './change-log.ts';
import type { DecodeEntry } from './decode-entry.ts';
import { GrowthBell } from './growth-bell.ts';
import { JournalIndex } from './journal-index.ts';
import type { EntryView, JournalColumns, JournalReader } from './journal-type.ts';
import { LineEncoder } from './line-encoder.ts';
import { PlainRun } from './plain-run.ts';
import { hugeEntryBytes, RowReader } from './row-reader.ts';
import { lineEntry, stderrEntry } from './wire-entry.ts';

/** Lines up to this take the fast way; with what stands before them they are no huge entries yet. */
const maxFastBytes = hugeEntryBytes - 512;
const openingBrace = 123;

/** Made by `createJournal`. Times that go backwards are lifted to the last one; they are whole µs. */
export class Journal implements FactSink, JournalReader {
  readonly path: string;
  readonly #fd: number;
  readonly #index: JournalIndex;
  readonly #writer: BlockWriter;
  readonly #reader: RowReader;
  readonly #encoder = new LineEncoder();
  readonly #run = new PlainRun();
  readonly #meter = new CaptureMeter();
  readonly #bell = new GrowthBell();
  #lastAtUs = 0;
  #closed: Promise<void> | undefined;

  /** `start`: bytes that are in the file already. */
  constructor(file: string, fd: number, start: number, decode: DecodeEntry) {
    this.path = file;
    this.#fd = fd;
    this.#writer = new BlockWriter(fd, start, {
      failed: (trouble) => {
        this.#tell(troubleNote(file, trouble));
        this.#tell(this.#meter.entry(this.unwritten));
      },
      refusing: () => this.#tell(refusalNote()),
      recovered: () => {
        this.#tell(recoveryNote(this.#meter.refused));
        this.#tell(this.#meter.entry(this.unwritten));
      },
    });
    this.#index = new JournalIndex(decode);
    this.#reader = new RowReader({
      index: this.#index,
      read: (from, to) => this.#writer.read(from, to),
      decode,
      upgrade: undefined,
      whyNotKept: 'The journal could not be written, and too much was waiting already.',
    });
  }

  get count(): number {
    return this.#index.columns.count + this.#run.count;
  }
  get lastAtUs(): number {
    return this.#lastAtUs;
  }
  get bytes(): number {
    this.#endRun();
    return this.#writer.end;
  }
  get summary(): SessionSummary {
    return this.#whole.fold.summary;
  }
  get columns(): JournalColumns {
    return this.#whole.columns;
  }
  get full(): boolean {
    return this.#writer.full;
  }
  /** Why nothing can be written at the moment; undefined when all is well. */
  get trouble(): WriteTrouble | undefined {
    return this.#writer.trouble;
  }
  /** Entries that are not in the file because it can't, or could not, be written. */
  get unwritten(): number {
    const waiting = this.#writer.trouble ? this.#whole.columns.countBehind(this.#writer.written) : 0;
    return this.#meter.refused + waiting;
  }

  append(atUs: number, entry: NewEntry, decoded?: Decoded): number {
    this.#endRun();
    return this.#add(
      { ...entry, seq: this.count + 1, atUs: this.#clock(atUs) },
      decoded,
      this.#writer.refusing,
    );
  }

  appendLine(atUs: number, from: Side, line: WireLine, decoded: Decoded, held: boolean): number {
    const run = this.#run;
    if (run.add(atUs, from, line, decoded, held)) return this.count;
    this.#endRun();
    const at = this.#clock(atUs);
    const inTurn = run.inTurn;
    if (run.begin(atUs, from, line, decoded, held)) {
      if (!inTurn) queueMicrotask(this.#endTurn);
      return this.count;
    }
    if (decoded.kind === 'notFrame' || !isPlainObject(line) || line.byteLength > maxFastBytes) {
      return this.append(atUs, lineEntry(from, line, held), decoded);
    }
    const length = this.#encoder.encode(this.#writer, this.count + 1, at, from, line, held);
    return this.#addFrame(at, from, decoded, held, length);
  }

  appendStderr(atUs: number, line: WireLine): number {
    return this.append(atUs, stderrEntry(line));
  }

  whenReady(callback: () => void): void {
    this.#writer.whenReady(callback);
  }
  rows(from: number, count: number): Promise<readonly Row[]> {
    this.#endRun();
    return this.#reader.rows(from, count);
  }
  view(seq: number): Promise<EntryView | undefined> {
    this.#endRun();
    return this.#reader.view(seq);
  }
  entries(from: number, count: number): Promise<readonly DecodedEntry[]> {
    this.#endRun();
    return this.#reader.entries(from, count);
  }
  takeChanged(consumer: number): Changes {
    return this.#whole.changes.take(consumer);
  }
  onGrow(listener: () => void): () => void {
    return this.#bell.on(listener);
  }

  /** Resolves when all entries so far are in the file, or `trouble` says why not. */
  flush(): Promise<void> {
    this.#endRun();
    return this.#writer.settle();
  }

  /** Writes what waits, makes the disk keep it, and lets the file go. Never rejects; see `trouble` and `unwritten`. */
  close(): Promise<void> {
    this.#endRun();
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#writer.settle();
    this.#bell.stop();
    this.#writer.stop();
    await letGo(this.#fd);
  }

  /** The index with all lines that came so far. */
  get #whole(): JournalIndex {
    this.#endRun();
    return this.#index;
  }

  /** Puts in the lines that were gathered: before anything else is put in or read, and at the end of the turn at the latest. */
  readonly #endRun = (): void => {
    const run = this.#run;
    const { count, decoded, from, starts, lengths } = run;
    if (decoded === undefined) return;
    const at = this.#lastAtUs;
    let seq = this.#index.columns.count;
    for (let i = 0; i < count; i++) {
      seq += 1;
      const length = this.#encoder.encodeAscii(
        this.#writer,
        seq,
        at,
        from,
        run.copy,
        starts[i] ?? 0,
        lengths[i] ?? 0,
      );
      this.#addFrame(at, from, decoded, false, length);
    }
    run.end();
  };

  readonly #endTurn = (): void => {
    this.#endRun();
    this.#run.endTurn();
  };

  #addFrame(
    at: number,
    from: Side,
    decoded: Exclude<Decoded, { kind: 'notFrame' }>,
    held: boolean,
    length: number,
  ): number {
    if (length === 0) this.#meter.refused += 1;
    const seq = this.#index.addFrame(at, from, decoded, held, this.#writer.end - length, length);
    this.#bell.grew();
    return seq;
  }

  #add(entry: Entry, decoded: Decoded | undefined, refused: boolean): number {
    const byteLength = refused ? 0 : this.#writer.put(writeEntry(entry));
    if (refused) this.#meter.refused += 1;
    if (byteLength > hugeEntryBytes) this.#reader.keepHuge(entry, decoded);
    this.#index.add(entry, decoded, { offset: this.#writer.end - byteLength, byteLength });
    this.#bell.grew();
    if (this.#meter.saw(entry)) this.#tell(this.#meter.entry(this.unwritten));
    return entry.seq;
  }

  /** An entry of the journal's own: few and small, so kept even while others are refused. */
  #tell(entry: NewEntry): void {
    this.#endRun();
    this.#add({ ...entry, seq: this.count + 1, atUs: this.#lastAtUs }, undefined, false);
  }

  #clock(atUs: number): number {
    if (this.#closed) throw new Error(`An entry came after the journal ${this.path} was closed.`);
    if (atUs > this.#lastAtUs) this.#lastAtUs = Math.round(atUs);
    return this.#lastAtUs;
  }
}

/** The codec takes a bare `null` for a frame too; the file embeds objects only. */
function isPlainObject(line: WireLine): line is WireLine & { readonly text: string } {
  return line.text !== undefined && line.text.charCodeAt(0) === openingBrace && !line.truncated;
}

async function letGo(fd: number): Promise<void> {
  const done = (work: (callback: (error: Error | null) => void) => void): Promise<void> =>
    // A disk that fails now is the same trouble as before, and there is nobody left to tell.
    new Promise((resolve) => work(() => resolve()));
  await done((callback) => fs.fsync(fd, callback));
  await done((callback) => fs.close(fd, callback));
}
