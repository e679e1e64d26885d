// What every format of an export is given and gives: entries that were redacted already, one after the other, and pieces of
// text. A writer keeps no entry longer than it has to; a recording of a million frames goes through it in one pass.

import type { HostProfile, Decoded } from '../protocol/define.ts';
import type { RecordingHeader } from '../recording/format.ts';
import type { RedactionMeter } from '../redact/preview.ts';
import type { Entry } from '../session/entries.ts';
import type { Row } from '../session/row.ts';
import type { SessionSummary } from '../session/summary.ts';

/** What is known before the first entry. All of it is redacted. */
export interface ExportFacts {
  readonly header: RecordingHeader | null;
  /** Of the extension; the file's name when the header is lost. */
  readonly name: string;
  readonly profile: HostProfile;
  /** Entries there are. */
  readonly count: number;
  readonly lastAtUs: number;
  /** What could not be read of the recording, in sentences. */
  readonly damage: readonly string[];
  /** Name and version of the program that exports. */
  readonly writtenBy: string;
}

export interface ExportEntry {
  readonly entry: Entry;
  /** Of lines. */
  readonly decoded?: Decoded;
  /** Only for formats that ask for rows. */
  readonly row?: Row;
}

/** What is known after the last entry. */
export interface ExportEnd {
  readonly meter: RedactionMeter;
  /** Folded from the redacted entries. */
  readonly summary: SessionSummary;
}

export interface ExportWriter {
  begin(): string;
  /** Empty when nothing is to be written yet. */
  entry(entry: ExportEntry): string;
  end(end: ExportEnd): string;
}

/** "host", "extension" or "stderr": whose track or colour an entry has; undefined for facts. */
export function sideOf(entry: Entry): 'host' | 'extension' | 'stderr' | undefined {
  if (entry.kind === 'line') return entry.from;
  return entry.kind === 'stderr' ? 'stderr' : undefined;
}
