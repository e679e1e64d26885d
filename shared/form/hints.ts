// Bounds of a schema as short phrases beside a field: "1 to 64 characters", "at most 1048576", "pattern ^[a-z]+$".

import { fieldOf, type Exact } from './exact.ts';
import type { SubSchema } from './schema.ts';

export function hintsOf({ node }: SubSchema): readonly string[] {
  const hints: string[] = [];
  const range = (least: string, most: string, one: string, many: string): void => {
    const [low, high] = [numberOf(node, least), numberOf(node, most)];
    if (low === undefined && high === undefined) return;
    if (low !== undefined && high !== undefined)
      hints.push(low === high ? `exactly ${low} ${low === '1' ? one : many}` : `${low} to ${high} ${many}`);
    else if (low !== undefined) hints.push(`at least ${low} ${low === '1' ? one : many}`);
    else hints.push(`at most ${high} ${high === '1' ? one : many}`);
  };
  range('minimum', 'maximum', '', '');
  const above = numberOf(node, 'exclusiveMinimum');
  const below = numberOf(node, 'exclusiveMaximum');
  if (above !== undefined) hints.push(`more than ${above}`);
  if (below !== undefined) hints.push(`less than ${below}`);
  const step = numberOf(node, 'multipleOf');
  if (step !== undefined) hints.push(`a multiple of ${step}`);
  range('minLength', 'maxLength', 'character', 'characters');
  range('minItems', 'maxItems', 'item', 'items');
  range('minProperties', 'maxProperties', 'key', 'keys');
  for (const [keyword, word] of [
    ['pattern', 'pattern'],
    ['format', 'format'],
    ['contentEncoding', 'encoded as'],
    ['contentMediaType', 'media type'],
  ] as const) {
    const value = fieldOf(node, keyword);
    if (value?.kind === 'string') hints.push(`${word} ${value.text}`);
  }
  const unique = fieldOf(node, 'uniqueItems');
  if (unique?.kind === 'boolean' && unique.text === 'true') hints.push('no item twice');
  return hints.map((hint) => hint.trimEnd());
}

/** Digits as the schema spells them. */
function numberOf(node: Exact, key: string): string | undefined {
  const field = fieldOf(node, key);
  return field?.kind === 'number' ? field.raw : undefined;
}
