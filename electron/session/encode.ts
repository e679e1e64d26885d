// Host frames as text, spelled as the real hosts spell them: compact JSON by Go's encoder. Keys stay in the order given.
// Adds no line end and knows no frame but by its catalogue entry.

import { compactJson } from '../../shared/json/compact.ts';
import type { FrameDef, JsonObject } from '../../shared/protocol/define.ts';
import type { WireField } from './agent-type.ts';

const escapedByGo = /[<>&\u2028\u2029]/g;
const mayNeedEscape = /[<>&\u2028\u2029]/;

/** Compact JSON with `<`, `>`, `&`, U+2028 and U+2029 as \uXXXX (real host, May 2026: Go encoding/json). */
export function encodeFrame(frame: JsonObject): string {
  return escapeAsGo(JSON.stringify(frame));
}

function escapeAsGo(text: string): string {
  if (!mayNeedEscape.test(text)) return text;
  return text.replace(
    escapedByGo,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export type EncodedFields =
  | { readonly ok: true; readonly text: string }
  /** `name`: the field whose value is no JSON. */
  | { readonly ok: false; readonly name: string };

/**
 * A frame from values that are JSON text already: compacted and never re-spelled, but for what Go escapes inside strings
 * also there (real host, May 2026: numbers in args are kept as written, escapes inside args are kept).
 */
export function encodeFields(type: string, id: string | null, fields: readonly WireField[]): EncodedFields {
  let text = `{"type":${JSON.stringify(type)}`;
  if (id !== null) text += `,"id":${JSON.stringify(id)}`;
  for (const { name, json } of fields) {
    const value = compactJson(json);
    if (value === undefined) return { ok: false, name };
    text += `,${JSON.stringify(name)}:${value}`;
  }
  return { ok: true, text: escapeAsGo(`${text}}`) };
}

const empty: ReadonlySet<string> = new Set(['""', '0', 'false', 'null', '[]', '{}']);

/**
 * Fields in the order of the catalogue, those without a place there last, and optional empty ones left out, as Go's
 * omitempty does (real host, May 2026: an empty text or a step of 0 is not sent; `tool_args: null` and step -1 are).
 */
export function fieldsAsSent(def: FrameDef, fields: readonly WireField[]): WireField[] {
  const properties = Object.keys(def.schema.properties as object);
  const needed = new Set<string>((def.schema.required as readonly string[] | undefined) ?? []);
  const kept = new Set(def.keptEmpty ?? []);
  const place = (name: string): number => {
    const at = properties.indexOf(name);
    return at < 0 ? properties.length : at;
  };
  return fields
    .filter(({ name, json }) => needed.has(name) || kept.has(name) || !empty.has(json.trim()))
    .sort((a, b) => place(a.name) - place(b.name));
}
