// What is wrong with a line of a scenario that is no JSON object, in words, with the likely cure. Pure.

import type { WalkEnd } from '../json/walk.ts';
import type { Children } from './json-text.ts';

export interface BrokenLine {
  /** Into the line. */
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly fix?: string;
}

const oneLine = 'Write the whole step on one line.';

/** @param end how the walk over the line ended; fine when the line is JSON but no object */
export function explainBroken(text: string, kind: Children['kind'], end: WalkEnd): BrokenLine {
  const start = text.length - text.trimStart().length;
  if (text[start] === '#')
    return { offset: start, length: 1, message: '# does not begin a comment', fix: 'Begin it with //.' };
  if (end.ok || text[start] !== '{') {
    const list = kind === 'array' || text[start] === ']' || text[start] === '[';
    return {
      offset: start,
      length: end.ok ? text.trim().length : 1,
      message: list ? 'a step is an object, not a list' : 'a step is an object: it begins with {',
      fix: list
        ? 'Write one step a line, like {"do": "wait", "ms": 100}, without a list around them.'
        : 'Write each step on one line, like {"do": "wait", "ms": 100}.',
    };
  }
  const { offset, length, expected, why } = end;
  const broken = (message: string, fix?: string): BrokenLine => ({
    offset,
    length: Math.min(length, text.length - offset),
    message,
    ...(fix === undefined ? {} : { fix }),
  });
  if (why === 'end') return broken(`the line ends too early; here should be ${expected}`, oneLine);
  if (why === 'string')
    return broken(
      'the text is not written as JSON wants it',
      'Write a quote as \\", a backslash as \\\\ and a line break as \\n.',
    );
  if (why === 'number') return broken('this is no number of JSON');
  const at = text[offset];
  if (why === 'trailing')
    return at === ','
      ? broken('a comma stands behind the step', 'Leave it out: each line is a step of its own.')
      : broken('something stands behind the step', 'Begin a new line for the next step.');
  if (at === "'") return broken('JSON has no single quotes', 'Write " instead.');
  if (at === '}' || at === ']')
    return broken(
      `here should be ${expected}`,
      'A comma before a closing bracket is too many: leave it out.',
    );
  return broken(`here should be ${expected}`);
}
