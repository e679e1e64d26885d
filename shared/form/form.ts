// The form of a value: one field for each place that the schema names or the value has, each with its state and the
// control that suits it. Made anew from the text after each change and only as deep as the value goes, so schemas that
// refer to themselves cost nothing. Nothing the value holds is left out: what no field can show is a field of JSON.

import { escapePointer } from '../json/pointer.ts';
import { memberOf, rawOf, type Exact, type ExactObject } from './exact.ts';
import { facetsOf, type Choice, type Facets } from './facets.ts';
import { Fitting } from './fit.ts';
import { controlOf, kindWord, type Control } from './control.ts';
import { branchLabel } from './branch-label.ts';
import { templateOfAll, templateOfFacets } from './template.ts';
import type { FormNote } from './notes.ts';
import type { SubSchema } from './schema.ts';

/** What the person chose among alternatives: place and choice → branch. */
export type Picks = ReadonlyMap<string, number>;

export interface FormSource {
  readonly schema: SubSchema;
  /** The whole text and its tree. */
  readonly text: string;
  readonly root: Exact | undefined;
  readonly picks?: Picks;
  /** Schemas of their own for some places: a tool's for its arguments. */
  readonly mounts?: ReadonlyMap<string, SubSchema>;
}

export interface FieldChoice {
  readonly id: string;
  readonly keyword: 'oneOf' | 'anyOf';
  readonly branches: readonly { readonly label: string; readonly fits: boolean }[];
  readonly picked: number;
}

/** How a key came to be here. `extra`: the schema does not speak of it; `forbidden`: and wants no such keys. */
export type FieldPlace = 'root' | 'property' | 'entry' | 'extra' | 'forbidden' | 'item';

export interface FormField {
  readonly pointer: string;
  readonly key: string | number | null;
  readonly place: FieldPlace;
  readonly required: boolean;
  /** Only some values of other fields bring it in. */
  readonly conditional: boolean;
  /** Absent, null and everything else, empty values included, are three different things. */
  readonly state: 'absent' | 'null' | 'present';
  /** Exact text; null when absent. */
  readonly raw: string | null;
  /** Decoded text of a string. */
  readonly text: string | null;
  readonly control: Control;
  /** "integer", "list of strings", "any JSON". */
  readonly kind: string;
  readonly nullable: boolean;
  /** The key stands more than once; this is the one that counts. */
  readonly duplicate: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly hints: readonly string[];
  readonly notes: readonly FormNote[];
  readonly choices: readonly FieldChoice[];
  /** What it begins with when it is added. */
  readonly template: string;
  readonly children: readonly FormField[];
  /** Members of the value that have no field here because there are too many. */
  readonly hidden: number;
  /** Keys in the order of the schema, for where a new one goes. */
  readonly order: readonly string[];
  /** All schemas that hold for it, alternatives not taken yet. */
  readonly schemas: readonly SubSchema[];
  /** JSON text of the next item or of a new key's value; null when the schema allows no more. */
  readonly addition: string | null;
}

/** More than this in one list or object is left to the JSON view, and said. */
const mostChildren = 200;
const deepest = 40;

export function formOf(source: FormSource): FormField {
  const { root, text, picks = new Map(), mounts = new Map() } = source;
  return new FormMaker(text, picks, mounts).field({
    pointer: '',
    key: null,
    place: 'root',
    schemas: [mounts.get('') ?? source.schema],
    value: root,
    required: true,
    conditional: false,
    duplicate: false,
    depth: 0,
  });
}

/** The name under which a choice at a place is kept among the picks. */
export function pickKey(pointer: string, choice: string): string {
  return `${pointer} ${choice}`;
}

interface Spot {
  readonly pointer: string;
  readonly key: string | number | null;
  readonly place: FieldPlace;
  readonly schemas: readonly SubSchema[];
  readonly value: Exact | undefined;
  readonly required: boolean;
  readonly conditional: boolean;
  readonly duplicate: boolean;
  readonly depth: number;
}

class FormMaker {
  readonly #text: string;
  readonly #picks: Picks;
  readonly #mounts: ReadonlyMap<string, SubSchema>;
  readonly #fitting = new Fitting();

  constructor(text: string, picks: Picks, mounts: ReadonlyMap<string, SubSchema>) {
    this.#text = text;
    this.#picks = picks;
    this.#mounts = mounts;
  }

