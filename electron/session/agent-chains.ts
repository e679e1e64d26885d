// The chains of a workspace: numbers them, keeps the newest thousand, and shows each as a card, live while it runs. What a
// chain does is agent-chain.ts.

import { clip } from '../../shared/protocol/say.ts';
import { runChain, outcomeOfSilence, type ChainWatcher } from './agent-chain.ts';
import { note, valueOf } from './agent-hop.ts';
import type { ChainCard, ChainHop, ChainOutcome, InterceptPayload, RunningHop } from './agent-type.ts';
import type { HostRequest } from './request-desk.ts';
import type { Session } from './session-type.ts';

const kept = 1_000;
const longestTitle = 80;

interface Running {
  readonly guards: readonly Session[];
  /** The question that is open, and what it is about. */
  open: { readonly index: number; readonly request: HostRequest } | null;
  value: string;
}

interface Kept {
  /** Rebuilt when something was decided; of a running chain the countdown comes fresh at each look. */
  card: ChainCard;
  running: Running | null;
}

export interface ChainsRim {
  nowMs(): number;
  failClosed(): boolean;
  changed(): void;
}

export class Chains {
  readonly #rim: ChainsRim;
  readonly #kept: Kept[] = [];
  #last = 0;

  constructor(rim: ChainsRim) {
    this.#rim = rim;
  }

  get cards(): readonly ChainCard[] {
    return this.#kept.map(({ card, running }) => (running ? this.#live(card, running) : card));
  }

  async run(guards: readonly Session[], payload: InterceptPayload): Promise<ChainOutcome> {
    const ask = { chain: ++this.#last, guards, payload, failClosed: () => this.#rim.failClosed() };
    // Nobody to ask is no decision, and no card.
    if (guards.length === 0) return runChain({ ...ask, watcher: nobody });
    const entry = this.#begin(ask.chain, guards, payload);
    const outcome = await runChain({
      ...ask,
      watcher: {
        asks: (index, before, request) => {
          entry.running = { guards, open: { index, request }, value: before };
          this.#rim.changed();
        },
        decided: (index, hop) => {
          this.#decided(entry, guards, index, hop);
        },
        late: (index, line) => this.#late(entry, index, line),
      },
    });
    entry.running = null;
    entry.card = { ...entry.card, hops: outcome.hops, outcome };
    this.#rim.changed();
    return outcome;
  }

  #begin(chain: number, guards: readonly Session[], payload: InterceptPayload): Kept {
    const { event, fields } = payload;
    const value = valueOf(event, fields);
    const card: ChainCard = {
      chain,
      event,
      title: titleOf(payload, value),
      startedMs: this.#rim.nowMs(),
      asked: value,
      hops: [],
      outcome: null,
    };
    const entry: Kept = { card, running: { guards, open: null, value } };
    this.#kept.push(entry);
    // A running one is never forgotten: its card would vanish from under the countdown.
    if (this.#kept.length > kept) {
      const oldest = this.#kept.findIndex(({ running }) => running === null);
      if (oldest >= 0) this.#kept.splice(oldest, 1);
    }
    return entry;
  }

  #decided(entry: Kept, guards: readonly Session[], index: number, hop: ChainHop): void {
    const hops = entry.card.hops.slice(0, index) as ChainHop[];
    entry.card = { ...entry.card, hops: [...hops, hop] };
    entry.running = { guards, open: null, value: hop.after };
    this.#rim.changed();
  }

  /** Marks the hop, in the card and in its outcome; what was decided stays. */
  #late(entry: Kept, index: number, line: number): void {
    const mark = <H extends ChainHop | RunningHop>(hop: H, at: number): H =>
      at === index && 'remarks' in hop
        ? {
            ...hop,
            answerLine: line,
            remarks: [...hop.remarks, note('late-answer', 'Its answer came too late, and is ignored.')],
          }
        : hop;
    const { hops, outcome } = entry.card;
    entry.card = {
      ...entry.card,
      hops: hops.map(mark),
      outcome: outcome && { ...outcome, hops: outcome.hops.map(mark) },
    };
    this.#rim.changed();
  }

  #live(card: ChainCard, { guards, open, value }: Running): ChainCard {
    const from = card.hops.length;
    const waiting = guards.slice(from).map((guard, at): RunningHop => {
      const isOpen = open?.index === from + at;
      const totalMs = guard.profile.interceptDeadlineMs;
      return {
        session: guard.id,
        name: guard.name,
        verdict: isOpen ? 'running' : 'waiting',
        ...(isOpen ? { callId: open.request.id, line: open.request.line } : {}),
        before: value,
        totalMs,
        leftMs: isOpen ? open.request.leftMs() : totalMs,
        frozen: guard.clockFrozen,
        outcome: outcomeOfSilence(this.#rim.failClosed()),
      };
    });
    return { ...card, hops: [...card.hops, ...waiting] };
  }
}

const nobody: ChainWatcher = { asks: () => {}, decided: () => {}, late: () => {} };

/** What the decision is about, in a few words: the tool, the step, the beginning of the message. */
function titleOf({ fields }: InterceptPayload, value: string): string {
  const field = (name: string): string | undefined => fields.find((one) => one.name === name)?.json;
  const tool = field('tool_name');
  if (tool !== undefined) return clip(textOf(tool), longestTitle);
  const step = field('step');
  return step === undefined ? clip(value, longestTitle) : `step ${step}`;
}

function textOf(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json; // shown as it was given
  }
}
