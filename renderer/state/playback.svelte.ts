// Playing a recording: where it stands, whether it runs, how fast. Only the place is held here: rows after it are not there
// for anybody (`RowStore.showThen`). Times come from main in stretches, so a million rows cost what a thousand do.

import type { Failure } from '@shared/errors.ts';
import type { Bridge, CommandResult, PlayPlace } from '@shared/ipc/contract.ts';
import type { Result } from '@shared/result.ts';
import { ask } from '../bridge.ts';
import { PlayTimes } from './play-times.ts';
import type { RowStore } from './rows.svelte.ts';

export const playSpeeds = [0.25, 0.5, 1, 2, 4, 10, 100] as const;

const tickMs = 33;
/** With silences cut, none is longer than this. */
const longestSilenceUs = 1_000_000;

export class PlaybackState {
  readonly #bridge: Bridge;
  readonly #rows: RowStore;
  readonly #refused: (failure: Failure) => void;
  readonly #times: PlayTimes;
  /** null: at the end, all rows are there. */
  #place = $state.raw<PlayPlace | null>(null);
  #playing = $state.raw(false);
  speed = $state(1);
  /** Silences are cut short. */
  cutsSilence = $state(false);
  #headUs = 0;
  #lastTickMs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #summaryBusy = false;
  #seeking = false;
  #wish: (() => Promise<Result<PlayPlace>>) | null = null;

  constructor(bridge: Bridge, rows: RowStore, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.#rows = rows;
    this.#refused = refused;
    this.#times = new PlayTimes((from, count) =>
      ask(bridge, 'playback.times', { session: rows.session, from, count }),
    );
  }

  /** Rows that are there; 0 before the first one. */
  get seq(): number {
    return this.#place?.seq ?? this.#rows.whole.count;
  }
  get atUs(): number {
    return this.#place?.atUs ?? this.#rows.whole.lastAtUs;
  }
  get atEnd(): boolean {
    return this.#place === null;
  }
  get playing(): boolean {
    return this.#playing;
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  /** From where it stands; from the beginning at the end. */
  play(): void {
    if (this.#playing) return;
    if (this.#place === null) this.#go({ seq: 0, atUs: 0 });
    this.#playing = true;
    this.#times.retry();
    this.#rows.followTail = true;
    this.#headUs = this.atUs;
    this.#lastTickMs = performance.now();
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#playing = false;
  }

  /** To the last row that is not after this moment. Asked again before the answer, only the newest wish counts. */
  seek(atUs: number): void {
    this.#seekBy(() =>
      ask(this.#bridge, 'playback.at', { session: this.#rows.session, atUs: Math.max(0, atUs) }),
    );
  }
  /** To the next line of either side, or the one before. */
  stepFrame(by: 1 | -1): void {
    this.pause();
    this.#seekBy(() =>
      ask(this.#bridge, 'playback.frame', { session: this.#rows.session, from: this.seq, by }),
    );
  }
  /** One row on, or back. */
  stepRow(by: 1 | -1): void {
    this.pause();
    const seq = Math.min(Math.max(this.seq + by, 0), this.#rows.whole.count);
    this.toRow(seq);
  }
  /** So that this row is the newest. */
  toRow(seq: number): void {
    if (seq <= 0) return this.toStart();
    this.#seekBy(async () => {
      const answer = await ask(this.#bridge, 'playback.times', {
        session: this.#rows.session,
        from: seq,
        count: 1,
      });
      return answer.ok ? { ok: true, value: { seq, atUs: answer.value[0] ?? 0 } } : answer;
    });
  }
  toStart(): void {
    this.#wish = null;
    this.#go({ seq: 0, atUs: 0 });
  }
  toEnd(): void {
    this.#wish = null;
    this.pause();
    this.#go(null);
  }

  #seekBy(wish: () => Promise<Result<PlayPlace>>): void {
    this.#wish = wish;
    if (!this.#seeking) void this.#seekOn();
  }
  async #seekOn(): Promise<void> {
    this.#seeking = true;
    while (this.#wish) {
      const wish = this.#wish;
      this.#wish = null;
      const answer = await wish();
      if (!answer.ok) this.#fail(answer.failure);
      else if (!this.#wish) this.#go(answer.value);
    }
    this.#seeking = false;
  }

  #go(place: PlayPlace | null): void {
    const atEnd = place === null || place.seq >= this.#rows.whole.count;
    this.#place = atEnd ? null : place;
    this.#headUs = this.atUs;
    this.#show();
  }

  #show(): void {
    // Who plays or steps looks at what comes; nothing was selected to be read.
    this.#rows.followTail = true;
    this.#rows.showThen(this.#place);
    if (!this.#summaryBusy && this.#place) void this.#askSummary();
  }

  /** One question at a time: the newest place is asked for when the answer for the last one is here. */
  async #askSummary(): Promise<void> {
    this.#summaryBusy = true;
    for (let asked = -1; this.#place && this.#place.seq !== asked;) {
      asked = this.#place.seq;
      const answer: Result<CommandResult<'playback.summary'>> = await ask(this.#bridge, 'playback.summary', {
        session: this.#rows.session,
        seq: asked,
      });
      if (!answer.ok) {
        this.#fail(answer.failure);
        break;
      }
      if (answer.value) this.#rows.summaryThen = answer.value;
    }
    this.#summaryBusy = false;
  }

  #tick(): void {
    const nowMs = performance.now();
    const passedUs = (nowMs - this.#lastTickMs) * 1_000 * this.speed;
    this.#lastTickMs = nowMs;
    const { seq } = this;
    const nextUs = this.#times.at(seq + 1);
    if (nextUs === undefined) {
      if (this.#times.failure) this.#fail(this.#times.failure);
      else if (seq >= this.#rows.whole.count) this.toEnd();
      return; // not here yet: time waits for it
    }
    this.#headUs += passedUs;
    if (this.cutsSilence) this.#headUs = Math.max(this.#headUs, nextUs - longestSilenceUs * this.speed);
    let to = seq;
    for (let atUs: number | undefined = nextUs; atUs !== undefined && atUs <= this.#headUs;) {
      to += 1;
      atUs = this.#times.at(to + 1);
    }
    const place = { seq: to, atUs: this.#headUs };
    if (to >= this.#rows.whole.count) return this.toEnd();
    this.#place = place;
    if (to === seq) this.#rows.showThen(place);
    else this.#show();
  }

  #fail(failure: Failure): void {
    this.pause();
    this.#refused(failure);
  }
}
