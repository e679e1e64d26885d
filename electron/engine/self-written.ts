// Tells files that a person edits from those that the extension writes itself whenever it starts or stops, which would
// have it restarted for ever. Pure: takes the time as an argument.

/** A change this soon after a start may be the extension's own. */
const soonMs = 2_000;
/** So many starts in a row, and it is taken for that. */
const times = 3;

export class SelfWritten {
  readonly #counts = new Map<string, number>();
  readonly #passedOver = new Set<string>();
  #startedMs = 0;
  #causes: ReadonlySet<string> = new Set();

  /** Files whose changes no longer count, in the order they were found out. */
  get passedOver(): readonly string[] {
    return [...this.#passedOver];
  }

  /** @param causes what had changed, when that was why it was started; empty otherwise */
  started(nowMs: number, causes: readonly string[]): void {
    this.#startedMs = nowMs;
    this.#causes = new Set(causes);
  }

  /** Those of the changed files that are a reason to restart. */
  reasons(files: readonly string[], nowMs: number): readonly string[] {
    const soon = nowMs - this.#startedMs < soonMs;
    return files.filter((file) => {
      if (this.#passedOver.has(file)) return false;
      const count = soon && this.#causes.has(file) ? (this.#counts.get(file) ?? 0) + 1 : 0;
      this.#counts.set(file, count);
      if (count < times) return true;
      this.#passedOver.add(file);
      return false;
    });
  }
}
