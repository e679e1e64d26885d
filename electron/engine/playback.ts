// Recordings as something that plays: answers where a moment lies and what the session amounted to then. Which place the
// window is at, is the window's.

import type { PlayPlace } from '../../shared/ipc/contract.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import type { Opened } from './opened.ts';
import { nextFrame, placeAt, playTimes } from './play-places.ts';
import { SummaryThen } from './summary-then.ts';

export class Playback {
  /** Goes with the journal. */
  readonly #summaries = new WeakMap<JournalReader, SummaryThen>();

  times({ journal }: Opened, from: number, count: number): Float64Array {
    return playTimes(journal.columns, from, count);
  }

  at({ journal }: Opened, atUs: number): PlayPlace {
    return placeAt(journal.columns, atUs);
  }

  frame({ journal }: Opened, from: number, by: 1 | -1): PlayPlace {
    return nextFrame(journal.columns, from, by);
  }

  /** null when a later question came meanwhile. */
  summary({ journal }: Opened, seq: number): Promise<SessionSummary | null> {
    let then = this.#summaries.get(journal);
    if (!then) this.#summaries.set(journal, (then = new SummaryThen(journal)));
    return then.at(seq);
  }
}
