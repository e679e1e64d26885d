// Tells the window what the agent does: one piece of news at a time, the next only after the last was acknowledged, never
// more than ten a second. Only what is new or changed crosses, so that a long history costs nothing.

import type { AgentNews, ScenarioRun, StripItem } from '../../shared/ipc/contract.ts';
import { keptChains } from '../../shared/ipc/contract.ts';
import type { ChainCard, ChainHop, PanelView, RegistryRow, RunningHop } from '../../shared/session/agent.ts';
import type { Agent } from '../session/agent-type.ts';
import { shortened } from './agent-strip.ts';

const leastMs = 100;

export interface AgentSource {
  readonly agent: Agent;
  readonly strip: { readonly items: readonly StripItem[] };
  readonly run: () => ScenarioRun | null;
}

export class AgentStream {
  readonly #source: AgentSource;
  readonly #send: (news: AgentNews) => void;
  readonly #chains = new Map<number, ChainCard>();
  readonly #items = new Map<number, StripItem>();
  #registry: readonly RegistryRow[] = [];
  #panels: readonly PanelView[] = [];
  #news = 0;
  #open = false;
  #awaitingAck = false;
  #dirty = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(source: AgentSource, send: (news: AgentNews) => void) {
    this.#source = source;
    this.#send = send;
  }

  /** Everything there is; from here on what is new is told. */
  begin(): AgentNews {
    this.close();
    this.#open = true;
    return this.#make(true);
  }

  ack(news: number): void {
    if (news !== this.#news) return; // an old answer; the current news is still on its way
    this.#awaitingAck = false;
    if (this.#dirty) this.changed();
  }

  /** Something may be new. */
  changed(): void {
    this.#dirty = true;
    if (!this.#open || this.#awaitingAck || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#send(this.#make(false));
    }, leastMs);
  }

  close(): void {
    this.#open = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #make(whole: boolean): AgentNews {
    const { agent, strip, run } = this.#source;
    if (whole) {
      this.#chains.clear();
      this.#items.clear();
    }
    const { registry, panels } = agent;
    const chains = changedOnes(this.#chains, agent.chains.slice(-keptChains), (card) => card.chain);
    const items = changedOnes(this.#items, strip.items, (item) => item.item);
    const sameRegistry = !whole && alike(registry, this.#registry);
    const samePanels = !whole && alike(panels, this.#panels);
    this.#registry = registry;
    this.#panels = panels;
    this.#news += 1;
    this.#awaitingAck = true;
    this.#dirty = false;
    return {
      news: this.#news,
      whole,
      registry: sameRegistry ? null : registry,
      panels: samePanels ? null : panels,
      chains: chains.map(shortCard),
      strip: items,
      stripFrom: strip.items[0]?.item ?? null,
      run: run(),
      failClosed: agent.failClosed,
    };
  }
}

/** What is not in `told` as it is now; `told` then holds exactly what there is. A chain that runs always counts. */
function changedOnes<T extends object>(
  told: Map<number, T>,
  now: readonly T[],
  key: (one: T) => number,
): readonly T[] {
  const changed = now.filter(
    (one) => told.get(key(one)) !== one || ('outcome' in one && one.outcome === null),
  );
  told.clear();
  for (const one of now) told.set(key(one), one);
  return changed;
}

/** Whether two lists hold the same plain objects, looked at one level deep. */
function alike<T extends object>(a: readonly T[], b: readonly T[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((one, at) => {
    const other = b[at];
    if (!other || one === other) return one === other;
    const keys = Object.keys(one) as (keyof T)[];
    return keys.every((key) => one[key] === other[key]) && Object.keys(other).length === keys.length;
  });
}

function shortCard(card: ChainCard): ChainCard {
  const { outcome } = card;
  return {
    ...card,
    asked: shortened(card.asked),
    hops: card.hops.map(shortHop),
    // The hops stand in the card already.
    outcome: outcome && { ...outcome, value: shortened(outcome.value), hops: [] },
  };
}

function shortHop(hop: ChainHop | RunningHop): ChainHop | RunningHop {
  if (!('after' in hop)) return { ...hop, before: shortened(hop.before) };
  return {
    ...hop,
    before: shortened(hop.before),
    after: shortened(hop.after),
    reason: shortened(hop.reason),
  };
}
