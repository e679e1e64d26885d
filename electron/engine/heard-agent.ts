// The agent with somebody listening: passes everything on unchanged, and puts what was asked and what came of it on the
// strip. Commands of the window and scenarios both go through it, so that the strip misses neither.

import type { StripFact } from '../../shared/ipc/contract.ts';
import type { SessionId } from '../../shared/ids.ts';
import type {
  ChainCard,
  ChainOutcome,
  CommandOutcome,
  EmitOutcome,
  InterceptPayload,
  PanelView,
  RegistryRow,
  ToolOutcome,
  WireField,
} from '../../shared/session/agent.ts';
import type { Agent } from '../session/agent-type.ts';
import {
  nowhere,
  shortEffect,
  shortened,
  stripBlocks,
  type AgentStrip,
  type StripPlace,
} from './agent-strip.ts';

type Ask<M extends 'callTool' | 'runCommand'> = Parameters<Agent[M]>[0];
/** Something that was asked: its place on the strip, and its end. */
export interface Heard<T> {
  readonly item: number;
  readonly outcome: Promise<T>;
}

export class HeardAgent implements Agent {
  readonly #agent: Agent;
  readonly #strip: AgentStrip;
  readonly #nameOf: (session: SessionId) => string;

  constructor(agent: Agent, strip: AgentStrip, nameOf: (session: SessionId) => string) {
    this.#agent = agent;
    this.#strip = strip;
    this.#nameOf = nameOf;
  }

  get registry(): readonly RegistryRow[] {
    return this.#agent.registry;
  }
  get panels(): readonly PanelView[] {
    return this.#agent.panels;
  }
  get chains(): readonly ChainCard[] {
    return this.#agent.chains;
  }
  get failClosed(): boolean {
    return this.#agent.failClosed;
  }
  set failClosed(on: boolean) {
    this.#agent.failClosed = on;
  }
  onChange(listener: () => void): () => void {
    return this.#agent.onChange(listener);
  }
  panelKey(ask: Parameters<Agent['panelKey']>[0]): void {
    this.#agent.panelKey(ask);
  }
  closePanel(ask: Parameters<Agent['closePanel']>[0]): void {
    this.#agent.closePanel(ask);
  }

  callTool(ask: Ask<'callTool'>): Promise<ToolOutcome> {
    return this.hearTool(ask).outcome;
  }
  runCommand(ask: Ask<'runCommand'>): Promise<CommandOutcome> {
    return this.hearCommand(ask).outcome;
  }
  intercept(payload: InterceptPayload): Promise<ChainOutcome> {
    return this.hearChain(payload).outcome;
  }

  emit(event: string, fields: readonly WireField[]): EmitOutcome {
    const outcome = this.#agent.emit(event, fields);
    const [first] = outcome.sent;
    const place =
      outcome.sent.length === 1 && first
        ? { session: first.session, extension: this.#nameOf(first.session), line: first.line }
        : nowhere;
    this.#strip.add({ kind: 'event', event, outcome }, place);
    return outcome;
  }

  hearTool(ask: Ask<'callTool'>): Heard<ToolOutcome> {
    const asked = { kind: 'tool', tool: ask.name, argsText: shortened(ask.argsText) } as const;
    const item = this.#strip.add(
      { ...asked, callId: null, end: null, isError: false, content: [], remarks: [], tookMs: 0 },
      this.#placeOf(ask.session ?? null, null),
    );
    const outcome = this.#agent.callTool(ask).then((told) => {
      const { callId, end, isError, content, remarks, tookMs } = told;
      this.#strip.update(
        item,
        { ...asked, callId, end, isError, content: stripBlocks(content), remarks, tookMs },
        this.#placeOf(told.session, told.line),
      );
      return told;
    });
    return { item, outcome };
  }

  hearCommand(ask: Ask<'runCommand'>): Heard<CommandOutcome> {
    const asked = { kind: 'command', command: ask.name, args: shortened(ask.args) } as const;
    const item = this.#strip.add(
      { ...asked, end: null, effect: null, tookMs: 0 },
      this.#placeOf(ask.session ?? null, null),
    );
    const outcome = this.#agent.runCommand(ask).then((told) => {
      const { end, effect, tookMs } = told;
      this.#strip.update(
        item,
        { ...asked, end, effect: shortEffect(effect), tookMs },
        this.#placeOf(told.session, told.line),
      );
      return told;
    });
    return { item, outcome };
  }

  hearChain(payload: InterceptPayload): Heard<ChainOutcome> {
    const before = this.#agent.chains.at(-1)?.chain ?? 0;
    const running = this.#agent.intercept(payload);
    const card = this.#agent.chains.at(-1);
    const known = card && card.chain !== before ? card : null;
    const { event } = payload;
    const title = known?.title ?? '';
    const item = this.#strip.add({ kind: 'chain', chain: known?.chain ?? 0, event, title, outcome: null });
    const outcome = running.then((told) => {
      const named = this.#agent.chains.findLast((one) => one.chain === told.chain)?.title ?? title;
      this.#strip.update(item, chainFact(told, named, this.#nameOf), this.#decider(told));
      return told;
    });
    return { item, outcome };
  }

  #placeOf(session: SessionId | null, line: number | null): StripPlace {
    return { session, extension: session === null ? '' : this.#nameOf(session), line };
  }

  #decider({ decidedBy, hops }: ChainOutcome): StripPlace {
    const hop = hops.findLast((one) => one.session === decidedBy);
    return this.#placeOf(decidedBy, hop?.answerLine ?? hop?.line ?? null);
  }
}

function chainFact(told: ChainOutcome, title: string, nameOf: (session: SessionId) => string): StripFact {
  const { chain, event, blocked, rewritten, reason, value, decidedBy, spentMs } = told;
  return {
    kind: 'chain',
    chain,
    event,
    title,
    outcome: blocked ? 'blocked' : rewritten ? 'changed' : 'allowed',
    reason: shortened(reason),
    decidedBy: decidedBy === null ? '' : nameOf(decidedBy),
    value: shortened(value),
    spentMs,
  };
}
