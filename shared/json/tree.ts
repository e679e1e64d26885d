// The exact tree of a JSON text for looking at: order as sent, duplicate keys kept, numbers and strings spelled as sent.
// Flat, parents before children, so that a list can show it without recursion. Sized: nodes beyond the cap are counted.
// Broken text gives the nodes up to the break and says where it is.

import { losesDigits } from './digits.ts';
import { escapePointer } from './pointer.ts';
import { walkJson, type ScalarKind, type WalkEnd } from './walk.ts';

export interface JsonNode {
  readonly kind: 'object' | 'array' | ScalarKind | 'tooDeep';
  /** JSON pointer; duplicates of a key share it. */
  readonly pointer: string;
  /** 0 for the root. */
  readonly depth: number;
  /** Index of the parent in the list, -1 for the root. */
  readonly parent: number;
  /** Decoded key in an object, index in an array, null for the root. */
  readonly key: string | number | null;
  /** The key as sent, quotes and escapes included. */
  readonly rawKey?: string;
  /** Another member of the same object has the same key: the last one is what the real host reads. */
  readonly duplicate?: 'overridden' | 'wins';
  /** Scalars: exactly as sent, quotes and escapes included. */
  readonly raw?: string;
  /** Strings, decoded. */
  readonly text?: string;
  /** Numbers that a double can't hold. */
  readonly losesDigits?: true;
  /** Members of an object or array, whether they are in the list or not. */
  readonly children: number;
  /** Place in the text, UTF-16 units; `end` is exclusive. A member's key is not part of it. */
  readonly offset: number;
  readonly end: number;
  /** Index after the last node below this one: skip to it when this node is folded. */
  readonly next: number;
}

export interface JsonTree {
  readonly nodes: readonly JsonNode[];
  /** Nodes that are not in the list because of the cap or because they lie too deep. */
  readonly left: number;
  /** Where the text stops being JSON; absent when it is whole. */
  readonly broken?: { readonly offset: number; readonly expected: string };
}

export interface TreeLimits {
  /** Nodes in the list. */
  readonly most?: number;
  /** Objects and arrays at this depth become one `tooDeep` node each. */
  readonly deepest?: number;
}

type Draft = { -readonly [K in keyof JsonNode]: JsonNode[K] };

/** Never throws; depth costs no stack. */
export function jsonTree(text: string, { most = 20_000, deepest = 200 }: TreeLimits = {}): JsonTree {
  const builder = new TreeBuilder(text, most, deepest);
  const end = walkJson(text, builder);
  return builder.tree(end);
}

class TreeBuilder {
  readonly #text: string;
  readonly #most: number;
  readonly #deepest: number;
  readonly #nodes: Draft[] = [];
  /** Open objects and arrays: index of their node, or -1 when it is not in the list. */
  readonly #open: { readonly node: number; readonly keys: Map<string, number> | null; index: number }[] = [];
  #key: { readonly name: string; readonly raw: string } | null = null;
  /** Levels below a node that is shown as too deep. */
  #hidden = 0;
  #left = 0;

  constructor(text: string, most: number, deepest: number) {
    this.#text = text;
    this.#most = most;
    this.#deepest = deepest;
  }

  key(name: string, offset: number, length: number): void {
    if (this.#hidden === 0) this.#key = { name, raw: this.#text.slice(offset, offset + length) };
  }

  open(kind: 'object' | 'array', offset: number): void {
    if (this.#hidden > 0 || this.#open.length >= this.#deepest) {
      if (this.#hidden > 0) this.#left++;
      else this.#hide(offset);
      this.#hidden++;
      return;
    }
    const node = this.#add(kind, offset, offset + 1);
    this.#open.push({ node, keys: kind === 'object' ? new Map() : null, index: 0 });
  }

  close(_kind: 'object' | 'array', end: number): void {
    if (this.#hidden > 0) {
      this.#hidden--;
      if (this.#hidden === 0) this.#finish(this.#lastHidden, end);
      return;
    }
    const level = this.#open.pop();
    if (level !== undefined) this.#finish(level.node, end);
  }

  scalar(kind: ScalarKind, offset: number, length: number, decoded: string): void {
    if (this.#hidden > 0) {
      this.#left++;
      return;
    }
    const node = this.#nodes[this.#add(kind, offset, offset + length)];
    if (node === undefined) return;
    node.raw = this.#text.slice(offset, offset + length);
    if (kind === 'string') node.text = decoded;
    if (kind === 'number' && losesDigits(node.raw)) node.losesDigits = true;
  }

  tree(end: WalkEnd): JsonTree {
    for (const { node } of this.#open) this.#finish(node, this.#text.length);
    const broken = end.ok ? {} : { broken: { offset: end.offset, expected: end.expected } };
    return { nodes: this.#nodes, left: this.#left, ...broken };
  }

  #lastHidden = -1;

  #hide(offset: number): void {
    this.#lastHidden = this.#add('tooDeep', offset, offset + 1);
  }

  /** Index of the new node, -1 when the list is full. */
  #add(kind: JsonNode['kind'], offset: number, end: number): number {
    const level = this.#open.at(-1);
    const parent = level?.node ?? -1;
    const key = level === undefined ? null : level.keys === null ? level.index : (this.#key?.name ?? '');
    if (level !== undefined) level.index++;
    if (level !== undefined && parent >= 0) (this.#nodes[parent] as Draft).children++;
    if (this.#nodes.length >= this.#most || (level !== undefined && parent < 0)) {
      this.#left++;
      return -1;
    }
    const above = parent < 0 ? '' : (this.#nodes[parent]?.pointer ?? '');
    const index = this.#nodes.length;
    this.#nodes.push({
      kind,
      pointer: key === null ? '' : `${above}/${typeof key === 'number' ? key : escapePointer(key)}`,
      depth: this.#open.length,
      parent,
      key,
      ...(level?.keys && this.#key !== null ? { rawKey: this.#key.raw } : {}),
      children: 0,
      offset,
      end,
      next: index + 1,
    });
    if (level?.keys && typeof key === 'string') this.#markDuplicate(level.keys, key, index);
    return index;
  }

  #markDuplicate(keys: Map<string, number>, key: string, index: number): void {
    const earlier = keys.get(key);
    keys.set(key, index);
    if (earlier === undefined) return;
    (this.#nodes[earlier] as Draft).duplicate = 'overridden';
    (this.#nodes[index] as Draft).duplicate = 'wins';
  }

  #finish(index: number, end: number): void {
    const node = this.#nodes[index];
    if (node === undefined) return;
    node.end = end;
    node.next = this.#nodes.length;
  }
}
