// The part of the contract about tables of compared lines: those of a replay and those of two recordings. The window never
// has a whole table: it reads the stretch it shows, brief, and one row in full.

import { Type } from '@sinclair/typebox';
import type { ReplayRow, VerdictCounts } from '../replay/result.ts';
import { shownRows, type TableFilter } from '../replay/shown.ts';
import { command, path, strict } from './command.ts';

/** Names a table while it is there: `run-3`, `comparison-1`. */
export const tableId = Type.String({ minLength: 1, maxLength: 64 });

/** A stretch of a table as it is now. */
export interface TableStretch {
  /** Rows that the filter leaves. */
  readonly count: number;
  /** Brief: values and lines are cut; see `results.row`. */
  readonly rows: readonly ReplayRow[];
}

/** Two recordings side by side. */
export interface ComparisonView {
  readonly table: string;
  /** Absolute paths of the files. */
  readonly a: string;
  readonly b: string;
  readonly counts: VerdictCounts;
  readonly rows: number;
  /** What could not be read of them, in sentences. */
  readonly remarks: readonly string[];
}

const show = Type.Union(shownRows.map((name) => Type.Literal(name)));
export const tableFilter = Type.Unsafe<TableFilter>(
  Type.Object({ show, text: Type.String({ maxLength: 4_096 }) }, strict),
);
/** As written by the person; see `parseIgnore` and `chooseNormalisers`. */
export const ignored = Type.Unsafe<readonly string[]>(
  Type.Array(Type.String({ maxLength: 4_096 }), { maxItems: 1_000 }),
);
export const normalise = ignored;

export const resultCommands = {
  /** `from` counts from 0 among the rows that the filter leaves. Refused with `argumentInvalid` when the table is gone. */
  'results.rows': command<TableStretch>()(
    Type.Object(
      {
        table: tableId,
        filter: tableFilter,
        from: Type.Integer({ minimum: 0 }),
        count: Type.Integer({ minimum: 1, maximum: 500 }),
      },
      strict,
    ),
  ),
  /** One row with all that is kept of its lines. */
  'results.row': command<ReplayRow>()(
    Type.Object({ table: tableId, row: Type.Integer({ minimum: 1 }) }, strict),
  ),
  /** Place, among the rows that the filter leaves, of the next difference after `after` (-1: of the first); null: none. */
  'results.next': command<{ readonly place: number; readonly row: number } | null>()(
    Type.Object(
      {
        table: tableId,
        filter: tableFilter,
        after: Type.Integer({ minimum: -1 }),
        by: Type.Union([Type.Literal(1), Type.Literal(-1)]),
      },
      strict,
    ),
  ),
  /** Reads both files and compares all lines of both sides, as `framescope diff`. */
  'compare.open': command<ComparisonView>()(
    Type.Object({ a: path, b: path, ignore: ignored, normalise }, strict),
  ),
  'compare.close': command<void>()(Type.Object({ table: tableId }, strict)),
} as const;
