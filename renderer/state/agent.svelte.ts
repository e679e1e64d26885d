// The simulated agent as the window knows it: registry, panels, chains of intercepts, what the host would show, the scenario
// that runs. Told by the stream `agent`; commands change nothing here by themselves, except for a refusal that is shown.

import { createSubscriber } from 'svelte/reactivity';
import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import {
  keptChains,
  keptItems,
  type AgentNews,
  type Bridge,
  type CommandName,
  type CommandResult,
  type ScenarioRun,
  type StripItem,
} from '@shared/ipc/contract.ts';
import type { ChainCard, PanelView, RegistryRow, RunningHop } from '@shared/session/agent.ts';
import { ask, type AskArgs } from '../bridge.ts';

/** What a person is about to ask: a tool or a command, of one extension or of whoever has the name. */
export interface Wanted {
  readonly kind: RegistryRow['kind'];
  readonly name: string;
  readonly session: SessionId;
}

const tickMs = 100;

export class AgentState {
  readonly #bridge: Bridge;
  readonly #refused: (failure: Failure) => void;
  registry = $state.raw<readonly RegistryRow[]>([]);
  /** Those that are open, in the order they were opened. */
  panels = $state.raw<readonly PanelView[]>([]);
  /** The newest, oldest first. */
  chains = $state.raw<readonly ChainCard[]>([]);
  strip = $state.raw<readonly StripItem[]>([]);
  run = $state.raw<ScenarioRun | null>(null);
  failClosed = $state.raw(false);
  /** Set once it was told anything. */
  told = $state.raw(false);
  failure = $state.raw<Failure | null>(null);
  /** The decision somebody picked; null follows the newest one. */
  picked = $state.raw<number | null>(null);
  /** The hop ("chain/order") whose card is to take the focus once it is there again. */
  refocus: string | null = null;
  wanted = $state.raw<Wanted | null>(null);
  /** The field for arguments is to take the focus once it is there. */
  argsWanted = $state.raw(false);
  #toldAtMs = $state.raw(0);
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, tickMs);
    return () => clearInterval(timer);
  });

  /** The decision that is looked at. */
  readonly chosen = $derived.by<ChainCard | null>(
    () => this.chains.find((card) => card.chain === this.picked) ?? this.chains.at(-1) ?? null,
  );
  readonly busy = $derived.by(() => this.run !== null && this.run.state !== 'ended');

  /** @param refused hears of every command that main would not do */
  constructor(bridge: Bridge, refused: (failure: Failure) => void) {
    this.#bridge = bridge;
    this.#refused = refused;
  }

  /** Listens; returns what ends it. */
  start(): () => void {
    return this.#bridge.subscribe('agent', (news) => this.apply(news));
  }

  /** Asks for all there is. */
  async load(): Promise<void> {
    this.failure = null;
    const answer = await ask(this.#bridge, 'agent.state', {});
    if (answer.ok) this.apply(answer.value);
    else this.failure = answer.failure;
  }

  apply(news: AgentNews): void {
    this.#toldAtMs = performance.now();
    this.told = true;
    if (news.registry) this.registry = news.registry;
    if (news.panels) this.panels = news.panels.filter((panel) => panel.open);
    this.chains = merged(news.whole ? [] : this.chains, news.chains, (card) => card.chain, keptChains);
    // An item that main has let go (the strip was cleared) is not told again.
    const strip =
      news.stripFrom === null ? [] : this.strip.filter((one) => one.item >= (news.stripFrom ?? 0));
    this.strip = merged(news.whole ? [] : strip, news.strip, (one) => one.item, keptItems);
    this.run = news.run;
    this.failClosed = news.failClosed;
    void ask(this.#bridge, 'agent.ack', { news: news.news });
  }

  /** Time left of a hop that runs, ms of host time; reading it in a template makes that place follow the clock. */
  leftMs(hop: RunningHop): number {
    if (hop.frozen || hop.verdict === 'waiting') return hop.leftMs;
    this.#tick();
    return Math.max(0, hop.leftMs - (performance.now() - this.#toldAtMs));
  }

  registryOf(session: SessionId): readonly RegistryRow[] {
    return this.registry.filter((row) => row.session === session);
  }

  /** Puts a tool or a command into the field where it is asked. */
  want(wanted: Wanted): void {
    this.wanted = wanted;
    this.argsWanted = true;
  }

  /** `session` calls that extension's tool even when another one has won the name. */
  callTool(name: string, argsText: string, session?: SessionId): Promise<boolean> {
    return this.#tell('agent.callTool', { name, argsText, ...(session ? { session } : {}) });
  }
  runCommand(name: string, args: string, session?: SessionId): Promise<boolean> {
    return this.#tell('agent.runCommand', { name, args, ...(session ? { session } : {}) });
  }
  panelKey(panel: PanelView, key: string, text?: string): Promise<boolean> {
    const { session, id } = panel;
    return this.#tell('agent.panelKey', { session, panel: id, key, ...(text === undefined ? {} : { text }) });
  }
  closePanel({ session, id }: PanelView): Promise<boolean> {
    return this.#tell('agent.closePanel', { session, panel: id });
  }
  setFailClosed(failClosed: boolean): Promise<boolean> {
    return this.#tell('agent.setFailClosed', { failClosed });
  }
  /** The host's clock of one session stands, or runs on although something is held. */
  setFreeze(session: SessionId, freeze: boolean): Promise<boolean> {
    return this.#tell('agent.setFreeze', { session, freeze });
  }
  clear(): Promise<boolean> {
    return this.#tell('agent.clear', {});
  }
  stopScenario(): Promise<boolean> {
    return this.#tell('scenario.stop', {});
  }
  /** null when it was refused, which was said. */
  async runScenario(text: string): Promise<CommandResult<'scenario.run'> | null> {
    const answer = await ask(this.#bridge, 'scenario.run', { text });
    if (answer.ok) return answer.value;
    this.#refused(answer.failure);
    return null;
  }

  async #tell<C extends CommandName>(name: C, args: AskArgs<C>): Promise<boolean> {
    const answer = await ask(this.#bridge, name, args);
    if (!answer.ok) this.#refused(answer.failure);
    return answer.ok;
  }
}

/** What was told before with what is new, in order, the newest `most`. */
function merged<T>(
  before: readonly T[],
  news: readonly T[],
  key: (one: T) => number,
  most: number,
): readonly T[] {
  if (news.length === 0) return before;
  const all = new Map(before.map((one) => [key(one), one]));
  for (const one of news) all.set(key(one), one);
  return [...all.values()].sort((a, b) => key(a) - key(b)).slice(-most);
}
