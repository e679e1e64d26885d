// One value without members, as it is compared: spelled in one way, with what normalisers replace taken out. Both the quick
// comparison (canonical.ts) and the one that names places (compare.ts) see values through this, so they agree.

import { significant } from '../json/digits.ts';
import type { ScalarKind } from '../json/walk.ts';
import type { Side } from '../session/entries.ts';
import { other } from './asked.ts';
import type { ReplayLine } from './line.ts';
import type { Normaliser, NormaliserName } from './normalisers.ts';
import type { RunFacts } from './run-facts.ts';

/** A part that was replaced and has to be matched by the same thing on the other side each time. */
export interface PairedPart {
  readonly kind: 'id' | 'folder' | 'text';
  readonly value: string;
  /** Of an id: whose request it may be, the likelier first. Both sides count their requests by themselves. */
  readonly sides?: readonly Side[];
}

export interface Leaf {
  /** Equal texts are equal values, as far as the paired parts go together. */
  readonly text: string;
  readonly by: readonly NormaliserName[];
  readonly paired: readonly PairedPart[];
}

/** Where the value stands. */
export interface LeafPlace {
  readonly line: Pick<ReplayLine, 'from' | 'role' | 'perRun'>;
  /** 1 for a member of the frame itself. */
  readonly depth: number;
  readonly key: string | number | null;
}

const dayMs = 86_400_000;
const msPerUnit = [1_000, 1, 0.001, 0.000_001];

export class Leaves {
  readonly #facts: RunFacts;
  readonly #texts: readonly (Normaliser['texts'][number] & { readonly name: NormaliserName })[];
  readonly #names: ReadonlySet<NormaliserName>;

  constructor(normalisers: readonly Normaliser[], facts: RunFacts) {
    this.#facts = facts;
    this.#texts = normalisers.flatMap(({ name, texts }) => texts.map((text) => ({ ...text, name })));
    this.#names = new Set(normalisers.map(({ name }) => name));
  }

  /** @param raw as spelled @param text of a string, decoded */
  leaf(kind: ScalarKind, raw: string, text: string, place: LeafPlace): Leaf {
    if (this.#isPerRun(place)) return { text: '‹id›', by: ['ids'], paired: [{ kind: 'text', value: raw }] };
    if (kind === 'string') return this.#string(text, place);
    if (kind !== 'number') return plain(raw);
    if (this.#names.has('times') && this.#isTime(Number(raw)))
      return { text: '‹time›', by: ['times'], paired: [] };
    return plain(significant(raw));
  }

  /** A line that is no frame. */
  text(text: string): Leaf {
    return this.#parts(text);
  }

  #isPerRun({ line, depth, key }: LeafPlace): boolean {
    return (
      depth === 1 &&
      this.#names.has('ids') &&
      typeof key === 'string' &&
      line.perRun !== undefined &&
      line.perRun.includes(key)
    );
  }

  #string(text: string, place: LeafPlace): Leaf {
    const sides = this.#names.has('ids') && place.depth === 1 ? this.#askersOf(text, place) : [];
    if (sides.length > 0) return { text: '"‹id›', by: ['ids'], paired: [{ kind: 'id', value: text, sides }] };
    const { text: replaced, by, paired } = this.#parts(text);
    // The quote keeps texts and numbers apart.
    return { text: `"${replaced}`, by, paired };
  }

  /** Whose requests have this id; none when it is no id. */
  #askersOf(id: string, { line, key }: LeafPlace): readonly Side[] {
    if (key === 'type') return [];
    const asker = line.role === 'answer' ? other(line.from) : line.from;
    const likelier: readonly Side[] = key === 'id' ? [asker, other(asker)] : ['host', 'extension'];
    return likelier.filter((side) => this.#facts.hasId(side, id));
  }

  #parts(text: string): Leaf {
    let replaced = text;
    const by: NormaliserName[] = [];
    const paired: PairedPart[] = [];
    const { folderPattern } = this.#facts;
    if (folderPattern && this.#names.has('paths')) {
      replaced = replaced.replaceAll(folderPattern, (folder) => {
        paired.push({ kind: 'folder', value: folder });
        return '‹folder›';
      });
      if (paired.length > 0) by.push('paths');
    }
    for (const { pattern, word, paired: pairs, name } of this.#texts) {
      const before = replaced;
      replaced = replaced.replaceAll(pattern, (part) => {
        if (pairs) paired.push({ kind: 'text', value: part.toLowerCase() });
        return word;
      });
      if (replaced !== before && !by.includes(name)) by.push(name);
    }
    return { text: replaced, by, paired };
  }

  /** Seconds, or a thousandth, millionth or billionth of one, within a day of the run. */
  #isTime(value: number): boolean {
    const { startedMs } = this.#facts;
    if (startedMs === undefined) return false;
    return msPerUnit.some((ms) => Math.abs(value * ms - startedMs) < dayMs);
  }
}

function plain(text: string): Leaf {
  return { text, by: [], paired: [] };
}
