// What all schemas that hold for one place say together: $ref followed, allOf joined, the chosen branches of oneOf and
// anyOf taken in. One flat answer that a form field is made of. Keywords a form can't show become notes, never nothing.

import { fieldOf, rawOf, textOf, type Exact } from './exact.ts';
import { takeArray, takeBounds, takeObject, takeTypes, takeValues, takeWords } from './facets-take.ts';
import {
  noFacets,
  type Allowed,
  type Choice,
  type Facets,
  type JsonType,
  type Picker,
} from './facets-type.ts';
import { hintsOf } from './hints.ts';
import { notesOf } from './notes.ts';
import { sameJson } from './same.ts';
import type { SubSchema } from './schema.ts';

export { allows, jsonTypes } from './facets-type.ts';
export type { Allowed, Choice, Facets, JsonType, Picker } from './facets-type.ts';

/** Joins all `schemas`, which hold at the same time. Ends also for schemas that refer to themselves. */
export function facetsOf(schemas: readonly SubSchema[], pick: Picker): Facets {
  const facets = noFacets();
  const seen = new Set<Exact>();
  const waiting = [...schemas];
  for (let schema = waiting.shift(); schema; schema = waiting.shift()) {
    if (seen.has(schema.node)) continue;
    seen.add(schema.node);
    const { node } = schema;
    if (node.kind === 'boolean') {
      if (node.text === 'false') facets.never = true;
    } else if (node.kind === 'object') waiting.unshift(...takeIn(facets, schema, pick));
    else
      facets.notes.push({
        keyword: 'schema',
        words: 'This part of the schema is neither an object nor a boolean.',
      });
  }
  if (facets.types === null) facets.types = inferred(facets);
  return facets;
}

/** Adds what one schema says by itself; gives the schemas that hold beside it. */
function takeIn(facets: Facets, schema: SubSchema, pick: Picker): SubSchema[] {
  takeTypes(facets, schema);
  takeValues(facets, schema);
  takeWords(facets, schema);
  takeObject(facets, schema);
  takeArray(facets, schema);
  takeBounds(facets, schema);
  facets.hints.push(...hintsOf(schema));
  facets.notes.push(...notesOf(schema));
  return [...referred(facets, schema), ...sub(schema, 'allOf'), ...branches(facets, schema, pick)];
}

function referred(facets: Facets, { of, node }: SubSchema): SubSchema[] {
  const found: SubSchema[] = [];
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const ref = fieldOf(node, keyword);
    if (ref?.kind !== 'string') continue;
    const target = of.resolve(ref.text);
    if (target) found.push(target);
    else
      facets.notes.push({
        keyword,
        words: `Refers to ${ref.text}, which is not in this schema: what it asks for is not known here.`,
      });
  }
  return found;
}

function branches(facets: Facets, schema: SubSchema, pick: Picker): SubSchema[] {
  const taken: SubSchema[] = [];
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const listed = sub(schema, keyword);
    const all = listed.filter((branch) => !isNullOnly(branch));
    if (all.length < listed.length) facets.orNull = true;
    if (listed.length > 0 && all.length === 0) taken.push(...listed.slice(0, 1));
    if (all.length === 0) continue;
    const [only] = all;
    const values = all.map(singleValue);
    if (values.every((value) => value !== undefined)) {
      facets.allowed =
        facets.allowed?.filter((one) => values.some((v) => sameJson(one.node, v.node))) ?? values;
    } else if (all.length === 1 && only) taken.push(only);
    else {
      const id = `${keyword}@${schema.node.start}`;
      const choice: Choice = { id, keyword, branches: all };
      const picked = Math.min(Math.max(pick(choice), 0), all.length - 1);
      facets.choices.push({ choice, picked });
      const branch = all[picked];
      if (branch) taken.push(branch);
    }
  }
  return taken;
}

function isNullOnly({ node }: SubSchema): boolean {
  const type = fieldOf(node, 'type');
  const only = fieldOf(node, 'const');
  return (type?.kind === 'string' && type.text === 'null') || only?.kind === 'null';
}

/** A branch that is one value with a name: several of those are a list to choose from, not a choice of shapes. */
function singleValue({ of, node }: SubSchema): Allowed | undefined {
  const only = fieldOf(node, 'const');
  if (!only || node.kind !== 'object') return undefined;
  const known = ['const', 'title', 'description', 'type'];
  if (node.members.some((member) => !known.includes(member.key))) return undefined;
  const title = textOf(node, 'title') ?? textOf(node, 'description');
  return { node: only, raw: rawOf(of.text, only), ...(title ? { title } : {}) };
}

/** Without `type`, what the other keywords only make sense for. */
function inferred(facets: Facets): ReadonlySet<JsonType> | null {
  const object =
    facets.properties.size > 0 ||
    facets.patterns.length > 0 ||
    facets.required.size > 0 ||
    facets.additional !== undefined;
  if (object) return new Set(['object']);
  if (facets.prefix.length > 0 || facets.items !== undefined || facets.minItems > 0)
    return new Set(['array']);
  return null;
}

function sub({ of, node }: SubSchema, keyword: string): SubSchema[] {
  const list = fieldOf(node, keyword);
  return list?.kind === 'array' ? list.items.map((item) => ({ of, node: item })) : [];
}
