// Where in the shown text an issue is: a span to underline and the number of its line. Pure.

import { atPointer, memberOf, pointerParts, readExact, type Exact } from '@shared/form/exact.ts';
import type { Issue } from '@shared/protocol/define.ts';

export interface PlacedIssue {
  readonly issue: Issue;
  /** Absent when the place is not in the text: a key that is missing. */
  readonly span?: { readonly from: number; readonly to: number };
  /** From 1. */
  readonly line?: number;
}

export function placeInText(text: string, issues: readonly Issue[]): readonly PlacedIssue[] {
  const read = readExact(text);
  const lineOf = lineNumbers(text);
  if (!read.ok) {
    const from = Math.min(read.offset, Math.max(0, text.length - 1));
    return issues.map((issue) =>
      issue.pointer === undefined || issue.pointer === ''
        ? { issue, span: { from, to: Math.min(text.length, from + 1) }, line: lineOf(from) }
        : { issue },
    );
  }
  return issues.map((issue) => {
    const span = issue.pointer ? spanOf(read.root, issue.pointer) : undefined;
    return span ? { issue, span, line: lineOf(span.from) } : { issue };
  });
}

/** A plain value itself; of an object, a list and an unwanted key, the key. */
function spanOf(root: Exact, pointer: string): { from: number; to: number } | undefined {
  const node = atPointer(root, pointer);
  if (!node) return undefined;
  const parent = atPointer(root, pointer.slice(0, pointer.lastIndexOf('/')));
  const key = pointerParts(pointer).at(-1) ?? '';
  if (!('raw' in node) && parent?.kind === 'object') {
    const member = memberOf(parent, key);
    if (member) return { from: member.keyStart, to: member.keyEnd };
  }
  return { from: node.start, to: 'raw' in node ? node.end : node.start + 1 };
}

function lineNumbers(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
