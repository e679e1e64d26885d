// Prints the rows of a journal while they are written, in pages, never ahead of the reader of the output. Knows journals
// and lines of text; it decides nothing.

import type { JournalReader } from '../recorder/journal-type.ts';
import type { Row } from '../../shared/session/row.ts';
import type { Printer } from './printer.ts';
import { rowLine, type LineLooks } from './timeline-text.ts';

const pageRows = 200;

export class Follower {
  readonly #journal: JournalReader;
  readonly #printer: Printer;
  readonly #looks: LineLooks;
  readonly #wanted: (row: Row) => boolean;
  readonly #stopListening: () => void;
  #printed = 0;
  #working: Promise<void> | null = null;

  /** @param wanted rows to print; all when left out */
  constructor(
    journal: JournalReader,
    printer: Printer,
    looks: LineLooks,
    wanted: (row: Row) => boolean = () => true,
  ) {
    this.#journal = journal;
    this.#printer = printer;
    this.#looks = looks;
    this.#wanted = wanted;
    this.#stopListening = journal.onGrow(() => void this.#go());
    void this.#go();
  }

  /** Resolves when all rows written so far are printed. Throws what reading the journal threw. */
  async caughtUp(): Promise<void> {
    while (this.#printed < this.#journal.count && !this.#printer.gone) await this.#go();
  }

  /** Prints nothing more. */
  close(): void {
    this.#stopListening();
  }

  #go(): Promise<void> {
    this.#working ??= this.#printNew().finally(() => {
      this.#working = null;
    });
    return this.#working;
  }

  async #printNew(): Promise<void> {
    while (this.#printed < this.#journal.count && !this.#printer.gone) {
      const rows = await this.#journal.rows(this.#printed + 1, pageRows);
      if (rows.length === 0) return;
      this.#printed += rows.length;
      const shown = rows.filter(this.#wanted);
      if (shown.length > 0)
        await this.#printer.lines(shown.map((row) => rowLine(row, this.#answeredAfterUs(row), this.#looks)));
    }
  }

  /** The request stands above and was printed before its answer came, so the answer tells how long it took. */
  #answeredAfterUs(row: Row): number | undefined {
    if (row.pairSeq === undefined || row.pairSeq >= row.seq) return undefined;
    const askedAtUs = this.#journal.columns.atUs[row.pairSeq - 1];
    return askedAtUs === undefined ? undefined : row.atUs - askedAtUs;
  }
}
