// What a session has put to use of its extension, alone or with recordings that were chosen beside it. Asks main while somebody
// watches, at most every so often as rows are added.

import type { Coverage, OfferCoverage } from '@shared/coverage/coverage-types.ts';
import type { Failure } from '@shared/errors.ts';
import type { FuzzSubject } from '@shared/fuzz/findings.ts';
import type { Bridge, CoverageNews } from '@shared/ipc/contract.ts';
import { ask } from '../bridge.ts';
import type { SessionState } from './session.svelte.ts';

const restMs = 1_000;

export class CoverageState {
  readonly #bridge: Bridge;
  news = $state.raw<CoverageNews | null>(null);
  failure = $state.raw<Failure | null>(null);
  busy = $state.raw(false);
  /** Recordings that count too, by path. */
  files = $state.raw<readonly string[]>([]);
  /** Only what was never put to use. */
  onlyMissing = $state(false);
  #session: SessionState | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly coverage = $derived.by<Coverage | null>(() => this.news?.coverage ?? null);
  /** What fuzzing could still reach. */
  readonly missing = $derived.by<readonly FuzzSubject[]>(() =>
    (this.coverage?.offers ?? [])
      .filter(isMissing)
      .map(({ part, name }): FuzzSubject => ({ kind: part, name })),
  );

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Somebody looks at this session from now on; returns what ends it. */
  watch(session: SessionState): () => void {
    if (this.#session?.id !== session.id) {
      this.news = null;
      this.failure = null;
    }
    this.#session = session;
    void this.look();
    return () => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** There are so many rows now. */
  grown(rows: number): void {
    if (this.news === null || this.busy || rows <= this.news.rows) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.look();
    }, restMs);
  }

  toggle(path: string): void {
    this.files = this.files.includes(path)
      ? this.files.filter((file) => file !== path)
      : [...this.files, path];
    void this.look();
  }

  async look(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const { files } = this;
    this.busy = true;
    const answer = await ask(this.#bridge, 'coverage.read', { session: session.id, files });
    // Another session, or other recordings, were chosen meanwhile.
    if (session !== this.#session || files !== this.files) return;
    this.busy = false;
    this.failure = answer.ok ? null : answer.failure;
    if (answer.ok) this.news = answer.value;
  }
}

/** Never put to use, or not in all of its ways. */
export function isMissing({ uses, outcomes, branches }: OfferCoverage): boolean {
  return uses === 0 || outcomes.some(({ count }) => count === 0) || branches.some(({ count }) => count === 0);
}
