// Which id, UUID or folder of the recorded run is which one of the new run. Ids are told beforehand or paired by first use;
// folders go together when the host told both under the same name. Remembers, never forgets.

import type { Side } from '../session/entries.ts';
import type { PairedPart } from './leaf.ts';
import type { RunFacts } from './run-facts.ts';

export class Pairing {
  readonly #recorded: RunFacts;
  readonly #live: RunFacts;
  readonly #there = new Map<string, string>();
  readonly #back = new Map<string, string>();

  constructor(recorded: RunFacts, live: RunFacts) {
    this.#recorded = recorded;
    this.#live = live;
  }

  /** From now on these two are the same, whatever was before. */
  set(of: Side | 'text', recorded: string, live: string): void {
    this.#there.set(`${of} ${recorded}`, live);
    this.#back.set(`${of} ${live}`, recorded);
  }

  /** Whether the parts of two values go together; those seen for the first time do from now on. */
  same(recorded: readonly PairedPart[], live: readonly PairedPart[]): boolean {
    if (recorded.length !== live.length) return false;
    return recorded.every((part, at) => {
      const partner = live[at];
      return partner !== undefined && partner.kind === part.kind && this.#pair(part, partner);
    });
  }

  #pair({ kind, value, sides = [] }: PairedPart, partner: PairedPart): boolean {
    if (kind === 'folder') return meet(this.#recorded.whatIs(value), this.#live.whatIs(partner.value));
    if (kind === 'text')
      return this.#known('text', value, partner.value) || this.#meet('text', value, partner.value);
    const both = sides.filter((side) => partner.sides?.includes(side));
    return (
      both.some((side) => this.#known(side, value, partner.value)) ||
      both.some((side) => this.#meet(side, value, partner.value))
    );
  }

  #known(of: Side | 'text', recorded: string, live: string): boolean {
    return this.#there.get(`${of} ${recorded}`) === live && this.#back.get(`${of} ${live}`) === recorded;
  }

  /** Both are seen for the first time. */
  #meet(of: Side | 'text', recorded: string, live: string): boolean {
    if (this.#there.has(`${of} ${recorded}`) || this.#back.has(`${of} ${live}`)) return false;
    this.set(of, recorded, live);
    return true;
  }
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}
