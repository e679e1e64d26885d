// The recording that a tap writes: the same file as a session's journal, without the index, because nobody reads here. A
// disk that fails is the block writer's to try again; what could not be kept is counted and said. It must not throw.

import fs from 'node:fs';
import path from 'node:path';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { writeEntry, writeHeader } from '../../shared/recording/write.ts';
import type { NewEntry, Side } from '../../shared/session/entries.ts';
import { BlockWriter } from '../recorder/block-writer.ts';
import { CaptureMeter, recoveryNote, refusalNote, troubleNote } from '../recorder/capture-meter.ts';
import { LineEncoder } from '../recorder/line-encoder.ts';
import { journalDir, journalFileName, makePrivateDir } from '../recorder/state-dir.ts';
import { lineEntry, stderrEntry } from '../recorder/wire-entry.ts';
import type { WireLine } from '../transport/transport.ts';

type Frame = Readonly<Record<string, unknown>>;

export class TapJournal {
  readonly path: string;
  readonly #fd: number;
  readonly #writer: BlockWriter;
  readonly #encoder = new LineEncoder();
  readonly #meter = new CaptureMeter();
  #seq = 0;
  #lastAtUs = 0;

  /** A new file with its header on disk. Throws the errno of what can't be written. */
  static create(
    place: { readonly file: string } | { readonly stateDir: string },
    header: RecordingHeader,
  ): TapJournal {
    const file = 'file' in place ? place.file : freshFile(place.stateDir, header);
    const fd = fs.openSync(
      file,
      fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_EXCL | fs.constants.O_APPEND,
      0o600,
    );
    try {
      const bytes = Buffer.from(writeHeader(header), 'utf8');
      for (let sent = 0; sent < bytes.length;) sent += fs.writeSync(fd, bytes, sent);
      return new TapJournal(file, fd, bytes.length);
    } catch (error) {
      fs.closeSync(fd);
      throw error;
    }
  }

  private constructor(file: string, fd: number, start: number) {
    this.path = file;
    this.#fd = fd;
    this.#writer = new BlockWriter(fd, start, {
      failed: (trouble) => {
        this.fact(troubleNote(file, trouble));
        this.#tellMeter();
      },
      refusing: () => this.#write(refusalNote(), this.#lastAtUs),
      recovered: () => {
        this.fact(recoveryNote(this.#meter.refused));
        this.#tellMeter();
      },
    });
  }

  /** Bytes that are in the file. */
  get written(): number {
    return this.#writer.written;
  }

  get pendingBytes(): number {
    return this.#writer.pendingBytes;
  }

  /** Why nothing can be written now. */
  get trouble(): string | undefined {
    return this.#writer.trouble?.code;
  }

  /** Returns its seq, and the frame where it is one. */
  line(
    atUs: number,
    from: Side,
    line: WireLine,
    held: boolean,
  ): { readonly seq: number; readonly frame?: Frame } {
    const { text } = line;
    const frame = text === undefined || line.truncated ? undefined : frameOf(text);
    if (frame === undefined || text === undefined)
      return { seq: this.fact(lineEntry(from, line, held), atUs) };
    const seq = ++this.#seq;
    const length = this.#encoder.encode(
      this.#writer,
      seq,
      this.#clock(atUs),
      from,
      line as WireLine & { text: string },
      held,
    );
    if (length === 0) this.#meter.refused += 1;
    return { seq, frame };
  }

  stderr(atUs: number, line: WireLine): void {
    this.fact(stderrEntry(line), atUs);
  }

  /** Returns its seq. */
  fact(entry: NewEntry, atUs = this.#lastAtUs): number {
    if (this.#writer.refusing) {
      this.#meter.refused += 1;
      this.#clock(atUs);
      return ++this.#seq;
    }
    return this.#write(entry, atUs);
  }

  /** Resolves when all so far is in the file, or can't be written. */
  flush(): Promise<void> {
    return this.#writer.settle();
  }

  async close(): Promise<void> {
    await this.#writer.settle();
    this.#writer.stop();
    await new Promise<void>((resolve) => fs.close(this.#fd, () => resolve())); // what it holds is written already
  }

  #write(entry: NewEntry, atUs: number): number {
    const seq = ++this.#seq;
    const full = { ...entry, seq, atUs: this.#clock(atUs) };
    this.#writer.put(writeEntry(full));
    if (this.#meter.saw(full)) this.#tellMeter();
    return seq;
  }

  #tellMeter(): void {
    this.#write(this.#meter.entry(this.#meter.refused), this.#lastAtUs);
  }

  #clock(atUs: number): number {
    if (atUs > this.#lastAtUs) this.#lastAtUs = Math.round(atUs);
    return this.#lastAtUs;
  }
}

/** What JSON.parse makes of a line that is an object; undefined for everything else. */
function frameOf(text: string): Frame | undefined {
  if (!/^[ \t\r]*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Frame;
  } catch {
    return undefined; // no frame: it is kept as text
  }
}

function freshFile(stateDir: string, header: RecordingHeader): string {
  const folder = journalDir(stateDir);
  makePrivateDir(folder);
  return path.join(folder, journalFileName(header.startedAt, header.target.name));
}
