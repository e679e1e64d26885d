// Which control shows a place: chosen from what the schema says and from what is there. Where the value is of another
// kind than the schema wants, or cannot be shown by a plain field, it is JSON to edit, with the reason.

import type { Exact } from './exact.ts';
import { allows, type Allowed, type Facets, type JsonType } from './facets.ts';
import { typesOf } from './fit.ts';
import type { FormNote } from './notes.ts';
import { showsAsText } from './spell.ts';

export type Control =
  | { readonly kind: 'text' }
  /** A string that holds what a text field can't show: edited as it is spelled in JSON. */
  | { readonly kind: 'spelled' }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'allowed'; readonly values: readonly Allowed[] }
  | { readonly kind: 'fixed'; readonly raw: string }
  | { readonly kind: 'object' }
  | { readonly kind: 'list' }
  | { readonly kind: 'json' };

interface Chosen {
  readonly control: Control;
  readonly note?: FormNote;
}

const json: Control = { kind: 'json' };
const withNote = (keyword: string, words: string): Chosen => ({ control: json, note: { keyword, words } });

export function controlOf(facets: Facets, value: Exact | undefined, tooDeep: boolean): Chosen {
  const { types, allowed } = facets;
  if (facets.never) return withNote('false', 'The schema allows nothing here. You may send it anyway.');
  if (tooDeep) return withNote('depth', 'Too deep for the form: edit it as JSON.');
  if (allowed) return controlOfAllowed(facets, allowed);
  if (types?.size === 0)
    return withNote('type', 'The parts of the schema contradict each other about the type.');
  const wanted = types === null ? [] : [...types].filter((type) => type !== 'null');
  if (types !== null && wanted.length === 0) return controlOfNull(value);
  if (!value || value.kind === 'null')
    return { control: types === null ? json : controlOfType(wanted[0], facets) };
  if (types === null) return { control: json };
  const fitting = typesOf(value).find((type) => allows(types, type));
  if (fitting) return { control: controlOfValue(value, types, facets) };
  // What is typed into a number field and is no number is sent as text: the field stays a number field.
  if (value.kind === 'string' && wanted.every(isNumeric) && showsAsText(value.text)) {
    return { control: controlOfType(wanted[0], facets) };
  }
  return withNote('type', `The schema wants ${listed(wanted)}; this is ${article(value.kind)}.`);
}

function controlOfAllowed({ fixed }: Facets, allowed: readonly Allowed[]): Chosen {
  const [only] = allowed;
  if (!only) return withNote('enum', 'The parts of the schema leave no value that all of them allow.');
  if (fixed && allowed.length === 1) return { control: { kind: 'fixed', raw: only.raw } };
  return { control: { kind: 'allowed', values: allowed } };
}

function controlOfNull(value: Exact | undefined): Chosen {
  if (!value || value.kind === 'null') return { control: { kind: 'nothing' } };
  return withNote('type', `The schema wants null; this is ${article(value.kind)}.`);
}

function controlOfType(type: JsonType | undefined, facets: Facets): Control {
  switch (type) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number', integer: type === 'integer' && !facets.types?.has('number') };
    case 'boolean':
      return { kind: 'boolean' };
    case 'object':
      return { kind: 'object' };
    case 'array':
      return { kind: 'list' };
    default:
      return json;
  }
}

function controlOfValue(value: Exact, types: ReadonlySet<JsonType>, facets: Facets): Control {
  if (value.kind === 'string') return showsAsText(value.text) ? { kind: 'text' } : { kind: 'spelled' };
  if (value.kind === 'number') return controlOfType(types.has('number') ? 'number' : 'integer', facets);
  return controlOfType(value.kind === 'null' ? undefined : value.kind, facets);
}

function isNumeric(type: JsonType): boolean {
  return type === 'number' || type === 'integer';
}

export function article(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function listed(types: readonly JsonType[]): string {
  return types.map(article).join(' or ');
}

/** What goes here, in a word or two. */
export function kindWord(facets: Facets): string {
  const { types, allowed } = facets;
  if (facets.never) return 'nothing';
  if (allowed) return facets.fixed && allowed.length === 1 ? 'fixed' : 'one of';
  if (types === null) return 'any JSON';
  const map =
    facets.properties.size === 0 && (facets.patterns.length > 0 || Array.isArray(facets.additional));
  const words = [...types]
    .filter((type) => type !== 'null')
    .map((type) => (type === 'array' ? 'list' : type === 'object' && map ? 'map' : type));
  if (words.length === 0) return types.size === 0 ? 'contradiction' : 'null';
  return words.join(' or ');
}
