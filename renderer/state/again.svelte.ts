// What is done again with recordings: replay against what runs, and comparison with another one. Holds both, the rules they
// share, and what there is to choose from.

import type { Failure } from '@shared/errors.ts';
import type { Bridge, OpenSession } from '@shared/ipc/contract.ts';
import type { TargetInput } from '@shared/target/target.ts';
import { ask } from '../bridge.ts';
import { ComparisonState } from './comparison.svelte.ts';
import { CompareRules } from './compare-rules.svelte.ts';
import { ReplayState, type ChosenTarget } from './replay.svelte.ts';
import type { SessionState } from './session.svelte.ts';
import { baseName, type TargetsState } from './targets.svelte.ts';

export type AgainView = 'replay' | 'compare';

export class AgainState {
  readonly rules = new CompareRules();
  readonly replay: ReplayState;
  readonly comparison: ComparisonState;
  shown = $state.raw<AgainView>('replay');
  /** Files that were chosen beside what is open, by path. */
  files = $state.raw<readonly string[]>([]);
  readonly #bridge: Bridge;
  readonly #targets: TargetsState;
  readonly #refused: (failure: Failure) => void;

  /** @param replaced hears that another recording stands under a path now */
  constructor(
    bridge: Bridge,
    targets: TargetsState,
    refused: (failure: Failure) => void,
    replaced: (path: string) => Promise<void>,
  ) {
    this.#bridge = bridge;
    this.#targets = targets;
    this.#refused = refused;
    this.replay = new ReplayState(bridge, this.rules, {
      refused,
      replaced,
      consent: async (input) => {
        const mode = await targets.consentFor(input);
        if (mode === null && targets.failure) refused(targets.failure);
        return mode;
      },
    });
    this.comparison = new ComparisonState(bridge, this.rules, refused);
  }

  start(): () => void {
    return this.replay.start();
  }
  load(): Promise<void> {
    return this.replay.load();
  }

  /** Takes what is looked at into the forms, as far as they are still empty or show something else. */
  begin(
    what: AgainView,
    about: OpenSession,
    live: readonly SessionState[],
    recordings: readonly SessionState[],
  ): void {
    this.shown = what;
    const { journalPath } = about;
    if (what === 'replay') {
      if (this.replay.running || this.replay.recording === journalPath) return;
      this.replay.recording = journalPath;
      const target = this.#likeliest(about, live);
      this.replay.targets = target ? [target] : [];
      return;
    }
    if (this.comparison.a === journalPath || this.comparison.b === journalPath) return;
    this.comparison.a = journalPath;
    const others = [...recordings, ...live].filter((one) => one.about.journalPath !== journalPath);
    const alike = others.find((one) => one.about.name === about.name) ?? others[0];
    this.comparison.b = alike?.about.journalPath ?? null;
  }

  /** The system's dialog; null when the person left it. */
  async pickFile(): Promise<string | null> {
    const path = await this.#pick('file');
    if (path !== null && !this.files.includes(path)) this.files = [...this.files, path];
    return path;
  }
  async pickTarget(what: 'folder' | 'file'): Promise<void> {
    const path = await this.#pick(what);
    if (path !== null) this.replay.addTarget({ name: baseName(path), input: { kind: 'path', path } });
  }

  /** What can be replayed against: what is open, what was, what comes along. */
  targetsOf(live: readonly SessionState[]): readonly ChosenTarget[] {
    const found = new Map<string, ChosenTarget>();
    const add = (name: string, input: TargetInput | undefined): void => {
      if (input && !found.has(JSON.stringify(input))) found.set(JSON.stringify(input), { name, input });
    };
    for (const { about } of live) add(about.name, about.input);
    for (const { name, input, missing } of this.#targets.recent.value ?? []) if (!missing) add(name, input);
    for (const { name, path } of this.#targets.samples.value ?? []) add(name, { kind: 'path', path });
    return [...found.values()];
  }

  /** What a recording was most likely made of. */
  #likeliest({ name, input }: OpenSession, live: readonly SessionState[]): ChosenTarget | undefined {
    if (input) return { name, input };
    return this.targetsOf(live).find((target) => target.name === name);
  }

  async #pick(what: 'folder' | 'file'): Promise<string | null> {
    const answer = await ask(this.#bridge, 'targets.pick', { what });
    if (answer.ok) return answer.value;
    this.#refused(answer.failure);
    return null;
  }
}
