// Whether two JSON values are the same to a reader of JSON Schema: spelling and key order do not matter, digits do.

import { sameNumber } from '../json/digits.ts';
import { memberOf, type Exact } from './exact.ts';

/** Deeper values are compared no further and count as different. */
const deepest = 100;

/** 1, 1.0 and 1e0 are the same; 9007199254740993 and 9007199254740992 are not. */
export function sameJson(a: Exact, b: Exact, depth = 0): boolean {
  if (depth > deepest || a.kind !== b.kind) return false;
  if (a.kind === 'object' && b.kind === 'object') {
    const keys = new Set(a.members.map((member) => member.key));
    if (keys.size !== new Set(b.members.map((member) => member.key)).size) return false;
    return [...keys].every((key) => {
      const [left, right] = [memberOf(a, key), memberOf(b, key)];
      return left && right && sameJson(left.value, right.value, depth + 1);
    });
  }
  if (a.kind === 'array' && b.kind === 'array') {
    return (
      a.items.length === b.items.length &&
      a.items.every((item, at) => {
        const other = b.items[at];
        return other !== undefined && sameJson(item, other, depth + 1);
      })
    );
  }
  if (!('text' in a) || !('text' in b)) return false;
  return a.kind === 'number' ? sameNumber(a.raw, b.raw) : a.text === b.text;
}
