// The frames of a protocol as one host sees them: built once per profile, asked once per line. Everything that decoding
// needs to know about a frame type is found with a single look-up.

import type { Side } from '../session/entries.ts';
import type { FrameDef, HostProfile, Protocol } from './define.ts';
import { closedTo, shapeOf, type Shape } from './shape.ts';

export interface CatalogueEntry {
  readonly def: FrameDef;
  /** The profile's dialect knows the frame. */
  readonly inDialect: boolean;
  readonly shape: Shape;
  /** The definition, closed to all but the dialect's own keys: what passes it needs no close look. */
  readonly closed: FrameDef;
}

export interface Catalogue {
  readonly profile: HostProfile;
  readonly byType: Readonly<Record<Side, ReadonlyMap<string, CatalogueEntry>>>;
}

export function makeCatalogue(protocol: Protocol, profile: HostProfile): Catalogue {
  const tables = { extension: new Map<string, CatalogueEntry>(), host: new Map<string, CatalogueEntry>() };
  for (const def of protocol.frames) {
    tables[def.from].set(def.type, {
      def,
      inDialect: def.dialects.includes(profile.name),
      shape: shapeOf(def, profile.name),
      closed: closedTo(def, profile.name),
    });
  }
  return { profile, byType: tables };
}
