// What a run of fuzzing finds and tells: oracles, inputs, buckets, progress, outcome. Plain cloneable values: driver, app,
// command line and reports all speak of them. Types and the table of oracles only.

import type { FuzzPhase } from './fuzz-types.ts';

/** What is fuzzed: the sends are calls of that tool, commands of that name, events or questions of that kind. */
export interface FuzzSubject {
  readonly kind: 'tool' | 'command' | 'event' | 'intercept';
  readonly name: string;
}

/** `handshake`: an acknowledgement with one more field. `together`: several calls at once. `endurance`: many calls. */
export const fuzzStages = ['handshake', 'together', 'endurance'] as const;
export type FuzzStage = (typeof fuzzStages)[number];
export type FuzzPart = FuzzPhase | FuzzStage;

/** One thing that is put to the extension. */
export type FuzzSend =
  | {
      readonly kind: 'value';
      /** JSON text, as it stands in the frame. */
      readonly raw: string;
      readonly verdict: 'valid' | 'invalid';
      /** `missing required "path"`. */
      readonly why: string;
      /** Short word of what is wrong with an invalid one, by which failures are told apart; '' for a valid one. */
      readonly fault: string;
    }
  | {
      readonly kind: 'wire';
      readonly lines: readonly WireLineText[];
      /** Ids of frames in it that have to be answered. */
      readonly answers: readonly string[];
      readonly why: string;
      readonly fault: string;
    };

/** A line without its end: text, or base64 where it is no UTF-8; `cuts`: places in its bytes between two writes. */
export type WireLineText = ({ readonly text: string } | { readonly base64: string }) & {
  readonly cuts?: readonly number[];
};

/** The smallest input that fails. */
export type FuzzInput =
  | { readonly kind: 'one'; readonly send: FuzzSend }
  /** The same `times` over, in one process. */
  | { readonly kind: 'repeat'; readonly send: FuzzSend; readonly times: number }
  | { readonly kind: 'sequence'; readonly sends: readonly FuzzSend[] }
  /** All at once, before any is answered. */
  | { readonly kind: 'together'; readonly sends: readonly FuzzSend[] }
  /** hello_ack with this field besides its own; `json` is the value. */
  | { readonly kind: 'handshake'; readonly field: string; readonly json: string };

export type Oracle =
  | 'death'
  | 'crash-text'
  | 'invalid-answer'
  | 'unknown-id'
  | 'two-answers'
  | 'stdout-pollution'
  | 'timeout'
  | 'no-answer'
  | 'not-alive'
  | 'accepted-invalid'
  | 'refused-valid'
  | 'memory-growth'
  | 'slow-down';

export interface OracleDef {
  readonly oracle: Oracle;
  readonly title: string;
  readonly severity: 'fault' | 'hint';
  /** What goes wrong in a real host. */
  readonly consequence: string;
}

/** In the order in which they explain a failure: what comes first says more. */
export const oracles: readonly OracleDef[] = [
  {
    oracle: 'death',
    title: 'The process ended',
    severity: 'fault',
    consequence: 'Its tools and commands are gone for the rest of the session.',
  },
  {
    oracle: 'crash-text',
    title: 'Crash text on stderr',
    severity: 'fault',
    consequence: 'It lives on, but something in it broke off in the middle.',
  },
  {
    oracle: 'invalid-answer',
    title: 'An answer that the protocol does not allow',
    severity: 'fault',
    consequence: 'The host drops the frame, and the call waits until its time is up.',
  },
  {
    oracle: 'unknown-id',
    title: 'An answer to an id that nobody waits for',
    severity: 'fault',
    consequence: 'The host ignores it, and the call that was meant waits until its time is up.',
  },
  {
    oracle: 'two-answers',
    title: 'Two answers to one request',
    severity: 'fault',
    consequence: 'The second one is ignored; if it was meant for another call, that one is never answered.',
  },
  {
    oracle: 'stdout-pollution',
    title: 'Something that is no frame on stdout',
    severity: 'fault',
    consequence: 'Hosts skip the line; a frame that is torn by it is lost.',
  },
  {
    oracle: 'timeout',
    title: 'No answer in time, and none to anything after it',
    severity: 'fault',
    consequence: 'It hangs: every later call waits until its time is up.',
  },
  {
    oracle: 'no-answer',
    title: 'No answer, though it lives and answers others',
    severity: 'fault',
    consequence: 'The model waits until the time of the call is up.',
  },
  {
    oracle: 'not-alive',
    title: 'A plain call afterwards is not answered any more',
    severity: 'fault',
    consequence: 'It is of no use for the rest of the session.',
  },
  {
    oracle: 'refused-valid',
    title: 'A valid call is refused as invalid',
    severity: 'fault',
    consequence: 'The model did what the schema says, and is told that it was wrong.',
  },
  {
    oracle: 'accepted-invalid',
    title: 'A call without what the schema requires is taken for good',
    severity: 'hint',
    consequence: 'The model is not told that something is missing, so it can not correct it.',
  },
  {
    oracle: 'memory-growth',
    title: 'Memory grows with every call',
    severity: 'fault',
    consequence: 'A long session ends when the memory does.',
  },
  {
    oracle: 'slow-down',
    title: 'Calls take longer and longer',
    severity: 'fault',
    consequence: 'A long session runs into the deadlines of the host.',
  },
];

