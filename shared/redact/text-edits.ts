// What has to be masked in one text that is not JSON, or in one string of a JSON text: known values and patterns. Pieces
// that overlap become one, so that no end of a secret is left over. Pure.

import type { Edit } from './edit.ts';
import { isMasked, type MaskBook } from './mask.ts';
import type { PatternRule } from './patterns.ts';
import type { ValueFinder } from './value-finder.ts';

export interface TextRules {
  readonly finder: ValueFinder;
  readonly patterns: readonly PatternRule[];
  readonly masks: MaskBook;
  /** Called with what a pattern found. */
  readonly found: (secret: string, by: PatternRule) => void;
}

/** In order, not overlapping. */
export function editsOfText(text: string, { finder, patterns, masks, found }: TextRules): readonly Edit[] {
  const edits = finder.empty ? [] : finder.find(text, masks);
  const valueCount = edits.length;
  for (const rule of patterns) {
    if (rule.hint && !rule.hint.test(text)) continue;
    rule.pattern.lastIndex = 0;
    for (const match of text.matchAll(rule.pattern)) {
      const [start, end] = match.indices?.groups?.['secret'] ?? match.indices?.[0] ?? [0, 0];
      const secret = text.slice(start, end);
      if (end === start || isMasked(secret)) continue;
      // What a known value covers is that value, with its own mask.
      if (edits.some((edit, at) => at < valueCount && edit.start <= start && edit.end >= end)) continue;
      found(secret, rule);
      edits.push({ start, end, text: unmasked, rule: rule.rule });
    }
  }
  return merged(edits).map((edit) =>
    edit.text === unmasked ? { ...edit, text: masks.maskOf(text.slice(edit.start, edit.end)) } : edit,
  );
}

/** Masks are counted: none is given out before it is sure what goes. */
const unmasked = '';

function merged(edits: Edit[]): readonly Edit[] {
  if (edits.length < 2) return edits;
  edits.sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: Edit[] = [];
  for (const edit of edits) {
    const last = kept.at(-1);
    if (!last || edit.start >= last.end) kept.push(edit);
    else if (edit.end > last.end) kept[kept.length - 1] = { ...last, end: edit.end, text: unmasked };
  }
  return kept;
}
