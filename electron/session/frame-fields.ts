// Reads the fields of a decoded frame as the real hosts read them: null counts as absent, a wrong type is said to be one
// and never guessed around. The decoder has put keys into their canonical letter case. Knows no frame.

import { walkJson } from '../../shared/json/walk.ts';
import type { JsonObject } from '../../shared/protocol/define.ts';
import { foldKey } from '../../shared/protocol/shape.ts';

/** A text field, '' when absent or null; undefined when it has another type. */
export function textMember(frame: JsonObject, key: string): string | undefined {
  const value = frame[key] ?? '';
  return typeof value === 'string' ? value : undefined;
}

/** A list of texts, empty when absent or null; undefined when it, or one element, has another type. */
export function textListMember(frame: JsonObject, key: string): string[] | undefined {
  const value = frame[key] ?? [];
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((element: unknown) => element ?? '');
  return texts.every((text) => typeof text === 'string') ? texts : undefined;
}

/**
 * The exact text of a top-level member's value in a line that is a JSON object, or null when it has none. Keys match in
 * any letter case and the last one wins (real host, May 2026).
 */
export function rawMember(line: string, key: string): string | null {
  let depth = 0;
  let asked = false;
  let start = 0;
  let found: string | null = null;
  const valueEnds = (end: number): void => {
    if (asked && depth === 1) found = line.slice(start, end);
  };
  walkJson(line, {
    open(_kind, offset) {
      if (depth === 1) start = offset;
      depth++;
    },
    key(name) {
      if (depth === 1) asked = foldKey(name) === key;
    },
    scalar(_kind, offset, length) {
      if (depth === 1) start = offset;
      valueEnds(offset + length);
    },
    close(_kind, end) {
      depth--;
      valueEnds(end);
    },
  });
  return found;
}
