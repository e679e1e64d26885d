// The window's end of the agent's stream for tests of the engine: keeps what the news add up to, acknowledges each, and
// waits for what they tell. Nothing sleeps.

import type { AgentDesk } from '../../electron/engine/agent-desk.ts';
import type { AgentNews, ScenarioRun, StripFact, StripItem } from '../../shared/ipc/contract.ts';
import type { ChainCard, PanelView, RegistryRow } from '../../shared/session/agent.ts';

export class AgentWindow {
  /** Every piece of news, the first answer of `agent.state` included. */
  readonly news: AgentNews[] = [];
  readonly chains = new Map<number, ChainCard>();
  readonly items = new Map<number, StripItem>();
  registry: readonly RegistryRow[] = [];
  panels: readonly PanelView[] = [];
  run: ScenarioRun | null = null;
  /** Off: news are taken and not acknowledged. */
  acks = true;
  #desk: AgentDesk | undefined;
  #wake: () => void = () => {};

  /** As the window does when its page is loaded. */
  begin(desk: AgentDesk): void {
    this.#desk = desk;
    this.take(desk.state());
  }

  readonly take = (news: AgentNews): void => {
    structuredClone(news); // what can't be cloned could not cross the border
    this.news.push(news);
    if (news.registry) this.registry = news.registry;
    if (news.panels) this.panels = news.panels;
    for (const card of news.chains) this.chains.set(card.chain, card);
    for (const item of news.strip) this.items.set(item.item, item);
    this.run = news.run;
    if (this.acks) this.#desk?.ack(news.news);
    this.#wake();
  };

  facts<K extends StripFact['kind']>(kind: K): Extract<StripFact, { kind: K }>[] {
    return [...this.items.values()]
      .map((item) => item.fact)
      .filter((fact): fact is Extract<StripFact, { kind: K }> => fact.kind === kind);
  }

  /** Resolves with what `look` finds, now or after some news. */
  async until<T>(what: string, look: () => T | undefined, withinMs = 15_000): Promise<T> {
    const end = performance.now() + withinMs;
    for (;;) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      const found = look();
      if (found !== undefined) return found;
      const left = end - performance.now();
      if (left <= 0)
        throw new Error(
          `Not within ${withinMs} ms: ${what}. The strip: ${JSON.stringify([...this.items.values()])}`,
        );
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([woken, new Promise((resolve) => (timer = setTimeout(resolve, left)))]);
      clearTimeout(timer);
    }
  }
}
