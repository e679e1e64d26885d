// Taking another branch of a oneOf or anyOf: the value is changed just so far that it is of the new branch. What only the
// old one had is set aside and told, and comes back when the old branch is taken again.

import { atPointer, readExact } from './exact.ts';
import { putMember, readRaw, removeAt, replaceRaw } from './edit.ts';
import { allows, facetsOf, type Facets } from './facets.ts';
import { Fitting, typesOf } from './fit.ts';
import { formOf, pickKey, type FormField, type FormSource, type Picks } from './form.ts';
import { escapePointer } from '../json/pointer.ts';
import { templateOfAll, templateOfFacets } from './template.ts';

/** Exact texts by key; '' is the whole value. */
export type SetAside = ReadonlyMap<string, string>;

export interface BranchTaken {
  readonly text: string;
  readonly picks: Picks;
  /** What was typed and is not in the text any more. */
  readonly aside: SetAside;
}

/**
 * @param field the one whose choice is made, as `source` gives it
 * @param kept what was set aside when the branch was left the last time
 */
export function takeBranch(
  source: FormSource,
  field: FormField,
  choice: string,
  branch: number,
  kept: SetAside = new Map(),
): BranchTaken {
  const { text } = source;
  const { pointer } = field;
  const picks = new Map(source.picks);
  picks.set(pickKey(pointer, choice), branch);
  const read = readExact(text);
  const value = read.ok ? atPointer(read.root, pointer) : undefined;
  const fitting = new Fitting();
  const facetsWith = (chosen: Picks): Facets =>
    facetsOf(field.schemas, (one) => chosen.get(pickKey(pointer, one.id)) ?? fitting.best(one, value));
  const from = facetsWith(source.picks ?? new Map());
  const to = facetsWith(picks);
  if (!value) return { text, picks, aside: new Map() };
  if (value.kind === 'object' && (to.types === null || to.types.has('object'))) {
    const keys = value.members.map((member) => member.key);
    const foreign = keys.filter((key) => !to.properties.has(key) && speaks(from, choice, branch, key));
    return { picks, ...changedObject(text, pointer, foreign, from, to, kept) };
  }
  const fits = to.types === null || typesOf(value).some((type) => allows(to.types ?? new Set(), type));
  if (fits && to.allowed === null) return { text, picks, aside: new Map() };
  const raw = kept.get('') ?? templateOfFacets(to);
  return {
    text: replaceRaw(text, pointer, raw),
    picks,
    aside: new Map([['', readRaw(text, pointer) ?? '']]),
  };
}

/** Whether a key is of the branch that is left; where only one may match, of any other branch. */
function speaks(from: Facets, id: string, branch: number, key: string): boolean {
  if (from.properties.has(key)) return true;
  const choice = from.choices.find((one) => one.choice.id === id)?.choice;
  if (choice?.keyword !== 'oneOf') return false;
  return choice.branches.some((other, at) => at !== branch && facetsOf([other], () => 0).properties.has(key));
}

function changedObject(
  text: string,
  pointer: string,
  foreign: readonly string[],
  from: Facets,
  to: Facets,
  kept: SetAside,
): Omit<BranchTaken, 'picks'> {
  const aside = new Map<string, string>();
  const order = [...to.properties.keys()];
  let now = text;
  for (const key of new Set(foreign)) {
    const at = `${pointer}/${escapePointer(key)}`;
    const raw = readRaw(now, at) ?? '';
    // What a field began with nobody has typed.
    const begun = from.properties.get(key);
    if (!begun || templateOfAll(begun) !== raw) aside.set(key, raw);
    now = removeAt(now, at);
  }
  for (const [key, schemas] of to.properties) {
    const facets = facetsOf(schemas, () => 0);
    const [only] = facets.fixed && facets.allowed?.length === 1 ? facets.allowed : [];
    const there = readRaw(now, `${pointer}/${escapePointer(key)}`);
    const before = kept.get(key);
    if (only && (to.required.has(key) || there !== undefined))
      now = putMember(now, pointer, key, only.raw, order);
    else if (there === undefined && before !== undefined) now = putMember(now, pointer, key, before, order);
    else if (there === undefined && to.required.has(key)) {
      now = putMember(now, pointer, key, templateOfAll(schemas), order);
    }
  }
  return { text: now, aside };
}

/** The field at a pointer; undefined when the form has none there. */
export function fieldAt(form: FormField, pointer: string): FormField | undefined {
  if (form.pointer === pointer) return form;
  const child = form.children.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`));
  return child && fieldAt(child, pointer);
}

/** The form again after a change of text or picks. */
export function formAfter(source: FormSource, text: string, picks: Picks): FormField {
  const read = readExact(text);
  return formOf({ ...source, text, root: read.ok ? read.root : undefined, picks });
}
