// All ways to make one value simpler by one step, biggest cuts first: parts left out, parts in the place of what holds them,
// shorter strings, smaller numbers. Lazy; knows neither validity nor failure.

import type { Place } from './evaluate.ts';
import { pointerOf } from './evaluate.ts';
import {
  arrayOf,
  leaf,
  nullTree,
  numberLeaf,
  objectOf,
  textLeaf,
  treeAt,
  treeOfRaw,
  withTreeAt,
  type Tree,
  type Way,
} from './tree.ts';

/** Places looked at in one value. */
const mostPlaces = 500;
/** Letters that are left out one by one. */
const fewLetters = 24;

/** @param places what the schema says about each place, for values it lists and bounds it sets */
export function* simplerTrees(tree: Tree, places: ReadonlyMap<string, Place>): Generator<Tree> {
  const ways = waysOf(tree);
  for (const way of ways) {
    const here = treeAt(tree, way);
    if (here) for (const part of fewer(here)) yield withTreeAt(tree, way, part);
  }
  for (const way of ways) {
    const here = treeAt(tree, way);
    if (!here || way.length === 0) continue;
    if (here.kind !== 'leaf' || here.raw.length > 200)
      for (const part of bareParts) yield withTreeAt(tree, way, part);
  }
  for (const way of ways) {
    const here = treeAt(tree, way);
    if (!here) continue;
    const place = places.get(pointerOf(way));
    for (const part of listed(place)) yield withTreeAt(tree, way, part);
    for (const part of here.kind === 'leaf' ? simplerLeaf(here.raw) : hoisted(here))
      yield withTreeAt(tree, way, part);
  }
}

const bareParts: readonly Tree[] = [leaf('{}'), leaf('[]'), textLeaf(''), leaf('0'), nullTree];

/** Outer places first. */
function waysOf(tree: Tree): readonly Way[] {
  const ways: Way[] = [[]];
  for (const way of ways) {
    if (ways.length > mostPlaces) break;
    const here = treeAt(tree, way);
    if (here?.kind === 'array') here.items.forEach((_, at) => ways.push([...way, at]));
    if (here?.kind === 'object')
      for (const key of new Set(here.members.map((member) => member.key))) ways.push([...way, key]);
  }
  return ways;
}

/** Containers with parts left out: all, halves, one by one. */
function* fewer(tree: Tree): Generator<Tree> {
  if (tree.kind === 'leaf') return;
  if (tree.kind === 'array') for (const items of shorter(tree.items)) yield arrayOf(items);
  else for (const members of shorter(tree.members)) yield objectOf(members);
}

function* shorter<T>(list: readonly T[]): Generator<T[]> {
  if (list.length === 0) return;
  yield [];
  for (let size = Math.floor(list.length / 2); size >= 1; size = Math.floor(size / 2)) {
    if (size === 1 && list.length > 64) break;
    for (let start = 0; start < list.length; start += size)
      yield [...list.slice(0, start), ...list.slice(start + size)];
  }
  if (list.length > 64) yield list.slice(0, -1);
}

/** Values the schema lists, and the bounds it sets. */
function* listed(place: Place | undefined): Generator<Tree> {
  for (const rules of place?.rules ?? []) {
    for (const { raw } of [...(rules.allowed ?? []), ...(rules.constant ? [rules.constant] : [])]) {
      const part = treeOfRaw(raw);
      if (part) yield part;
    }
    for (const bound of [rules.bounds.minimum, rules.bounds.maximum])
      if (bound !== undefined) yield numberLeaf(bound);
  }
}

/** A part in the place of the whole: half the depth first, then the next level. */
function* hoisted(tree: Tree): Generator<Tree> {
  const chain: Tree[] = [];
  let here: Tree | undefined = tree;
  while (here && here.kind !== 'leaf') {
    here = here.kind === 'array' ? here.items[0] : here.members[0]?.value;
    if (here) chain.push(here);
  }
  const middle = chain[Math.floor(chain.length / 2)];
  if (middle && chain.length > 3) yield middle;
  yield* (
    tree.kind === 'array' ? tree.items : tree.kind === 'object' ? tree.members.map((one) => one.value) : []
  ).slice(0, 20);
}

function* simplerLeaf(raw: string): Generator<Tree> {
  if (raw.startsWith('"')) yield* simplerText(JSON.parse(raw) as string);
  else if (/^-?\d/.test(raw)) yield* simplerNumber(raw);
  else if (raw.startsWith('[') || raw.startsWith('{')) yield leaf(halfAsDeep(raw));
}

/** Nested brackets of the kind that mutations make: half as many levels. */
function halfAsDeep(raw: string): string {
  const opening = raw.startsWith('[') ? '[' : '{"a":';
  const levels = Math.floor(raw.length / (opening.length + 1) / 2);
  const objects = opening !== '[';
  return `${opening.repeat(levels)}${objects ? 'null' : ''}${(objects ? '}' : ']').repeat(levels)}`;
}

function* simplerText(text: string): Generator<Tree> {
  const letters = [...text];
  if (letters.length === 0) return;
  yield textLeaf('');
  for (let cut = Math.floor(letters.length / 2); cut >= 1; cut = Math.floor(cut / 2)) {
    yield textLeaf(letters.slice(0, letters.length - cut).join(''));
    yield textLeaf(letters.slice(cut).join(''));
  }
  if (letters.length <= fewLetters)
    for (const at of letters.keys()) yield textLeaf(letters.toSpliced(at, 1).join(''));
  const plain = letters.map((letter) => (/[a-z]/.test(letter) ? 'a' : /\d/.test(letter) ? '0' : letter));
  yield textLeaf('a'.repeat(letters.length));
  yield textLeaf(plain.join(''));
  if (letters.length <= fewLetters)
    for (const at of letters.keys()) yield textLeaf(letters.with(at, 'a').join(''));
}

function* simplerNumber(raw: string): Generator<Tree> {
  const value = Number(raw);
  yield leaf('0');
  yield leaf('1');
  if (raw.startsWith('-')) yield leaf(raw.slice(1));
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    if (/^-?\d+$/.test(raw)) yield leaf(raw.slice(0, Math.max(1, Math.floor(raw.length / 2))));
    if (/^-?\d+$/.test(raw)) yield leaf(raw.slice(0, -1));
    yield leaf(String(Number.MAX_SAFE_INTEGER));
    return;
  }
  const whole = Math.trunc(value);
  if (whole !== value) yield numberLeaf(whole);
  // Towards zero by halves of what is left, so that a threshold is found in few steps.
  for (let step = Math.trunc(whole / 2); step !== 0; step = Math.trunc(step / 2))
    yield numberLeaf(whole - step);
  if (Math.abs(whole) >= 1) yield numberLeaf(whole - Math.sign(whole));
  if (whole !== value) yield numberLeaf(Number(value.toFixed(1)));
}
