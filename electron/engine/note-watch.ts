// Follows the journals of what runs for notes (`notify` frames that the host took), so that the strip has them in the order
// they came. Looks at the index, not at the lines: a flood of other rows costs nothing, a flood of notes only the newest.

import { keptItems } from '../../shared/ipc/contract.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import type { AgentStrip } from './agent-strip.ts';
import type { Opened } from './opened.ts';

/** What the type column shows of the decision `notified`. */
const noteType = 'notified';

export class NoteWatch {
  readonly #opened: Opened;
  readonly #strip: AgentStrip;
  readonly #report: (error: unknown) => void;
  readonly #off: () => void;
  #seen: number;
  #looking: Promise<void> | null = null;
  #again = false;

  constructor(opened: Opened, strip: AgentStrip, report: (error: unknown) => void) {
    this.#opened = opened;
    this.#strip = strip;
    this.#report = report;
    this.#seen = 0;
    this.#off = opened.journal.onGrow(() => this.#look());
    this.#look();
  }

  close(): void {
    this.#off();
  }

  #look(): void {
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = this.#take()
      .catch(this.#report)
      .finally(() => {
        this.#looking = null;
        if (!this.#again) return;
        this.#again = false;
        this.#look();
      });
  }

  async #take(): Promise<void> {
    const { journal, id, name } = this.#opened;
    const upTo = journal.count;
    const seqs = newestNotes(journal, this.#seen + 1, upTo);
    this.#seen = upTo;
    for (const seq of seqs) {
      const entry = (await journal.view(seq))?.entry;
      if (entry?.kind !== 'decided' || entry.decision !== 'notified') continue;
      const { level, message } = entry.value;
      this.#strip.add(
        { kind: 'note', level, message },
        { session: id, extension: name, line: entry.line ?? seq },
      );
    }
  }
}

/** seqs from..to of notes, ascending; of very many only the newest that the strip can keep. */
function newestNotes({ columns }: JournalReader, from: number, to: number): readonly number[] {
  const code = columns.typeNames.indexOf(noteType);
  const found: number[] = [];
  if (code < 0) return found;
  for (let seq = to; seq >= from && found.length < keptItems; seq--) {
    if (columns.typeCode[seq - 1] === code) found.push(seq);
  }
  return found.reverse();
}
