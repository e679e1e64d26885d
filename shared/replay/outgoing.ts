// The text of a recorded frame with another id in it. Only the id's own characters are replaced: digits, key order, escapes
// and white space of everything else go out as they were recorded.

import { foldKey } from '../protocol/shape.ts';
import { childrenOf, type Child } from '../scenario/json-text.ts';

/** Undefined when the frame has no id that is a text. */
export function withId(text: string, id: string): string | undefined {
  // The id that a reader of the frame gets: keys match in any letter case, and the last one counts.
  const place = childrenOf(text).children.findLast(
    ({ key, kind }) => typeof key === 'string' && foldKey(key) === 'id' && kind === 'string',
  );
  return place && replaced(text, place, id);
}

/** With `id` where the frame names, in a field such as `parent_id`, the request that `recorded` was. */
export function withParentId(text: string, recorded: string | undefined, id: string): string {
  if (recorded === undefined) return text;
  const place = childrenOf(text).children.find(
    ({ key, kind, text: value }) =>
      typeof key === 'string' && foldKey(key).endsWith('_id') && kind === 'string' && value === recorded,
  );
  return place ? replaced(text, place, id) : text;
}

function replaced(text: string, { offset, end }: Child, id: string): string {
  return text.slice(0, offset) + JSON.stringify(id) + text.slice(end);
}
