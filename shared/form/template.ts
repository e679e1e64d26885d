// A first value for a schema: what a field begins with, and a whole example. Takes what the schema says (default, const,
// examples, enum, bounds); where it says nothing the smallest value of the type. JSON text, on one line.

import { allows, facetsOf, jsonTypes, type Facets } from './facets.ts';
import { stringRaw } from './spell.ts';
import type { SubSchema } from './schema.ts';

export interface TemplateOptions {
  /** Required keys only, or all that the schema names. */
  readonly fill?: 'required' | 'all';
}

/** Deeper levels are left out where they may be, and null where not. */
const deepest = 8;
const mostItems = 20;
const mostLetters = 64;

const samples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  duration: 'PT1H',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  'uri-reference': '/a',
  'uri-template': '/a/{id}',
  iri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  regex: '^a$',
  'json-pointer': '/a',
};

/** JSON text that begins a value of this schema. */
export function templateOf(schema: SubSchema, options: TemplateOptions = {}): string {
  return templateOfAll([schema], options);
}

/** The same for several schemas that hold at once. */
export function templateOfAll(
  schemas: readonly SubSchema[],
  options: TemplateOptions = {},
  depth = 0,
): string {
  return templateOfFacets(
    facetsOf(schemas, () => 0),
    options,
    depth,
  );
}

export function templateOfFacets(facets: Facets, options: TemplateOptions = {}, depth = 0): string {
  const [given] = [...facets.defaults, ...(options.fill === 'all' ? facets.examples : [])];
  if (given !== undefined) return given;
  const [allowed] = facets.allowed ?? [];
  if (allowed) return allowed.raw;
  const { types } = facets;
  const type = types === null ? undefined : jsonTypes.find((one) => one !== 'null' && types.has(one));
  if (type === 'object') return objectTemplate(facets, options, depth);
  if (type === 'array') return arrayTemplate(facets, options, depth);
  if (type === 'boolean') return 'false';
  if (type === 'number' || type === 'integer') return numberTemplate(facets);
  if (type === 'string') return stringRaw(samples[facets.format ?? ''] ?? textTemplate(facets));
  if (types !== null && allows(types, 'null')) return 'null';
  return options.fill === 'all' && facets.orNull ? 'null' : types === null ? '{}' : 'null';
}

function objectTemplate(facets: Facets, options: TemplateOptions, depth: number): string {
  const keys = new Set(
    options.fill === 'all' ? [...facets.properties.keys(), ...facets.required] : facets.required,
  );
  // In the order of the schema's properties, not of its `required`.
  const ordered = [...facets.properties.keys(), ...keys].filter(
    (key, at, all) => keys.has(key) && all.indexOf(key) === at,
  );
  const members: string[] = [];
  for (const key of ordered) {
    const needed = facets.required.has(key);
    if (facets.conditional.has(key) && !needed) continue;
    if (depth >= deepest && !needed) continue;
    const schemas = facets.properties.get(key) ?? [];
    const raw = depth >= deepest ? 'null' : templateOfAll(schemas, options, depth + 1);
    members.push(`${stringRaw(key)}:${raw}`);
  }
  return `{${members.join(',')}}`;
}

function arrayTemplate(facets: Facets, options: TemplateOptions, depth: number): string {
  const least = Math.min(Math.max(facets.minItems, options.fill === 'all' ? 1 : 0), mostItems);
  const rest = facets.items === 'none' ? undefined : (facets.items ?? []);
  const items: string[] = [];
  const wanted =
    facets.prefix.length > 0 ? Math.max(least, options.fill === 'all' ? facets.prefix.length : 0) : least;
  for (let at = 0; at < wanted && depth < deepest; at++) {
    const schemas = facets.prefix[at] ?? rest;
    if (schemas === undefined) break;
    items.push(templateOfAll(schemas, options, depth + 1));
  }
  return `[${items.join(',')}]`;
}

/** Zero where it is within bounds, else the bound next to it. */
function numberTemplate({ bounds }: Facets): string {
  const { minimum, above, maximum } = bounds;
  if (minimum !== undefined && Number(minimum) > 0) return minimum;
  if (above !== undefined && Number(above) >= 0) return String(Math.floor(Number(above)) + 1);
  if (maximum !== undefined && Number(maximum) < 0) return maximum;
  return '0';
}

function textTemplate({ bounds }: Facets): string {
  const least = bounds.minLength ?? 0;
  return least <= mostLetters ? 'a'.repeat(least) : '';
}
