// Which place a key leads to in a list of rows. Pure: places in, places out; whoever has the list acts on it.

/** A key with its chord, letters in lower case: `j`, `Ctrl c`, `Shift End`. Cmd counts as Ctrl. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const letter = key.length === 1;
  const name = letter ? key.toLowerCase() : key;
  // Shift with a letter is only its upper case, which says the same here.
  const shift = shiftKey && !letter ? 'Shift ' : '';
  return `${ctrlKey || metaKey ? 'Ctrl ' : ''}${altKey ? 'Alt ' : ''}${shift}${name}`;
}

/** Steps of the selection. */
const steps: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  j: () => 1,
  ArrowUp: () => -1,
  k: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => -Infinity,
  End: () => Infinity,
};

export interface ListPlace {
  /** Rows there are. */
  readonly count: number;
  /** Place of the selected row, -1 when none is selected or it is not in the list. */
  readonly selected: number;
  /** Whole rows in view: first, and how many. */
  readonly first: number;
  readonly whole: number;
  /** The list stays at its newest row. */
  readonly atTail: boolean;
}

/** Place to select; null when the chord moves nothing. */
export function placeForKey(chord: string, place: ListPlace): number | null {
  const step = steps[chord];
  if (!step || place.count === 0) return null;
  const by = step(Math.max(1, place.whole - 1));
  const last = place.count - 1;
  // Without a selection the first step takes a row that is in view.
  if (place.selected < 0 && Number.isFinite(by)) return place.atTail ? last : Math.min(place.first, last);
  const from = Math.max(place.selected, 0);
  return Math.min(Math.max(from + by, 0), last);
}
