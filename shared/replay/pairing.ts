// Which id, UUID or folder of the recorded run is which one of the new run. Ids are told beforehand or paired by first use;
// folders go together when the host told both under the same name. Remembers, never forgets.

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
  set(kind: 'id' | 'text', recorded: string, live: string): void {
    this.#there.set(`${kind} ${recorded}`, live);
    this.#back.set(`${kind} ${live}`, recorded);
  }

  /** Whether the parts of two values go together; those seen for the first time do from now on. */
  same(recorded: readonly PairedPart[], live: readonly PairedPart[]): boolean {
    if (recorded.length !== live.length) return false;
    return recorded.every((part, at) => {
      const partner = live[at];
      return partner !== undefined && partner.kind === part.kind && this.#pair(part, partner.value);
    });
  }

  #pair({ kind, value }: PairedPart, live: string): boolean {
    if (kind === 'folder') return meet(this.#recorded.whatIs(value), this.#live.whatIs(live));
    const there = this.#there.get(`${kind} ${value}`);
    const back = this.#back.get(`${kind} ${live}`);
    if (there === undefined && back === undefined) {
      this.set(kind, value, live);
      return true;
    }
    return there === live && back === value;
  }
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}
