// Which branches of a schema's choices a person has picked in a form, and what the branches that were left had, so that it is
// back when they are taken again. It must not know what the form is of.

import { fieldAt, takeBranch, type SetAside } from '@shared/form/branch.ts';
import { pickKey, type FormField, type FormSource, type Picks } from '@shared/form/form.ts';

export class BranchPicks {
  picks = $state.raw<Picks>(new Map());
  /** Place, choice and branch → texts. */
  #aside = $state.raw<ReadonlyMap<string, SetAside>>(new Map());

  clear(): void {
    this.picks = new Map();
    this.#aside = new Map();
  }

  /** The text with the other branch taken; undefined when there is no such field. */
  take(
    source: FormSource | null,
    form: FormField | null,
    {
      pointer,
      choice,
      branch,
    }: { readonly pointer: string; readonly choice: string; readonly branch: number },
  ): string | undefined {
    const field = form && fieldAt(form, pointer);
    if (!source || !field) return undefined;
    const before = field.choices.find((one) => one.id === choice)?.picked ?? 0;
    const place = pickKey(pointer, choice);
    const taken = takeBranch(source, field, choice, branch, this.#aside.get(`${place} ${branch}`));
    this.picks = taken.picks;
    const aside = new Map(this.#aside);
    aside.delete(`${place} ${branch}`);
    if (taken.aside.size > 0) aside.set(`${place} ${before}`, taken.aside);
    this.#aside = aside;
    return taken.text;
  }

  /** What the other branches of a choice had, for telling. */
  setAside(pointer: string, choice: string): readonly string[] {
    const place = `${pickKey(pointer, choice)} `;
    return [...this.#aside].flatMap(([key, texts]) =>
      key.startsWith(place) ? [...texts].map(([name, raw]) => (name === '' ? raw : `${name}: ${raw}`)) : [],
    );
  }
}
