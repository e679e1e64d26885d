// Counts what the journal does not hold in full, and says it in words. Pure counting; the journal writes the entries.

import type { Entry, MeterEntry, NoteEntry } from '../../shared/session/entries.ts';
import type { WriteTrouble } from './block-writer.ts';

export class CaptureMeter {
  #truncatedLines = 0;
  #truncatedBytes = 0;
  /** Entries that are kept nowhere. */
  refused = 0;

  /** Whether this entry changed a count. */
  saw(entry: Entry): boolean {
    if ((entry.kind !== 'line' && entry.kind !== 'stderr') || !entry.truncated) return false;
    this.#truncatedLines += 1;
    const kept =
      'text' in entry.raw ? Buffer.byteLength(entry.raw.text) : Buffer.byteLength(entry.raw.base64, 'base64');
    this.#truncatedBytes += Math.max(0, (entry.byteLength ?? kept) - kept);
    return true;
  }

  entry(unwritten: number): MeterEntry {
    return {
      kind: 'meter',
      truncatedLines: this.#truncatedLines,
      truncatedBytes: this.#truncatedBytes,
      redactedValues: 0,
      unwritten,
    };
  }
}

export function troubleNote(file: string, trouble: WriteTrouble): NoteEntry {
  return note(
    `The journal can't be written (${trouble.code}): ${trouble.message}. The session goes on; what comes now is only in ` +
      `memory. Make room where ${file} is: writing is tried again every second.`,
  );
}

export function refusalNote(): NoteEntry {
  return note(
    'Too much waits for the disk: entries from here on are counted but not kept until it can be written again.',
  );
}

export function recoveryNote(refused: number): NoteEntry {
  const lost = refused === 0 ? 'Nothing is missing.' : `${refused} entries before this one were not kept.`;
  return note(`The journal is written again. ${lost}`);
}

const note = (text: string): NoteEntry => ({ kind: 'note', text });
