// The lines a tree is shown in: what is folded left out, the closing bracket of what is open added. Pure; the tree with
// its exact spellings is shared/json's.

import type { JsonNode, JsonTree } from '@shared/json/tree.ts';

export type TreeLine =
  | { readonly kind: 'node'; readonly node: number; readonly folded: boolean }
  | { readonly kind: 'close'; readonly node: number };

/** Deeper than this is folded at first, and so is what has very many members. */
const openDepth = 2;
const openMembers = 100;

export function isContainer(node: JsonNode): boolean {
  return (node.kind === 'object' || node.kind === 'array') && node.children > 0;
}

/** Whether the node is folded as long as nobody has said otherwise. */
export function foldedAtFirst(node: JsonNode): boolean {
  return isContainer(node) && (node.depth >= openDepth || (node.depth > 0 && node.children > openMembers));
}

/** Lines in order. `turned` are nodes folded or unfolded by hand: the other way than at first. */
export function treeLines({ nodes }: JsonTree, turned: ReadonlySet<number>): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  const open: number[] = [];
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at];
    if (!node) break;
    closeBefore(at);
    const folded = foldedAtFirst(node) !== turned.has(at);
    lines.push({ kind: 'node', node: at, folded: isContainer(node) && folded });
    if (isContainer(node) && !folded) open.push(at);
    at = folded && isContainer(node) ? node.next : at + 1;
  }
  closeBefore(Infinity);
  return lines;

  function closeBefore(place: number): void {
    for (
      let last = open.at(-1);
      last !== undefined && (nodes[last]?.next ?? 0) <= place;
      last = open.at(-1)
    ) {
      lines.push({ kind: 'close', node: last });
      open.pop();
    }
  }
}

/**
 * The node a pointer names, the last of duplicates since that one counts; where there is no such place (a field that is
 * missing), the nearest one above it.
 */
export function nodeAt({ nodes }: JsonTree, pointer: string): number {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const wanted = place;
    const index = nodes.findLastIndex((node) => node.pointer === wanted);
    if (index >= 0) return index;
  }
  return 0;
}

/** What has to be turned so that the node is in a line. */
export function revealed(
  { nodes }: JsonTree,
  node: number,
  turned: ReadonlySet<number>,
): ReadonlySet<number> {
  const now = new Set(turned);
  for (let above = nodes[node]?.parent ?? -1; above >= 0; above = nodes[above]?.parent ?? -1) {
    const parent = nodes[above];
    if (!parent || foldedAtFirst(parent) === now.has(above)) continue;
    if (now.has(above)) now.delete(above);
    else now.add(above);
  }
  return now;
}

/** Keys of a folded object for its one line, at most `most`; null when it is no object. */
export function keysOf({ nodes }: JsonTree, index: number, most: number): readonly string[] | null {
  const node = nodes[index];
  if (!node || node.kind !== 'object') return null;
  const keys: string[] = [];
  for (let at = index + 1; at < node.next && keys.length < most; at = nodes[at]?.next ?? node.next) {
    keys.push(String(nodes[at]?.key ?? ''));
  }
  return keys;
}

/** Place in its parent and how many there are, from 1, for who can't see the lines. */
export function membership({ nodes }: JsonTree, index: number): { place: number; of: number } {
  const node = nodes[index];
  const parent = node && node.parent >= 0 ? nodes[node.parent] : undefined;
  if (!node || !parent) return { place: 1, of: 1 };
  if (typeof node.key === 'number') return { place: node.key + 1, of: parent.children };
  let place = 1;
  for (let at = node.parent + 1; at < index; at = nodes[at]?.next ?? index) place += 1;
  return { place, of: parent.children };
}
