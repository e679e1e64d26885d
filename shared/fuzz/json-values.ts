// Parsed JSON values compared and sorted into types the way JSON Schema does. Pure.

import type { JsonType } from './rules.ts';

export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function kindOf(value: unknown): JsonKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'boolean' || kind === 'number' || kind === 'string' ? kind : 'object';
}

export function isOfType(value: unknown, type: JsonType): boolean {
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  // 1e400 is a number of JSON, but no reader here can hold it.
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return kindOf(value) === type;
}

/** Deep equality; key order does not count, and 0 is -0. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const kind = kindOf(a);
  if (kind !== kindOf(b) || (kind !== 'array' && kind !== 'object')) return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => sameValue(item, b[at]));
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameValue(one[key], other[key]))
  );
}

export function uniqueValues(list: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const others: unknown[] = [];
  for (const item of list) {
    if (typeof item === 'object' && item !== null) {
      if (others.some((other) => sameValue(other, item))) return false;
      others.push(item);
    } else {
      if (scalars.has(item)) return false;
      scalars.add(item);
    }
  }
  return true;
}

/** Code points, as JSON Schema counts length. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 1; at < text.length; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) length--;
  return length;
}
