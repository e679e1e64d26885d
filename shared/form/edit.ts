// Changes one place of a JSON text and leaves every other byte as it is: digits, escapes, order, white space. Each
// function gives the new text; a place that is not there leaves the text unchanged. Pure text work, no schema.

import {
  atPointer,
  memberOf,
  pointerParts,
  rawOf,
  readExact,
  type Exact,
  type ExactArray,
  type ExactObject,
} from './exact.ts';
import { layoutOf, prettyJson, type Layout } from './layout.ts';

interface Place {
  readonly root: Exact;
  /** From the root down to `node`, without it. */
  readonly above: readonly Exact[];
  readonly node: Exact;
}

function placeOf(text: string, pointer: string): Place | undefined {
  const read = readExact(text);
  if (!read.ok) return undefined;
  const above: Exact[] = [];
  let node: Exact = read.root;
  for (const part of pointerParts(pointer)) {
    above.push(node);
    const next: Exact | undefined =
      node.kind === 'object'
        ? memberOf(node, part)?.value
        : node.kind === 'array'
          ? node.items[Number(part)]
          : undefined;
    if (!next) return undefined;
    node = next;
  }
  return { root: read.root, above, node };
}

function splice(text: string, start: number, end: number, put: string): string {
  return text.slice(0, start) + put + text.slice(end);
}

/** The exact text at a pointer; undefined when nothing is there or the text is no JSON. */
export function readRaw(text: string, pointer: string): string | undefined {
  const read = readExact(text);
  const node = read.ok ? atPointer(read.root, pointer) : undefined;
  return node && rawOf(text, node);
}

/** Replaces the value that is at `pointer` by `raw`. */
export function replaceRaw(text: string, pointer: string, raw: string): string {
  const place = placeOf(text, pointer);
  return place ? splice(text, place.node.start, place.node.end, raw) : text;
}

/** What is put among lines is laid out on lines too. */
function laidOut(raw: string, layout: Layout): string {
  return layout.indent === '' ? raw : prettyJson(raw, '  ', layout.indent);
}

/**
 * Adds a member to the object at `pointer`, or replaces its value when it is there. A new one stands where `order` (the
 * keys of the schema) has it among those that are there, else at the end.
 * @param raw JSON text
 */
export function putMember(
  text: string,
  pointer: string,
  key: string,
  raw: string,
  order: readonly string[] = [],
): string {
  const place = placeOf(text, pointer);
  if (place?.node.kind !== 'object') return text;
  const { node, above } = place;
  const there = memberOf(node, key);
  if (there) return splice(text, there.value.start, there.value.end, raw);
  const after = placeInOrder(node, key, order);
  const layout = layoutOf(text, node, above, Math.max(0, after));
  const member = JSON.stringify(key) + layout.colon + laidOut(raw, layout);
  if (node.members.length === 0) {
    return splice(text, node.start + 1, node.end - 1, layout.lead + member + layout.tail);
  }
  const before = after < 0 ? node.members[0] : undefined;
  if (before) return splice(text, before.keyStart, before.keyStart, member + layout.gap);
  const end = node.members[after]?.value.end ?? node.end - 1;
  return splice(text, end, end, layout.gap + member);
}

/** Index of the member that a new key comes after; -1 for the front. */
function placeInOrder({ members }: ExactObject, key: string, order: readonly string[]): number {
  const last = members.length - 1;
  const wanted = order.indexOf(key);
  if (wanted < 0) return last;
  const ranks = members.map((member) => order.indexOf(member.key));
  const before = ranks.findLastIndex((rank) => rank >= 0 && rank < wanted);
  if (before >= 0) return before;
  const behind = ranks.findIndex((rank) => rank > wanted);
  return behind >= 0 ? behind - 1 : last;
}

/** Takes a member (all of that name) or an item away, with its comma. The root stays. */
export function removeAt(text: string, pointer: string): string {
  const parts = pointerParts(pointer);
  const key = parts.at(-1);
  if (key === undefined) return text;
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  for (let now = text; ;) {
    const place = placeOf(now, parent);
    if (!place || placeOf(now, pointer) === undefined) return now;
    now = without(now, place.node, key);
    // An earlier member of the same name would come to count.
    if (place.node.kind !== 'object') return now;
  }
}

function without(text: string, parent: Exact, key: string): string {
  const children =
    parent.kind === 'object'
      ? parent.members.map(({ keyStart, value }) => ({ from: keyStart, to: value.end }))
      : parent.kind === 'array'
        ? parent.items.map((item) => ({ from: item.start, to: item.end }))
        : [];
  const at =
    parent.kind === 'object' ? parent.members.findLastIndex((member) => member.key === key) : Number(key);
  const child = children[at];
  if (!child) return text;
  const [before, next] = [children[at - 1], children[at + 1]];
  if (next) return splice(text, child.from, next.from, '');
  if (before) return splice(text, before.to, child.to, '');
  return splice(text, parent.start + 1, parent.end - 1, '');
}

/** Gives the member at `pointer` another key; its value and its place stay. */
export function renameKey(text: string, pointer: string, key: string): string {
  const place = placeOf(text, pointer);
  const object = place?.above.at(-1);
  const old = pointerParts(pointer).at(-1);
  if (object?.kind !== 'object' || old === undefined || old === key) return text;
  const member = memberOf(object, old);
  return member ? splice(text, member.keyStart, member.keyEnd, JSON.stringify(key)) : text;
}

/** Puts an item into the array at `pointer`, before the one that is now at `index`; at the end without an index. */
export function putItem(text: string, pointer: string, raw: string, index?: number): string {
  const place = placeOf(text, pointer);
  if (place?.node.kind !== 'array') return text;
  const { node, above } = place;
  const at = Math.min(index ?? node.items.length, node.items.length);
  const layout = layoutOf(text, node, above, Math.max(0, at - 1));
  const item = laidOut(raw, layout);
  if (node.items.length === 0)
    return splice(text, node.start + 1, node.end - 1, layout.lead + item + layout.tail);
  const next = node.items[at];
  if (next) return splice(text, next.start, next.start, item + layout.gap);
  const end = node.items.at(-1)?.end ?? node.end - 1;
  return splice(text, end, end, layout.gap + item);
}

/** Moves an item of the array at `pointer`; the white space between items stays where it is. */
export function moveItem(text: string, pointer: string, from: number, to: number): string {
  const node = placeOf(text, pointer)?.node;
  if (node?.kind !== 'array' || !node.items[from] || !node.items[to]) return text;
  const raws = node.items.map((item) => rawOf(text, item));
  raws.splice(to, 0, ...raws.splice(from, 1));
  return withItems(text, node, raws);
}

function withItems(text: string, node: ExactArray, raws: readonly string[]): string {
  let at = node.start;
  const pieces: string[] = [];
  node.items.forEach((item, index) => {
    pieces.push(text.slice(at, item.start), raws[index] ?? '');
    at = item.end;
  });
  return splice(text, node.start, at, pieces.join(''));
}
