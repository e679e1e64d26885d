// Changes to strings and numbers that break what a schema says of them: enum, const, format, pattern, multipleOf.

import { brokenNumbers, formats } from './formats.ts';
import { short, type Mutation, type Putter } from './mutation.ts';
import type { Rules } from './rules.ts';
import { leaf, textLeaf } from './tree.ts';

export function* leafMutations(put: Putter, flat: readonly Rules[], raw: string): Generator<Mutation> {
  const text = raw.startsWith('"') ? (JSON.parse(raw) as string) : undefined;
  if (flat.some((rules) => rules.allowed ?? rules.constant)) {
    const keyword = flat.some((rules) => rules.allowed) ? 'enum' : 'const';
    const near =
      text === undefined
        ? ['null', '-1', textLeaf(raw)]
        : [text.toUpperCase(), `${text} `, text.slice(0, -1), 'none of these'];
    for (const one of near) {
      const tree = typeof one !== 'string' ? one : text === undefined ? leaf(one) : textLeaf(one);
      yield put.make(
        'wrongEnum',
        { keyword, words: `${put.name} is ${short(tree)}, which is not allowed there` },
        () => tree,
      );
    }
  }
  for (const { format, pattern, multipleOf } of flat) {
    const broken =
      format === undefined
        ? []
        : text === undefined
          ? (brokenNumbers[format] ?? []).map(leaf)
          : (formats[format]?.broken ?? []).map(textLeaf);
    for (const tree of broken)
      yield put.make(
        'brokenFormat',
        { keyword: 'format', words: `${put.name} is ${short(tree)}, no ${format ?? ''}` },
        () => tree,
      );
    if (pattern && text !== undefined)
      for (const one of ['', `${text}\n`, `${text}!`, ` ${text}`, text.toUpperCase(), 'é', '\u0000'])
        yield put.make(
          'brokenPattern',
          {
            label: JSON.stringify(one.replace(text, 'x')),
            keyword: 'pattern',
            words: `${put.name} is ${short(textLeaf(one))}, not as its pattern wants it`,
          },
          () => textLeaf(one),
        );
    if (multipleOf !== undefined && text === undefined)
      for (const value of [Number(raw) + multipleOf / 2, Number(raw) + multipleOf / 10])
        yield put.make(
          'brokenStep',
          {
            label: 'step',
            keyword: 'multipleOf',
            words: `${put.name} is ${value}, no multiple of ${multipleOf}`,
          },
          () => leaf(String(value)),
        );
  }
}
