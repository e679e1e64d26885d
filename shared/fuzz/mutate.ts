// One change to a valid value that should make it invalid, or that readers tend to stumble over. Says for each place what can be
// changed; the tree is made only when asked for. Whether it came out invalid is for ajv to say.

import { isAdditional, type Place } from './evaluate.ts';
import { leafMutations } from './mutate-leaf.ts';
import { Putter, type Mutation } from './mutation.ts';
import { deepLevels, longLetters, nested, oddKeys, oddNumbers, oddShapes, oddTexts } from './odd-values.ts';
import { safePattern } from './pattern.ts';
import type { Rules } from './rules.ts';
import { arrayOf, kindOfTree, leaf, objectOf, rawOfTree, textLeaf, treeAt, type Tree } from './tree.ts';

export function* mutationsAt(base: Tree, place: Place): Generator<Mutation> {
  const here = treeAt(base, place.way);
  if (!here) return;
  const flat = [...place.rules];
  const put = new Putter(base, place, flat);
  yield* typeMutations(put, flat, here);
  if (here.kind === 'object') yield* objectMutations(put, flat, here);
  if (here.kind === 'array') yield* arrayMutations(put, flat, here);
  if (here.kind === 'leaf') yield* leafMutations(put, flat, here.raw);
  yield* oddMutations(put, flat, here);
}

function* typeMutations(put: Putter, flat: readonly Rules[], here: Tree): Generator<Mutation> {
  const types = flat.flatMap((rules) => rules.types ?? []);
  if (types.length === 0) return;
  const kind = kindOfTree(here);
  const raw = rawOfTree(here);
  const others: [string, Tree][] = oddShapes.map(({ words, tree }) => [words, tree]);
  if (kind === 'number') others.unshift(['a number in quotes', textLeaf(raw)], ['a fraction', leaf('0.5')]);
  if (kind === 'boolean') others.unshift(['a boolean in quotes', textLeaf(raw)]);
  if (kind === 'string') others.unshift(['a number', leaf('1')]);
  if (kind !== 'array' && raw.length < 10_000) others.push(['itself in an array', arrayOf([here])]);
  if (kind === 'object') others.push(['itself as a string', textLeaf(raw)]);
  for (const [words, tree] of others)
    yield put.make(
      'wrongType',
      { keyword: 'type', words: `${put.name} is ${words} instead of ${typeWords(types)}` },
      () => tree,
    );
}

function typeWords(types: readonly string[]): string {
  return [...new Set(types)].join(' or ');
}

function* objectMutations(
  put: Putter,
  flat: readonly Rules[],
  here: Tree & { kind: 'object' },
): Generator<Mutation> {
  const { members } = here;
  const needed = new Set([
    ...flat.flatMap((rules) => rules.required),
    ...flat.flatMap((rules) =>
      [...rules.dependentRequired].flatMap(([key, list]) =>
        members.some((one) => one.key === key) ? list : [],
      ),
    ),
  ]);
  for (const key of needed)
    yield put.make(
      'missingRequired',
      {
        keyword: 'required',
        words: `missing required ${JSON.stringify(key)}${put.name === 'the whole value' ? '' : ` in ${put.name}`}`,
      },
      () => objectOf(members.filter((member) => member.key !== key)),
    );
  const closed = flat.some(
    (rules) => rules.additionalProperties?.always === false || rules.unevaluatedProperties?.always === false,
  );
  const [first] = members;
  const near = first ? [first.key.toUpperCase(), `${first.key} `, `${first.key}s`] : [];
  for (const key of closed ? ['extra', ...near, ...oddKeys] : [])
    if (flat.every((rules) => isAdditional(rules, key)))
      yield put.make(
        'extraProperty',
        { keyword: 'additionalProperties', words: `extra property ${JSON.stringify(key)} in ${put.name}` },
        () => objectOf([...members, { key, value: leaf('1') }]),
      );
  if (flat.some((rules) => rules.propertyNames))
    for (const key of ['', ' ', 'A bad name!', '0', 'é', 'x'.repeat(300)])
      yield put.make(
        'brokenName',
        {
          keyword: 'propertyNames',
          words: `a property named ${JSON.stringify(key.slice(0, 20))} in ${put.name}`,
        },
        () => objectOf([...members, { key, value: leaf('1') }]),
      );
  for (const { key, value } of members.slice(0, 3))
    yield put.make(
      'duplicateKey',
      { keyword: 'duplicate', odd: true, words: `the key ${JSON.stringify(key)} twice` },
      () =>
        objectOf([
          { key, value: leaf('null') },
          ...members.filter((member) => member.key !== key),
          { key, value },
        ]),
    );
  for (const key of oddKeys)
    if (!members.some((member) => member.key === key))
      yield put.make(
        'oddKey',
        { keyword: 'key', odd: true, words: `a key ${JSON.stringify(key)} in ${put.name}` },
        () => objectOf([...members, { key, value: leaf('{"polluted":true}') }]),
      );
}

function* arrayMutations(
  put: Putter,
  flat: readonly Rules[],
  here: Tree & { kind: 'array' },
): Generator<Mutation> {
  const { items } = here;
  const [first] = items;
  if (first && flat.some((rules) => rules.uniqueItems))
    yield put.make('doubled', { keyword: 'uniqueItems', words: `the same item twice in ${put.name}` }, () =>
      arrayOf([...items, first]),
    );
  if (flat.some((rules) => rules.contains)) {
    yield put.make(
      'doubled',
      { keyword: 'contains', words: `nothing of what ${put.name} must contain` },
      () => leaf('[]'),
    );
    const last = items.at(-1);
    if (last)
      yield put.make(
        'doubled',
        { keyword: 'contains', words: `too much of what ${put.name} may contain` },
        () => arrayOf([...items, last, last, last]),
      );
  }
  if (flat.some((rules) => rules.prefix.length > 0 || rules.items?.always === false))
    yield put.make('doubled', { keyword: 'items', words: `one item too many in ${put.name}` }, () =>
      arrayOf([...items, leaf('{}'), leaf('null')]),
    );
}

const longText = leaf(`"${'a'.repeat(longLetters)}"`);

function* oddMutations(put: Putter, flat: readonly Rules[], here: Tree): Generator<Mutation> {
  const kind = kindOfTree(here);
  const odd = true;
  if (kind === 'number')
    for (const { words, tree } of oddNumbers)
      yield put.make('oddNumber', { keyword: 'value', odd, words: `${put.name} is ${words}` }, () => tree);
  if (kind === 'string') {
    for (const { words, tree } of oddTexts)
      yield put.make('oddText', { keyword: 'value', odd, words: `${put.name} is ${words}` }, () => tree);
    const risky = flat.some((rules) => rules.pattern && safePattern(rules.pattern.source).risky);
    if (!risky)
      yield put.make(
        'longText',
        { keyword: 'value', odd, words: `${put.name} is ${longLetters} letters long` },
        () => longText,
      );
  }
  yield put.make('null', { keyword: 'type', odd, words: `${put.name} is null` }, () => leaf('null'));
  for (const levels of deepLevels)
    for (const objects of [false, true])
      yield put.make(
        'deep',
        {
          keyword: 'type',
          odd,
          words: `${put.name} is nested ${levels} levels deep in ${objects ? 'objects' : 'arrays'}`,
        },
        () => nested(levels, objects),
      );
}
