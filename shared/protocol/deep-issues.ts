// What can only be seen in the raw text of a frame: duplicate keys, numbers that lose digits, halves of surrogate pairs,
// depth. Costs a walk over the text, so it is asked for when a row is looked at, never while lines stream past.

import { losesDigits } from '../json/digits.ts';
import { escapePointer } from '../json/pointer.ts';
import { walkJson } from '../json/walk.ts';
import type { Decoded, Issue } from './define.ts';
import { quote } from './say.ts';

const MOST_ISSUES = 50;
/** Deeper data is legal up to 10,000 levels, but troubles tools that recurse. */
const UNUSUAL_DEPTH = 500;

/** Where the walk is: one level per open object or array, so a pointer costs nothing until it is needed. */
interface Level {
  readonly keys: Set<string> | null;
  key: string;
  index: number;
}

export function deepIssues(text: string, decoded: Decoded): readonly Issue[] {
  if (decoded.kind === 'notFrame') return [];
  const issues: Issue[] = [];
  const levels: Level[] = [];
  const report = (issue: Issue): void => {
    if (issues.length < MOST_ISSUES) issues.push(issue);
  };
  const nextItem = (): void => {
    const level = levels.at(-1);
    if (level !== undefined && level.keys === null) level.index++;
  };
  const end = walkJson(text, {
    open(kind) {
      nextItem();
      levels.push({ keys: kind === 'object' ? new Set() : null, key: '', index: -1 });
    },
    close() {
      levels.pop();
    },
    key(name) {
      const level = levels.at(-1);
      if (level === undefined) return;
      level.key = name;
      if (level.keys?.has(name) === true) report(duplicateKey(pointerOf(levels), name));
      level.keys?.add(name);
      if (hasLoneSurrogate(name)) report(loneSurrogate(pointerOf(levels), 'key'));
    },
    scalar(kind, offset, length, value) {
      nextItem();
      if (kind === 'number') {
        const spelled = text.slice(offset, offset + length);
        if (losesDigits(spelled)) report(lostDigits(pointerOf(levels), spelled));
      } else if (kind === 'string' && hasLoneSurrogate(value)) {
        report(loneSurrogate(pointerOf(levels), 'text'));
      }
    },
    enough: () => issues.length >= MOST_ISSUES,
  });
  if (end.depth > UNUSUAL_DEPTH) issues.push(deep(end.depth));
  return issues;
}

function pointerOf(levels: readonly Level[]): string {
  const pointer = levels
    .map((level) => `/${level.keys === null ? level.index : escapePointer(level.key)}`)
    .join('');
  return pointer.length > 1_000 ? '' : pointer;
}

function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

function duplicateKey(pointer: string, name: string): Issue {
  return {
    code: 'duplicate-key',
    severity: 'warning',
    message: `The key ${quote(name)} stands more than once in the same object; the last one wins in the real host.`,
    pointer,
    fix: 'Send each key once; other readers may take the first.',
    source: 'real host, May 2026',
  };
}

function lostDigits(pointer: string, spelled: string): Issue {
  return {
    code: 'number-loses-digits',
    severity: 'info',
    message: `${quote(spelled)} has more digits than a double can hold; a reader in JavaScript or with float64 sees ${Number(spelled)}.`,
    pointer,
    fix: 'Send long ids as strings.',
    source: 'RFC 8259, section 6',
  };
}

function loneSurrogate(pointer: string, where: string): Issue {
  return {
    code: 'lone-surrogate',
    severity: 'warning',
    message: `This ${where} holds half of a surrogate pair; Go reads U+FFFD in its place.`,
    pointer,
    fix: 'Escape characters beyond U+FFFF as a whole pair, or write them as UTF-8.',
    source: 'RFC 8259, section 8.2',
  };
}

function deep(depth: number): Issue {
  return {
    code: 'deep-nesting',
    severity: 'info',
    message: `Nested ${depth.toLocaleString('en-US')} levels deep; the real host takes more than 10,000 for malformed.`,
    pointer: '',
    source: 'real host, May 2026',
  };
}
