// White space between the tokens of JSON text, and nothing else: how a text is laid out for reading, and how the text
// around a place is laid out so that what is put there looks the same. Never touches a token.

import { rawOf, readExact, type Exact } from './exact.ts';

/** Lists of plain values stay on one line up to this length. */
const inlineLength = 72;
/** Deeper text is left as it is. */
const deepest = 200;

/** The text on several lines, indented; unchanged when it is no JSON. */
export function prettyJson(text: string, indent = '  ', startIndent = ''): string {
  const read = readExact(text);
  if (!read.ok) return text;
  const lay = (node: Exact, before: string, depth: number): string => {
    if (depth > deepest) return rawOf(text, node);
    const inside = before + indent;
    if (node.kind === 'object') {
      if (node.members.length === 0) return '{}';
      const lines = node.members.map(
        ({ keyStart, keyEnd, value }) =>
          `${inside}${text.slice(keyStart, keyEnd)}: ${lay(value, inside, depth + 1)}`,
      );
      return `{\n${lines.join(',\n')}\n${before}}`;
    }
    if (node.kind === 'array') {
      if (node.items.length === 0) return '[]';
      const flat = node.items.every((item) => 'raw' in item);
      const line = flat ? `[${node.items.map((item) => rawOf(text, item)).join(', ')}]` : '';
      if (flat && line.length <= inlineLength) return line;
      return `[\n${node.items.map((item) => inside + lay(item, inside, depth + 1)).join(',\n')}\n${before}]`;
    }
    return node.raw;
  };
  return lay(read.root, startIndent, 0);
}

/** The white space with which members of one object or array are set apart. */
export interface Layout {
  /** Between `{` and the first member. */
  readonly lead: string;
  /** Between a value and the next member, its comma included. */
  readonly gap: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Between the last value and `}`. */
  readonly tail: string;
  /** Indentation of the members when they stand on lines of their own, else ''. */
  readonly indent: string;
}

interface Child {
  readonly from: number;
  readonly node: Exact;
}

function childrenOf(node: Exact): readonly Child[] {
  if (node.kind === 'object')
    return node.members.map(({ keyStart, value }) => ({ from: keyStart, node: value }));
  if (node.kind === 'array') return node.items.map((item) => ({ from: item.start, node: item }));
  return [];
}

function lineStartIndent(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, at))?.[0] ?? '';
}

/**
 * How the members of `node` are set apart, near the child at `index`; an empty one takes after the objects around it.
 * @param above from the root down to `node`, without it
 */
export function layoutOf(text: string, node: Exact, above: readonly Exact[], index = 0): Layout {
  const children = childrenOf(node);
  const [first] = children;
  if (!first) return layoutOfEmpty(text, node, above);
  const lead = text.slice(node.start + 1, first.from);
  const lines = lead.includes('\n');
  const pair = children[index + 1] ? index : Math.max(0, index - 1);
  const [left, right] = [children[pair], children[pair + 1]];
  const colon = colonOf(text, node) ?? (lines ? ': ' : colonAround(text, above));
  const gap =
    left && right
      ? text.slice(left.node.end, right.from)
      : `,${lead !== '' ? lead : colon.endsWith(' ') ? ' ' : ''}`;
  const last = children.at(-1)?.node.end ?? node.start + 1;
  const indent = lines ? lineStartIndent(text, first.from) : '';
  return { lead, gap, colon, tail: text.slice(last, node.end - 1), indent };
}

function colonOf(text: string, node: Exact): string | undefined {
  if (node.kind !== 'object') return undefined;
  const [member] = node.members;
  return member && text.slice(member.keyEnd, member.value.start);
}

function colonAround(text: string, above: readonly Exact[]): string {
  for (const outer of above.toReversed()) {
    const colon = colonOf(text, outer);
    if (colon !== undefined) return colon;
  }
  return ':';
}

function layoutOfEmpty(text: string, node: Exact, above: readonly Exact[]): Layout {
  const outer = above.at(-1);
  const colon = colonAround(text, above);
  const [first] = outer ? childrenOf(outer) : [];
  const lead = outer && first ? text.slice(outer.start + 1, first.from) : '';
  if (!outer || !lead.includes('\n')) {
    return { lead: '', gap: colon.endsWith(' ') ? ', ' : ',', colon, tail: '', indent: '' };
  }
  const outerIndent = lineStartIndent(text, outer.start);
  const own = lineStartIndent(text, node.start);
  const unit = own.startsWith(outerIndent) ? own.slice(outerIndent.length) || '  ' : '  ';
  const line = lead.includes('\r\n') ? '\r\n' : '\n';
  return {
    lead: line + own + unit,
    gap: `,${line}${own}${unit}`,
    colon,
    tail: line + own,
    indent: own + unit,
  };
}
