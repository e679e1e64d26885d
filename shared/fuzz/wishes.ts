// Turns the branches of a schema into aims for generating: values are made towards each branch that a valid value can take.

import type { Branch } from './branches.ts';
import type { BranchId } from './fuzz-types.ts';
import type { Wish } from './making.ts';

export interface Aim extends Wish {
  readonly id: BranchId;
  readonly words: string;
}

const words: Readonly<Record<string, Wish['keyword']>> = {
  anyOf: 'anyOf',
  oneOf: 'oneOf',
  enum: 'enum',
  type: 'type',
};

export function wishesOf(branches: readonly Branch[]): readonly Aim[] {
  return branches.flatMap((branch) => {
    if (branch.invalid) return [];
    const wish = wishOf(branch);
    return wish ? [{ ...wish, id: branch.id, words: branch.title }] : [];
  });
}

function wishOf({ id, at }: Branch): Wish | undefined {
  const name = id.slice(at.length + 2);
  const gap = name.indexOf(' ');
  const [first, rest] = gap < 0 ? [name, ''] : [name.slice(0, gap), name.slice(gap + 1)];
  const keyword = words[first];
  if (keyword) return { at, keyword, choice: rest };
  if (name === 'then' || name === 'else') return { at, keyword: 'if', choice: name };
  if (name === 'no items' || name === 'with items')
    return { at, keyword: name === 'no items' ? 'noItems' : 'items', choice: '' };
  if (first === 'with' || first === 'without')
    return { at, keyword: first, choice: JSON.parse(rest) as string };
  return undefined;
}
