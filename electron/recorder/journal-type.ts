// The public face of a journal, live or opened from a file: rows are read from it by place, never kept as objects.

import type { Decoded } from '../../shared/protocol/define.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { Entry, ProblemEntry, Raw } from '../../shared/session/entries.ts';
import type { Row } from '../../shared/session/row.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';

/** One entry with what was derived from it. */
export interface EntryView {
  readonly entry: Entry;
  readonly row: Row;
  /** For line entries. */
  readonly decoded?: Decoded;
  /** Problem entries that point at it, in order. */
  readonly problems: readonly (ProblemEntry & Entry)[];
  /** What will pass or passed instead of it. */
  readonly editedRaw?: Raw;
}

export interface JournalReader {
  /** Absolute path of the file. */
  readonly path: string;
  /** Highest seq so far. */
  readonly count: number;
  readonly lastAtUs: number;
  /** Length of the file in bytes, with what is on its way to it. */
  readonly bytes: number;
  readonly summary: SessionSummary;
  /** Rows from..from+count-1 (seq, 1-based), clipped to what is there. */
  rows(from: number, count: number): Promise<readonly Row[]>;
  view(seq: number): Promise<EntryView | undefined>;
  /** Entries from..from+count-1 in full, clipped to what is there; for those that go through all of them. */
  entries(from: number, count: number): Promise<readonly DecodedEntry[]>;
  /** seqs of rows before `cursor` whose look changed since the last call with this consumer (answered, released …). */
  takeChanged(consumer: number): { readonly seqs: readonly number[]; readonly all: boolean };
  /** Columns for the time view: parallel arrays over seq 1..count. */
  readonly columns: JournalColumns;
  onGrow(listener: () => void): () => void;
  /** Resolves when all entries so far are in the file, or can't be written. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Growing typed arrays, index = seq - 1. Read only for others. */
export interface JournalColumns {
  readonly count: number;
  readonly atUs: Float64Array;
  /** Index into `rowKinds` (recorder/index). */
  readonly kind: Uint8Array;
  /** Interned type column, index into `typeNames`. */
  readonly typeCode: Uint16Array;
  readonly pairSeq: Uint32Array;
  /** Bits: 1 error, 2 warning, 4 info, 8 held now, 16 was held, 32 edited, 64 dropped, 128 pending. */
  readonly flags: Uint8Array;
  readonly typeNames: readonly string[];
}
