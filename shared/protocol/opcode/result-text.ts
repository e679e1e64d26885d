// What stands in a row about a tool's result: how many blocks, how much text, whether it is an error. Never throws, whatever
// the plugin handed over.

import type { JsonObject } from '../define.ts';
import { counted, join, lengthOf, optional, words, type Parts } from '../say.ts';
import { shown } from './parts.ts';

/** "1 text block, 31 characters", "error, 1 text block · no such file"; else the text as it came. */
export function resultParts(result: unknown, isError: unknown): Parts {
  const error = isError !== undefined && isError !== 0 ? words('error, ') : [];
  const parsed = typeof result === 'string' ? parsedObject(result) : undefined;
  if (parsed === undefined || !Array.isArray(parsed.content)) return join(error, shown(result ?? null));
  const blocks = parsed.content as readonly unknown[];
  const size = blocks.reduce((sum: number, block) => sum + lengthOf(textOf(block)), 0);
  const kinds = new Set(blocks.map((block) => (textOf(block) === undefined ? '' : 'text ')));
  const only = kinds.size === 1 ? [...kinds][0] : '';
  const amount = size > 0 ? `, ${counted(size, 'character')}` : '';
  const body = blocks.length === 0 ? 'no content' : `${counted(blocks.length, `${only}block`)}${amount}`;
  return join(error, words(body), error.length > 0 ? optional(' · ', textOf(blocks[0])) : []);
}

function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
  } catch {
    return undefined; // not JSON: shown as it came, and a problem says so
  }
}

function textOf(block: unknown): string | undefined {
  if (typeof block !== 'object' || block === null) return undefined;
  const { text } = block as JsonObject;
  return typeof text === 'string' ? text : undefined;
}
