// Which request a line answers, for both sides at once. Fed with lines in the order they crossed; pairs by id, or by type
// for frames that have none. The rules of the list's pairs (correlate.ts) are about rows and time; here only who answers whom.

import type { Side } from '../session/entries.ts';
import type { ReplayLine } from './line.ts';

/** Open and answered requests of one run. `T` is what the caller wants back about a request. */
export class AskedBook<T> {
  readonly #asked: Readonly<Record<Side, Map<string, T>>> = { extension: new Map(), host: new Map() };

  /** A request of either side; the first one of an id that is open keeps it. */
  ask(line: ReplayLine, what: T): void {
    if (line.answer === undefined) return;
    this.#asked[line.from].set(keyOf(line.answer, line.id), what);
  }

  /** What it answers, also a second time; undefined for anything else. */
  answeredBy(line: ReplayLine): T | undefined {
    if (line.role !== 'answer') return undefined;
    return this.#asked[other(line.from)].get(keyOf(line.type, line.id));
  }
}

export function other(side: Side): Side {
  return side === 'host' ? 'extension' : 'host';
}

function keyOf(answer: string, id: string | undefined): string {
  return id === undefined ? answer : `${answer} ${id}`;
}
