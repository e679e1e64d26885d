// Walks an agent's turn: the parts in their order, and what the answers make of the later ones. A blocked turn goes straight
// to its end; a suppressed message is not told; a blocked tool is not called; rewritten arguments are what is called with.

import type { PartOutcome, TurnOutcome } from '../../shared/scenario/facts.ts';
import type { FieldText, Turn } from '../../shared/scenario/format.ts';
import { turnEnd, turnSteps, type TurnPart } from '../../shared/scenario/turn.ts';
import type { ChainOutcome } from '../../shared/session/agent.ts';

export type AskedPart = 'event' | 'intercept' | 'tool_call';

/** What a turn does to the extensions. */
export interface TurnActions {
  emit(event: string, fields: readonly FieldText[]): Promise<PartOutcome>;
  intercept(
    event: string,
    fields: readonly FieldText[],
  ): Promise<Extract<PartOutcome, { kind: 'intercept' }>>;
  call(part: Extract<TurnPart, { do: 'tool_call' }>, args: string): Promise<PartOutcome>;
  now(): number;
}

export interface TurnPartDone {
  readonly do: AskedPart;
  readonly outcome: PartOutcome;
}

/** Yields each part's outcome when it is there; returns that of the turn. */
export async function* walkTurn(turn: Turn, actions: TurnActions): AsyncGenerator<TurnPartDone, TurnOutcome> {
  const walk = new TurnWalk(turn, actions);
  const startedAt = actions.now();
  for (const part of turnSteps(turn)) {
    const outcome = await walk.part(part);
    if (outcome) yield { do: part.do, outcome };
  }
  return { ...walk.outcome, tookMs: actions.now() - startedAt };
}

class TurnWalk {
  readonly #actions: TurnActions;
  /** Reason of the block that ended the turn. */
  #refused: string | null = null;
  /** Text that goes on; null when it was suppressed. */
  #message: string | null;
  /** By tool: arguments that go on; null when it was blocked. */
  readonly #args: (string | null)[];
  #firstBlock: string | null = null;
  #isError = false;
  #timedOut = false;

  constructor(turn: Turn, actions: TurnActions) {
    this.#actions = actions;
    this.#message = turn.text;
    this.#args = turn.tools.map(({ args }) => args);
  }

  get outcome(): Omit<TurnOutcome, 'tookMs'> {
    return {
      refused: this.#refused !== null,
      blocked: this.#firstBlock !== null,
      reason: this.#firstBlock ?? '',
      isError: this.#isError,
      timedOut: this.#timedOut,
      shown: this.#refused === null ? (this.#message ?? '') : '',
    };
  }

  /** Undefined when the part falls away. */
  async part(part: TurnPart): Promise<PartOutcome | undefined> {
    const refused = this.#refused;
    if (refused !== null) {
      if (part.do !== 'event' || part.event !== 'turn_end') return undefined;
      return this.#actions.emit('turn_end', turnEnd('error', refused));
    }
    if (part.do === 'event') return this.#event(part);
    if (part.do === 'intercept') {
      const outcome = await this.#actions.intercept(part.event, part.fields);
      this.#decided(part, outcome.chain);
      return outcome;
    }
    const args = this.#args[part.tool];
    if (args === null || args === undefined) return undefined;
    const outcome = await this.#actions.call(part, args);
    if (outcome.kind !== 'tool') return outcome;
    if (outcome.tool.isError) this.#isError = true;
    if (outcome.tool.end.how === 'timedOut') this.#timedOut = true;
    return outcome;
  }

  async #event(part: Extract<TurnPart, { do: 'event' }>): Promise<PartOutcome | undefined> {
    if (part.event !== 'assistant_message') return this.#actions.emit(part.event, part.fields);
    if (this.#message === null) return undefined;
    return this.#actions.emit(part.event, [{ name: 'text', json: JSON.stringify(this.#message) }]);
  }

  #decided(part: Extract<TurnPart, { do: 'intercept' }>, chain: ChainOutcome): void {
    if (chain.blocked) this.#firstBlock ??= chain.reason;
    if (chain.hops.some(({ verdict }) => verdict === 'timeout')) this.#timedOut = true;
    if ('tool' in part) {
      if (chain.blocked) this.#isError = true;
      this.#args[part.tool] = chain.blocked ? null : chain.value;
    } else if (part.event === 'assistant_message') this.#message = chain.blocked ? null : chain.value;
    else if (chain.blocked) this.#refused = chain.reason;
  }
}
