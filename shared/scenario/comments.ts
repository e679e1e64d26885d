// Takes the comments out of one line of a scenario without moving anything: each becomes blanks, so that all offsets stay
// those of the file. What is left is strict JSON's business.

import { createScanner } from 'jsonc-parser';

// The tokenizer's kinds, which it exports only as a const enum (not usable with isolated modules).
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const END = 17;
const UNFINISHED_COMMENT = 1;

export interface Uncommented {
  /** As long as the line. */
  readonly text: string;
  /** Offset of a block comment that does not end on the line. */
  readonly unfinished?: number;
}

export function withoutComments(line: string): Uncommented {
  if (!line.includes('/')) return { text: line };
  const scanner = createScanner(line);
  let text = '';
  let done = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token !== LINE_COMMENT && token !== BLOCK_COMMENT) continue;
    const offset = scanner.getTokenOffset();
    const end = offset + scanner.getTokenLength();
    if ((scanner.getTokenError() as number) === UNFINISHED_COMMENT) return { text: line, unfinished: offset };
    text += line.slice(done, offset) + ' '.repeat(end - offset);
    done = end;
  }
  return { text: text + line.slice(done) };
}
