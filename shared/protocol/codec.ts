// Turns a line into an opinion about it. The raw line stays the truth: nothing here changes or refuses anything, and no
// text whatever makes it throw. A plain frame of the profile's dialect takes the short way: one parse, one look-up, one
// validation against a schema that is closed to unknown keys. Must not know any protocol by name.

import type { Side } from '../session/entries.ts';
import { makeCatalogue, type Catalogue, type CatalogueEntry } from './catalogue.ts';
import { foldedField, lookClosely } from './close-look.ts';
import type {
  DecodeLine,
  Decoded,
  HostProfile,
  Issue,
  JsonObject,
  Protocol,
  ValidateFrame,
} from './define.ts';
import { deeperThan } from './depth.ts';
import { idNotString, lineIssues, otherDialect, unknownType } from './frame-issues.ts';
import { DEPTH_LIMIT, describeBroken, notObject, notUtf8, tooDeep } from './not-frame.ts';

export { tooLongLine } from './not-frame.ts';
export { deepIssues } from './deep-issues.ts';

const none: readonly Issue[] = Object.freeze([]);

/** A decoder for lines of one session. Build it once: it prepares look-ups for all frames. */
export function makeDecodeLine(
  protocol: Protocol,
  profile: HostProfile,
  validate: ValidateFrame,
): DecodeLine {
  const catalogue = makeCatalogue(protocol, profile);
  const fromExtension = finder(catalogue.byType.extension);
  const fromHost = finder(catalogue.byType.host);
  // A UTF-16 unit is at most three bytes, so a shorter text can't be over the limit.
  const surelyShort = Math.floor(profile.maxLineBytes / 3) - 1;

  return (text, from, ending) => {
    if (text === undefined) return notUtf8;
    if (text.length > 2 * DEPTH_LIMIT && deeperThan(text, DEPTH_LIMIT)) return tooDeep;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return describeBroken(text, ending);
    }
    if (typeof value !== 'object' || Array.isArray(value)) return notObject(value);
    // The real host reads a bare null as a frame without a type (May 2026).
    const frame = (value ?? {}) as JsonObject;
    const type = frame.type;
    if (typeof type === 'string' && ending === 'lf' && text.length < surelyShort) {
      const entry = from === 'extension' ? fromExtension(type) : fromHost(type);
      if (entry !== undefined && entry.inDialect) {
        const id = frame.id;
        if ((id === undefined || typeof id === 'string') && validate(entry.closed, frame).length === 0) {
          const def = entry.def;
          return {
            kind: 'frame',
            def,
            type: def.type,
            id,
            frame,
            issues: def.check?.(frame, profile) ?? none,
          };
        }
      }
    }
    return decodeClosely(frame, from, lineIssues(text, from, ending, profile), catalogue, validate);
  };
}

/** A look-up that remembers its last answer: lines of one type come in runs, and hashing a fresh string costs more. */
function finder(table: ReadonlyMap<string, CatalogueEntry>): (type: string) => CatalogueEntry | undefined {
  let last: CatalogueEntry | undefined;
  return (type) => {
    if (last === undefined || last.def.type !== type) last = table.get(type) ?? last;
    return last?.def.type === type ? last : undefined;
  };
}

/** The long way, for a frame in which something is unusual. */
function decodeClosely(
  sent: JsonObject,
  from: Side,
  ofLine: readonly Issue[],
  catalogue: Catalogue,
  validate: ValidateFrame,
): Decoded {
  const type = foldedField(sent, 'type');
  const sentId = foldedField(sent, 'id');
  const badId = sentId !== undefined && sentId !== null && typeof sentId !== 'string';
  const id = typeof sentId === 'string' ? sentId : undefined;
  const issues: Issue[] = [...ofLine];
  if (badId) issues.push(idNotString(sentId));
  const name = typeof type === 'string' ? type : '';
  const entry = catalogue.byType[from].get(name);
  if (entry === undefined) {
    issues.push(unknownType(type, name, from, catalogue));
    return { kind: 'unknown', type: name, id, frame: sent, issues };
  }
  if (!entry.inDialect) issues.push(otherDialect(entry, catalogue));
  const looked = lookClosely(sent, entry, catalogue);
  const ofSchema = validate(entry.def, looked.frame);
  issues.push(
    ...looked.issues,
    ...(badId ? ofSchema.filter((issue) => issue.pointer !== '/id') : ofSchema),
    ...(entry.def.check?.(looked.frame, catalogue.profile) ?? none),
  );
  return { kind: 'frame', def: entry.def, type: name, id, frame: looked.frame, issues };
}
