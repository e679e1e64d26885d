// Finds known values in a text, in all their forms, however many values there are: one table look-up a position. What is
// found is replaced in its own form, so base64 stays base64 and a replay with the mask for a value gives the same bytes.

import type { MaskBook } from './mask.ts';
import { bytesAsText, formsOf, fromUrl, hexOf, toUrl, type ValueForm } from './value-forms.ts';
import type { Edit } from './edit.ts';

export interface KnownValue {
  readonly value: string;
  /** As it is counted and shown. */
  readonly rule: string;
}

interface Needle extends ValueForm {
  readonly known: KnownValue;
}

interface Found {
  readonly at: number;
  readonly end: number;
  readonly needle: Needle;
}

/** A longer run of base64 is a picture or the like; the piece alone is masked in it. */
const longestRun = 16 * 1024 * 1024;

export class ValueFinder {
  readonly #buckets = new Map<number, Needle[]>();
  readonly #first = new Uint8Array(65_536);

  /** @param binary texts hold one byte a unit */
  constructor(values: readonly KnownValue[], binary = false) {
    for (const known of values)
      for (const form of formsOf(known.value, binary))
        if (form.needle.length >= 2) this.#add({ ...form, known });
    // The longest one that fits is meant.
    for (const bucket of this.#buckets.values()) bucket.sort((a, b) => b.whole.length - a.whole.length);
  }

  get empty(): boolean {
    return this.#buckets.size === 0;
  }

  /** Whether any of them stands in the text. */
  has(text: string): boolean {
    return this.#next(text, 0) !== undefined;
  }

  /** In order; pieces of base64 may overlap. */
  find(text: string, masks: MaskBook): Edit[] {
    const edits: Edit[] = [];
    for (let at = 0; ;) {
      const found = this.#next(text, at);
      if (!found) return edits;
      const edit = this.#edit(text, found, masks);
      edits.push(edit);
      at = Math.max(found.at + 1, edit.end);
    }
  }

  #add(needle: Needle): void {
    const hash = hashAt(needle.needle, 0);
    this.#first[hash] = 1;
    const bucket = this.#buckets.get(hash);
    if (bucket) bucket.push(needle);
    else this.#buckets.set(hash, [needle]);
  }

  #next(text: string, from: number): Found | undefined {
    if (this.empty) return undefined;
    for (let at = from; at < text.length - 1; at++) {
      const hash = hashAt(text, at);
      if (this.#first[hash] === 0) continue;
      let best: Found | undefined;
      for (const needle of this.#buckets.get(hash) ?? []) {
        if (!text.startsWith(needle.needle, at)) continue;
        const end = endOf(needle, text, at);
        if (!best || end > best.end) best = { at, end, needle };
      }
      if (best) return best;
    }
    return undefined;
  }

  #edit(text: string, { at, end, needle }: Found, masks: MaskBook): Edit {
    const { kind, lead, known } = needle;
    const { value, rule } = known;
    const mask = masks.maskOf(value);
    switch (kind) {
      case 'plain':
        return { start: at, end, text: mask, rule };
      case 'hex':
        return { start: at, end, text: hexOf(mask), rule };
      case 'percent':
        return { start: at, end, text: encodeURIComponent(mask), rule };
      default: {
        const run = this.#run(text, at - lead, kind === 'base64url', value, mask, rule);
        // The unit before it holds some bits of the value too.
        return run ?? { start: Math.max(0, lead > 0 ? at - 1 : at), end, text: mask, rule };
      }
    }
  }

  /** The whole run of base64 around a group, with the value's bytes in it replaced. */
  #run(
    text: string,
    group: number,
    url: boolean,
    value: string,
    mask: string,
    rule: string,
  ): Edit | undefined {
    const unit = url ? /[A-Za-z0-9\-_]/ : /[A-Za-z0-9+/]/;
    let start = group;
    if (start < 0) return undefined;
    while (start >= 4 && group - start < longestRun && allUnits(text, start - 4, start, unit)) start -= 4;
    let end = group;
    while (end < text.length && end - group < longestRun && unit.test(text.charAt(end))) end++;
    const units = end - start;
    if (units % 4 === 1) end--;
    const padded = text.slice(end, end + 2).match(/^=+/)?.[0] ?? '';
    const run = text.slice(start, end);
    const bytes = decoded(url ? fromUrl(run) : run);
    const sought = bytesAsText(value);
    if (bytes === undefined || !bytes.includes(sought)) return undefined;
    const made = btoa(bytes.replaceAll(sought, () => mask));
    const bare = padded === '' && run.length % 4 !== 0;
    const spelled = bare ? made.replace(/=+$/, '') : made;
    return { start, end: end + padded.length, text: url ? toUrl(spelled) : spelled, rule };
  }
}

/** Of a long value only the beginning was sought: what follows belongs to it as far as it is the same. */
function endOf({ needle, whole }: Needle, text: string, at: number): number {
  let end = at + needle.length;
  for (let next = needle.length; next < whole.length && text[end] === whole[next]; next++) end++;
  return end;
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 251 + text.charCodeAt(at + 1)) & 0xffff;
}

function allUnits(text: string, start: number, end: number, unit: RegExp): boolean {
  for (let at = start; at < end; at++) if (!unit.test(text.charAt(at))) return false;
  return true;
}

function decoded(base64: string): string | undefined {
  try {
    return atob(base64);
  } catch {
    return undefined; // the run is none after all
  }
}
