// Whose tool or command a name is, over all extensions in load order: the first to register it, unless the host has one of
// its own. Nobody is promoted when the owner ends (real host, May 2026). Pure: computes rows from what sessions offer.

import { quote } from '../../shared/protocol/say.ts';
import type { RegistryRow } from './agent-type.ts';
import type { Registration } from './offers.ts';
import type { Session } from './session-type.ts';

type Kind = Registration['kind'];

/** A row with what it was made from. */
export interface Registered {
  readonly row: RegistryRow;
  readonly owner: Session;
  readonly registration: Registration;
  /** The row that has the name instead, when another extension's. */
  readonly winner: Registered | null;
}

export interface Registry {
  readonly all: readonly Registered[];
  /** Who has the name: the first to register it, also when it is gone; undefined when nobody or a built-in has it. */
  find(kind: Kind, name: string): Registered | undefined;
  /** That extension's own, whoever has won the name. */
  findIn(session: Session, kind: Kind, name: string): Registered | undefined;
}

/** Sessions in load order. Those that never said hello offer nothing. */
export function makeRegistry(sessions: readonly Session[]): Registry {
  const winners = new Map<string, Registered>();
  const all: Registered[] = [];
  for (const owner of sessions) {
    for (const registration of owner.offers.registrations) {
      const key = keyOf(owner, registration.kind, registration.name);
      const builtIn = isBuiltIn(owner, registration);
      const earlier = winners.get(key);
      const registered = judge(owner, registration, builtIn, earlier);
      all.push(registered);
      if (!builtIn && !earlier && !(isGone(owner) && owner.endWanted)) winners.set(key, registered);
    }
  }
  const find = (kind: Kind, name: string): Registered | undefined => {
    for (const owner of sessions) {
      const found = winners.get(keyOf(owner, kind, name));
      if (found) return found;
    }
    return undefined;
  };
  return { all, find, findIn: (session, kind, name) => findIn(all, session, kind, name) };
}

function findIn(
  all: readonly Registered[],
  session: Session,
  kind: Kind,
  name: string,
): Registered | undefined {
  const key = keyOf(session, kind, name);
  return all.find(
    ({ owner, registration }) =>
      owner === session && registration.kind === kind && keyOf(owner, kind, registration.name) === key,
  );
}

/** Newest zot finds commands in any letter case; tools are always matched exactly. */
function keyOf({ profile }: Session, kind: Kind, name: string): string {
  const anyCase = kind === 'command' && profile.commandMatch === 'anyCase';
  return `${kind} ${anyCase ? name.toLowerCase() : name}`;
}

function isBuiltIn(owner: Session, { kind, name }: Registration): boolean {
  const { builtinTools, builtinCommands } = owner.profile;
  const key = keyOf(owner, kind, name);
  return (kind === 'tool' ? builtinTools : builtinCommands).some(
    (builtIn) => keyOf(owner, kind, builtIn) === key,
  );
}

function isGone({ state, offers }: Session): boolean {
  return state === 'ended' || !offers.listening;
}

function judge(
  owner: Session,
  registration: Registration,
  builtIn: boolean,
  earlier: Registered | undefined,
): Registered {
  const { kind, name, description, schemaText, late, schemaProblem } = registration;
  const other = earlier && earlier.owner !== owner ? earlier : null;
  const [status, why] = verdict(owner, registration, builtIn, other);
  const row: RegistryRow = {
    kind,
    name,
    session: owner.id,
    extension: owner.name,
    description,
    schemaText,
    late,
    status,
    why,
    schemaProblem,
  };
  return { row, owner, registration, winner: other };
}

function verdict(
  owner: Session,
  { kind, name, late, repeated }: Registration,
  builtIn: boolean,
  other: Registered | null,
): [RegistryRow['status'], string] {
  if (isGone(owner)) return ['gone', goneWords(owner)];
  if (builtIn) return ['shadowed', `The host has a built-in ${kind} ${quote(name)}, which always wins.`];
  if (other) {
    const gone = isGone(other.owner) ? ' It has ended, and the host promotes nobody.' : '';
    return ['shadowed', `${other.owner.name} registered ${quote(other.registration.name)} first.${gone}`];
  }
  if (repeated) return ['shadowed', 'It registered this name before; the first registration counts.'];
  if (late && kind === 'tool')
    return ['active', 'Registered late: it can be called, but the model’s list of tools is older.'];
  return ['active', ''];
}

function goneWords(owner: Session): string {
  if (owner.state !== 'ended') return 'It closed its stdout, so no answer can come.';
  return owner.endWanted ? 'It was stopped.' : 'It has ended.';
}
