// The row query: `at:>12s -type:event "path policy"`. All tokens must hold; several values of a field a row has only one
// of (type, from, id) mean any of them; `-` leaves out. Parsing never throws; what is not understood is said in words.

import type { Row } from '../session/row.ts';
import { queryFields, type QueryField, type Term } from './fields.ts';
import { searchText } from './row-facts.ts';
import { splitTokens, type Token } from './tokens.ts';

export { queryFields } from './fields.ts';

export type ParsedQuery =
  | {
      readonly ok: true;
      readonly test: (row: Row) => boolean;
      /** The query in words: "Frames after 12 s, leaving out events". */
      readonly sentence: string;
      /** Nothing was asked: every row matches. */
      readonly empty: boolean;
    }
  | {
      readonly ok: false;
      readonly message: string;
      readonly fix: string;
      /** Where in the text, UTF-16 units. */
      readonly start: number;
      readonly end: number;
    };

interface Asked {
  readonly field: QueryField | undefined;
  readonly negated: boolean;
  readonly term: Term;
}

const fieldsByKey = new Map(queryFields.map((field) => [field.key, field]));

export function parseQuery(text: string): ParsedQuery {
  const asked: Asked[] = [];
  for (const token of splitTokens(text)) {
    const understood = understand(token);
    if ('ok' in understood) return understood;
    asked.push(understood);
  }
  return { ok: true, test: testOf(asked), sentence: sentenceOf(asked), empty: asked.length === 0 };
}

function understand(token: Token): Asked | Extract<ParsedQuery, { ok: false }> {
  const { key, value, negated, start, end } = token;
  const refuse = (message: string, fix: string) => ({ ok: false, message, fix, start, end }) as const;
  if (key === undefined) return { field: undefined, negated, term: wordTerm(value) };
  const field = fieldsByKey.get(key.toLowerCase());
  if (field === undefined) {
    const known = queryFields.map((each) => each.key).join(', ');
    return refuse(
      `There is no field "${key}" to filter by.`,
      `Known fields: ${known}. To look for the text itself, put it in quotes.`,
    );
  }
  if (value === '') return refuse(`"${key}:" needs a value.`, `Write for example ${field.example}.`);
  const term = field.term(value);
  if (typeof term === 'string') return refuse(`"${value}" is no value for ${key}.`, term);
  return { field, negated, term };
}

function wordTerm(value: string): Term {
  const wanted = value.toLowerCase();
  return {
    test: (row) => searchText(row).includes(wanted),
    words: `with “${value}”`,
    without: `“${value}”`,
  };
}

function testOf(asked: readonly Asked[]): (row: Row) => boolean {
  const groups = anyOf(asked.filter((each) => !each.negated)).map((group) =>
    group.map(({ term }) => term.test),
  );
  const excluded = asked.filter((each) => each.negated).map(({ term }) => term.test);
  return (row) => {
    for (const test of excluded) if (test(row)) return false;
    for (const group of groups) if (!group.some((test) => test(row))) return false;
    return true;
  };
}

/** Groups of which one term has to hold: values of a single-valued field together, everything else alone. */
function anyOf(asked: readonly Asked[]): readonly (readonly Asked[])[] {
  const groups = new Map<unknown, Asked[]>();
  for (const each of asked) {
    const together = each.field?.single === true ? each.field : each;
    const group = groups.get(together);
    if (group === undefined) groups.set(together, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

function sentenceOf(asked: readonly Asked[]): string {
  if (asked.length === 0) return 'All rows';
  const wanted = anyOf(asked.filter((each) => !each.negated)).map((group) =>
    group.map(({ term }) => term.words).join(' or '),
  );
  const left = asked.filter((each) => each.negated).map(({ term }) => term.without);
  const subject = wanted.length === 0 ? 'All rows' : `${subjectOf(asked)} ${wanted.join(', ')}`;
  return left.length === 0 ? subject : `${subject}, leaving out ${left.join(' and ')}`;
}

/** Times and latencies are asked of frames in everyday words; everything else may be any row. */
function subjectOf(asked: readonly Asked[]): string {
  const keys = new Set(asked.filter((each) => !each.negated).map((each) => each.field?.key));
  return keys.has('is') || keys.has(undefined) ? 'Rows' : 'Frames';
}
