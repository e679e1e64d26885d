// How far a replay is, and what it comes to: plain values that the driver gives and the window shows.

import type { VerdictCounts } from './result.ts';

export interface ReplayProgress {
  readonly step: number;
  readonly steps: number;
  /** What it waits for now, in words; empty while it does not. */
  readonly waiting: string;
  /** It waits for somebody to let the next line go. */
  readonly forStep: boolean;
}

export interface Ended {
  /**
   * `died`: the process ended before it was asked to. `notReady`: it never came as far as the next line of the host needs.
   */
  readonly end: 'done' | 'died' | 'notStarted' | 'notReady' | 'interrupted';
  /** Empty when it is `done`. */
  readonly why: string;
}

export interface ReplayOutcome extends Ended {
  /** No difference, and everything was sent. */
  readonly ok: boolean;
  readonly counts: VerdictCounts;
  readonly differences: number;
  readonly sent: number;
  readonly notSent: number;
  readonly tookMs: number;
  readonly recordedMs: number;
}

/** When a line of the host goes out, once all that it followed in the recording is there. */
export type Pace =
  /** Each line as soon as what it followed is there. */
  | { readonly kind: 'asap' }
  /** Not before the time it took in the recording has passed as well; `speed` 2 is twice as fast. */
  | { readonly kind: 'recorded'; readonly speed: number }
  /** Each line when somebody says so. */
  | { readonly kind: 'step' };
