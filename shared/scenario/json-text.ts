// Looks into JSON that is kept as text: the members of an object with their places, the value at a pointer, and whether
// two texts are the same value. Never builds a value, so no digit is lost; never throws, and depth costs no stack.

import { significant } from '../json/digits.ts';
import { walkJson, type ScalarKind, type WalkEnd } from '../json/walk.ts';

export interface Child {
  /** Decoded key in an object, index in an array. */
  readonly key: string | number;
  /** Place of the key as written, quotes included; that of the value in an array. */
  readonly keyOffset: number;
  readonly keyLength: number;
  readonly kind: 'object' | 'array' | ScalarKind;
  readonly offset: number;
  readonly end: number;
  /** Strings, decoded. */
  readonly text: string;
}

export interface Children {
  readonly kind: 'object' | 'array' | ScalarKind | 'broken';
  readonly children: readonly Child[];
  readonly end: WalkEnd;
}

type Draft = { -readonly [K in keyof Child]: Child[K] };

/** The members of the object, or the elements of the list, that `text` is. Places are offsets into `text`. */
export function childrenOf(text: string): Children {
  const children: Draft[] = [];
  let root: Children['kind'] = 'broken';
  let depth = 0;
  let key = { name: '', offset: 0, length: 0 };
  const add = (kind: Child['kind'], offset: number, end: number, decoded: string): void => {
    if (depth === 0) root = kind;
    if (depth !== 1) return;
    const named = root === 'object';
    children.push({
      key: named ? key.name : children.length,
      keyOffset: named ? key.offset : offset,
      keyLength: named ? key.length : end - offset,
      kind,
      offset,
      end,
      text: decoded,
    });
  };
  const end = walkJson(text, {
    key(name, offset, length) {
      if (depth === 1) key = { name, offset, length };
    },
    open(kind, offset) {
      add(kind, offset, offset + 1, '');
      depth++;
    },
    scalar(kind, offset, length, decoded) {
      add(kind, offset, offset + length, kind === 'string' ? decoded : '');
    },
    close(_kind, endsAt) {
      depth--;
      const last = children.at(-1);
      if (depth === 1 && last) last.end = endsAt;
    },
  });
  return { kind: root, children, end };
}

/** Text of the value at a JSON pointer, or undefined when there is none. Of duplicate keys the last one counts. */
export function valueAt(text: string, pointer: string): string | undefined {
  if (pointer === '') return text.trim();
  let value = text;
  for (const escaped of pointer.slice(1).split('/')) {
    const { kind, children } = childrenOf(value);
    const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const child = children.findLast((candidate) =>
      kind === 'array' ? String(candidate.key) === key : candidate.key === key,
    );
    if (!child) return undefined;
    value = value.slice(child.offset, child.end);
  }
  return value;
}

/** Whether two JSON texts are the same value: order of keys and spelling do not count, every digit does. */
export function sameJson(a: string, b: string): boolean {
  const one = canonical(a);
  return one !== undefined && one === canonical(b);
}

interface Open {
  readonly members: Map<string, string> | null;
  readonly items: string[];
  key: string;
}

/** One spelling for each value, or undefined for what is no JSON. */
function canonical(text: string): string | undefined {
  const open: Open[] = [];
  let root = '';
  const add = (value: string): void => {
    const inside = open.at(-1);
    if (!inside) root = value;
    else if (inside.members) inside.members.set(inside.key, value);
    else inside.items.push(value);
  };
  const end = walkJson(text, {
    key(name) {
      const inside = open.at(-1);
      if (inside) inside.key = name;
    },
    open(kind) {
      open.push({ members: kind === 'object' ? new Map() : null, items: [], key: '' });
    },
    scalar(kind, offset, length, decoded) {
      if (kind === 'string') add(JSON.stringify(decoded));
      else if (kind === 'number') add(significant(text.slice(offset, offset + length)));
      else add(text.slice(offset, offset + length));
    },
    close() {
      const closed = open.pop();
      if (!closed) return;
      const { members, items } = closed;
      if (!members) return add(`[${items.join(',')}]`);
      const sorted = [...members].sort(([one], [other]) => (one < other ? -1 : 1));
      add(`{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`);
    },
  });
  return end.ok ? root : undefined;
}
