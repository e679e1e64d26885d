// Replay as the window knows it: which recording against which targets, how fast, and what came of it. News come from main;
// a command changes nothing here by itself. Consent is asked for as for every start.

import type { Failure } from '@shared/errors.ts';
import type { Bridge, CommandName, ReplayRunView, ReplayView } from '@shared/ipc/contract.ts';
import type { Pace } from '@shared/replay/outcome.ts';
import type { GateMode } from '@shared/session/entries.ts';
import type { TargetInput } from '@shared/target/target.ts';
import { ask, type AskArgs } from '../bridge.ts';
import type { CompareRules } from './compare-rules.svelte.ts';
import { ResultTableState } from './result-table.svelte.ts';

/** A target that was chosen, with the name it is shown under. */
export interface ChosenTarget {
  readonly name: string;
  readonly input: TargetInput;
}
export type PaceName = 'asap' | 'recorded' | 'faster' | 'step';

export interface ReplayTells {
  readonly refused: (failure: Failure) => void;
  /** Another recording stands under that path now. */
  readonly replaced: (path: string) => Promise<void>;
  /** Asks for consent where it is not given yet; null when the person left. */
  readonly consent: (input: TargetInput) => Promise<GateMode | null>;
}

export class ReplayState {
  readonly rules: CompareRules;
  view = $state.raw<ReplayView | null>(null);
  /** Path of the recording to be replayed. */
  recording = $state.raw<string | null>(null);
  targets = $state.raw<readonly ChosenTarget[]>([]);
  pace = $state.raw<PaceName>('asap');
  /** How many times as fast, at pace `faster`. */
  speed = $state.raw(4);
  /** Every line is held at the gate from the start on. */
  holds = $state.raw(false);
  /** It is being asked for consent, or started. */
  busy = $state.raw(false);
  /** Why the last start was refused. */
  failure = $state.raw<Failure | null>(null);
  #picked = $state.raw(0);
  readonly #bridge: Bridge;
  readonly #tells: ReplayTells;
  readonly #tables = new Map<string, ResultTableState>();

  readonly runs = $derived.by<readonly ReplayRunView[]>(() => this.view?.runs ?? []);
  /** The run that is looked at. */
  readonly run = $derived.by<ReplayRunView | null>(() => this.runs[this.#picked] ?? this.runs[0] ?? null);
  readonly running = $derived.by(() => this.view !== null && this.view.state !== 'ended');
  /** The run that is under way. */
  readonly current = $derived.by(() => this.runs.find(({ state }) => state === 'running') ?? null);

  constructor(bridge: Bridge, rules: CompareRules, tells: ReplayTells) {
    this.#bridge = bridge;
    this.rules = rules;
    this.#tells = tells;
  }

  /** Listens, then asks what there is already; returns what ends it. */
  start(): () => void {
    return this.#bridge.subscribe('replay', (view) => this.#take(view));
  }
  async load(): Promise<void> {
    const answer = await ask(this.#bridge, 'replay.state', {});
    if (answer.ok && answer.value) this.#take(answer.value);
  }

  pick(run: number): void {
    this.#picked = this.runs.findIndex((one) => one.run === run);
  }
  /** The table of the run that is looked at; null before there is one. */
  get table(): ResultTableState | null {
    return this.run ? (this.#tables.get(this.run.table) ?? null) : null;
  }

  addTarget(target: ChosenTarget): void {
    const key = JSON.stringify(target.input);
    if (!this.targets.some(({ input }) => JSON.stringify(input) === key))
      this.targets = [...this.targets, target];
  }
  removeTarget(target: ChosenTarget): void {
    this.targets = this.targets.filter((one) => one !== target);
  }

  /** Why it can't be started now, as a sentence; undefined when it can. */
  get blocked(): string | undefined {
    if (this.running) return 'A replay is under way.';
    if (this.busy) return 'It is being started.';
    if (this.recording === null) return 'Choose a recording first.';
    return this.targets.length === 0 ? 'Choose what it is replayed against first.' : undefined;
  }

  /** Asks for consent where that is needed, then starts. */
  async play(): Promise<void> {
    const { recording } = this;
    if (this.blocked !== undefined || recording === null) return;
    this.busy = true;
    this.failure = null;
    const targets = this.targets.map(({ input }) => input);
    try {
      for (const input of targets) {
        const mode = await this.#tells.consent(input);
        if (mode === null) return;
        if (mode === 'step') this.holds = true;
      }
      const answer = await ask(this.#bridge, 'replay.start', {
        recording,
        targets,
        pace: this.#pace,
        mode: this.holds ? 'step' : 'run',
        ignore: this.rules.ignore,
        normalise: this.rules.normalise,
      });
      this.#picked = 0;
      if (answer.ok) this.#take(answer.value);
      else this.failure = answer.failure;
    } finally {
      this.busy = false;
    }
  }
  stepOn(): Promise<boolean> {
    return this.#tell('replay.step', {});
  }
  stop(): Promise<boolean> {
    return this.#tell('replay.stop', {});
  }
  async accept(run: number): Promise<void> {
    const answer = await ask(this.#bridge, 'replay.accept', { run });
    if (!answer.ok) return this.#tells.refused(answer.failure);
    this.#take(answer.value);
    await this.#tells.replaced(answer.value.recording);
  }

  get #pace(): Pace {
    if (this.pace === 'recorded' || this.pace === 'faster')
      return { kind: 'recorded', speed: this.pace === 'recorded' ? 1 : this.speed };
    return { kind: this.pace };
  }

  #take(view: ReplayView): void {
    // The answer to a command may come after newer news.
    if (this.view && view.replay < this.view.replay) return;
    const before = this.current?.run;
    this.view = view;
    const tables = new Set(view.runs.map(({ table }) => table));
    for (const table of this.#tables.keys()) if (!tables.has(table)) this.#tables.delete(table);
    for (const { table, rowsTold } of view.runs) {
      const known = this.#tables.get(table);
      if (known) known.news(rowsTold);
      else this.#tables.set(table, new ResultTableState(this.#bridge, table, this.#tells.refused));
    }
    // What is under way is looked at, unless the person looks at another one.
    const now = view.runs.findIndex(({ state }) => state === 'running');
    if (now >= 0 && view.runs[now]?.run !== before) this.#picked = now;
  }

  async #tell<C extends CommandName>(name: C, args: AskArgs<C>): Promise<boolean> {
    const answer = await ask(this.#bridge, name, args);
    if (!answer.ok) this.#tells.refused(answer.failure);
    return answer.ok;
  }
}
