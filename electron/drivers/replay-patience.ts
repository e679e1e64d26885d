// How long a replay waits for what was recorded before it goes on: for an answer as long as it took in the recording and
// `answerMs` on top; for a notice until there has been silence. An extension that said nothing all that time is waited for
// only briefly from then on, so that a mute one does not cost its patience anew for every line.

import { lineWords } from '../../shared/replay/line.ts';
import type { Expected, Matcher } from '../../shared/replay/matcher.ts';
import type { LiveSide } from './replay-live.ts';
import type { Waits } from './replay-waits.ts';

export interface Limits {
  /** For hello, ms. */
  readonly helloMs: number;
  /** For an answer or a request, on top of what it took in the recording, ms. */
  readonly answerMs: number;
  /** Silence after which a notice is not waited for any longer, on top of the recorded one, ms. */
  readonly quietMs: number;
}

/** Silences that a run which never falls silent is waited for at its end. */
const mostSilences = 5;

export class Patience {
  readonly #matcher: Matcher;
  readonly #live: LiveSide;
  readonly #waits: Waits;
  readonly #limits: Limits;
  readonly #sentUs = new Map<number, number>();
  #lines = 0;
  #newestUs = 0;
  /** Lines that had come when something was waited for in vain; -1: never so far. */
  #muteAt = -1;

  constructor(matcher: Matcher, live: LiveSide, waits: Waits, limits: Limits) {
    this.#matcher = matcher;
    this.#live = live;
    this.#waits = waits;
    this.#limits = limits;
  }

  /** When the newest line of either side was seen, host time in µs. */
  get newestUs(): number {
    if (this.#live.lines !== this.#lines) this.event();
    return this.#newestUs;
  }

  /** Something crossed just now. */
  event(): void {
    this.#lines = this.#live.lines;
    this.#newestUs = this.#waits.nowUs;
  }

  /** The line that has this seq in the recording was sent just now. */
  sent(recordedSeq: number): void {
    this.#sentUs.set(recordedSeq, this.#waits.nowUs);
  }

  /** Resolves when nothing is left to be waited for: all is there, or was given up. */
  async wait(waitsFor: (words: string) => void): Promise<void> {
    await this.#answers(waitsFor);
    await this.#notices(waitsFor);
  }

  /** Resolves when nothing has come for a while. */
  async quiet(): Promise<void> {
    const silenceUs = this.#limits.quietMs * 1_000;
    const lastUs = this.#waits.nowUs + mostSilences * silenceUs;
    for (;;) {
      const dueUs = Math.min(this.newestUs + silenceUs, lastUs);
      const { lines } = this.#live;
      const more = await this.#waits.until(() => this.#live.lines !== lines, dueUs);
      if (!more || this.#waits.nowUs >= lastUs) return;
    }
  }

  async #answers(waitsFor: (words: string) => void): Promise<void> {
    for (;;) {
      const { answers } = this.#matcher.awaited;
      const [first] = answers;
      if (!first) return;
      waitsFor(lineWords(first.planned.line));
      const due = answers.map((expected) => ({ expected, dueUs: this.#dueUs(expected) }));
      const earliestUs = due.reduce((least, { dueUs }) => Math.min(least, dueUs), Number.POSITIVE_INFINITY);
      const before = answers.length;
      const fewer = await this.#waits.until(() => this.#matcher.awaited.answers.length < before, earliestUs);
      if (fewer) continue;
      if (this.#waits.gone || this.#waits.calledOff) return;
      const nowUs = this.#waits.nowUs;
      for (const { expected, dueUs } of due)
        if (!expected.match && dueUs <= nowUs) {
          expected.passed = this.#lost(expected) ? 'quietly' : 'inVain';
          this.#muteAt = this.#live.lines;
        }
    }
  }

  async #notices(waitsFor: (words: string) => void): Promise<void> {
    for (;;) {
      const { notices } = this.#matcher.awaited;
      const [first] = notices;
      if (!first) return;
      waitsFor(lineWords(first.planned.line));
      const slowestUs = notices.reduce((most, { planned }) => Math.max(most, planned.afterUs), 0);
      const silenceUs = slowestUs + this.#limits.quietMs * 1_000;
      const { lines } = this.#live;
      const more = await this.#waits.until(() => this.#live.lines !== lines, this.newestUs + silenceUs);
      if (more) continue;
      if (this.#waits.gone || this.#waits.calledOff) return;
      for (const expected of notices) expected.passed = 'quietly';
    }
  }

  #dueUs(expected: Expected): number {
    const { answers, latencyUs = 0, afterUs } = expected.planned;
    if (this.#lost(expected)) return this.#waits.nowUs;
    const mute = this.#muteAt === this.#live.lines;
    const patienceUs = (mute ? this.#limits.quietMs : this.#limits.answerMs) * 1_000;
    const askedUs = answers === undefined ? undefined : this.#sentUs.get(answers);
    return askedUs === undefined ? this.newestUs + afterUs + patienceUs : askedUs + latencyUs + patienceUs;
  }

  /** Its request never reached the extension. */
  #lost({ planned: { answers } }: Expected): boolean {
    return answers !== undefined && this.#live.wasDropped(answers);
  }
}
