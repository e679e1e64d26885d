// A JSON value while cases are made of it: objects keep order and duplicate keys, everything else keeps its spelling, so
// that 2^53+1, -0 and `__proto__` reach the wire as meant. Knows no schema.

import { rawOf, readExact, type Exact } from '../form/exact.ts';

/** `leaf` is any whole JSON text on one line: a scalar, or something too deep to be taken apart. */
export type Tree =
  | { readonly kind: 'leaf'; readonly raw: string }
  | { readonly kind: 'array'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly members: readonly TreeMember[] };

export interface TreeMember {
  readonly key: string;
  readonly value: Tree;
}

/** Way to a place: key or index per level. With duplicate keys the last one counts, as for a reader. */
export type Way = readonly (string | number)[];

/** Levels beyond this become one leaf: nothing below is worked on, and nothing recurses that far. */
const deepest = 500;

export const nullTree: Tree = leaf('null');

export function leaf(raw: string): Tree {
  return { kind: 'leaf', raw };
}

export function textLeaf(text: string): Tree {
  return leaf(JSON.stringify(text));
}

/** Keeps the sign of -0, which JSON.stringify loses. */
export function numberLeaf(value: number): Tree {
  return leaf(Object.is(value, -0) ? '-0' : JSON.stringify(value));
}

export function arrayOf(items: readonly Tree[]): Tree {
  return { kind: 'array', items };
}

export function objectOf(members: readonly TreeMember[]): Tree {
  return { kind: 'object', members };
}

/** JSON text on one line, without white space between tokens. */
export function rawOfTree(tree: Tree): string {
  if (tree.kind === 'leaf') return tree.raw;
  if (tree.kind === 'array') return `[${tree.items.map(rawOfTree).join(',')}]`;
  return `{${tree.members.map(({ key, value }) => `${JSON.stringify(key)}:${rawOfTree(value)}`).join(',')}}`;
}

/** The value a reader gets: the last of duplicate keys, doubles, `__proto__` as a key like any other. */
export function valueOfTree(tree: Tree): unknown {
  return JSON.parse(rawOfTree(tree)) as unknown;
}

/** Undefined when `raw` is not exactly one JSON value. */
export function treeOfRaw(raw: string): Tree | undefined {
  const read = readExact(raw);
  return read.ok ? treeOfExact(raw, read.root) : undefined;
}

export function treeOfExact(text: string, node: Exact, depth = 0): Tree {
  if (node.kind === 'array' && depth < deepest)
    return arrayOf(node.items.map((item) => treeOfExact(text, item, depth + 1)));
  if (node.kind === 'object' && depth < deepest)
    return objectOf(
      node.members.map(({ key, value }) => ({ key, value: treeOfExact(text, value, depth + 1) })),
    );
  // Between tokens of something deep there may be line breaks; inside strings of JSON there never are.
  return leaf('raw' in node ? node.raw : rawOf(text, node).replace(/[\r\n\t]/g, ''));
}

/** The part at a way; undefined when nothing is there. */
export function treeAt(tree: Tree, way: Way): Tree | undefined {
  let here: Tree | undefined = tree;
  for (const step of way) {
    if (here?.kind === 'array') here = typeof step === 'number' ? here.items[step] : undefined;
    else if (here?.kind === 'object')
      here = here.members.findLast((member) => member.key === String(step))?.value;
    else return undefined;
  }
  return here;
}

/** A copy with another part at a way; the way has to exist. */
export function withTreeAt(tree: Tree, way: Way, part: Tree): Tree {
  const [step, ...rest] = way;
  if (step === undefined) return part;
  if (tree.kind === 'array')
    return arrayOf(tree.items.map((item, at) => (at === step ? withTreeAt(item, rest, part) : item)));
  if (tree.kind !== 'object') return tree;
  const last = tree.members.findLastIndex((member) => member.key === String(step));
  return objectOf(
    tree.members.map((member, at) =>
      at === last ? { key: member.key, value: withTreeAt(member.value, rest, part) } : member,
    ),
  );
}

/** The type of a JSON text, as a reader sees it. */
export function kindOfTree(tree: Tree): 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' {
  if (tree.kind !== 'leaf') return tree.kind;
  const first = tree.raw.trimStart()[0] ?? '';
  if (first === '"') return 'string';
  if (first === 't' || first === 'f') return 'boolean';
  if (first === 'n') return 'null';
  if (first === '[') return 'array';
  return first === '{' ? 'object' : 'number';
}
