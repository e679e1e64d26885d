// Small looks at the fields of an Opcode frame for the folds: texts, numbers, cut to what a summary keeps. Pure.

import type { JsonObject } from '../protocol/define.ts';
import { clip } from '../protocol/say.ts';
import { longestText } from './plugin-summary.ts';

/** null for NULL and for bytes that are not UTF-8. */
export function textIn(frame: JsonObject, key: string): string | null {
  const value = frame[key];
  return typeof value === 'string' ? value : null;
}

export function numberIn(frame: JsonObject, key: string): number {
  const value = frame[key];
  return typeof value === 'number' ? value : 0;
}

export function cut(text: string, most = longestText): string {
  return clip(text, most);
}

/** A list that keeps its newest. */
export function keepNewest<T>(list: T[], one: T, most: number): void {
  list.push(one);
  if (list.length > most) list.shift();
}

/** A field as one would read it: a text as it is, NULL by its name, anything else as JSON. */
export function shownField(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return cut(typeof value === 'string' ? value : JSON.stringify(value));
}
