// Arguments that are a text inside a frame, edited as what they are: JSON with a schema of its own. Every change is written
// back into the frame; nothing is kept here but which branches of the schema are picked.

import { readExact } from '@shared/form/exact.ts';
import { formOf, type FormField, type FormSource } from '@shared/form/form.ts';
import type { SubSchema } from '@shared/form/schema.ts';
import { BranchPicks } from './branch-picks.svelte.ts';

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
  readonly #branches = new BranchPicks();

  /** undefined: the frame has no such arguments. */
  readonly text = $derived.by(() => this.#text());
  readonly #source = $derived.by<FormSource | null>(() => {
    const { text } = this;
    const schema = this.#schema();
    if (text === undefined || !schema || text.length > longestForm) return null;
    const exact = readExact(text);
    if (!exact.ok || exact.root.kind !== 'object') return null;
    return { schema, text, root: exact.root, picks: this.#branches.picks };
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
    const text = this.#branches.take(this.#source, this.form, { pointer, choice, branch });
    if (text !== undefined) this.edit(text);
  }

  setAside(pointer: string, choice: string): readonly string[] {
    return this.#branches.setAside(pointer, choice);
  }
}
