// The simulated run of an agent over native plugins, as it is written and as it goes: steps that can be edited, taken out and
// put in, and what main tells of the run. Nothing of a run is guessed here.

import type { Failure } from '@shared/errors.ts';
import { prettyJson } from '@shared/form/layout.ts';
import type { Bridge, CommandName, PluginRunNews } from '@shared/ipc/contract.ts';
import { eventTemplate } from '@shared/protocol/opcode/event-names.ts';
import { defaultRun, type RunCall, type RunStep } from '@shared/session/plugin-run.ts';
import { ask, type AskArgs } from '../bridge.ts';
import { jsonWords } from './turn.svelte.ts';

export type EditedStep = { readonly key: number; readonly step: RunStep };

const firstCalls: readonly RunCall[] = [{ name: 'read', argsText: '{"path":"README.md"}', stands: '# Shop' }];

export class PluginRunState {
  readonly #bridge: Bridge;
  readonly #refused: (failure: Failure) => void;
  #keys = 0;
  steps = $state.raw<readonly EditedStep[]>([]);
  news = $state.raw<PluginRunNews | null>(null);
  /** Place of the step that is looked at. */
  chosen = $state.raw(0);
  readonly busy = $derived.by(() => this.news !== null && this.news.state !== 'ended');
  /** Step → what is wrong with it, as a sentence. */
  readonly faults = $derived.by(() => new Map(this.steps.flatMap(({ key, step }) => faultOf(key, step))));

  constructor(bridge: Bridge, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.#refused = refused;
    this.reset();
  }

  /** Listens; returns what ends it. */
  start(): () => void {
    return this.#bridge.subscribe('pluginRun', (news) => (this.news = news));
  }
  async load(): Promise<void> {
    const answer = await ask(this.#bridge, 'plugin.runState', {});
    if (answer.ok) this.news = answer.value;
    else this.#refused(answer.failure);
  }

  reset(calls: readonly RunCall[] = firstCalls): void {
    this.steps = defaultRun(calls).map((step) => ({ key: ++this.#keys, step: pretty(step) }));
    this.chosen = Math.max(
      0,
      this.steps.findIndex(({ step }) => step.kind === 'calls'),
    );
  }
  change(key: number, step: RunStep): void {
    this.steps = this.steps.map((one) => (one.key === key ? { key, step } : one));
  }
  remove(key: number): void {
    this.steps = this.steps.filter((one) => one.key !== key);
    this.chosen = Math.min(this.chosen, this.steps.length - 1);
  }
  move(key: number, by: 1 | -1): void {
    const at = this.steps.findIndex((one) => one.key === key);
    const to = at + by;
    const [one, other] = [this.steps[at], this.steps[to]];
    if (!one || !other) return;
    this.steps = this.steps.map((each, place) => (place === at ? other : place === to ? one : each));
    this.chosen = to;
  }
  /** Behind the step that is looked at. */
  insert(event: string | null): void {
    const step: RunStep =
      event === null
        ? { kind: 'calls', calls: firstCalls }
        : { kind: 'event', event, payload: JSON.stringify(eventTemplate(event)?.payload ?? {}) };
    const at = Math.min(this.chosen + 1, this.steps.length);
    const added = { key: ++this.#keys, step: pretty(step) };
    this.steps = [...this.steps.slice(0, at), added, ...this.steps.slice(at)];
    this.chosen = at;
  }

  run(): Promise<boolean> {
    return this.#tell('plugin.run', { steps: this.steps.map(({ step }) => step) });
  }
  stop(): Promise<boolean> {
    return this.#tell('plugin.stopRun', {});
  }
  confirm(askedAs: number, allow: boolean): Promise<boolean> {
    return this.#tell('plugin.confirm', { ask: askedAs, allow });
  }

  async #tell<C extends CommandName>(name: C, args: AskArgs<C>): Promise<boolean> {
    const answer = await ask(this.#bridge, name, args);
    if (!answer.ok) this.#refused(answer.failure);
    return answer.ok;
  }
}

function pretty(step: RunStep): RunStep {
  return step.kind === 'event' ? { ...step, payload: prettyJson(step.payload) } : step;
}

function faultOf(key: number, step: RunStep): [number, string][] {
  if (step.kind === 'event') {
    const wrong = jsonWords(step.payload);
    return wrong === '' ? [] : [[key, wrong]];
  }
  for (const { name, argsText } of step.calls) {
    if (name.trim() === '') return [[key, 'A call needs the name of a tool.']];
    const wrong = argsText.trim() === '' ? '' : jsonWords(argsText);
    if (wrong !== '') return [[key, `${name}: ${wrong}`]];
  }
  return [];
}
