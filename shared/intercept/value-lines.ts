// A value of an intercept as lines to look at: arguments as one line a member, spelled as sent, or a message line by line.
// Commas are left out, so that a member that was added does not change the line before it. Pure; never throws.

import { walkJson, type ScalarKind } from '../json/walk.ts';

export type Tone = 'key' | 'string' | 'number' | 'literal' | 'punct' | 'plain';

export interface Piece {
  readonly tone: Tone;
  readonly text: string;
}

export interface ValueLine {
  /** Levels to indent. */
  readonly depth: number;
  /** Key of the member that begins on this line, quotes included; null where none does. */
  readonly key: string | null;
  readonly pieces: readonly Piece[];
}

/** Lines beyond are left out; `cut` says how many there were at least. */
const mostLines = 2_000;

export interface ValueLines {
  readonly lines: readonly ValueLine[];
  /** Not all of the value is in the lines. */
  readonly cut: boolean;
}

const scalarTones: Readonly<Record<ScalarKind, Tone>> = {
  string: 'string',
  number: 'number',
  boolean: 'literal',
  null: 'literal',
};

/**
 * JSON text as indented lines. The braces of an object around all of it are left out. What is no JSON comes line by line
 * as it is.
 */
export function jsonLines(text: string): ValueLines {
  const builder = new LineBuilder(text);
  const end = walkJson(text, builder);
  if (!end.ok && !builder.full) return textLines(text);
  return { lines: bare(builder.lines), cut: builder.full };
}

/** Text by its line breaks. */
export function textLines(text: string): ValueLines {
  const lines = text.split('\n');
  return {
    lines: lines.slice(0, mostLines).map((line) => ({
      depth: 0,
      key: null,
      pieces: line === '' ? [] : [{ tone: 'plain', text: line }],
    })),
    cut: lines.length > mostLines,
  };
}

/** The words of a line without its indentation; what a comparison goes by. */
export function lineText(line: ValueLine): string {
  return line.pieces.map((piece) => piece.text).join('');
}

function bare(lines: readonly ValueLine[]): readonly ValueLine[] {
  const [first] = lines;
  if (lines.length < 2 || !first || lineText(first) !== '{') return lines;
  const whole = lines.at(-1)?.depth === 0 && lines.length > 1;
  return lines.slice(1, whole ? -1 : undefined).map((line) => ({ ...line, depth: line.depth - 1 }));
}

class LineBuilder {
  readonly lines: ValueLine[] = [];
  /** There is more than is kept. */
  full = false;
  readonly #text: string;
  #depth = 0;
  #key: string | null = null;
  /** The last line ends with the bracket of something that has no member yet. */
  #justOpened = false;

  constructor(text: string) {
    this.#text = text;
  }

  enough(): boolean {
    return this.full;
  }
  key(_name: string, offset: number, length: number): void {
    this.#key = this.#text.slice(offset, offset + length);
  }
  open(kind: 'object' | 'array'): void {
    this.#line([{ tone: 'punct', text: kind === 'object' ? '{' : '[' }]);
    this.#depth++;
    this.#justOpened = true;
  }
  scalar(kind: ScalarKind, offset: number, length: number): void {
    this.#line([{ tone: scalarTones[kind], text: this.#text.slice(offset, offset + length) }]);
  }
  close(kind: 'object' | 'array'): void {
    this.#depth--;
    const bracket: Piece = { tone: 'punct', text: kind === 'object' ? '}' : ']' };
    const last = this.lines.at(-1);
    if (this.#justOpened && last)
      this.lines[this.lines.length - 1] = { ...last, pieces: [...last.pieces, bracket] };
    else this.#line([bracket]);
    this.#justOpened = false;
  }

  #line(pieces: readonly Piece[]): void {
    const key = this.#key;
    this.#key = null;
    this.#justOpened = false;
    if (this.lines.length >= mostLines) {
      this.full = true;
      return;
    }
    const named: Piece[] =
      key === null
        ? []
        : [
            { tone: 'key', text: key },
            { tone: 'punct', text: ': ' },
          ];
    this.lines.push({ depth: this.#depth, key, pieces: [...named, ...pieces] });
  }
}
