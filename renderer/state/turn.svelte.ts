// The script that is edited and run: a turn filled in as a form, or a scenario as text. The text is what runs and what is
// saved; the form only writes it. Knows no extension and decides nothing about outcomes.

import type { Failure } from '@shared/errors.ts';
import { compactJson } from '@shared/json/compact.ts';
import type { Bridge } from '@shared/ipc/contract.ts';
import type { Scenario, ScenarioFault } from '@shared/scenario/format.ts';
import { parseScenario } from '@shared/scenario/parse.ts';
import { ask } from '../bridge.ts';
import type { AgentState } from './agent.svelte.ts';
import { keep, kept } from './kept.ts';
import { emptyTool, newTurn, turnScript, type TurnForm } from './turn-form.ts';

export type TurnMode = 'form' | 'text';

/** Larger texts are not kept between runs of the window. */
const keptCharacters = 100_000;
const isText = (value: unknown): value is string => typeof value === 'string';

export class TurnState {
  readonly #bridge: Bridge;
  readonly #agent: AgentState;
  readonly #refused: (failure: Failure) => void;
  mode = $state.raw<TurnMode>('form');
  form = $state<TurnForm>(newTurn());
  #text = $state.raw(kept('scenario', '', isText));
  /** Where the text was opened from or saved to. */
  path = $state.raw<string | null>(null);
  /** As on disk. */
  #saved = $state.raw('');
  /** What ran last, to tell when the text has changed since. */
  ranText = $state.raw<string | null>(null);
  /** What to know about the run; '' when there is nothing. */
  remark = $state.raw('');
  /** What main found wrong with the text that was to be run. */
  refusedFaults = $state.raw<readonly ScenarioFault[]>([]);

  /** What would run now. */
  readonly source = $derived.by(() => (this.mode === 'form' ? turnScript(this.form) : this.#text));
  readonly parsed = $derived.by(() => parseScenario(this.source));
  readonly scenario = $derived.by<Scenario | null>(() => (this.parsed.ok ? this.parsed.scenario : null));
  readonly faults = $derived.by<readonly ScenarioFault[]>(() =>
    this.parsed.ok ? this.refusedFaults : this.parsed.faults,
  );
  /** Of the form: which values are no JSON, by name. */
  readonly formFaults = $derived.by(() => formFaults(this.form));
  readonly dirty = $derived.by(() => this.#text !== this.#saved);

  /** @param refused hears of every command that main would not do */
  constructor(bridge: Bridge, agent: AgentState, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.#agent = agent;
    this.#refused = refused;
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.refusedFaults = [];
    if (text.length <= keptCharacters) keep('scenario', text);
  }

  /** The form's turn as lines of a scenario, to go on from there. */
  toText(): void {
    this.text = turnScript(this.form);
    this.path = null;
    this.#saved = '';
    this.mode = 'text';
  }
  addTool(): void {
    this.form.tools.push(emptyTool());
  }
  removeTool(at: number): void {
    this.form.tools.splice(at, 1);
  }

  async run(): Promise<void> {
    const text = this.source;
    const start = await this.#agent.runScenario(text);
    if (start === null) return;
    if (start.started) {
      this.ranText = text;
      this.remark = start.remark;
      this.refusedFaults = [];
    } else this.refusedFaults = start.faults;
  }

  async open(): Promise<void> {
    const answer = await ask(this.#bridge, 'scenario.open', {});
    if (!answer.ok) this.#refused(answer.failure);
    else if (answer.value) {
      this.text = answer.value.text;
      this.#saved = answer.value.text;
      this.path = answer.value.path;
      this.mode = 'text';
    }
  }
  /** @param elsewhere asks where, also when the text has a file already */
  async save(elsewhere = false): Promise<void> {
    const text = this.source;
    const path = this.mode === 'form' || elsewhere ? null : this.path;
    const answer = await ask(this.#bridge, 'scenario.save', { text, path });
    if (!answer.ok) this.#refused(answer.failure);
    else if (answer.value !== null) {
      this.text = text;
      this.#saved = text;
      this.path = answer.value;
    }
  }
}

/** Sentences about the form's fields that can't be written into a step, by field. */
export function formFaults(form: TurnForm): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  if (!/^-?\d+$/.test(form.step.trim())) faults.set('step', 'The step is a whole number.');
  form.tools.forEach((tool, at) => {
    if (tool.tool.trim() === '') faults.set(`tool ${at}`, 'A call needs the name of a tool.');
    if (tool.args.trim() !== '' && compactJson(tool.args) === undefined) {
      faults.set(`args ${at}`, jsonWords(tool.args));
    }
  });
  return faults;
}

/** Why a text is no JSON, with the place. */
export function jsonWords(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