export function oracleDef(oracle: Oracle): OracleDef {
  const found = oracles.find((def) => def.oracle === oracle);
  if (!found) throw new Error(`There is no oracle ${oracle}.`);
  return found;
}

/** All failures of one cause. */
export interface FuzzBucket {
  /** Stable over runs: subject, oracle, cause and smallest input, hashed. */
  readonly id: string;
  readonly subject: FuzzSubject;
  readonly oracle: Oracle;
  readonly severity: OracleDef['severity'];
  /** One sentence of what happened, with numbers and texts of this failure. */
  readonly message: string;
  /** What the failures have in common: signal or code with crash text and place, or a word; no ids, no addresses. */
  readonly cause: string;
  readonly part: FuzzPart;
  readonly input: FuzzInput;
  /** The input that failed first, before it was made smaller. */
  readonly found: FuzzInput;
  /** Failures of this cause so far. */
  readonly hits: number;
  /** It failed again in a fresh process. Only ends of the process are kept without. */
  readonly reproduced: boolean;
  /** Tries it took to make the input smaller. */
  readonly tries: number;
  /** Last lines on stderr, the stray line, the wrong frame. */
  readonly evidence: readonly string[];
}

/** One send as it streams by. */
export interface FuzzCall {
  /** Counts from 1 over the whole run. */
  readonly n: number;
  readonly part: FuzzPart;
  readonly subject: FuzzSubject;
  readonly raw: string;
  readonly why: string;
  readonly how: 'answered' | 'error' | 'refused' | 'sent' | 'failed';
  readonly tookMs: number;
}

/** A remark that is no bucket: what could not be done, or what may be worth a look. */
export interface FuzzRemark {
  readonly subject: FuzzSubject;
  readonly code:
    | 'schema-impossible'
    | 'schema-endless'
    | 'schema-unsupported'
    | 'schema-broken'
    | 'accepted-invalid'
    | 'not-reproduced'
    | 'odd-frame'
    | 'too-many-hangs'
    | 'endurance-short'
    | 'not-fuzzed';
  readonly message: string;
}

export interface BranchCoverage {
  readonly subject: FuzzSubject;
  readonly total: number;
  readonly covered: number;
  /** Titles of those that no input took. */
  readonly missed: readonly string[];
}

export interface FuzzProgress {
  readonly subject: FuzzSubject | null;
  readonly part: FuzzPart | null;
  /** What it does now, in words: `shrinking`, `starting again`. */
  readonly doing: string;
  readonly calls: number;
  /** Planned in all, as far as that is known. */
  readonly planned: number;
  /** Over the last second or so. */
  readonly callsPerSecond: number;
  /** Times the extension was started. */
  readonly starts: number;
  readonly buckets: number;
}

export interface FuzzOutcome {
  readonly seed: number;
  /** `stopped`: somebody asked for it; what was found until then is in here. `gone`: it could not be started any more. */
  readonly end: 'done' | 'stopped' | 'gone';
  readonly why: string;
  readonly buckets: readonly FuzzBucket[];
  readonly remarks: readonly FuzzRemark[];
  readonly coverage: readonly BranchCoverage[];
  readonly calls: number;
  readonly starts: number;
  readonly tookMs: number;
  /** Sends in the planned parts per second, what was spent on making inputs smaller left out. */
  readonly callsPerSecond: number;
}
