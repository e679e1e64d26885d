// Row text for frames: words are ours, wire values are shown as sent. `say` is a template tag, so a definition's summary
// reads like the row itself. Parts are put together without anything between them. Must not throw, whatever a frame holds.

import { visibleText } from '../json/visible.ts';
import type { SummaryPart } from './define.ts';

export type Parts = readonly SummaryPart[];

/** Longest wire value in a row; the row's detail has the whole of it. */
export const WIRE_LIMIT = 300;
const DEPTH_LIMIT = 12;

/** A number whose spelling a parsed value could not keep. */
export class SentNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Compact text of parsed objects and arrays as they were sent: order of keys, duplicate keys, spelling of numbers. */
const sentTexts = new WeakMap<object, string>();

export function rememberSentText(value: object, text: string): void {
  sentTexts.set(value, text);
}

/** A wire value as one line of text, at most `limit` characters: strings bare, everything else as compact JSON. */
export function wireText(value: unknown, limit = WIRE_LIMIT): string {
  if (typeof value === 'string') return clip(value, limit);
  if (typeof value === 'object' && value !== null) {
    const sent = sentTexts.get(value);
    if (sent !== undefined) return clip(sent, limit);
  }
  return clip(compact(value, limit, DEPTH_LIMIT), limit);
}

/** Cuts at `limit` UTF-16 units, never inside a surrogate pair, and says so with an ellipsis. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1;
  return `${text.slice(0, end)}…`;
}

/** Compact JSON of a parsed value that stops once `room` is used up, so a huge value costs no more than a small one. */
function compact(value: unknown, room: number, depth: number): string {
  if (value instanceof SentNumber) return value.text;
  if (typeof value === 'string') return JSON.stringify(clip(value, room + 1));
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === 0) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) return compactArray(value, room, depth);
  let text = '{';
  for (const key in value) {
    if (text.length > room) return `${text}…`;
    if (text !== '{') text += ',';
    text += `${JSON.stringify(clip(key, room + 1))}:`;
    text += compact((value as Record<string, unknown>)[key], room - text.length, depth - 1);
  }
  return `${text}}`;
}

function compactArray(value: readonly unknown[], room: number, depth: number): string {
  let text = '[';
  for (let i = 0; i < value.length; i++) {
    if (text.length > room) return `${text}…`;
    if (i > 0) text += ',';
    text += compact(value[i], room - text.length, depth - 1);
  }
  return `${text}]`;
}

/** `say\`${frame.name} ${frame.version}\``: literals become words, values wire text; missing and empty ones are said to be. */
export function say(literals: TemplateStringsArray, ...values: readonly unknown[]): Parts {
  const parts: SummaryPart[] = [];
  literals.forEach((words, i) => {
    if (words !== '') parts.push({ words });
    if (i < values.length) parts.push(wirePart(values[i]));
  });
  return parts;
}

function wirePart(value: unknown): SummaryPart {
  if (value === undefined) return { words: '(missing)' };
  return value === '' ? { words: '(empty)' } : { wire: wireText(value) };
}

/** `before` and the value, or nothing when the value is absent or empty. */
export function optional(before: string, value: unknown): Parts {
  if (value === undefined || value === null || value === '') return [];
  return before === '' ? [wirePart(value)] : [{ words: before }, wirePart(value)];
}

export function words(text: string): Parts {
  return [{ words: text }];
}

export function join(...several: readonly Parts[]): Parts {
  return several.flat();
}

/** "3 lines", "1 line". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

export function lengthOf(value: unknown): number {
  return Array.isArray(value) || typeof value === 'string' ? value.length : 0;
}

/** A wire value inside a sentence of ours: short, quoted, with nothing invisible in it. */
export function quote(value: unknown): string {
  return `"${visibleText(wireText(value, 60))}"`;
}
