// What is wrong with a recording's file: every finding counted, the first ones kept with line, offset and words.

import type { Damage } from '../../shared/recording/format.ts';

const maxKept = 1_000;

export class DamageList {
  readonly kept: Damage[] = [];
  readonly counts: Record<Damage['kind'], number> = {
    torn: 0,
    notJson: 0,
    notEntry: 0,
    seqGap: 0,
    nulBytes: 0,
    noHeader: 0,
    joined: 0,
  };

  /** `what`: words that stand after the place, e.g. "it is not JSON". */
  add(kind: Damage['kind'], line: number, offset: number, what: string): void {
    this.counts[kind] += 1;
    if (this.kept.length < maxKept) {
      this.kept.push({ kind, line, offset, message: `Line ${line} (byte ${offset}): ${what}.` });
    }
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** Sentences for people, at most `most` of them. */
  words(most = 20): readonly string[] {
    const sentences = this.kept.slice(0, most).map((damage) => damage.message);
    const more = this.total - sentences.length;
    return more > 0 ? [...sentences, `And ${more} more places.`] : sentences;
  }
}
