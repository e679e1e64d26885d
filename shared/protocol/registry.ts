// The list of protocols, one line each, and the ways to look something up in it. Only this file sees all of them.

import type { Side } from '../session/entries.ts';
import type { FrameDef, HostProfile, Protocol } from './define.ts';
import { opcode } from './opcode/index.ts';
import { zot } from './zot/index.ts';

export const protocols: readonly Protocol[] = [zot, opcode];

/** Profile used when nobody chose one. */
export const defaultProfileName = zot.defaultProfile;

export interface ProfileOfProtocol {
  readonly protocol: Protocol;
  readonly profile: HostProfile;
}

const byProtocolName = new Map(protocols.map((protocol) => [protocol.name, protocol]));
const byProfileName = new Map<string, ProfileOfProtocol>(
  protocols.flatMap((protocol) => protocol.profiles.map((profile) => [profile.name, { protocol, profile }])),
);
const frames = new Map(
  protocols.map((protocol) => [
    protocol.name,
    new Map(protocol.frames.map((def) => [`${def.from} ${def.type}`, def])),
  ]),
);

/** `undefined`: no such protocol. */
export function protocolNamed(name: string): Protocol | undefined {
  return byProtocolName.get(name);
}

/** A profile, e.g. `zot-latest`, with the protocol it belongs to; `undefined`: no such profile. */
export function profileNamed(name: string): ProfileOfProtocol | undefined {
  return byProfileName.get(name);
}

/** Every profile, in the order of choice lists. */
export const profiles: readonly HostProfile[] = protocols.flatMap((protocol) => protocol.profiles);

/** The catalogue entry, whichever dialects know it; `undefined`: no dialect does. */
export function frameDef(protocol: Protocol, from: Side, type: string): FrameDef | undefined {
  return frames.get(protocol.name)?.get(`${from} ${type}`);
}
