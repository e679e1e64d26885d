// Walks JSON text token by token and tells what it meets with exact places, without ever building the value: the parser's
// answer loses key order, duplicates and digits. Iterative, so no depth can overflow the stack. Strict JSON: comments and
// trailing commas are errors. Stops at the first error and says where and what was expected.

import { createScanner } from 'jsonc-parser';

// The tokenizer's kinds, which it exports only as a const enum (not usable with isolated modules).
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const COLON = 6;
const NULL = 7;
const TRUE = 8;
const FALSE = 9;
const STRING = 10;
const NUMBER = 11;
const LINE_BREAK = 14;
const TRIVIA = 15;
const END = 17;
// Its scan errors that may only mean that the text was cut.
const UNFINISHED_STRING = 2;
const UNFINISHED_NUMBER = 3;

export type ScalarKind = 'string' | 'number' | 'boolean' | 'null';

/** Told in the order of the text. Offsets and lengths are UTF-16 units; strings come decoded. */
export interface WalkVisitor {
  open?(kind: 'object' | 'array', offset: number): void;
  key?(name: string, offset: number, length: number): void;
  scalar?(kind: ScalarKind, offset: number, length: number, decoded: string): void;
  close?(kind: 'object' | 'array', end: number): void;
  /** Asked after each token; true ends the walk early. */
  enough?(): boolean;
}

export type WalkEnd =
  | { readonly ok: true; readonly depth: number }
  | {
      readonly ok: false;
      /** Where the walk stopped: a token that does not fit, or the end of the text. */
      readonly offset: number;
      readonly length: number;
      /** What would have been right, in words: `a value`, `"," or "}"`. */
      readonly expected: string;
      /** `end`: all of the text is a beginning of JSON. `string`, `number`: a token is malformed inside. */
      readonly why: 'end' | 'token' | 'string' | 'number' | 'trailing';
      /** Objects and arrays open there. */
      readonly open: number;
      readonly depth: number;
    };

const expectations = {
  value: 'a value',
  firstKey: 'a key or "}"',
  key: 'a key in double quotes',
  colon: '":"',
  firstItem: 'a value or "]"',
  afterMember: '"," or "}"',
  afterItem: '"," or "]"',
  end: 'nothing more',
} as const;
type Expecting = keyof typeof expectations;

const scalarKinds: Readonly<Record<number, ScalarKind>> = {
  [NULL]: 'null',
  [TRUE]: 'boolean',
  [FALSE]: 'boolean',
  [STRING]: 'string',
  [NUMBER]: 'number',
};

/** Walks all of `text`, which must hold exactly one JSON value. */
export function walkJson(text: string, visitor: WalkVisitor = {}): WalkEnd {
  const scanner = createScanner(text);
  const open: ('object' | 'array')[] = [];
  let expecting: Expecting = 'value';
  let depth = 0;
  for (;;) {
    const token: number = scanner.scan();
    if (token === TRIVIA || token === LINE_BREAK) continue;
    const offset = scanner.getTokenOffset();
    const length = scanner.getTokenLength();
    if (token === END && expecting === 'end') return { ok: true, depth };
    const broken: number = scanner.getTokenError();
    const next: Expecting | undefined = broken === 0 ? step(token, expecting, open) : undefined;
    if (next === undefined)
      return stopped(text, token, broken, offset, length, expecting, open.length, depth);
    if (token === OPEN_BRACE || token === OPEN_BRACKET) {
      depth = Math.max(depth, open.length);
      visitor.open?.(token === OPEN_BRACE ? 'object' : 'array', offset);
    } else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) {
      visitor.close?.(token === CLOSE_BRACE ? 'object' : 'array', offset + 1);
    } else if (expecting === 'key' || expecting === 'firstKey') {
      visitor.key?.(scanner.getTokenValue(), offset, length);
    } else {
      const kind = scalarKinds[token];
      if (kind !== undefined) visitor.scalar?.(kind, offset, length, scanner.getTokenValue());
    }
    if (visitor.enough?.() === true) return { ok: true, depth };
    expecting = next;
  }
}

/** What may follow `token`, or undefined when it does not fit. Keeps `open` up to date. */
function step(token: number, expecting: Expecting, open: ('object' | 'array')[]): Expecting | undefined {
  if (expecting === 'firstKey' || expecting === 'key') {
    if (token === STRING) return 'colon';
    return token === CLOSE_BRACE && expecting === 'firstKey' ? closed(open) : undefined;
  }
  if (expecting === 'colon') return token === COLON ? 'value' : undefined;
  if (expecting === 'afterMember') {
    if (token === COMMA) return 'key';
    return token === CLOSE_BRACE ? closed(open) : undefined;
  }
  if (expecting === 'afterItem') {
    if (token === COMMA) return 'value';
    return token === CLOSE_BRACKET ? closed(open) : undefined;
  }
  if (expecting === 'end') return undefined;
  if (token === OPEN_BRACE) {
    open.push('object');
    return 'firstKey';
  }
  if (token === OPEN_BRACKET) {
    open.push('array');
    return 'firstItem';
  }
  if (token === CLOSE_BRACKET && expecting === 'firstItem') return closed(open);
  return scalarKinds[token] === undefined ? undefined : after(open);
}

function closed(open: ('object' | 'array')[]): Expecting {
  open.pop();
  return after(open);
}

function after(open: readonly ('object' | 'array')[]): Expecting {
  const inside = open.at(-1);
  if (inside === undefined) return 'end';
  return inside === 'object' ? 'afterMember' : 'afterItem';
}

function stopped(
  text: string,
  token: number,
  broken: number,
  offset: number,
  length: number,
  expecting: Expecting,
  open: number,
  depth: number,
): WalkEnd {
  const atEnd = offset + length >= text.length;
  const cut =
    broken === UNFINISHED_STRING || broken === UNFINISHED_NUMBER || startsLiteral(text.slice(offset));
  const why =
    token === END || (atEnd && cut && expecting !== 'end')
      ? 'end'
      : expecting === 'end'
        ? 'trailing'
        : broken !== 0 && token === STRING
          ? 'string'
          : broken !== 0 && token === NUMBER
            ? 'number'
            : 'token';
  return { ok: false, offset, length, expected: expectations[expecting], why, open, depth };
}

function startsLiteral(rest: string): boolean {
  return rest === '-' || (rest !== '' && ['true', 'false', 'null'].some((word) => word.startsWith(rest)));
}
