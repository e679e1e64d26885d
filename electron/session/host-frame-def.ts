// The catalogue entry of a host frame, for a session's own protocol.

import type { FrameDef } from '../../shared/protocol/define.ts';
import { frameDef, profileNamed } from '../../shared/protocol/registry.ts';
import type { Session } from './session-type.ts';

/** Throws when the protocol has no such frame: callers name frames of the family they are written for. */
export function hostFrameDef({ profile }: Pick<Session, 'profile'>, type: string): FrameDef {
  const protocol = profileNamed(profile.name)?.protocol;
  const def = protocol && frameDef(protocol, 'host', type);
  if (!def) throw new Error(`The catalogue of ${profile.name} has no host frame ${type}.`);
  return def;
}
