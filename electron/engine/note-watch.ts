// Follows the journal of an extension for its notes (`notify` frames that the host has read), so that the strip has them in
// the order they came. Looks at the index, not at the lines: a flood of other rows costs nothing, a flood of notes only the
// newest.

import type { Raw } from '../../shared/session/entries.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import type { AgentStrip } from './agent-strip.ts';
import type { Opened } from './opened.ts';

/** What the type column shows of notes, and of lines that the gate let pass later. */
const watchedTypes = ['notify', 'released'];
/** Notes read at a time, and the rest between two looks: a flood of notes must not slow down its own recording. */
const mostNotes = 50;
const restMs = 200;
/** Bits of the flags column: held now, was held, dropped. */
const heldBack = 8 | 16 | 64;

export class NoteWatch {
  readonly #opened: Opened;
  readonly #strip: AgentStrip;
  readonly #report: (error: unknown) => void;
  readonly #off: () => void;
  #seen = 0;
  #busy = false;
  #again = false;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(opened: Opened, strip: AgentStrip, report: (error: unknown) => void) {
    this.#opened = opened;
    this.#strip = strip;
    this.#report = report;
    this.#off = opened.journal.onGrow(() => this.#look());
    this.#look();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#rest);
    this.#off();
  }

  #look(): void {
    this.#again = true;
    if (this.#busy || this.#closed) return;
    this.#busy = true;
    this.#again = false;
    this.#take()
      .catch(this.#report)
      .finally(() => {
        if (this.#closed) return;
        this.#rest = setTimeout(() => {
          this.#busy = false;
          if (this.#again) this.#look();
        }, restMs);
      });
  }

  async #take(): Promise<void> {
    const { journal, id, name } = this.#opened;
    const upTo = journal.count;
    const { seqs, left } = newestNotes(journal, this.#seen + 1, upTo);
    this.#seen = upTo;
    if (left > 0)
      this.#strip.add({ kind: 'notesLeft', count: left }, { session: id, extension: name, line: null });
    for (const seq of seqs) {
      const note = await readNote(journal, seq);
      if (!note || this.#closed) continue;
      const { line, ...said } = note;
      this.#strip.add({ kind: 'note', ...said }, { session: id, extension: name, line });
    }
  }
}

interface Note {
  readonly level: string;
  readonly message: string;
  readonly line: number;
}

/** The note in a row, or in the line that a row tells the release of; undefined for one that the host did not take. */
async function readNote(journal: JournalReader, seq: number): Promise<Note | undefined> {
  const { entry, decoded, editedRaw } = (await journal.view(seq)) ?? {};
  if (entry?.kind === 'released') return readNote(journal, entry.line);
  if (entry?.kind !== 'line' || decoded?.kind !== 'frame' || decoded.type !== 'notify') return undefined;
  // Fields of a wrong type: the host drops the frame (real host, May 2026).
  if (!editedRaw && decoded.issues.some(({ severity }) => severity === 'error')) return undefined;
  const frame = editedRaw ? objectIn(editedRaw) : decoded.frame;
  const { type, level, message } = frame ?? {};
  if (type !== 'notify' || typeof level !== 'string' || typeof message !== 'string') return undefined;
  return { level, message, line: seq };
}

function objectIn(raw: Raw): Readonly<Record<string, unknown>> | undefined {
  if (!('text' in raw)) return undefined;
  try {
    const value: unknown = JSON.parse(raw.text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // edited into something that is no frame: the host shows nothing
  }
}

/** seqs from..to of rows that may tell a note, ascending, the newest of them; `left` counts the others. */
function newestNotes(
  { columns }: JournalReader,
  from: number,
  to: number,
): { readonly seqs: readonly number[]; readonly left: number } {
  const [note, release] = watchedTypes.map((name) => columns.typeNames.indexOf(name));
  const seqs: number[] = [];
  let left = 0;
  for (let seq = to; seq >= from; seq--) {
    const code = columns.typeCode[seq - 1];
    // One that was held is told when it is released.
    const passed = code === note && ((columns.flags[seq - 1] ?? 0) & heldBack) === 0;
    if (!passed && code !== release) continue;
    if (seqs.length < mostNotes) seqs.push(seq);
    else if (passed) left += 1;
  }
  return { seqs: seqs.reverse(), left };
}
