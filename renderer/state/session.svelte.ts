// One open session as the window knows it: what the stream told last, its rows, and the commands it takes. Facts only
// ever come in through `apply`; a command changes nothing here by itself, except for a refusal that is shown.

import { SvelteMap } from 'svelte/reactivity';
import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import type {
  Bridge,
  CommandName,
  CommandResult,
  LiveStatus,
  OpenSession,
  StreamBatch,
} from '@shared/ipc/contract.ts';
import type { Result } from '@shared/result.ts';
import type { GateMode } from '@shared/session/entries.ts';
import type { Row } from '@shared/session/row.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import { profileNamed } from '@shared/protocol/registry.ts';
import { ask, type AskArgs } from '../bridge.ts';
import { ComposerShelf } from './composer-shelf.svelte.ts';
import { ComposerState } from './composer.svelte.ts';
import { ConformanceState } from './conformance.svelte.ts';
import { PlaybackState } from './playback.svelte.ts';
import type { Situation } from './layout.svelte.ts';
import { PluginState } from './plugin.svelte.ts';
import { pluginStages } from './plugin-stages.ts';
import { RowStore } from './rows.svelte.ts';
import { stages } from './stages.ts';
import { crashed, lossesOf, standing } from './standing.ts';

export class SessionState {
  readonly id: SessionId;
  readonly rows: RowStore;
  readonly composer: ComposerState;
  readonly shelf: ComposerShelf;
  /** What is done with it when it is a native plugin. */
  readonly plugin: PluginState;
  /** Which rules of its host it breaks. */
  readonly conformance: ConformanceState;
  /** Of a recording. */
  readonly playback: PlaybackState | null;
  readonly #bridge: Bridge;
  readonly #refused: (failure: Failure) => void;
  #opened = false;
  /** Held lines that were asked to be released or dropped. */
  readonly #leaving = new Set<number>();
  /** The mode asked for that the stream has not told yet. */
  #asked: GateMode | null = null;

  about: OpenSession = $state.raw() as OpenSession;
  /** When the last batch came, on the page's own monotonic clock in ms: countdowns run on from here. */
  toldAtMs = $state.raw(0);
  journalBytes = $state.raw(0);
  /** Set once the first batch is here. */
  told = $state.raw(false);
  /** Why the stream could not be opened. */
  failure = $state.raw<Failure | null>(null);
  /** The person has put the crash card away. */
  crashSeen = $state(false);
  /** Edits that were begun: held line → its text. */
  readonly drafts = new SvelteMap<number, string>();

  readonly summary = $derived.by<SessionSummary>(() => {
    const summary = this.rows.summary ?? this.about.summary;
    // A tap that was killed has not written how it ended.
    return this.about.tapped?.over ? { ...summary, state: 'ended' } : summary;
  });
  readonly live = $derived.by<LiveStatus | null>(() => this.rows.live);
  readonly standing = $derived.by(() => {
    const { kind } = this.about;
    // A recording has all its rows, wherever it is played.
    return standing(
      kind,
      kind === 'recording' ? (this.rows.whole.summary ?? this.about.summary) : this.summary,
    );
  });
  /** Another host runs it: what can't be done with it here, and why. */
  readonly tapped = $derived.by(() => this.about.tapped ?? null);
  readonly crashed = $derived.by(() => this.about.kind === 'live' && crashed(this.summary));
  readonly ended = $derived.by(
    () => this.about.kind === 'recording' || this.summary.state === 'ended' || this.summary.exit !== null,
  );
  readonly mode = $derived.by<GateMode>(() => this.live?.mode ?? this.summary.mode);
  readonly stepping = $derived.by(() => !this.ended && this.mode === 'step');
  readonly isPlugin = $derived.by(() => profileNamed(this.about.profile)?.protocol.name === 'opcode');
  readonly situation = $derived.by<Situation>(() => {
    if (this.stepping) return 'step';
    return this.isPlugin && this.crashed && !this.crashSeen ? 'crash' : 'run';
  });
  /** seqs now held, oldest first. */
  readonly held = $derived.by<readonly number[]>(() => this.live?.held ?? this.summary.held);
  /** The held line that keys and buttons speak of: the selected one if it is held, else the oldest. */
  readonly chosen = $derived.by<number | null>(() => {
    const selected = this.rows.selectedSeq;
    return selected !== null && this.held.includes(selected) ? selected : (this.held[0] ?? null);
  });
  readonly heldRows = $derived.by<readonly Row[]>(() =>
    this.held.map((seq) => this.rows.row(seq)).filter((row) => row !== undefined),
  );
  /** What the journal does not hold in full, one phrase each; empty when nothing is lost. */
  readonly losses = $derived.by(() => [
    ...(this.about.damage.length > 0 ? ['damaged'] : []),
    ...lossesOf(this.summary),
  ]);
  /** Tool calls of a plugin that have not come to their end. */
  readonly openCalls = $derived.by(() =>
    this.ended
      ? 0
      : (this.summary.plugin?.calls.filter(({ end, lost }) => end === null && lost === '').length ?? 0),
  );
  /** Not loaded yet, or never to be. */
  readonly loading = $derived.by(() => this.summary.ready === undefined && this.summary.state !== 'ready');
  readonly stages = $derived.by(() =>
    this.isPlugin
      ? pluginStages(this.summary, this.heldRows, this.about.plugin?.preflight)
      : stages(this.summary, this.heldRows),
  );

