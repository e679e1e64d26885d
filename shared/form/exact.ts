// JSON text as a tree that forgets nothing: order, duplicate keys, spelling, and where everything stands. The form reads
// values and schemas through it, since a parsed object loses digits, escapes and order. Iterative, so depth costs no stack.

import { walkJson } from '../json/walk.ts';

interface Span {
  /** UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}
export interface ExactMember {
  /** Decoded. */
  readonly key: string;
  /** Span of the key with its quotes. */
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Exact;
}
export interface ExactObject extends Span {
  readonly kind: 'object';
  /** In the order of the text; a key that stands twice is here twice, and the last one counts. */
  readonly members: readonly ExactMember[];
}
export interface ExactArray extends Span {
  readonly kind: 'array';
  readonly items: readonly Exact[];
}
export interface ExactScalar extends Span {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  /** As spelled, quotes and escapes included. */
  readonly raw: string;
  /** Strings decoded; others as spelled. */
  readonly text: string;
}
export type Exact = ExactObject | ExactArray | ExactScalar;

export type ExactResult =
  | { readonly ok: true; readonly root: Exact }
  /** Where the text stops being JSON, and what would have been right there. */
  | { readonly ok: false; readonly offset: number; readonly expected: string };

interface Open {
  readonly node: { kind: 'object' | 'array'; start: number; end: number };
  readonly members: ExactMember[];
  readonly items: Exact[];
  key: { readonly name: string; readonly start: number; readonly end: number };
}

const noKey = { name: '', start: 0, end: 0 };

/** The tree of a text that holds exactly one JSON value. Never throws. */
export function readExact(text: string): ExactResult {
  const open: Open[] = [];
  let root: Exact | undefined;
  const put = (value: Exact): void => {
    const inside = open.at(-1);
    if (!inside) root = value;
    else if (inside.node.kind === 'array') inside.items.push(value);
    else {
      const { name, start, end } = inside.key;
      inside.members.push({ key: name, keyStart: start, keyEnd: end, value });
    }
  };
  const end = walkJson(text, {
    open(kind, offset) {
      open.push({ node: { kind, start: offset, end: offset }, members: [], items: [], key: noKey });
    },
    key(name, offset, length) {
      const inside = open.at(-1);
      if (inside) inside.key = { name, start: offset, end: offset + length };
    },
    scalar(kind, offset, length, decoded) {
      const raw = text.slice(offset, offset + length);
      const shown = kind === 'string' ? decoded : raw;
      put({ kind, start: offset, end: offset + length, raw, text: shown });
    },
    close(_kind, closedAt) {
      const done = open.pop();
      if (!done) return;
      const { kind, start } = done.node;
      put(
        kind === 'object'
          ? { kind, start, end: closedAt, members: done.members }
          : { kind, start, end: closedAt, items: done.items },
      );
    },
  });
  if (!end.ok) return { ok: false, offset: end.offset, expected: end.expected };
  return root ? { ok: true, root } : { ok: false, offset: 0, expected: 'a value' };
}

/** The value a reader gets for a key: the last one of that name. */
export function memberOf(object: ExactObject, key: string): ExactMember | undefined {
  for (let at = object.members.length - 1; at >= 0; at--) {
    const member = object.members[at];
    if (member?.key === key) return member;
  }
  return undefined;
}

/** The value of an object's key, or undefined when it has none or `node` is no object. */
export function fieldOf(node: Exact | undefined, key: string): Exact | undefined {
  return node?.kind === 'object' ? memberOf(node, key)?.value : undefined;
}

/** The parts of a JSON pointer, unescaped; none for the root. */
export function pointerParts(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer as a reader would find it; undefined when nothing is there. */
export function atPointer(root: Exact, pointer: string): Exact | undefined {
  let node: Exact | undefined = root;
  for (const part of pointerParts(pointer)) {
    if (node?.kind === 'object') node = memberOf(node, part)?.value;
    else if (node?.kind === 'array' && /^(0|[1-9]\d*)$/.test(part)) node = node.items[Number(part)];
    else return undefined;
  }
  return node;
}

/** The exact text of a node. */
export function rawOf(text: string, { start, end }: Exact): string {
  return text.slice(start, end);
}

/** The members of an object; none of anything else. */
export function membersOf(node: Exact | undefined): readonly ExactMember[] {
  return node?.kind === 'object' ? node.members : [];
}

/** The text under a key when it is a string that says something. */
export function textOf(node: Exact, key: string): string | undefined {
  const field = fieldOf(node, key);
  return field?.kind === 'string' && field.text !== '' ? field.text : undefined;
}
