// What a session amounted to at an earlier row: its journal folded again up to there, in slices, from the nearest place that
// was folded before. Places are kept thinly, so going back is quick in a long recording and costs little memory.

import { SummaryFold } from '../../shared/session/fold.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { JournalReader } from '../recorder/journal-type.ts';

const sliceRows = 1_000;
/** Rows between two places at first; doubled whenever there are too many places. */
const firstStride = 4_000;
const mostPlaces = 64;

interface Place {
  readonly seq: number;
  readonly fold: SummaryFold;
}

export class SummaryThen {
  readonly #journal: Pick<JournalReader, 'entries' | 'count'>;
  /** Ascending. */
  #places: Place[] = [];
  #stride = firstStride;
  /** Counts the questions: only the newest is answered. */
  #asked = 0;
  /** Where the last answer stood: the next one is likely to be a little further. */
  #last: Place | null = null;

  constructor(journal: Pick<JournalReader, 'entries' | 'count'>) {
    this.#journal = journal;
  }

  /** null when another one was asked for meanwhile. */
  async at(seq: number): Promise<SessionSummary | null> {
    const asked = ++this.#asked;
    const wanted = Math.min(Math.max(0, seq), this.#journal.count);
    const begin = this.#nearest(wanted);
    const fold = begin?.fold.copy() ?? new SummaryFold();
    for (let done = begin?.seq ?? 0; done < wanted;) {
      const stop = Math.min(wanted, done + sliceRows, (Math.floor(done / this.#stride) + 1) * this.#stride);
      for (const { entry, decoded } of await this.#journal.entries(done + 1, stop - done))
        fold.add(entry, decoded);
      if (asked !== this.#asked) return null;
      done = stop;
      if (done % this.#stride === 0) this.#keep({ seq: done, fold: fold.copy() });
    }
    this.#last = { seq: wanted, fold };
    return fold.summary;
  }

  #nearest(seq: number): Place | undefined {
    const kept = this.#places.findLast((place) => place.seq <= seq);
    const last = this.#last;
    return last && last.seq <= seq && last.seq >= (kept?.seq ?? 0) ? last : kept;
  }

  #keep(place: Place): void {
    if (this.#places.some(({ seq }) => seq === place.seq)) return;
    this.#places = [...this.#places, place].sort((a, b) => a.seq - b.seq);
    if (this.#places.length <= mostPlaces) return;
    this.#stride *= 2;
    this.#places = this.#places.filter(({ seq }) => seq % this.#stride === 0);
  }
}
