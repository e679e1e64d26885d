// What has to be masked in a JSON text: whole values by the name of their key or their place, and parts of strings by value
// and pattern; JSON inside strings too. Gives places, so all other bytes stay as they are, and what comes out is JSON again.
// Iterative over depth; strings in strings go four deep.

import { walkJson, type ScalarKind } from '../json/walk.ts';
import { rulesFor, stepDown, type Below } from '../replay/ignore.ts';
import { asWritten, type Edit } from './edit.ts';
import { isMasked, MaskBook } from './mask.ts';
import type { KeyRule, PointerRule } from './rules.ts';
import { editsOfText, type TextRules } from './text-edits.ts';

export interface JsonRules extends TextRules {
  readonly keys: readonly KeyRule[];
  readonly pointers: readonly PointerRule[];
  /** A fact of ours or the header: its own names mean nothing to key rules, and what a reader needs of it stays. */
  readonly isFact?: true;
  /** Called with a whole value that was masked. */
  readonly wholeFound: (value: string, chosen: boolean) => void;
}

/** A rule that holds for the value that comes now, and for all below it when a person chose it. */
interface Whole {
  readonly rule: string;
  readonly chosen: boolean;
  readonly numbers: boolean;
}

interface Open {
  readonly kind: 'object' | 'array';
  /** Of everything below. */
  readonly deep: Whole | null;
  /** Of the elements of a list that stands behind a name. */
  readonly items: Whole | null;
  readonly places: readonly Below[];
  key: string;
  index: number;
  /** Of `["--token", "…"]`. */
  flag: KeyRule | null;
  /** Of `{"name": "Authorization", "value": "…"}`. */
  named: KeyRule | null;
  value: { readonly offset: number; readonly length: number; readonly text: string } | null;
}

const deepestStrings = 4;
const namingKeys = new Set(['name', 'key', 'header']);
/** Words of the format in facts and the header: changed, they would make no entry. */
const formatWords = new Set(
  (
    'kind from ending pipe origin state by mode decision severity signal to how deadline verdict effect code framescope ' +
    'startedAt protocol profile'
  ).split(' '),
);

/** Undefined when the text is no JSON. @param type of the frame, for places that hold for one type */
export function editsOfJson(
  text: string,
  rules: JsonRules,
  type: string,
  depth = 0,
): readonly Edit[] | undefined {
  const walk = new JsonEdits(text, rules, type, depth);
  const end = walkJson(text, walk);
  return end.ok ? walk.edits.sort((one, other) => one.start - other.start) : undefined;
}

class JsonEdits {
  readonly edits: Edit[] = [];
  readonly #text: string;
  readonly #rules: JsonRules;
  readonly #depth: number;
  readonly #type: string;
  readonly #root: readonly Below[];
  readonly #open: Open[] = [];

  constructor(text: string, rules: JsonRules, type: string, depth: number) {
    this.#text = text;
    this.#rules = rules;
    this.#type = type;
    this.#depth = depth;
    // A place is one of the frame, not of JSON that a string of it holds.
    this.#root = depth > 0 ? [] : rules.pointers.map(({ place }) => rulesFor([place], type));
  }

