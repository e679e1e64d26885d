// The shape of a row in the tables of faults. Apart from them, so that each table can be a file of its own.

import type { Severity } from '../../session/entries.ts';

export interface Fault {
  readonly severity: Severity;
  /** `{name}` stands for a word given with the fault. */
  readonly message: string;
  readonly fix?: string;
  readonly source: string;
}
