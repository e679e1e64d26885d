// A value inside a JSON text by a path of keys with dots between them, with its exact spelling: a parsed number would have
// lost digits. Objects only, as the hosts do it; of keys that stand twice the last one counts. Pure.

import { walkJson, type ScalarKind } from '../../shared/json/walk.ts';

export type Found =
  | { readonly kind: ScalarKind; readonly spelled: string; readonly text: string }
  /** An object or an array. */
  | { readonly kind: 'inner' };

/** undefined: nothing is there. `notJson`: the text is none. */
export function valueAt(json: string, path: string): Found | 'notJson' | undefined {
  const keys = path.split('.');
  /** How many keys of the path lead to the object that is open at each depth; -1: none do. */
  const reached: number[] = [];
  let member = -1;
  let found: Found | undefined;
  const take = (value: Found): void => {
    if (member === keys.length) found = value;
    else if (member > 0 && member < keys.length && value.kind !== 'inner') found = undefined;
  };
  const end = walkJson(json, {
    open(kind) {
      if (reached.length > 0 || keys.length === 0) take({ kind: 'inner' });
      const inside = reached.length === 0 ? 0 : member;
      reached.push(kind === 'object' && inside >= 0 && inside < keys.length ? inside : -1);
      member = -1;
    },
    key(key) {
      const at = reached.at(-1) ?? -1;
      member = at >= 0 && keys[at] === key ? at + 1 : -1;
      // The same key again: what the first one led to does not count.
      if (member > 0) found = undefined;
    },
    scalar(kind, offset, length, decoded) {
      if (reached.length > 0) take({ kind, spelled: json.slice(offset, offset + length), text: decoded });
      if (reached.at(-1) === -1) member = -1;
    },
    close() {
      reached.pop();
      member = -1;
    },
  });
  return end.ok ? found : 'notJson';
}
