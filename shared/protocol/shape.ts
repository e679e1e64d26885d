// Which keys a frame may have, read once from its schema. Two forms: a shape for the close look, and a closed schema that
// admits nothing but the keys of one dialect, so that a single validation tells whether a frame is plain. Follows objects
// and lists of objects; what a schema leaves open (tool arguments …) is not looked into.

import type { TSchema } from '@sinclair/typebox';
import type { FrameDef } from './define.ts';

export interface Shape {
  /** Every key any dialect knows, with the shape of what is below it where the schema says. */
  readonly keys: ReadonlyMap<string, Shape | undefined>;
  /** The keys of the chosen dialect. */
  readonly known: ReadonlySet<string>;
  /** Folded spelling → key, for hosts that match keys regardless of letter case. */
  readonly folded: ReadonlyMap<string, string>;
}

/** As Go's encoding/json folds keys (real host, May 2026: keys match regardless of letter case). */
export function foldKey(key: string): string {
  return key.toLowerCase().replaceAll('ſ', 's');
}

type IsKnown = (path: string) => boolean;

/** Shape of a frame for one dialect. A frame that is foreign to the dialect has all its keys. */
export function shapeOf(def: FrameDef, dialect: string): Shape {
  const shape = shapeOfSchema(def.schema, '', knownTo(def, dialect));
  if (shape === undefined) throw new Error(`The schema of ${def.from} ${def.type} is no object.`);
  return shape;
}

/**
 * The definition with a schema that refuses every key the dialect does not know. The type itself is not checked again:
 * the definition was found by it.
 */
export function closedTo(def: FrameDef, dialect: string): FrameDef {
  const schema = closedSchema(def.schema, '', knownTo(def, dialect));
  return { ...def, schema: { ...schema, properties: { ...schema.properties, type: {} } } };
}

function knownTo(def: FrameDef, dialect: string): IsKnown {
  const dialects = def.dialects.includes(dialect) ? def.fieldDialects : undefined;
  return (path) => dialects?.[path]?.includes(dialect) ?? true;
}

function shapeOfSchema(schema: TSchema, path: string, isKnown: IsKnown): Shape | undefined {
  const properties = (schema.properties ?? schema.items?.properties) as Record<string, TSchema> | undefined;
  if (properties === undefined) return undefined;
  const keys = new Map<string, Shape | undefined>();
  const known = new Set<string>();
  for (const [key, below] of Object.entries(properties)) {
    const at = joinPath(path, key);
    keys.set(key, shapeOfSchema(below, at, isKnown));
    if (isKnown(at)) known.add(key);
  }
  return { keys, known, folded: new Map([...keys.keys()].map((key) => [foldKey(key), key])) };
}

function closedSchema(schema: TSchema, path: string, isKnown: IsKnown): TSchema {
  if (schema.items !== undefined) return { ...schema, items: closedSchema(schema.items, path, isKnown) };
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties as Record<string, TSchema>)
    .filter(([key]) => isKnown(joinPath(path, key)))
    .map(([key, below]) => [key, closedSchema(below, joinPath(path, key), isKnown)]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}

/** The path of a field inside another one, as `fieldDialects` names it. */
function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
