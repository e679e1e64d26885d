// Reads the fields of one object of a scenario against their table: kinds, duplicates, unknown names, missing ones. Each
// complaint has its place. What the fields mean together is build-step.ts.

import { nearestName } from '../protocol/near.ts';
import { kindWords, rowFields, toolFields, type FieldDef, type FieldKind } from './fields.ts';
import {
  actionWords,
  verdictWords,
  type ActionWord,
  type JsonText,
  type Matcher,
  type PointerValue,
  type RowMatch,
  type SessionRef,
  type VerdictWord,
} from './format.ts';
import { childrenOf, type Child } from './json-text.ts';

/** Notes one fault of the line. `offset` counts from the start of the line. */
export type Complain = (offset: number, length: number, message: string, fix?: string) => void;

/** An object of the line: its text, which is whole JSON, and where it stands. */
export interface Spot {
  readonly text: string;
  readonly offset: number;
  readonly complain: Complain;
}

type ToolValues = Values<typeof toolFields>;

interface KindValues {
  text: string;
  json: JsonText;
  object: JsonText;
  integer: JsonText;
  flag: boolean;
  ms: number;
  session: SessionRef;
  matcher: Matcher;
  values: readonly PointerValue[];
  row: RowMatch;
  tools: readonly ToolValues[];
  verdicts: readonly VerdictWord[];
  action: ActionWord;
  side: 'extension' | 'host';
}

/** What was read; a field that is absent or wrong is missing. */
export type Values<D extends readonly FieldDef[]> = {
  readonly [F in D[number] as F['name']]?: KindValues[F['kind']];
};

export interface FieldsRead<D extends readonly FieldDef[]> {
  readonly values: Values<D>;
  /** By name, as offsets into the spot's text. */
  readonly places: ReadonlyMap<string, Child>;
  /** Fields that are not in the table, when others are allowed. */
  readonly others: readonly Child[];
}

/** The longest a timer can wait. */
const longestMs = 2_147_483_647;

/**
 * @param what the object in words, for complaints: `tool_call`, `a row`
 * @param besides names that the table need not have: `do`
 * @param open whether any other name is allowed
 */
export function readFields<const D extends readonly FieldDef[]>(
  defs: D,
  spot: Spot,
  what: string,
  { besides = [], open = false }: { readonly besides?: readonly string[]; readonly open?: boolean } = {},
): FieldsRead<D> {
  const values: Record<string, unknown> = {};
  const places = new Map<string, Child>();
  const others: Child[] = [];
  const misspelled = new Set<string>();
  for (const child of childrenOf(spot.text).children) {
    const name = String(child.key);
    if (places.has(name)) complainAt(spot, child, 'key', `"${name}" is given twice`, 'Leave one of them.');
    places.set(name, child);
    if (besides.includes(name)) continue;
    const def = defs.find((candidate) => candidate.name === name);
    if (def) values[name] = readValue(def, child, spot);
    else if (open) others.push(child);
    else {
      const near = nearestName(
        name,
        defs.map((def) => def.name),
      );
      if (near !== undefined) misspelled.add(near);
      complainAt(spot, child, 'key', `"${name}" is no field of ${what}`, fixName(near, defs));
    }
  }
  for (const { name, required, doc } of defs)
    if (required && !places.has(name) && !misspelled.has(name))
      spot.complain(spot.offset, spot.text.length, `${what} needs "${name}"`, `Add "${name}": ${doc}.`);
  return { values: values as Values<D>, places, others };
}

/** Complains about the key or the value of a member. */
export function complainAt(
  spot: Spot,
  child: Child,
  about: 'key' | 'value',
  message: string,
  fix?: string,
): void {
  const [offset, length] =
    about === 'key' ? [child.keyOffset, child.keyLength] : [child.offset, child.end - child.offset];
  spot.complain(spot.offset + offset, length, message, fix);
}

function fixName(near: string | undefined, defs: readonly FieldDef[]): string {
  if (near !== undefined) return `Write "${near}".`;
  return `It has: ${defs.map(({ name }) => `"${name}"`).join(', ')}.`;
}

