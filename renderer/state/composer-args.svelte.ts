// Arguments that are a text inside a frame, edited as what they are: JSON with a schema of its own. Every change is written
// back into the frame; nothing is kept here but which branches of the schema are picked.

import { fieldAt, takeBranch, type SetAside } from '@shared/form/branch.ts';
import { readExact } from '@shared/form/exact.ts';
import { formOf, pickKey, type FormField, type FormSource, type Picks } from '@shared/form/form.ts';
import type { SubSchema } from '@shared/form/schema.ts';

/** What a form needs of the text that it edits. */
export interface FormText {
  readonly draft: { readonly text: string };
  edit(text: string): void;
  takeBranch(pointer: string, choice: string, branch: number): void;
  setAside(pointer: string, choice: string): readonly string[];
}

const longestForm = 512 * 1024;

export class ComposerArgs implements FormText {
  readonly #text: () => string | undefined;
  readonly #put: (text: string) => void;
  readonly #schema: () => SubSchema | undefined;
  picks = $state.raw<Picks>(new Map());
  aside = $state.raw<ReadonlyMap<string, SetAside>>(new Map());

  /** undefined: the frame has no such arguments. */
  readonly text = $derived.by(() => this.#text());
  readonly #source = $derived.by<FormSource | null>(() => {
    const { text } = this;
    const schema = this.#schema();
    if (text === undefined || !schema || text.length > longestForm) return null;
    const exact = readExact(text);
    if (!exact.ok || exact.root.kind !== 'object') return null;
    return { schema, text, root: exact.root, picks: this.picks };
  });
  /** null while they are no object, or the tool has no schema that can be read. */
  readonly form = $derived.by<FormField | null>(() => (this.#source ? formOf(this.#source) : null));

  constructor(
    text: () => string | undefined,
    put: (text: string) => void,
    schema: () => SubSchema | undefined,
  ) {
    this.#text = text;
    this.#put = put;
    this.#schema = schema;
  }

  get draft(): { readonly text: string } {
    return { text: this.text ?? '' };
  }

  edit(text: string): void {
    if (text !== this.text) this.#put(text);
  }

  takeBranch(pointer: string, choice: string, branch: number): void {
    const source = this.#source;
    const field = this.form && fieldAt(this.form, pointer);
    if (!source || !field) return;
    const before = field.choices.find((one) => one.id === choice)?.picked ?? 0;
    const place = pickKey(pointer, choice);
    const taken = takeBranch(source, field, choice, branch, this.aside.get(`${place} ${branch}`));
    this.picks = taken.picks;
    const aside = new Map(this.aside);
    aside.delete(`${place} ${branch}`);
    if (taken.aside.size > 0) aside.set(`${place} ${before}`, taken.aside);
    this.aside = aside;
    this.edit(taken.text);
  }

  setAside(pointer: string, choice: string): readonly string[] {
    const place = `${pickKey(pointer, choice)} `;
    return [...this.aside].flatMap(([key, texts]) =>
      key.startsWith(place) ? [...texts].map(([name, raw]) => (name === '' ? raw : `${name}: ${raw}`)) : [],
    );
  }
}
