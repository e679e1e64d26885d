// How long a check waits, and how much is too much: data, so that a test or a slow machine can set other values. What the
// host's profile says (deadlines of guards, graces of the shutdown) is not repeated here.

export interface Budgets {
  /** Waits for hello this long where the profile sets no deadline. */
  readonly helloMs: number;
  /** hello after more than this is late. */
  readonly startMs: number;
  /** Waits for the answer to a call or a command. */
  readonly answerMs: number;
  /** Something was not answered in time: it may still come within this. */
  readonly lateMs: number;
  /** A silence of this length means that nothing more comes by itself. */
  readonly quietMs: number;
  /** Bytes that wait this long without one of them being read mean that stdin is not read. */
  readonly stallMs: number;
  /** Written to stdin at once, to see whether it is read while a tool runs; more than a pipe and a reader's buffer hold. */
  readonly floodBytes: number;
  /** Lines on stderr in a row, without a frame in between, that are a flood. */
  readonly stderrLines: number;
  readonly stderrBytes: number;
}

export const usualBudgets: Budgets = {
  helloMs: 10_000,
  startMs: 3_000,
  answerMs: 10_000,
  lateMs: 1_500,
  quietMs: 400,
  stallMs: 1_500,
  floodBytes: 512 * 1024,
  stderrLines: 1_000,
  stderrBytes: 1024 * 1024,
};
