// The run of fuzzing as main tells it, and what a person does with what it found. Asks again while it runs, more often while
// somebody watches; begins nothing by itself.

import type { Failure } from '@shared/errors.ts';
import type { FuzzCall } from '@shared/fuzz/findings.ts';
import type { Bridge, FuzzBucketCard, FuzzNews } from '@shared/ipc/contract.ts';
import { ask } from '../bridge.ts';
import { CoverageState } from './coverage.svelte.ts';
import { composedInput } from './fuzz-frame.ts';
import { FuzzForm, subjectsOf } from './fuzz-form.svelte.ts';
import { HandFuzzState } from './hand-fuzz.svelte.ts';
import type { SessionState } from './session.svelte.ts';

export type FuzzShown = 'fuzz' | 'hand' | 'coverage';

const watchedMs = 250;
const unwatchedMs = 1_500;
const keptCalls = 300;

export class FuzzState {
  readonly form = new FuzzForm();
  readonly hand: HandFuzzState;
  readonly coverage: CoverageState;
  shown = $state.raw<FuzzShown>('fuzz');
  news = $state.raw<FuzzNews | null>(null);
  /** The newest, newest first. */
  calls = $state.raw<readonly FuzzCall[]>([]);
  /** Main has been asked once. */
  told = $state.raw(false);
  starting = $state.raw(false);
  /** Why main could not be asked. */
  failure = $state.raw<Failure | null>(null);
  /** What was done last with a bucket, in words. */
  said = $state.raw('');
  #chosen = $state.raw<string | null>(null);
  readonly #bridge: Bridge;
  readonly #refused: (failure: Failure) => void;
  #watchers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;

  readonly running = $derived.by(() => this.news !== null && this.news.state !== 'over');
  /** The one that is looked at. */
  readonly bucket = $derived.by<FuzzBucketCard | null>(() => {
    const all = this.news?.buckets ?? [];
    return all.find(({ id }) => id === this.#chosen) ?? all[0] ?? null;
  });

  constructor(bridge: Bridge, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.#refused = refused;
    this.hand = new HandFuzzState(bridge, refused);
    this.coverage = new CoverageState(bridge);
  }

  /** Somebody looks from now on; returns what ends it. */
  watch(): () => void {
    this.#watchers++;
    void this.look();
    return () => void this.#watchers--;
  }

  choose(bucket: FuzzBucketCard): void {
    this.#chosen = bucket.id;
    this.said = '';
  }

  /** What can't be begun now, and why. */
  blocked(session: SessionState): string | null {
    if (this.running) return 'A run is under way.';
    if (session.about.kind !== 'live') return 'A recording can not be fuzzed: open the extension itself.';
    if (session.tapped) return session.tapped.why;
    return this.form.problem;
  }

  async start(session: SessionState): Promise<void> {
    if (this.starting || this.blocked(session) !== null) return;
    this.starting = true;
    const choice = this.form.choice(subjectsOf(session.summary));
    const answer = await ask(this.#bridge, 'fuzz.start', {
      session: session.id,
      choice,
      ...this.form.settings(),
    });
    this.starting = false;
    if (!answer.ok) return this.#refused(answer.failure);
    this.#chosen = null;
    this.said = '';
    await this.look();
  }

  async stop(): Promise<void> {
    const answer = await ask(this.#bridge, 'fuzz.stop', {});
    if (!answer.ok) return this.#refused(answer.failure);
    await this.look();
  }

  /** Puts the smallest input into a session's composer; false: it can't be, which is said. */
  async compose(bucket: FuzzBucketCard, session: SessionState): Promise<boolean> {
    const answer = await ask(this.#bridge, 'fuzz.input', { bucket: bucket.id });
    if (!answer.ok) {
      this.#refused(answer.failure);
      return false;
    }
    const { subject, input } = answer.value;
    const tools = session.summary.plugin?.tools;
    const at = tools?.findIndex(({ name }) => name === subject.name) ?? -1;
    const made = composedInput(subject, input, tools ? at + 1 : null);
    if (typeof made === 'string') {
      this.said = made;
      return false;
    }
    const { composer } = session;
    composer.times = made.times;
    composer.how = made.how;
    composer.newIds = !made.keepsId;
    if (made.keepsId) composer.load(made.text);
    else await composer.begin(made.text);
    return true;
  }

  async save(bucket: FuzzBucketCard): Promise<void> {
    const answer = await ask(this.#bridge, 'fuzz.save', { bucket: bucket.id });
    if (!answer.ok) return this.#refused(answer.failure);
    if (answer.value !== null) this.said = `Saved as ${answer.value}`;
  }

  async saveAll(): Promise<void> {
    const answer = await ask(this.#bridge, 'fuzz.saveAll', {});
    if (!answer.ok) return this.#refused(answer.failure);
    if (answer.value === null) return;
    const { count, folder } = answer.value;
    this.said = `${count} ${count === 1 ? 'scenario' : 'scenarios'} saved in ${folder}`;
  }

  async look(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#timer);
    const before = this.news;
    const after = this.calls[0]?.n ?? 0;
    const answer = await ask(this.#bridge, 'fuzz.state', { run: before?.run ?? 0, after });
    this.#busy = false;
    this.told = true;
    this.failure = answer.ok ? null : answer.failure;
    if (!answer.ok) return;
    const news = answer.value;
    this.news = news;
    const known = news?.run === before?.run ? this.calls : [];
    if (news) this.calls = [...news.calls.toReversed(), ...known].slice(0, keptCalls);
    if (this.running)
      this.#timer = setTimeout(() => void this.look(), this.#watchers > 0 ? watchedMs : unwatchedMs);
  }
}
