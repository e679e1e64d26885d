// What one schema by itself says about a place, added to what is known of it: types, values, words, keys, items, bounds.
// References and alternatives are facets.ts's.

import { fieldOf, membersOf, rawOf, textOf } from './exact.ts';
import { allows, jsonTypes, type Allowed, type Facets, type JsonType } from './facets-type.ts';
import { sameJson } from './same.ts';
import type { SubSchema } from './schema.ts';
import type { Exact } from './exact.ts';

export function takeTypes(facets: Facets, { node }: SubSchema): void {
  const type = fieldOf(node, 'type');
  const named = type?.kind === 'array' ? type.items : type ? [type] : [];
  const types = named.flatMap((one) => (one.kind === 'string' ? [one.text as JsonType] : []));
  if (fieldOf(node, 'nullable')?.kind === 'boolean' && rawIs(node, 'nullable', 'true') && types.length > 0)
    types.push('null');
  if (types.length === 0) return;
  const now = new Set(types);
  const before = facets.types;
  if (before === null) facets.types = now;
  else {
    const both = jsonTypes.filter((one) => allows(before, one) && allows(now, one));
    facets.types = new Set(both.includes('number') ? both.filter((one) => one !== 'integer') : both);
  }
}

export function takeValues(facets: Facets, { of, node }: SubSchema): void {
  const only = fieldOf(node, 'const');
  const some = fieldOf(node, 'enum');
  const title = textOf(node, 'title');
  const sets: Allowed[][] = [];
  if (only) {
    sets.push([{ node: only, raw: rawOf(of.text, only), ...(title ? { title } : {}) }]);
    facets.fixed = true;
  }
  if (some?.kind === 'array')
    sets.push(some.items.map((item) => ({ node: item, raw: rawOf(of.text, item) })));
  for (const set of sets) {
    facets.allowed =
      facets.allowed?.filter((one) => set.some((other) => sameJson(one.node, other.node))) ?? set;
  }
}

export function takeWords(facets: Facets, { of, node }: SubSchema): void {
  const title = textOf(node, 'title');
  const description = textOf(node, 'description');
  const format = textOf(node, 'format');
  if (title && facets.title === undefined) facets.title = title;
  if (description && facets.description === undefined) facets.description = description;
  if (format && facets.format === undefined) facets.format = format;
  const usual = fieldOf(node, 'default');
  if (usual) facets.defaults.push(rawOf(of.text, usual));
  const examples = fieldOf(node, 'examples');
  if (examples?.kind === 'array') facets.examples.push(...examples.items.map((item) => rawOf(of.text, item)));
  const example = fieldOf(node, 'example');
  if (example) facets.examples.push(rawOf(of.text, example));
  if (rawIs(node, 'readOnly', 'true')) facets.readOnly = true;
}

export function takeObject(facets: Facets, { of, node }: SubSchema): void {
  for (const { key, value } of membersOf(fieldOf(node, 'properties'))) {
    facets.properties.set(key, [...(facets.properties.get(key) ?? []), { of, node: value }]);
  }
  const required = fieldOf(node, 'required');
  if (required?.kind === 'array') {
    for (const one of required.items) if (one.kind === 'string') facets.required.add(one.text);
  }
  for (const { key, value } of membersOf(fieldOf(node, 'patternProperties'))) {
    facets.patterns.push({ pattern: key, schema: { of, node: value } });
  }
  const rest = fieldOf(node, 'additionalProperties');
  if (rest) facets.additional = restOf(facets.additional, { of, node: rest });
  takeConditional(facets, { of, node });
}

/** Properties that then, else and the dependent keywords speak of: offered, since they may come to be needed. */
function takeConditional(facets: Facets, { of, node }: SubSchema): void {
  const under = [fieldOf(node, 'then'), fieldOf(node, 'else')];
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    under.push(...membersOf(fieldOf(node, keyword)).map((member) => member.value));
  }
  for (const part of under) {
    for (const { key, value } of membersOf(fieldOf(part, 'properties'))) {
      if (facets.properties.has(key)) continue;
      facets.conditional.add(key);
      facets.properties.set(key, [{ of, node: value }]);
    }
  }
}

export function takeArray(facets: Facets, { of, node }: SubSchema): void {
  const items = fieldOf(node, 'items');
  const first = fieldOf(node, 'prefixItems') ?? (items?.kind === 'array' ? items : undefined);
  if (first?.kind === 'array') {
    first.items.forEach((item, at) => {
      facets.prefix[at] = [...(facets.prefix[at] ?? []), { of, node: item }];
    });
  }
  const rest = items?.kind === 'array' ? fieldOf(node, 'additionalItems') : items;
  if (rest) facets.items = restOf(facets.items, { of, node: rest });
  const least = fieldOf(node, 'minItems');
  if (least?.kind === 'number') facets.minItems = Math.max(facets.minItems, Number(least.raw) || 0);
}

export function takeBounds({ bounds }: Facets, { node }: SubSchema): void {
  const spelled = (key: string): string | undefined => {
    const field = fieldOf(node, key);
    return field?.kind === 'number' ? field.raw : undefined;
  };
  bounds.minimum ??= spelled('minimum');
  bounds.above ??= spelled('exclusiveMinimum');
  bounds.maximum ??= spelled('maximum');
  bounds.minLength = Math.max(bounds.minLength ?? 0, Number(spelled('minLength') ?? 0) || 0);
}

function restOf(before: SubSchema[] | 'none' | undefined, rest: SubSchema): SubSchema[] | 'none' | undefined {
  if (rest.node.kind === 'boolean') return rest.node.text === 'false' ? 'none' : before;
  return before === 'none' ? 'none' : [...(before ?? []), rest];
}

function rawIs(node: Exact, key: string, raw: string): boolean {
  const field = fieldOf(node, key);
  return field !== undefined && 'raw' in field && field.raw === raw;
}
