// Rows and details of a journal, made when they are looked at: reads a range of bytes, parses and decodes it again, and
// joins it with what the index knows of later entries. Huge entries are not read for a list: their row is kept.
// It must not know where bytes come from; live journals and opened files share it.

import type { Decoded } from '../../shared/protocol/define.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { ProblemEntry, Entry, Raw } from '../../shared/session/entries.ts';
import type { Row } from '../../shared/session/row.ts';
import { rowOf, type RowMarks } from '../../shared/session/row-of.ts';
import { parseEntry } from '../../shared/recording/parse.ts';
import { rowKinds } from './columns.ts';
import type { DecodeEntry } from './decode-entry.ts';
import type { JournalIndex } from './journal-index.ts';
import type { EntryView } from './journal-type.ts';

/** Bytes from..to of the file. */
export type ReadBytes = (from: number, to: number) => Promise<Buffer>;

/** Entries longer than this keep a row of their own, made when they were added. */
export const hugeEntryBytes = 64 * 1024;
/** Bytes read at once for a list. */
const maxReadBytes = 4 * 1024 * 1024;
const maxKeptText = 500;

export interface RowReaderParts {
  readonly index: JournalIndex;
  readonly read: ReadBytes;
  readonly decode: DecodeEntry;
  /** Brings an entry line of an older version up to date. */
  readonly upgrade: ((line: string) => string) | undefined;
  /** A sentence about entries that are in the index and not in the file. */
  readonly whyNotKept: string;
}

export class RowReader {
  readonly #parts: RowReaderParts;
  readonly #index: JournalIndex;
  readonly #huge = new Map<number, Row>();

  constructor(parts: RowReaderParts) {
    this.#parts = parts;
    this.#index = parts.index;
  }

  /** To be called for entries longer than `hugeEntryBytes` when they are added. */
  keepHuge(entry: Entry, decoded: Decoded | undefined): void {
    this.#huge.set(entry.seq, shortened(rowOf(entry, decoded, {})));
  }

