// What a query can ask about, declared once: from here come the test of a row, the sentence, the completion list and the
// errors. A new field is one entry. Knows rows, not protocols.

import type { Row } from '../session/row.ts';
import { atLeastSeverity, sideWords } from './row-facts.ts';
import { parseComparison } from './quantity.ts';

export type Test = (row: Row) => boolean;

/** A token understood: what it tests, and how the sentence says it. */
export interface Term {
  readonly test: Test;
  /** Continues "Frames …": `after 12 s`, `from the host`. */
  readonly words: string;
  /** Continues "leaving out …": `events`, `rows after 12 s`. */
  readonly without: string;
}

export interface QueryField {
  readonly key: string;
  /** Shown in completion and errors. */
  readonly example: string;
  readonly doc: string;
  /** A row has one value of it, so several wanted values mean any of them. */
  readonly single: boolean;
  /** The values there are, where they are few. */
  readonly values?: readonly string[];
  /** A string: why the value is not understood, and what would be. */
  readonly term: (value: string) => Term | string;
}

const flags: Readonly<
  Record<string, { readonly test: Test; readonly words: string; readonly without: string }>
> = {
  problem: {
    test: (row) => atLeastSeverity(row, 'warning'),
    words: 'with a problem',
    without: 'problems',
  },
  held: { test: (row) => row.held !== undefined, words: 'held now or before', without: 'held ones' },
  pending: { test: (row) => row.pending === true, words: 'without an answer yet', without: 'pending ones' },
  edited: { test: (row) => row.edited === true, words: 'edited at the gate', without: 'edited ones' },
  frame: {
    test: (row) => row.kind === 'line' && row.notFrame !== true,
    words: 'that are frames',
    without: 'frames',
  },
  stderr: { test: (row) => row.kind === 'stderr', words: 'from stderr', without: 'stderr' },
};

export const queryFields: readonly QueryField[] = [
  {
    key: 'type',
    example: 'type:tool_call',
    doc: 'The type column, whole; several mean any of them.',
    single: true,
    term: (value) => {
      const wanted = value.toLowerCase();
      return {
        test: (row) => row.type.toLowerCase() === wanted,
        words: `of type ${value}`,
        without: plural(value),
      };
    },
  },
  {
    key: 'from',
    example: 'from:extension',
    doc: 'Who put it on the wire.',
    single: true,
    values: ['host', 'extension'],
    term: (value) => {
      const side = value.toLowerCase();
      if (side !== 'host' && side !== 'extension') return 'from takes host or extension, e.g. from:host.';
      return {
        test: (row) => row.from === side,
        words: `from ${sideWords(side)}`,
        without: `everything from ${sideWords(side)}`,
      };
    },
  },
  {
    key: 'id',
    example: 'id:12',
    doc: 'The correlation id, whole.',
    single: true,
    term: (value) => ({ test: (row) => row.id === value, words: `with id ${value}`, without: `id ${value}` }),
  },
  {
    key: 'is',
    example: 'is:problem',
    doc: 'A state of the row.',
    single: false,
    values: Object.keys(flags),
    term: (value) => flags[value.toLowerCase()] ?? `is takes one of: ${Object.keys(flags).join(', ')}.`,
  },
  {
    key: 'at',
    example: 'at:>12s',
    doc: 'Time since the start.',
    single: false,
    term: (value) => {
      const asked = parseComparison(value);
      if (asked === undefined) return 'at takes a comparison with a time, e.g. at:>12s or at:<3.5s.';
      const words = asked.above ? `after ${asked.amount}` : `before ${asked.amount}`;
      return { test: (row) => asked.holds(row.atUs), words, without: `what came ${words}` };
    },
  },
  {
    key: 'latency',
    example: 'latency:>100ms',
    doc: 'How long the answer took, on the asking row.',
    single: false,
    term: (value) => {
      const asked = parseComparison(value);
      if (asked === undefined) return 'latency takes a comparison with a duration, e.g. latency:>100ms.';
      const words = `answered in ${asked.above ? 'more' : 'less'} than ${asked.amount}`;
      return {
        test: (row) => row.latencyUs !== undefined && asked.holds(row.latencyUs),
        words,
        without: `those ${words}`,
      };
    },
  },
];

/** "events", "tool_call frames": short plain names take an s, wire names stay as they are. */
function plural(type: string): string {
  return /^[a-z]*[^\W_aeiouyshx]$/.test(type) ? `${type}s` : `${type} rows`;
}
