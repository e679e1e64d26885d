// Counts what was put to use, entry by entry, over as many recordings as are given: what an extension offers is what the
// host took (its decisions), what was used is what the catalogue says of each frame. Knows no protocol by name.

import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { branchesOf, makeCovered } from '../fuzz/branches.ts';
import type { Decoded, Exercise, FrameDef, OfferedPart, Protocol } from '../protocol/define.ts';
import type { DecodedEntry } from '../session/decode-entry.ts';
import type { Entry } from '../session/entries.ts';
import type { Coverage, OfferCoverage, Share } from './coverage-types.ts';

type Frame = Extract<Decoded, { kind: 'frame' }>;

interface Offer {
  readonly part: OfferedPart;
  readonly name: string;
  uses: number;
  answered: number;
  readonly outcomes: Map<string, number>;
  schemaText: string | null;
  /** Takes a branch's id to how often it was taken. */
  readonly branches: Map<string, number>;
  covered: ((raw: string) => readonly string[]) | undefined;
}

/** Requests that may wait for an answer at the same time; older ones count as unanswered. */
const mostPending = 10_000;

/** A fresh one for each question; `add` takes the entries of one recording after the other. */
export class CoverageFold {
  readonly #protocol: Protocol;
  readonly #offers = new Map<string, Offer>();
  readonly #pending = new Map<string, Offer>();
  readonly #offered = new Set<Offer>();

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  add({ entry, decoded }: DecodedEntry): void {
    if (entry.kind === 'decided') this.#decided(entry);
    else if (entry.kind === 'line' && decoded?.kind === 'frame') this.#frame(entry, decoded);
  }

  /** Ids of the next recording are its own. */
  endRecording(): void {
    this.#pending.clear();
  }

  get coverage(): Coverage {
    const all = [...this.#offers.values()];
    const offers = all.filter((offer) => this.#offered.has(offer)).map((offer) => this.#told(offer));
    return {
      offers: offers.sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part)),
      unknown: all
        .filter((offer) => !this.#offered.has(offer))
        .map(({ part, name, uses }) => ({ part, name, uses })),
      used: share(offers.map(({ uses }) => uses)),
      outcomes: share(offers.flatMap(({ outcomes }) => outcomes.map(({ count }) => count))),
      branches: share(offers.flatMap(({ branches }) => branches.map(({ count }) => count))),
    };
  }

  #decided(entry: Extract<Entry, { kind: 'decided' }>): void {
    if (entry.decision === 'toolRegistered') {
      const offer = this.#offer('tool', entry.value.name);
      const { schemaText } = entry.value;
      if (schemaText !== offer.schemaText) {
        offer.schemaText = schemaText;
        offer.covered = schemaText === null ? undefined : makeCovered(schemaText);
      }
    }
    if (entry.decision === 'commandRegistered') this.#offer('command', entry.value.name);
    if (entry.decision === 'subscribed') {
      const { events, intercept } = entry.value;
      for (const name of events) this.#offer('event', name);
      // What is asked by a frame of its own is an offer of its own; a veto of an event's handler is not.
      if (this.#asksApart) for (const name of intercept) this.#offer('intercept', name);
    }
  }

  get #asksApart(): boolean {
    return this.#protocol.frames.some(({ exercises }) => exercises?.part === 'intercept');
  }

  #frame(entry: Extract<Entry, { kind: 'line' }>, { def, frame, id }: Frame): void {
    const { exercises, outcome } = def;
    const name = exercises && frame[exercises.name];
    if (exercises && typeof name === 'string') {
      const offer = this.#at(exercises.part, name);
      offer.uses += 1;
      if (offer.covered) this.#branches(offer, entry, exercises);
      if (id !== undefined && def.role.kind === 'request') this.#wait(`${def.role.answer} ${id}`, offer);
    }
    if (outcome && id !== undefined) {
      const key = `${def.type} ${id}`;
      const offer = this.#pending.get(key);
      if (!offer) return;
      this.#pending.delete(key);
      const word = outcome.of(frame);
      offer.answered += 1;
      offer.outcomes.set(word, (offer.outcomes.get(word) ?? 0) + 1);
    }
  }

  #wait(key: string, offer: Offer): void {
    this.#pending.set(key, offer);
    if (this.#pending.size <= mostPending) return;
    for (const oldest of this.#pending.keys()) {
      this.#pending.delete(oldest);
      break;
    }
  }

  #branches(offer: Offer, { raw }: Extract<Entry, { kind: 'line' }>, { args: key, argsAs }: Exercise): void {
    if (key === undefined) return;
    const args = 'text' in raw ? argumentsIn(raw.text, key, argsAs) : undefined;
    for (const id of offer.covered?.(args ?? '{}') ?? []) {
      offer.branches.set(id, (offer.branches.get(id) ?? 0) + 1);
    }
  }

  #offer(part: OfferedPart, name: string): Offer {
    const offer = this.#at(part, name);
    this.#offered.add(offer);
    return offer;
  }

  #at(part: OfferedPart, name: string): Offer {
    const key = `${part} ${name}`;
    let offer = this.#offers.get(key);
    if (!offer) {
      const counts = { uses: 0, answered: 0, outcomes: new Map(), branches: new Map() };
      offer = { part, name, ...counts, schemaText: null, covered: undefined };
      this.#offers.set(key, offer);
    }
    return offer;
  }

  #told(offer: Offer): OfferCoverage {
    const { part, name, uses, answered, outcomes, schemaText, branches } = offer;
    const words = this.#outcomeWords(part, name);
    return {
      part,
      name,
      uses,
      outcomes: words.map((word) => ({ word, count: outcomes.get(word) ?? 0 })),
      unanswered: words.length === 0 ? 0 : uses - answered,
      branches: branchesOf(schemaText ?? 'true').map(({ id, at, title, invalid }) => ({
        at,
        title,
        invalid,
        count: branches.get(id) ?? 0,
      })),
    };
  }

  /** Those of the answers to the frames that put such a part to use. */
  #outcomeWords(part: OfferedPart, name: string): readonly string[] {
    for (const { exercises, role } of this.#protocol.frames) {
      if (exercises?.part !== part || role.kind !== 'request') continue;
      const answer = this.#protocol.frames.find(
        ({ type, from }) => type === role.answer && from === 'extension',
      );
      if (answer?.outcome) return wordsFor(answer.outcome, name);
    }
    return [];
  }
}

const order: readonly OfferedPart[] = ['tool', 'command', 'event', 'intercept'];

function wordsFor({ words, onlyFor }: NonNullable<FrameDef['outcome']>, name: string): readonly string[] {
  return words.filter((word) => onlyFor?.[word]?.includes(name) ?? true);
}

function share(counts: readonly number[]): Share {
  return { covered: counts.filter((count) => count > 0).length, of: counts.length };
}

/** The text of the arguments as it stands in the line; of a text that is JSON, the text. */
function argumentsIn(line: string, key: string, as: Exercise['argsAs']): string | undefined {
  const tree = parseTree(line);
  const node = tree && findNodeAtLocation(tree, [key]);
  if (!node) return undefined;
  if (as === 'text') return node.type === 'string' ? String(node.value) : undefined;
  return line.slice(node.offset, node.offset + node.length);
}
