// The shape of a row in the tables of Opcode's rules, apart so that each table can be a file of its own.

import type { FaultCode } from '../protocol/opcode/faults.ts';
import type { Severity } from '../session/entries.ts';
import type { ProbeName, Stage } from './rule.ts';

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly stage: Stage;
  readonly wrong: string;
  /** Absent: the fix of the first fault that has one. */
  readonly fix?: string;
  readonly faults: readonly FaultCode[];
  /** Codes of the journal that are no faults of the table. */
  readonly also?: readonly string[];
  readonly probe?: ProbeName;
  readonly entails?: readonly string[];
  /** Where no fault is in it. */
  readonly severity?: Severity;
  readonly source?: string;
}
