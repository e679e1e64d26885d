// The slow look at a frame in which something is unusual: keys in another letter case, keys nobody knows, keys of another
// dialect. Gives the frame with its keys in canonical spelling, as the real host would read it.

import { escapePointer } from '../json/pointer.ts';
import type { Issue, JsonObject } from './define.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import { nearestName } from './near.ts';
import { quote } from './say.ts';
import { foldKey, type Shape } from './shape.ts';

/** A frame can have any number of strange keys; nobody reads more than these. */
const MOST_ISSUES = 20;

/** The value under `key`, or under a key that differs only in letter case. */
export function foldedField(frame: JsonObject, key: string): unknown {
  if (frame[key] !== undefined) return frame[key];
  for (const name in frame) if (foldKey(name) === key) return frame[name];
  return undefined;
}

export function lookClosely(
  frame: JsonObject,
  { def, shape }: CatalogueEntry,
  catalogue: Catalogue,
): { readonly frame: JsonObject; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const report = (issue: Issue): void => {
    if (issues.length < MOST_ISSUES) issues.push(issue);
  };

  function object(value: JsonObject, at: Shape, pointer: string, path: string): JsonObject {
    const entries: [string, unknown][] = [];
    for (const [key, child] of Object.entries(value)) {
      const name = at.keys.has(key) ? key : at.folded.get(foldKey(key));
      const here = `${pointer}/${escapePointer(name ?? key)}`;
      const pathHere = path === '' ? (name ?? key) : `${path}.${name}`;
      if (name === undefined) report(unknownField(key, here, at, def.source));
      else if (name !== key) report(keyCase(key, name, here));
      if (name !== undefined && !at.known.has(name))
        report(otherDialect(here, def.fieldDialects?.[pathHere]));
      const below = name === undefined ? undefined : at.keys.get(name);
      entries.push([name ?? key, below === undefined ? child : any(child, below, here, pathHere)]);
    }
    return Object.fromEntries(entries);
  }

  function any(value: unknown, at: Shape, pointer: string, path: string): unknown {
    if (Array.isArray(value)) return value.map((item, i) => any(item, at, `${pointer}/${i}`, path));
    return typeof value === 'object' && value !== null
      ? object(value as JsonObject, at, pointer, path)
      : value;
  }

  function otherDialect(pointer: string, dialects: readonly string[] = []): Issue {
    return {
      code: 'field-of-other-dialect',
      severity: 'info',
      message: `${pointer} is not known to ${catalogue.profile.name}, which ignores it; known to ${dialects.join(', ')}.`,
      pointer,
      source: def.source,
    };
  }

  return { frame: object(frame, shape, '', ''), issues };
}

function unknownField(key: string, pointer: string, at: Shape, source: string): Issue {
  const meant = nearestName(key, at.known);
  return {
    code: 'unknown-field',
    // A misspelt field is lost work; any other one may be somebody's extra.
    severity: meant === undefined ? 'info' : 'warning',
    message: `No dialect knows the field ${quote(key)}; the host ignores it.`,
    pointer,
    ...(meant === undefined ? {} : { fix: `Did you mean "${meant}"?` }),
    source,
  };
}

function keyCase(key: string, name: string, pointer: string): Issue {
  return {
    code: 'key-case',
    severity: 'warning',
    message: `The key ${quote(key)} is read as "${name}": this host does not mind letter case in keys, others may.`,
    pointer,
    fix: `Write "${name}".`,
    source: 'real host, May 2026',
  };
}
