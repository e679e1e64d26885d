// What a tool's result amounts to: read once, with everything that is wrong with it, for the rules and for the agent. Pure.

import type { FaultCode, FaultWords } from '../../../shared/protocol/opcode/faults.ts';
import type { JsonObject } from '../../../shared/protocol/define.ts';
import { isBytes, isUnread } from '../../../shared/protocol/opcode/parts.ts';

export interface ReadResult {
  /** As the model would get them; empty when nothing could be read. */
  readonly content: readonly JsonObject[];
  readonly isError: boolean;
  readonly faults: readonly { readonly code: FaultCode; readonly words: FaultWords }[];
}

/** @param frame a host.tool_done */
export function readResult(frame: JsonObject, call: string): ReadResult {
  const isError = frame.is_error !== 0 && frame.is_error !== undefined;
  const nothing = (code: FaultCode, words: FaultWords = {}): ReadResult => ({
    content: [],
    isError,
    faults: [{ code, words: { call, ...words } }],
  });
  const text = frame.result_json;
  // Not UTF-8, or not to be read at all: the child has named it.
  if (isBytes(text) || isUnread(text)) return { content: [], isError, faults: [] };
  if (typeof text !== 'string') return nothing('done-null');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return nothing('done-not-json', { reason: error instanceof Error ? error.message : String(error) });
  }
  const shape = shapeFault(value);
  const faults: { code: FaultCode; words: FaultWords }[] = [];
  if (shape !== '') faults.push({ code: 'done-shape', words: { call, reason: shape } });
  const inside = (value as JsonObject | null)?.is_error;
  if (typeof inside === 'boolean' && inside !== isError)
    faults.push({
      code: 'done-is-error-differs',
      words: { call, argument: Number(frame.is_error), inside: String(inside) },
    });
  return { content: contentOf(value), isError, faults };
}

function contentOf(value: unknown): readonly JsonObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const { content } = value as JsonObject;
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with the shape of a result, as the end of a sentence; '' when nothing is. */
export function shapeFault(value: unknown): string {
  if (!isObject(value)) return 'it is no object';
  const { content, is_error: isError } = value;
  if (content === undefined) return 'it has no content';
  if (!Array.isArray(content)) return 'content is no list';
  for (const [at, block] of content.entries()) {
    if (!isObject(block)) return `block ${at + 1} is no object`;
    if (typeof block.type !== 'string') return `block ${at + 1} has no type`;
    if (block.type === 'text' && typeof block.text !== 'string') return `block ${at + 1} has no text`;
  }
  if (isError !== undefined && typeof isError !== 'boolean') return 'is_error is neither true nor false';
  return '';
}
