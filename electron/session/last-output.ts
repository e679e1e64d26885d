// The last lines an extension wrote, kept to be quoted when it is gone. A small ring; the journal has all of it.

import { visibleText } from '../../shared/json/visible.ts';

const keptLines = 20;
const keptChars = 400;
const quotedChars = 200;

/** Headings of the usual stack traces: what follows them is where, this is what. */
const errorHeading = /^\s*(?:[\w.$]*(?:Error|Exception)\b|panic:|fatal\b|Traceback\b.*:\s*\S)/i;

export class LastOutput {
  readonly #lines: string[] = [];
  #next = 0;
  /** Lines seen in all. */
  count = 0;

  push(text: string): void {
    this.#lines[this.#next] = text.length > keptChars ? text.slice(0, keptChars) : text;
    this.#next = (this.#next + 1) % keptLines;
    this.count++;
  }

  /** Oldest first, without blank ones. */
  lines(): string[] {
    const { length } = this.#lines;
    const ordered =
      length < keptLines
        ? this.#lines
        : [...this.#lines.slice(this.#next), ...this.#lines.slice(0, this.#next)];
    return ordered.filter((line) => line.trim() !== '');
  }

  /** The line that says most: the last heading of an error, else the last line; undefined when nothing was written. */
  telling(): string | undefined {
    const lines = this.lines();
    const line = lines.findLast((candidate) => errorHeading.test(candidate)) ?? lines.at(-1);
    return line === undefined ? undefined : quoteLine(line);
  }
}

/** Output of the extension inside a sentence of ours, with nothing invisible in it. */
function quoteLine(text: string): string {
  const trimmed = text.trim();
  return `"${visibleText(trimmed.length > quotedChars ? `${trimmed.slice(0, quotedChars)}…` : trimmed)}"`;
}
