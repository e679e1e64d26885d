// The text of a recorded host frame with another id in it. Only the id's own characters are replaced: digits, key order,
// escapes and white space of everything else go out as they were recorded.

import { childrenOf } from '../scenario/json-text.ts';
import { foldKey } from '../protocol/shape.ts';

/** Undefined when the frame has no id that is a text. */
export function withId(text: string, id: string): string | undefined {
  // The id that a reader of the frame gets: keys match in any letter case, and the last one counts.
  const place = childrenOf(text).children.findLast(
    ({ key, kind }) => typeof key === 'string' && foldKey(key) === 'id' && kind === 'string',
  );
  return place && text.slice(0, place.offset) + JSON.stringify(id) + text.slice(place.end);
}
