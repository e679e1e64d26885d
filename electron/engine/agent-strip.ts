// The chat-like strip: what the host did and would show, one item after the other, the newest ones only. Keeps plain values
// for the window; pictures stay in the journal and are read from there when somebody looks.

import type { StripBlock, StripFact, StripItem } from '../../shared/ipc/contract.ts';
import { keptItems } from '../../shared/ipc/contract.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { AgentBlock, CommandEffect } from '../../shared/session/agent.ts';

export interface StripPlace {
  readonly session: SessionId | null;
  /** Name of the extension; empty when it is about none. */
  readonly extension: string;
  readonly line: number | null;
}

export const nowhere: StripPlace = { session: null, extension: '', line: null };

/** Characters of one text that the window is told. */
const mostCharacters = 65_536;

export class AgentStrip {
  readonly #nowMs: () => number;
  readonly #changed: () => void;
  readonly #items = new Map<number, StripItem>();
  #count = 0;

  /** @param nowMs since the workspace began */
  constructor(nowMs: () => number, changed: () => void) {
    this.#nowMs = nowMs;
    this.#changed = changed;
  }

  /** Oldest first. */
  get items(): readonly StripItem[] {
    return [...this.#items.values()];
  }

  /** Returns its number, under which it may be told again. */
  add(fact: StripFact, place: StripPlace = nowhere): number {
    this.#count += 1;
    this.#items.set(this.#count, { item: this.#count, atMs: this.#nowMs(), ...place, fact });
    if (this.#items.size > keptItems) {
      const [oldest] = this.#items.keys();
      if (oldest !== undefined) this.#items.delete(oldest);
    }
    this.#changed();
    return this.#count;
  }

  /** What has become of an item; one that is no longer kept is let go. */
  update(item: number, fact: StripFact, place: Partial<StripPlace> = {}): void {
    const known = this.#items.get(item);
    if (!known) return;
    this.#items.set(item, { ...known, ...place, fact });
    this.#changed();
  }

  clear(): void {
    this.#items.clear();
    this.#changed();
  }
}

/** A text cut to what a window can show; says how much is left out. */
export function shortened(text: string): string {
  if (text.length <= mostCharacters) return text;
  const left = (text.length - mostCharacters).toLocaleString('en-US');
  return `${text.slice(0, mostCharacters)}\n… ${left} more characters; its row has them all`;
}

export function stripBlocks(content: readonly AgentBlock[]): readonly StripBlock[] {
  let pictures = 0;
  return content.map((block) => {
    if (block.kind === 'text') return { kind: 'text', text: shortened(block.text) };
    const { mimeType, byteLength } = block;
    return { kind: 'image', mimeType, byteLength, nth: pictures++ };
  });
}

export function shortEffect(effect: CommandEffect): CommandEffect {
  switch (effect.kind) {
    case 'prompt':
    case 'insert':
    case 'display':
    case 'error':
      return { ...effect, text: shortened(effect.text) };
    case 'toolPrompt':
      return { ...effect, argsText: shortened(effect.argsText) };
    case 'openPanel':
    case 'noop':
      return effect;
  }
}
