// Masks the entries of a recording one by one, and its header. The same for every format: what leaves has passed here. It
// keeps counts and masks, never entries; a line that no rule touches is handed on as it is.

import { Value } from '@sinclair/typebox/value';
import type { RecordingHeader } from '../recording/format.ts';
import { entrySchemas, headerSchema } from '../recording/schema.ts';
import type { Entry, Raw } from '../session/entries.ts';
import { applyEdits, type Edit } from './edit.ts';
import { editsOfJson, type JsonRules } from './json-edits.ts';
import type { Learned } from './learned.ts';
import { highestMask, MaskBook } from './mask.ts';
import { privateKeyRule } from './patterns.ts';
import { mayTouch, type Touch } from './quick-look.ts';
import type { RedactionRules } from './rules.ts';
import { Suspects } from './suspects.ts';
import { editsOfText } from './text-edits.ts';
import { ValueFinder } from './value-finder.ts';

/** An entry, or the header, and what was changed in it. */
export interface Redacted<T> {
  readonly it: T;
  /** Places in `before`. */
  readonly edits: readonly Edit[];
  /** The line, or the fact as JSON text; bytes that are not UTF-8 as one unit a byte. Only where something was changed. */
  readonly before: string;
}

type Whole = Extract<Entry, { kind: 'line' | 'stderr' | 'edited' }>;

/** A private key in a log ends at the latest after so many lines. */
const longestKeyLines = 400;

export class Redactor {
  readonly suspects: Suspects;
  readonly #rules: RedactionRules;
  readonly #counts = new Map<string, number>();
  readonly #masks: MaskBook;
  readonly #wire: JsonRules;
  readonly #facts: JsonRules;
  readonly #log: JsonRules;
  readonly #bytes: JsonRules;
  readonly #touch: Touch;
  /** Into what the first look gathers; null in the second one. */
  readonly #learns: Learned | null;
  #keyLines = 0;

  /**
   * @param learned what the first look gathered
   * @param learns for the first look: it gathers into this
   */
  constructor(rules: RedactionRules, learned: Learned | null, learns: Learned | null = null) {
    this.#rules = rules;
    this.#learns = learns;
    this.#masks = new MaskBook(learned?.highestMask);
    this.suspects = new Suspects(!rules.defaults);
    const { keys, pointers, patterns, values } = rules;
    const frames = [...values, ...(learned?.everywhere ?? [])];
    const all = [...values, ...(learned?.all ?? [])];
    const common = {
      keys,
      pointers,
      patterns,
      masks: this.#masks,
      found: (secret: string, by: (typeof patterns)[number]) => learns?.pattern(secret, by),
      wholeFound: (value: string, chosen: boolean) => learns?.whole(value, chosen),
    };
    this.#wire = { ...common, finder: new ValueFinder(frames) };
    this.#log = { ...common, finder: new ValueFinder(all) };
    this.#facts = { ...this.#log, isFact: true };
    this.#bytes = { ...common, finder: new ValueFinder(all, true) };
    this.#touch = { rules, finder: this.#wire.finder };
  }

  /** Values masked, by the rule that asked for it, in the order of their first finding. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** All of them. */
  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Different values. */
  get values(): number {
    return this.#masks.size;
  }

  header(header: RecordingHeader): Redacted<RecordingHeader> {
    const before = JSON.stringify(header);
    const edits = editsOfJson(before, this.#facts, '') ?? [];
    if (edits.length === 0) return untouched(header);
    const it = JSON.parse(applyEdits(before, edits)) as RecordingHeader;
    if (!Value.Check(headerSchema, it)) throw new Error('A header is none any more once it is redacted.');
    this.#count(edits);
    return { it, edits, before };
  }

  /** @param type of the frame; empty for what is none */
  entry<T extends Entry>(entry: T, type: string): Redacted<T> {
    if (entry.kind === 'line' || entry.kind === 'stderr' || entry.kind === 'edited')
      return this.#line(entry, type) as Redacted<T>;
    return this.#fact(entry) as Redacted<T>;
  }

  #line<T extends Whole>(entry: T, type: string): Redacted<T> {
    const { raw } = entry;
    if ('base64' in raw) return this.#bytesOf(entry, raw.base64);
    const { text } = raw;
    if (this.#learns) this.#learns.highestMask = Math.max(this.#learns.highestMask, highestMask(text));
    const isLog = entry.kind === 'stderr';
    if (isLog && this.#insideKey(text))
      return this.#changed(entry, text, [
        { start: 0, end: text.length, text: this.#masks.maskOf(text), rule: privateKeyRule },
      ]);
    if (!isLog && !mayTouch(text, this.#touch)) {
      this.#looked(entry.seq, text);
      return untouched(entry);
    }
    const rules = isLog ? this.#log : this.#wire;
    const edits = editsOfJson(text, rules, type) ?? editsOfText(text, this.#log);
    return this.#changed(entry, text, edits);
  }

  #changed<T extends Whole>(entry: T, before: string, edits: readonly Edit[]): Redacted<T> {
    if (edits.length === 0) {
      this.#looked(entry.seq, before);
      return untouched(entry);
    }
    const text = applyEdits(before, edits);
    this.#looked(entry.seq, text);
    this.#count(edits);
    return { it: { ...entry, raw: { text } satisfies Raw }, edits, before };
  }

  /** What stays is told of once, in the second look. */
  #looked(seq: number, text: string): void {
    if (!this.#learns) this.suspects.look(seq, text);
  }

  #bytesOf<T extends Whole>(entry: T, base64: string): Redacted<T> {
    const before = atob(base64);
    const edits = editsOfText(before, this.#bytes);
    if (edits.length === 0) return untouched(entry);
    this.#count(edits);
    return { it: { ...entry, raw: { base64: btoa(applyEdits(before, edits)) } }, edits, before };
  }

  /** A private key that is printed line by line is one secret from its first line to its last. */
  #insideKey(text: string): boolean {
    if (!this.#rules.defaults) return false;
    const inside = this.#keyLines > 0;
    if (inside) this.#keyLines--;
    if (/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?![^]*-----END)/.test(text))
      this.#keyLines = longestKeyLines;
    else if (inside && /-----END [A-Z ]{0,40}PRIVATE KEY-----/.test(text)) this.#keyLines = 0;
    return inside && text.trim() !== '';
  }

  #fact<T extends Entry>(entry: T): Redacted<T> {
    const before = JSON.stringify(entry);
    if (this.#learns) return untouched(entry);
    const edits = editsOfJson(before, this.#facts, '') ?? [];
    if (edits.length === 0) return untouched(entry);
    this.#count(edits);
    return { it: factOf(entry, applyEdits(before, edits)), edits, before };
  }

  #count(edits: readonly Edit[]): void {
    for (const { rule } of edits) this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1);
  }
}

/** What was read back; where a mask made it something else, a note that says so stands in its place. */
function factOf<T extends Entry>(entry: T, text: string): T {
  const value = JSON.parse(text) as T;
  const schema = Object.hasOwn(entrySchemas, value.kind) && entrySchemas[value.kind as never];
  if (schema && value.kind === entry.kind && Value.Check(schema, value)) return value;
  const { seq, atUs } = entry;
  const note = { seq, atUs, kind: 'note', text: `A fact of the kind ${entry.kind} was redacted as a whole.` };
  return note as unknown as T;
}

function untouched<T>(it: T): Redacted<T> {
  return { it, edits: [], before: '' };
}
