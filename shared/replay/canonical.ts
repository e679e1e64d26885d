// One spelling for every line that counts as equal: keys sorted, numbers digit by digit, what is ignored left out, what is
// normalised replaced. Two lines are equal candidates when these texts are; so finding a partner is one look-up.
// Iterative, so depth costs no stack.

import { walkJson } from '../json/walk.ts';
import { rulesFor, stepDown, type Below, type IgnoreRule } from './ignore.ts';
import type { Leaves } from './leaf.ts';
import { isJsonLine, lineText, type ReplayLine } from './line.ts';

interface Open {
  readonly members: Map<string, string> | null;
  readonly items: string[];
  readonly below: Below;
  key: string;
  index: number;
}

export function canonicalLine(line: ReplayLine, leaves: Leaves, ignore: readonly IgnoreRule[]): string {
  const root = rulesFor(ignore, line.type);
  if (root.out) return 'ignored';
  const text = lineText(line);
  if (!isJsonLine(line)) return `text ${line.cutFrom ?? ''} ${leaves.text(text).text}`;
  return canonicalJson(text, line, leaves, root) ?? `text  ${text}`;
}

/** The same with its name left out: lines for which this is equal differ in nothing else. */
export function namelessLine(line: ReplayLine, leaves: Leaves, ignore: readonly IgnoreRule[]): string {
  const { type, nameField } = line;
  if (nameField === undefined) return canonicalLine(line, leaves, ignore);
  return canonicalLine(line, leaves, [...ignore, { text: '', type, parts: [nameField] }]);
}

/** Undefined for what is no JSON. */
function canonicalJson(text: string, line: ReplayLine, leaves: Leaves, root: Below): string | undefined {
  const open: Open[] = [];
  let made = '';
  /** The rules at the place of the value that comes now. */
  const here = (): Below => {
    const inside = open.at(-1);
    if (!inside) return root;
    return stepDown(inside.below, inside.members ? inside.key : inside.index);
  };
  const put = (value: string, out: boolean): void => {
    const inside = open.at(-1);
    if (!inside) made = value;
    else if (inside.members) {
      if (out) inside.members.delete(inside.key);
      else inside.members.set(inside.key, value);
    } else {
      inside.index++;
      if (!out) inside.items.push(value);
    }
  };
  const end = walkJson(text, {
    key(name) {
      const inside = open.at(-1);
      if (inside) inside.key = name;
    },
    open(kind) {
      open.push({
        members: kind === 'object' ? new Map() : null,
        items: [],
        below: here(),
        key: '',
        index: 0,
      });
    },
    scalar(kind, offset, length, decoded) {
      const { out } = here();
      if (out) return put('', true);
      const inside = open.at(-1);
      const key = inside ? (inside.members ? inside.key : inside.index) : null;
      const raw = text.slice(offset, offset + length);
      const leaf = leaves.leaf(kind, raw, decoded, { line, depth: open.length, key });
      put(leaf.text.startsWith('"') ? JSON.stringify(leaf.text) : leaf.text, false);
    },
    close() {
      const closed = open.pop();
      if (!closed) return;
      const { members, items, below } = closed;
      if (!members) return put(`[${items.join(',')}]`, below.out);
      const sorted = [...members].sort(([one], [another]) => (one < another ? -1 : 1));
      put(`{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`, below.out);
    },
  });
  return end.ok ? made : undefined;
}
