// Sentences about a frame as a whole: how its line ended, its id, its type. What is wrong inside it is told by the close
// look and the schema. One line alone is all that is looked at here.

import type { LineEnding, Side } from '../session/entries.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import type { HostProfile, Issue } from './define.ts';
import { nearestName } from './near.ts';
import { bytes, readingStops } from './not-frame.ts';
import { quote } from './say.ts';

const none: readonly Issue[] = Object.freeze([]);

const crlf: readonly Issue[] = [
  {
    code: 'crlf',
    severity: 'info',
    message: 'The line ends in CR LF. The host reads it all the same.',
    pointer: '',
    fix: 'End lines with LF only; text mode on Windows adds the CR.',
    source: 'real host, May 2026',
  },
];
const noNewline: readonly Issue[] = [
  {
    code: 'no-newline',
    severity: 'warning',
    message: 'The output ended without a line feed after this frame. The host reads it all the same.',
    pointer: '',
    fix: 'End every frame with a line feed.',
    source: 'real host, May 2026',
  },
];

/** What the end and the length of a line say, whatever is in it. */
export function lineIssues(
  text: string,
  from: Side,
  ending: LineEnding,
  profile: HostProfile,
): readonly Issue[] {
  const ofEnding = ending === 'crlf' ? crlf : ending === 'none' ? noNewline : none;
  // Nothing limits what a host may send (real host, May 2026).
  if (from === 'host' || text.length < profile.maxLineBytes / 3 - 1) return ofEnding;
  const byteLength = new TextEncoder().encode(text).length + 1;
  if (byteLength <= profile.maxLineBytes) return ofEnding;
  const over: Issue = {
    code: 'line-over-limit',
    severity: 'warning',
    message: `This line has ${bytes(byteLength)}. ${readingStops(profile)}`,
    pointer: '',
    fix: 'Send large contents in several frames.',
    source: profile.source,
  };
  return [...ofEnding, over];
}

export function idNotString(id: unknown): Issue {
  const what = Array.isArray(id) ? 'an array' : typeof id === 'object' ? 'an object' : `a ${typeof id}`;
  return {
    code: 'id-not-string',
    severity: 'error',
    message: `The id is ${what}. The real host takes the whole frame for malformed and skips it.`,
    pointer: '/id',
    fix: 'Send the id as a string, exactly as it came.',
    source: 'seed, Frame; real host, May 2026',
  };
}

/** For a type that no frame of this side has in any dialect. */
export function unknownType(type: unknown, name: string, from: Side, catalogue: Catalogue): Issue {
  const source = 'seed, Frame; real host, May 2026';
  const pointer = '/type';
  if (type !== undefined && type !== null && typeof type !== 'string') {
    const message = 'The type is no string. The real host takes the whole frame for malformed and skips it.';
    return { code: 'type-not-string', severity: 'error', message, pointer, source };
  }
  if (name === '') {
    const message = 'The object has no type; the host ignores it as an unknown frame "".';
    return {
      code: 'type-missing',
      severity: 'warning',
      message,
      pointer: '',
      fix: 'Give it a type.',
      source,
    };
  }
  const other: Side = from === 'host' ? 'extension' : 'host';
  if (catalogue.byType[other].has(name)) {
    const message = `Only the ${other} sends "${name}"; coming from the ${from} it is ignored.`;
    return { code: 'wrong-direction', severity: 'error', message, pointer, source };
  }
  const own = [...catalogue.byType[from].values()].filter((entry) => entry.inDialect);
  const meant = nearestName(
    name,
    own.map((entry) => entry.def.type),
  );
  return {
    code: 'unknown-frame',
    severity: 'warning',
    message: `No dialect knows a frame ${quote(name)} from the ${from}; it is ignored.`,
    pointer,
    ...(meant === undefined ? {} : { fix: `Did you mean "${meant}"?` }),
    source,
  };
}

export function otherDialect({ def }: CatalogueEntry, catalogue: Catalogue): Issue {
  return {
    code: 'frame-of-other-dialect',
    severity: 'warning',
    message: `${catalogue.profile.name} does not know the frame "${def.type}" and ignores it; known to ${def.dialects.join(', ')}.`,
    pointer: '/type',
    source: def.source,
  };
}
