// The window's side of comparing two recordings: reads both, compares all lines of both sides, and keeps the table while it
// is looked at. Runs nothing.

import type { ComparisonView } from '../../shared/ipc/contract.ts';
import { diffRecordings } from '../../shared/replay/diff.ts';
import { countVerdicts } from '../../shared/replay/result.ts';
import { ok, type Result } from '../../shared/result.ts';
import { compareChoices } from './compare-choices.ts';
import { readCrossing } from './replay-recording.ts';
import type { ResultTables } from './result-tables.ts';

export interface CompareAsk {
  /** Paths of the files. */
  readonly a: string;
  readonly b: string;
  readonly ignore: readonly string[];
  readonly normalise: readonly string[];
}

export class CompareDesk {
  readonly #tables: ResultTables;
  #comparisons = 0;

  constructor(tables: ResultTables) {
    this.#tables = tables;
  }

  /** Errors: those of opening a recording, and of `compareChoices`. */
  async open(ask: CompareAsk): Promise<Result<ComparisonView>> {
    const choices = compareChoices(ask);
    if (!choices.ok) return choices;
    const a = await readCrossing(ask.a);
    if (!a.ok) return a;
    const b = await readCrossing(ask.b);
    if (!b.ok) return b;
    const { normalisers, ignore } = choices.value;
    const rows = diffRecordings(a.value.crossing, b.value.crossing, normalisers, ignore);
    const table = `comparison-${++this.#comparisons}`;
    this.#tables.add(table, { rows, told: 0 });
    const said = (name: string, damage: readonly string[]): string[] =>
      damage.map((words) => `${name}: ${words}`);
    return ok({
      table,
      a: a.value.path,
      b: b.value.path,
      counts: countVerdicts(rows),
      rows: rows.length,
      remarks: [...said('A', a.value.damage), ...said('B', b.value.damage)],
    });
  }

  close(table: string): void {
    this.#tables.remove(table);
  }
}
