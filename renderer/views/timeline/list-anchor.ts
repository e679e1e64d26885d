// Keeps the eye's place when a query changes what is in the list: the selected row, or else the first in view, stands
// where it stood on the screen. Remembers places only; moving the list is the list's.

import type { RowStore } from '../../state/rows.svelte.ts';

export interface InView {
  readonly first: number;
  readonly end: number;
  /** Distance of a place from the upper edge in px. */
  readonly belowTopPx: (index: number) => number;
  readonly viewportPx: number;
}

export class ListAnchor {
  #query: string;
  #seq = 1;
  #belowTopPx = 0;

  constructor(query: string) {
    this.#query = query;
  }

  /** Remembers what is looked at, as long as the list is the one it was. */
  keep(rows: RowStore, view: InView): void {
    if (rows.appliedQuery !== this.#query) return;
    const selected = rows.selectedSeq === null ? -1 : rows.indexOf(rows.selectedSeq);
    const index = selected >= view.first && selected < view.end ? selected : view.first;
    this.#seq = rows.seqAt(index) ?? this.#seq;
    this.#belowTopPx = view.belowTopPx(index);
  }

  /** Where the list has to go for another query; null when it is the same. */
  place(rows: RowStore, viewportPx: number): { index: number; belowTopPx: number } | null {
    if (rows.appliedQuery === this.#query) return null;
    this.#query = rows.appliedQuery;
    const selected = rows.selectedSeq === null ? -1 : rows.indexOf(rows.selectedSeq);
    // Selected but out of view before: now it is shown, in the middle.
    if (selected >= 0 && this.#seq !== rows.selectedSeq)
      return { index: selected, belowTopPx: viewportPx / 2 };
    return { index: rows.indexFrom(this.#seq), belowTopPx: this.#belowTopPx };
  }
}