  key(name: string, offset: number, length: number): void {
    const inside = this.#open.at(-1);
    if (inside) inside.key = name;
    if (!this.#isOurs) this.#inString(name, offset, length);
  }

  open(kind: 'object' | 'array'): void {
    const inside = this.#open.at(-1);
    const places = this.#placesHere();
    const whole = this.#wholeHere(places);
    this.#open.push({
      kind,
      deep: inside?.deep ?? (whole?.chosen ? whole : null),
      items: kind === 'array' ? whole : null,
      places,
      key: '',
      index: 0,
      flag: null,
      named: null,
      value: null,
    });
  }

  close(): void {
    const closed = this.#open.pop();
    if (closed?.named && closed.value) {
      const { offset, length, text } = closed.value;
      const { rule, chosen } = closed.named;
      this.#mask({ rule, chosen, numbers: false }, 'string', offset, length, text);
    }
    this.#next();
  }

  scalar(kind: ScalarKind, offset: number, length: number, decoded: string): void {
    const inside = this.#open.at(-1);
    const whole = inside?.deep ?? this.#wholeHere(this.#placesHere());
    if (
      whole &&
      kind !== 'null' &&
      (whole.chosen || kind === 'string' || (whole.numbers && kind === 'number'))
    )
      this.#mask(whole, kind, offset, length, decoded);
    else if (kind === 'string') this.#aString(inside, offset, length, decoded);
    else if (kind === 'number') this.#number(offset, length);
    this.#next();
  }

  /** A string in which parts may have to go, or all of it because of the member beside it. */
  #aString(inside: Open | undefined, offset: number, length: number, decoded: string): void {
    if (inside?.kind === 'object') {
      if (this.#isOurs && formatWords.has(inside.key)) return;
      if (namingKeys.has(inside.key.toLowerCase()))
        inside.named = this.#rules.keys.find(({ fits }) => fits(decoded)) ?? null;
      else if (inside.key.toLowerCase() === 'value') inside.value = { offset, length, text: decoded };
    } else if (inside) {
      const { flag } = inside;
      const option = /^--?([A-Za-z][\w-]*)$/.exec(decoded)?.[1];
      inside.flag = option === undefined ? null : (this.#rules.keys.find(({ fits }) => fits(option)) ?? null);
      if (flag && option === undefined)
        return this.#mask({ ...flag, numbers: true }, 'string', offset, length, decoded);
    }
    this.#inString(decoded, offset, length);
  }

  get #isOurs(): boolean {
    return this.#depth === 0 && this.#rules.isFact === true;
  }

  /** Moves on in a list. */
  #next(): void {
    const inside = this.#open.at(-1);
    if (inside?.kind === 'array') inside.index++;
  }

  #placesHere(): readonly Below[] {
    const inside = this.#open.at(-1);
    if (!inside) return this.#root;
    if (inside.places.length === 0) return inside.places;
    const key = inside.kind === 'object' ? inside.key : inside.index;
    return inside.places.map((place) => stepDown(place, key));
  }

  #wholeHere(places: readonly Below[]): Whole | null {
    const out = places.findIndex((place) => place.out);
    if (out >= 0) return { rule: this.#rules.pointers[out]?.rule ?? 'place', chosen: true, numbers: true };
    const inside = this.#open.at(-1);
    if (inside?.kind === 'array') return inside.items;
    if (!inside || this.#isOurs) return null;
    const rule = this.#rules.keys.find(({ fits }) => fits(inside.key));
    return rule ? { rule: rule.rule, chosen: rule.chosen, numbers: rule.numbers(inside.key) } : null;
  }

  #mask({ rule, chosen }: Whole, kind: ScalarKind, offset: number, length: number, decoded: string): void {
    const { masks, wholeFound } = this.#rules;
    const value = kind === 'string' ? decoded : this.#text.slice(offset, offset + length);
    if (value === '' || isMasked(value)) return;
    // What stands inside a value that goes as a whole goes with it.
    for (let at = this.edits.length - 1; at >= 0; at--) {
      const edit = this.edits[at];
      if (edit && edit.start >= offset && edit.end <= offset + length) this.edits.splice(at, 1);
    }
    wholeFound(value, chosen);
    const mask = masks.maskOf(value);
    if (kind === 'string') this.edits.push({ start: offset + 1, end: offset + length - 1, text: mask, rule });
    else this.edits.push({ start: offset, end: offset + length, text: `"${mask}"`, rule });
  }

  #inString(decoded: string, offset: number, length: number): void {
    if (decoded.length < 3) return;
    const nested =
      this.#depth < deepestStrings && /^\s*[[{]/.test(decoded)
        ? editsOfJson(decoded, this.#rules, this.#type, this.#depth + 1)
        : undefined;
    const edits = nested ?? editsOfText(decoded, this.#rules);
    if (edits.length === 0) return;
    this.edits.push(...asWritten(edits, this.#text.slice(offset + 1, offset + length - 1), offset + 1));
  }

  /** A number can only go as a whole. */
  #number(offset: number, length: number): void {
    if (length < 4 || this.#isOurs) return;
    const spelled = this.#text.slice(offset, offset + length);
    const [edit] = editsOfText(spelled, { ...this.#rules, masks: new MaskBook() });
    if (!edit) return;
    const mask = this.#rules.masks.maskOf(spelled);
    this.edits.push({ start: offset, end: offset + length, text: `"${mask}"`, rule: edit.rule });
  }
}