  field(spot: Spot): FormField {
    const { pointer, value } = spot;
    const facets = facetsOf(spot.schemas, (choice) => this.#pick(choice, pointer, value));
    const { types } = facets;
    const { control, note } = controlOf(facets, value, spot.depth >= deepest);
    const { children, hidden } = this.#children(facets, control, spot);
    return {
      pointer,
      key: spot.key,
      place: spot.place,
      required: spot.required,
      conditional: spot.conditional,
      state: value === undefined ? 'absent' : value.kind === 'null' ? 'null' : 'present',
      raw: value ? rawOf(this.#text, value) : null,
      text: value?.kind === 'string' ? value.text : null,
      control,
      kind: kindWord(facets),
      nullable: !facets.never && (types === null || types.has('null') || facets.orNull),
      duplicate: spot.duplicate,
      ...(facets.title ? { title: facets.title } : {}),
      ...(facets.description ? { description: facets.description } : {}),
      hints: [...new Set(facets.hints)],
      notes: note ? [...facets.notes, note] : facets.notes,
      choices: facets.choices.map(({ choice, picked }) => this.#choice(choice, picked, value)),
      template: templateOfFacets(facets),
      children,
      hidden,
      order: [...facets.properties.keys()],
      schemas: spot.schemas,
      addition: additionOf(facets, control, value),
    };
  }

  #pick(choice: Choice, pointer: string, value: Exact | undefined): number {
    return this.#picks.get(pickKey(pointer, choice.id)) ?? this.#fitting.best(choice, value);
  }

  #choice({ id, keyword, branches }: Choice, picked: number, value: Exact | undefined): FieldChoice {
    return {
      id,
      keyword,
      picked,
      branches: branches.map((branch, at) => ({
        label: branchLabel(branch, at),
        fits: value !== undefined && this.#fitting.fit(branch, value).misfit === 0,
      })),
    };
  }

  #children(
    facets: Facets,
    control: Control,
    spot: Spot,
  ): { children: readonly FormField[]; hidden: number } {
    const { value } = spot;
    if (control.kind === 'object' && value?.kind === 'object') return this.#members(facets, value, spot);
    if (control.kind !== 'list' || value?.kind !== 'array') return { children: [], hidden: 0 };
    const rest = facets.items === 'none' ? [] : (facets.items ?? []);
    const children = value.items.slice(0, mostChildren).map((item, at) =>
      this.#child(spot, at, item, facets.prefix[at] ?? rest, {
        place: facets.items === 'none' && at >= facets.prefix.length ? 'forbidden' : 'item',
        required: at < facets.minItems,
      }),
    );
    return { children, hidden: value.items.length - children.length };
  }

  #members(
    facets: Facets,
    value: ExactObject,
    spot: Spot,
  ): { children: readonly FormField[]; hidden: number } {
    const keys = value.members.map((member) => member.key);
    const fields: FormField[] = [];
    const add = (key: string, schemas: readonly SubSchema[], place: FieldPlace): void => {
      fields.push(
        this.#child(spot, key, memberOf(value, key)?.value, schemas, {
          place,
          required: facets.required.has(key),
          conditional: facets.conditional.has(key),
          duplicate: keys.indexOf(key) !== keys.lastIndexOf(key),
        }),
      );
    };
    for (const [key, schemas] of facets.properties) {
      add(key, [...schemas, ...matching(facets, key)], 'property');
    }
    for (const key of facets.required)
      if (!facets.properties.has(key) && !keys.includes(key)) add(key, [], 'property');
    const others = [...new Set(keys)].filter((key) => !facets.properties.has(key));
    for (const key of others.slice(0, mostChildren)) {
      const { schemas, place } = schemasForKey(facets, key);
      add(key, schemas, place);
    }
    return { children: fields, hidden: Math.max(0, others.length - mostChildren) };
  }

  #child(
    above: Spot,
    key: string | number,
    value: Exact | undefined,
    schemas: readonly SubSchema[],
    about: Pick<Spot, 'place' | 'required'> & Partial<Pick<Spot, 'conditional' | 'duplicate'>>,
  ): FormField {
    const pointer = `${above.pointer}/${typeof key === 'number' ? key : escapePointer(key)}`;
    const mounted = this.#mounts.get(pointer);
    return this.field({
      conditional: false,
      duplicate: false,
      ...about,
      pointer,
      key,
      value,
      schemas: mounted ? [mounted] : schemas,
      depth: above.depth + 1,
    });
  }
}

/** Keys are short; a longer one is not tried against the patterns of a stranger. */
const longestKey = 200;

function matching({ patterns }: Facets, key: string): readonly SubSchema[] {
  if (key.length > longestKey) return [];
  return patterns.flatMap(({ pattern, schema }) => (matches(pattern, key) ? [schema] : []));
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return false; // no pattern at all: the checker says so
  }
}

function schemasForKey(facets: Facets, key: string): { schemas: readonly SubSchema[]; place: FieldPlace } {
  const fromPattern = matching(facets, key);
  if (fromPattern.length > 0) return { schemas: fromPattern, place: 'entry' };
  if (facets.additional === 'none') return { schemas: [], place: 'forbidden' };
  if (facets.additional === undefined)
    return { schemas: [], place: facets.required.has(key) ? 'property' : 'extra' };
  return { schemas: facets.additional, place: 'entry' };
}

function additionOf(facets: Facets, control: Control, value: Exact | undefined): string | null {
  if (control.kind === 'list') {
    const next = value?.kind === 'array' ? value.items.length : 0;
    const schemas = facets.prefix[next] ?? facets.items;
    return schemas === 'none' ? null : templateOfAll(schemas ?? []);
  }
  if (control.kind !== 'object') return null;
  const [pattern] = facets.patterns;
  if (facets.additional === 'none') return pattern ? templateOfAll([pattern.schema]) : null;
  if (facets.additional) return templateOfAll(facets.additional);
  return pattern ? templateOfAll([pattern.schema]) : '""';
}
