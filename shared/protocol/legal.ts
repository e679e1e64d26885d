// Which frames are in order next, for the list beside the stepper. Derived from the catalogue; decides nothing.

import type { HostState, Side } from '../session/entries.ts';
import type { FrameDef, HostProfile, Protocol } from './define.ts';

export interface NextFrame {
  readonly from: Side;
  readonly type: string;
  /** "0 or more, adds up"; of an illegal one, when it would be legal: "illegal until ready". */
  readonly times: string;
  readonly legal: boolean;
}

/** In the order a session goes through them. */
const order: readonly HostState[] = [
  'idle',
  'starting',
  'awaitingHello',
  'registering',
  'ready',
  'stopping',
  'ended',
];

const stateWords: Readonly<Record<HostState, string>> = {
  idle: 'a start',
  starting: 'a start',
  awaitingHello: 'the start',
  registering: 'hello',
  ready: 'ready',
  stopping: 'shutdown',
  ended: 'the end',
};

/** Illegal frames worth showing: a person wonders about the next step, not about the whole catalogue. */
const MOST_ILLEGAL = 3;

const made = new WeakMap<HostProfile, Map<HostState, readonly NextFrame[]>>();

/** Legal frames of the profile's dialect first, in catalogue order, then a few that only become legal next. */
export function legalNext(protocol: Protocol, profile: HostProfile, state: HostState): readonly NextFrame[] {
  let byState = made.get(profile);
  if (byState === undefined) made.set(profile, (byState = new Map()));
  let list = byState.get(state);
  if (list === undefined) byState.set(state, (list = makeList(protocol, profile, state)));
  return list;
}

function makeList(protocol: Protocol, profile: HostProfile, state: HostState): readonly NextFrame[] {
  const known = protocol.frames.filter((def) => def.dialects.includes(profile.name));
  const legal = known
    .filter((def) => def.legalIn.includes(state))
    .map((def) => ({ from: def.from, type: def.type, times: def.times, legal: true }));
  const next = order[order.indexOf(state) + 1];
  const illegal = known
    .filter((def) => next !== undefined && def.legalIn[0] === next && !def.legalIn.includes(state))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_ILLEGAL)
    .map((def) => ({
      from: def.from,
      type: def.type,
      times: `illegal until ${stateWords[next ?? 'ended']}`,
      legal: false,
    }));
  return [...legal, ...illegal];
}

/** Requests before notices: they are what a session is about. Answers come by themselves. */
function rank(def: FrameDef): number {
  return { request: 0, notice: 1, answer: 2 }[def.role.kind];
}
