// Fuzzing by hand before anything is sent: which payloads fill the marked places of a frame, and how many frames that makes. Looks
// up the schema of a tool where a place is to be filled from it. Sends nothing.

import { failure } from '../../shared/errors.ts';
import { readRaw } from '../../shared/form/edit.ts';
import {
  combine,
  countOf,
  valuesIn,
  type CombineMode,
  type HandCase,
  type MarkedPlace,
} from '../../shared/fuzz/places.ts';
import { payloadsOf, type Payload, type PayloadSource } from '../../shared/fuzz/payloads.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { makeValidator } from '../session/schema-validator.ts';
import { defOf } from './compose.ts';
import type { Opened } from './opened.ts';

/** As chosen in the window: the schema itself is known here. */
export type HandSource =
  | Extract<PayloadSource, { kind: 'list' | 'given' | 'numbers' }>
  | { readonly kind: 'randomText'; readonly count: number }
  | Extract<PayloadSource, { kind: 'randomNumbers' }>
  | { readonly kind: 'schema'; readonly verdict: 'valid' | 'invalid'; readonly count: number };

export interface HandPlace {
  /** UTF-16 units; `end` exclusive. */
  readonly start: number;
  readonly end: number;
  readonly source: HandSource;
}

export interface HandAsk {
  readonly text: string;
  readonly places: readonly HandPlace[];
  readonly mode: CombineMode;
  readonly seed: number;
}

export interface HandPlan {
  readonly count: number;
  /** Lazy; once only. */
  readonly cases: Generator<HandCase>;
  /** The frame's id is in no place: each copy may have one of its own. */
  readonly newIds: boolean;
}

/** Most frames of one run. */
export const mostHandFrames = 10_000;
const longestRandom = 64;

/** Errors: `argumentInvalid`, in a sentence that says what to choose instead. */
export function planHand(opened: Opened, { text, places, mode, seed }: HandAsk): Result<HandPlan> {
  if (places.length === 0) return refused('No place is marked.', 'Select a part of the frame, then mark it.');
  const clash = overlap(text, places);
  if (clash) return refused(clash, 'Take one of the marks away.');
  // A frame is one line; of the same length, so that the marks stay where they are.
  const line = text.replace(/[\r\n]/g, ' ');
  const marked: MarkedPlace[] = [];
  for (const [at, place] of places.entries()) {
    const payloads = payloadsFor(opened, line, place, seed + at);
    if (!payloads.ok) return payloads;
    if (payloads.value.length === 0)
      return refused(`Place ${at + 1} has nothing to be filled with.`, 'Choose another list for it.');
    marked.push({ mark: { start: place.start, end: place.end }, payloads: payloads.value });
  }
  const count = countOf(marked, mode);
  if (count > mostHandFrames)
    return refused(
      `That makes ${count.toLocaleString('en-US')} frames; ${mostHandFrames.toLocaleString('en-US')} are the most.`,
      'Choose shorter lists, or one place at a time.',
    );
  const id = valuesIn(line).find(({ pointer, kind }) => pointer === '/id' && kind === 'string');
  const newIds = id !== undefined && !places.some(({ start, end }) => start < id.end && end > id.start);
  return ok({ count, cases: combine(line, marked, mode), newIds });
}

function overlap(text: string, places: readonly HandPlace[]): string | undefined {
  const sorted = [...places].sort((one, other) => one.start - other.start);
  for (const [at, { start, end }] of sorted.entries()) {
    if (end < start || end > text.length) return `Place ${at + 1} lies outside of the frame.`;
    const next = sorted[at + 1];
    if (next && next.start < end) return `Places ${at + 1} and ${at + 2} overlap.`;
  }
  return undefined;
}

function payloadsFor(
  opened: Opened,
  text: string,
  { start, end, source }: HandPlace,
  seed: number,
): Result<readonly Payload[]> {
  if (source.kind === 'given') {
    // What is no JSON is meant as a text.
    const raws = source.raws.map((raw) => (isJson(raw) ? raw : JSON.stringify(raw)));
    return ok(payloadsOf({ kind: 'given', raws }, seed));
  }
  if (source.kind === 'randomText') return ok(payloadsOf({ ...source, least: 0, most: longestRandom }, seed));
  if (source.kind !== 'schema') return ok(payloadsOf(source, seed));
  const place = valuesIn(text).find((value) => value.start === start && value.end === end);
  const use = defOf(opened, text)?.exercises;
  const tool = use?.part === 'tool' ? toolNamed(opened, readRaw(text, `/${use.name}`)) : undefined;
  const [field, ...tokens] = tokensOf(place?.pointer ?? '');
  // A text that is JSON is one value in the frame, and filled as a whole.
  const inner = use?.argsAs === 'text';
  const schema =
    tool && place && place.kind !== 'key' && field === use?.args
      ? schemaAt(tool, inner ? [] : tokens)
      : undefined;
  if (schema === undefined)
    return refused(
      'No schema says what stands there.',
      'Mark the arguments of a tool call or a value in them, or choose a list.',
    );
  const made = makeValidator(schema);
  if (!made.ok) return refused(`The schema can not be used: ${made.problem}`, 'Choose a list.');
  const payloads = payloadsOf({ ...source, schemaText: schema, validate: made.validate }, seed);
  return ok(inner ? payloads.map((payload) => ({ ...payload, raw: JSON.stringify(payload.raw) })) : payloads);
}

/** The schema of the tool with this name, as it stands in the frame. */
function toolNamed({ journal }: Opened, raw: string | undefined): string | undefined {
  if (raw?.startsWith('"') !== true) return undefined;
  const name = JSON.parse(raw) as string;
  return journal.summary.tools.find((tool) => tool.name === name)?.schemaText ?? undefined;
}

/** JSON text of the part of a schema that says what stands at such a place, with the definitions it may refer to. */
function schemaAt(schemaText: string, tokens: readonly string[]): string | undefined {
  if (!isJson(schemaText)) return undefined;
  const root = JSON.parse(schemaText) as unknown;
  let schema: unknown = root;
  for (const token of tokens) {
    const { properties, prefixItems, items } = membersOf(deref(root, schema));
    const byName = membersOf(properties)[token];
    const byPlace = Array.isArray(prefixItems) ? (prefixItems[Number(token)] as unknown) : undefined;
    schema = byName ?? byPlace ?? items;
    if (schema === undefined) return undefined;
  }
  if (schema === root) return schemaText;
  if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema);
  const { $defs, definitions, $schema } = membersOf(root);
  return JSON.stringify({ $schema, $defs, definitions, ...schema });
}

function deref(root: unknown, schema: unknown): unknown {
  const { $ref } = membersOf(schema);
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return schema;
  return tokensOf($ref.slice(1)).reduce<unknown>((at, token) => membersOf(at)[token], root);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // a text that somebody typed without quotes
  }
}

function refused(message: string, fix: string): Result<never> {
  return failed(failure('argumentInvalid', message, fix));
}