  /** Rows from..from+count-1, clipped to what there is. */
  async rows(from: number, count: number): Promise<readonly Row[]> {
    const first = Math.max(1, Math.floor(from));
    const last = Math.min(this.#index.columns.count, Math.floor(from + count) - 1);
    const rows: Row[] = [];
    for (let seq = first; seq <= last;) {
      const end = this.#rangeEnd(seq, last);
      if (end === seq) rows.push(this.#rowWithoutText(seq++));
      else {
        for (const entry of await this.#entries(seq, end)) rows.push(this.#row(entry, this.#decoded(entry)));
        seq = end;
      }
    }
    return rows;
  }

  /** Entries from..from+count-1 in full, huge ones too, clipped to what there is. */
  async entries(from: number, count: number): Promise<readonly DecodedEntry[]> {
    const first = Math.max(1, Math.floor(from));
    const last = Math.min(this.#index.columns.count, Math.floor(from + count) - 1);
    const found: DecodedEntry[] = [];
    for (let seq = first; seq <= last;) {
      const end = this.#rangeEnd(seq, last);
      const entries = end === seq ? [await this.#entry(seq)] : await this.#entries(seq, end);
      for (const entry of entries) {
        const decoded = this.#decoded(entry);
        found.push(decoded ? { entry, decoded } : { entry });
      }
      seq = Math.max(end, seq + 1);
    }
    return found;
  }

  /** An entry in full, with what points at it; undefined when there is no such seq. */
  async view(seq: number): Promise<EntryView | undefined> {
    if (!Number.isInteger(seq) || seq < 1 || seq > this.#index.columns.count) return undefined;
    const entry = await this.#entry(seq);
    const decoded = this.#decoded(entry);
    const edit = this.#index.editOf(seq);
    const editedRaw = edit === undefined ? undefined : await this.#editedRaw(edit);
    return {
      entry,
      row: this.#row(entry, decoded),
      ...(decoded ? { decoded } : {}),
      problems: await this.#problems(seq),
      ...(editedRaw ? { editedRaw } : {}),
    };
  }

  #decoded(entry: Entry): Decoded | undefined {
    return entry.kind === 'line' ? this.#parts.decode(entry) : undefined;
  }

  async #problems(seq: number): Promise<EntryView['problems']> {
    const found: (ProblemEntry & Entry)[] = [];
    for (const at of this.#index.problemsOf(seq)) {
      const entry = await this.#entry(at);
      if (entry.kind === 'problem') found.push(entry);
    }
    return found;
  }

  async #editedRaw(seq: number): Promise<Raw | undefined> {
    const entry = await this.#entry(seq);
    return entry.kind === 'edited' ? entry.raw : undefined;
  }

  async #entry(seq: number): Promise<Entry> {
    const { byteLength } = this.#index.columns;
    if ((byteLength[seq - 1] ?? 0) === 0) return this.#notKept(seq);
    const [entry] = await this.#entries(seq, seq + 1);
    return entry ?? this.#notKept(seq);
  }

  /** End (exclusive) of the entries from `seq` that are read in one go; `seq` itself when it is not to be read. */
  #rangeEnd(seq: number, last: number): number {
    const { offset, byteLength } = this.#index.columns;
    const start = offset[seq - 1] ?? 0;
    let end = seq;
    for (; end <= last; end++) {
      const length = byteLength[end - 1] ?? 0;
      if (length === 0 || length > hugeEntryBytes) break;
      if ((offset[end - 1] ?? 0) + length - start > maxReadBytes && end > seq) break;
    }
    return end;
  }

  async #entries(first: number, end: number): Promise<Entry[]> {
    const { offset, byteLength } = this.#index.columns;
    const start = offset[first - 1] ?? 0;
    const { read, upgrade } = this.#parts;
    const bytes = await read(start, (offset[end - 2] ?? 0) + (byteLength[end - 2] ?? 0));
    const entries: Entry[] = [];
    for (let seq = first; seq < end; seq++) {
      const at = (offset[seq - 1] ?? 0) - start;
      const line = bytes.toString('utf8', at, at + (byteLength[seq - 1] ?? 0));
      const parsed = parseEntry(upgrade ? upgrade(line) : line, true);
      // Every line was parsed when it was indexed or written, so this is a file changed under us.
      entries.push('fault' in parsed ? this.#notKept(seq) : parsed);
    }
    return entries;
  }

  #row(entry: Entry, decoded: Decoded | undefined): Row {
    return rowOf(entry, decoded, this.#index.marks(entry.seq));
  }

  #rowWithoutText(seq: number): Row {
    const huge = this.#huge.get(seq);
    if (huge) return withMarks(huge, this.#index.marks(seq));
    return rowOf(this.#notKept(seq), undefined, this.#index.marks(seq));
  }

  /** Stands for an entry that is not in the file, so that the row count and the numbers stay true. */
  #notKept(seq: number): Entry {
    const { atUs, kind, typeCode, typeNames } = this.#index.columns;
    const what = rowKinds[kind[seq - 1] ?? 0] ?? 'line';
    const type = typeNames[typeCode[seq - 1] ?? 0] ?? '';
    const text = `Not kept: ${what === 'line' ? `line ${type}` : type}. ${this.#parts.whyNotKept}`;
    return { kind: 'note', text, seq, atUs: atUs[seq - 1] ?? 0 };
  }
}

function withMarks(row: Row, marks: RowMarks): Row {
  return { ...row, ...marks };
}

/** A copy that does not keep the huge text alive through a slice of it. */
function shortened(row: Row): Row {
  const cut = (text: string): string =>
    Buffer.from(text.slice(0, maxKeptText), 'utf16le').toString('utf16le');
  return {
    ...row,
    type: cut(row.type),
    ...(row.id === undefined ? {} : { id: cut(row.id) }),
    summary: row.summary.map((part) =>
      'words' in part ? { words: cut(part.words) } : { wire: cut(part.wire) },
    ),
  };
}
