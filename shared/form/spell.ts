// Between what a person types into a field and JSON text. What was not touched keeps its spelling: digits as typed,
// escapes as they were.

import { hasHidden } from '../json/visible.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether `text` is a JSON number as it stands. */
export function isNumber(text: string): boolean {
  return number.test(text);
}

/** A JSON string of `text`; nothing is escaped that need not be. */
export function stringRaw(text: string): string {
  return JSON.stringify(text);
}

/** What a number field sends: the number exactly as typed, or a string when it is none. */
export function numberRaw(typed: string): string {
  const trimmed = typed.trim();
  return isNumber(trimmed) ? trimmed : stringRaw(typed);
}

/** Whether a text field gives back exactly what it was given: no other control characters, nothing invisible. */
export function showsAsText(decoded: string): boolean {
  return !hasHidden(decoded.replace(/[\n\t]/g, ''));
}

/**
 * The JSON string `raw` changed to say `typed`: what it says the same at its start and end keeps its escapes.
 * @param raw a JSON string with its quotes
 */
export function editString(raw: string, typed: string): string {
  const units = unitsOf(raw);
  const said = units.map((unit) => unit.said).join('');
  if (said === typed) return raw;
  let from = 0;
  const most = Math.min(units.length, typed.length);
  while (from < most && units[from]?.said === typed[from]) from++;
  if (isHigh(typed.charCodeAt(from - 1))) from--;
  let tail = 0;
  while (tail < most - from && units.at(-1 - tail)?.said === typed.at(-1 - tail)) tail++;
  if (tail > 0 && isLow(typed.charCodeAt(typed.length - tail))) tail--;
  const spelled = (some: readonly Unit[]): string => some.map((unit) => unit.spelled).join('');
  const changed = stringRaw(typed.slice(from, typed.length - tail)).slice(1, -1);
  return `"${spelled(units.slice(0, from))}${changed}${spelled(units.slice(units.length - tail))}"`;
}

interface Unit {
  /** One UTF-16 unit. */
  readonly said: string;
  readonly spelled: string;
}

function unitsOf(raw: string): readonly Unit[] {
  const inner = raw.slice(1, -1);
  const units: Unit[] = [];
  for (let at = 0; at < inner.length;) {
    const length = inner[at] !== '\\' ? 1 : inner[at + 1] === 'u' ? 6 : 2;
    const spelled = inner.slice(at, at + length);
    units.push({ spelled, said: length === 1 ? spelled : (JSON.parse(`"${spelled}"`) as string) });
    at += length;
  }
  return units;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