  /** @param refused hears of every command that main would not do */
  constructor(bridge: Bridge, about: OpenSession, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.#refused = refused;
    this.id = about.id;
    this.about = about;
    this.rows = new RowStore(bridge, about.id);
    this.composer = new ComposerState({
      bridge,
      about: () => this.about,
      summary: () => this.summary,
      refused,
    });
    this.shelf = new ComposerShelf(bridge, about.id);
    this.conformance = new ConformanceState(bridge, about.id, refused);
    this.plugin = new PluginState({ bridge, session: about.id, summary: () => this.summary, refused });
    this.playback = about.kind === 'recording' ? new PlaybackState(bridge, this.rows, refused) : null;
  }

  /** Begins listening; asked again, does nothing. */
  async open(): Promise<void> {
    if (this.#opened) return;
    this.#opened = true;
    this.failure = null;
    const answer = await ask(this.#bridge, 'stream.open', { session: this.id });
    if (answer.ok) return;
    this.#opened = false;
    this.failure = answer.failure;
  }

  /** Takes in what the stream tells and lets it go on. */
  apply(batch: StreamBatch): void {
    this.rows.applyBatch(batch);
    this.toldAtMs = performance.now();
    this.journalBytes = batch.journalBytes;
    this.told = true;
    if (batch.live?.mode === this.#asked) this.#asked = null;
    for (const line of this.drafts.keys()) if (!this.held.includes(line)) this.drafts.delete(line);
    for (const line of this.#leaving) if (!this.held.includes(line)) this.#leaving.delete(line);
    void this.#tell('stream.ack', { session: this.id, batch: batch.batch });
  }

  stop(): Promise<boolean> {
    return this.#tell('sessions.stop', { session: this.id });
  }
  close(): Promise<boolean> {
    return this.#tell('sessions.close', { session: this.id });
  }
  async setMode(mode: GateMode): Promise<boolean> {
    this.#asked = mode;
    const done = await this.#tell('sessions.setMode', { session: this.id, mode });
    if (!done) this.#asked = null;
    return done;
  }
  /** What a restart goes on with: the mode asked for last, also when its fact is still on its way. */
  get modeToKeep(): GateMode {
    return this.#asked ?? this.mode;
  }
  setFreeze(freeze: boolean): Promise<boolean> {
    return this.#tell('sessions.setFreeze', { session: this.id, freeze });
  }
  /** Looks at the held line before or after the chosen one. */
  chooseHeld(by: 1 | -1): void {
    const at = this.held.findIndex((seq) => seq === this.chosen);
    const next = this.held[at + by];
    if (next !== undefined) this.lookAt(next);
  }
  /** Selects a row without leaving the tail of the list: nobody went there to read. */
  lookAt(seq: number): void {
    const follow = this.rows.followTail;
    this.rows.select(seq);
    this.rows.followTail = follow;
  }

  releaseAll(): Promise<boolean> {
    return this.#tell('sessions.releaseAll', { session: this.id });
  }
  /** Once a line: a second press while the first is on its way means the same. */
  async drop(line: number): Promise<boolean> {
    return this.#once(line, () => this.#tell('sessions.drop', { session: this.id, line }));
  }
  /** Lets a held line pass: with its draft if it has one, or as it came. Once a line, like `drop`. */
  async release(line: number, as: 'edited' | 'original' = 'edited'): Promise<boolean> {
    const text = as === 'edited' ? this.drafts.get(line) : undefined;
    const edited = text === undefined ? {} : { edited: { text } };
    return this.#once(line, () => this.#tell('sessions.release', { session: this.id, line, ...edited }));
  }
  showInFolder(): Promise<boolean> {
    return this.#tell('app.showInFolder', { session: this.id });
  }

  /** Finds rows for a list of its own, beside the one that `rows` is. */
  find(query: string, from: number): Promise<Result<CommandResult<'rows.find'>>> {
    return ask(this.#bridge, 'rows.find', { session: this.id, query, from });
  }
  /** Listens no more. */
  forget(): void {
    this.playback?.pause();
    this.rows.close();
    this.composer.forget();
    if (this.#opened) void ask(this.#bridge, 'stream.close', { session: this.id });
  }

  async #once(line: number, work: () => Promise<boolean>): Promise<boolean> {
    if (this.#leaving.has(line)) return true;
    this.#leaving.add(line);
    const done = await work();
    // Done, it stays noted until the stream says the line is no longer held.
    if (!done || !this.held.includes(line)) this.#leaving.delete(line);
    return done;
  }

  async #tell<C extends CommandName>(name: C, args: AskArgs<C>): Promise<boolean> {
    const answer = await ask(this.#bridge, name, args);
    if (!answer.ok) this.#refused(answer.failure);
    return answer.ok;
  }
}