function readValue(def: FieldDef, child: Child, spot: Spot): unknown {
  const value = readers[def.kind](child, spot);
  if (value !== undefined) return value;
  const found =
    child.kind === 'number' || child.kind === 'boolean' ? textOf(child, spot) : foundWords[child.kind];
  complainAt(
    spot,
    child,
    'value',
    `"${def.name}" has to be ${kindWords[def.kind]}, not ${found}`,
    `${def.name}: ${def.doc}.`,
  );
  return undefined;
}

const foundWords = { object: 'an object', array: 'a list', string: 'this text', null: 'null' } as const;

function textOf(child: Child, spot: Spot): string {
  return spot.text.slice(child.offset, child.end);
}

/** The object or list that a member is, as a spot of its own. */
function inside(child: Child, spot: Spot): Spot {
  return { text: textOf(child, spot), offset: spot.offset + child.offset, complain: spot.complain };
}

function wordOf<W extends string>(words: readonly W[], child: Child): W | undefined {
  return child.kind === 'string' ? words.find((word) => word === child.text) : undefined;
}

/** Undefined: not of that kind. What is wrong inside a value of the right kind is complained about there. */
const readers: { readonly [K in FieldKind]: (child: Child, spot: Spot) => KindValues[K] | undefined } = {
  text: ({ kind, text }) => (kind === 'string' ? text : undefined),
  json: textOf,
  object: (child, spot) => (child.kind === 'object' ? textOf(child, spot) : undefined),
  integer: (child, spot) =>
    child.kind === 'number' && /^-?\d+$/.test(textOf(child, spot)) ? textOf(child, spot) : undefined,
  flag: (child, spot) => (child.kind === 'boolean' ? textOf(child, spot) === 'true' : undefined),
  ms: (child, spot) => {
    const text = textOf(child, spot);
    return child.kind === 'number' && /^\d+$/.test(text) && Number(text) <= longestMs
      ? Number(text)
      : undefined;
  },
  session: (child, spot) => {
    if (child.kind === 'string') return child.text === '' ? undefined : child.text;
    return child.kind === 'number' && /^[1-9]\d{0,5}$/.test(textOf(child, spot))
      ? Number(textOf(child, spot))
      : undefined;
  },
  matcher: readMatcher,
  values: readPointers,
  row: (child, spot) => {
    if (child.kind !== 'object') return undefined;
    const { type = '', ...rest } = readFields(rowFields, inside(child, spot), 'a row').values;
    return { type, ...rest };
  },
  tools: (child, spot) => (child.kind === 'array' ? readTools(inside(child, spot)) : undefined),
  verdicts: (child, spot) => {
    if (child.kind !== 'array') return undefined;
    const words = childrenOf(textOf(child, spot)).children.map((each) => wordOf(verdictWords, each));
    return words.every((word) => word !== undefined) ? words : undefined;
  },
  action: (child) => wordOf(actionWords, child),
  side: (child) => wordOf(['extension', 'host'] as const, child),
};

function readMatcher(child: Child, spot: Spot): Matcher | undefined {
  if (child.kind === 'string') return { equals: child.text };
  if (child.kind !== 'object') return undefined;
  const { children } = childrenOf(textOf(child, spot));
  const [only] = children;
  if (children.length !== 1 || only?.kind !== 'string') return undefined;
  if (only.key === 'contains') return { contains: only.text };
  if (only.key !== 'matches') return undefined;
  try {
    new RegExp(only.text, 'su');
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
    complainAt(inside(child, spot), only, 'value', `this is no regular expression: ${why}`);
  }
  return { matches: only.text };
}

function readPointers(child: Child, spot: Spot): readonly PointerValue[] | undefined {
  if (child.kind !== 'object') return undefined;
  const within = inside(child, spot);
  return childrenOf(within.text).children.map((each) => {
    const pointer = String(each.key);
    if (!/^(\/([^~]|~[01])*)?$/su.test(pointer))
      complainAt(
        within,
        each,
        'key',
        `"${pointer}" is no JSON pointer`,
        `A pointer is empty or begins with "/": write "/${pointer}"; "~" is written "~0".`,
      );
    return { pointer, json: textOf(each, within) };
  });
}

function readTools(list: Spot): readonly ToolValues[] {
  return childrenOf(list.text).children.flatMap((each) => {
    if (each.kind === 'object') return [readFields(toolFields, inside(each, list), 'a tool').values];
    complainAt(list, each, 'value', 'a tool has to be an object', 'Write {"tool": "bash", "args": {}}.');
    return [];
  });
}
