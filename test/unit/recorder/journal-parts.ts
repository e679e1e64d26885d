// What the tests of journals share: a folder, a decoder, lines as the splitter hands them out, a journal of one's own.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createJournal } from '../../../electron/recorder/create-journal.ts';
import { decodeEntryWith, type Decoding } from '../../../electron/recorder/decode-entry.ts';
import type { Journal } from '../../../electron/recorder/journal.ts';
import type { OpenRecording } from '../../../electron/recorder/open-recording.ts';
import { openRecording } from '../../../electron/recorder/recording-file.ts';
import { makeValidateFrame } from '../../../electron/session/validate-frame.ts';
import { SplitLine } from '../../../electron/transport/split-line.ts';
import type { WireLine } from '../../../electron/transport/transport.ts';
import { makeDecodeLine } from '../../../shared/protocol/codec.ts';
import { profileNamed } from '../../../shared/protocol/registry.ts';
import type { Entry, LineEnding, NewEntry, Side } from '../../../shared/session/entries.ts';
import { header } from '../recording/header.ts';

export function zotDecoding(): Decoding {
  const found = profileNamed('zot-latest');
  if (!found) throw new Error('The registry has no zot-latest.');
  const { protocol, profile } = found;
  return { decode: makeDecodeLine(protocol, profile, makeValidateFrame()), profile };
}
export const decoding = zotDecoding();
const decodeEntry = decodeEntryWith(decoding);

export function tempDir(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-journal-'));
}

export function newJournal(dir: string): Journal {
  const made = createJournal({ place: { dir, name: 'greeter' }, header, ...decoding });
  if (!made.ok) throw new Error(made.failure.message);
  return made.value;
}

export async function reopened(file: string): Promise<OpenRecording> {
  const opened = await openRecording(file, () => decoding);
  if (!opened.ok) throw new Error(opened.failure.message);
  await opened.value.indexed;
  return opened.value;
}

/** A line as it comes from the splitter: its bytes lie somewhere in a chunk. */
export function wireLine(content: string | Uint8Array, ending: LineEnding = 'lf', bom = false): WireLine {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
  const text = Buffer.from(bytes.toString('utf8')).equals(bytes) ? bytes.toString('utf8') : undefined;
  const chunk = Buffer.concat([Buffer.from('before\n'), bytes, Buffer.from('\nafter')]);
  return new SplitLine(text, chunk, 7, 7 + bytes.length, ending, bytes.length, bom);
}

export function cutLine(content: string, kept: number): WireLine {
  const bytes = Buffer.from(content, 'utf8');
  return new SplitLine(content.slice(0, kept), bytes, 0, kept, 'lf', bytes.length);
}

export function putLine(
  journal: Journal,
  content: string | Uint8Array,
  more: Partial<PutOptions> = {},
): number {
  const { from = 'extension', ending = 'lf', bom = false, held = false, atUs = journal.lastAtUs } = more;
  const line = wireLine(content, ending, bom);
  return journal.appendLine(atUs, from, line, decoding.decode(line.text, from, ending), held);
}
interface PutOptions {
  readonly from: Side;
  readonly ending: LineEnding;
  readonly bom: boolean;
  readonly held: boolean;
  readonly atUs: number;
}

/** Appends an entry of any kind the general way. */
export function put(journal: Journal, entry: NewEntry, atUs = journal.lastAtUs): number {
  return journal.append(atUs, entry, entry.kind === 'line' ? decodeEntry(entry) : undefined);
}

/** All entries, read back one by one. */
export async function entriesOf(journal: Journal | OpenRecording): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let seq = 1; seq <= journal.count; seq++) {
    const view = await journal.view(seq);
    if (view) entries.push(view.entry);
  }
  return entries;
}

/** Everything a reader tells, to compare one with another. */
export async function whatItTells(journal: Journal | OpenRecording) {
  const { columns, count } = journal;
  const part = (array: Float64Array | Uint8Array | Uint16Array | Uint32Array): number[] => [
    ...array.subarray(0, count),
  ];
  return {
    count,
    lastAtUs: journal.lastAtUs,
    summary: journal.summary,
    rows: await journal.rows(1, count),
    columns: {
      atUs: part(columns.atUs),
      kind: part(columns.kind),
      types: part(columns.typeCode).map((code) => columns.typeNames[code]),
      pairSeq: part(columns.pairSeq),
      flags: part(columns.flags),
    },
  };
}
