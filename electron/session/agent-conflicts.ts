// Says who lost a name to another extension, in the loser's journal: the real host says nothing (real host, May 2026; the
// seed promises a warning in the log). Once for each registration.

import { quote } from '../../shared/protocol/say.ts';
import type { Registered } from './agent-registry.ts';
import type { Registration } from './offers.ts';

/** `told` remembers which ones have been. */
export function tellConflicts(all: readonly Registered[], told: WeakSet<Registration>): void {
  for (const { owner, registration, winner, row } of all) {
    if (!winner || row.status !== 'shadowed' || told.has(registration)) continue;
    told.add(registration);
    const { kind, name, line } = registration;
    owner.note({
      kind: 'problem',
      code: 'name-taken-by-other',
      severity: 'warning',
      message: `${winner.owner.name} registered the ${kind} ${quote(winner.registration.name)} first, so ${owner.name}'s own is never called by that name. The real host says nothing about it${kind === 'tool' ? ', and may show the model the description of one and call the other' : ''}.`,
      fix: `Choose another name than ${quote(name)}; extensions are loaded in the order they are listed.`,
      source: 'seed, RegisterToolFromExt; real host, May 2026',
      line,
    });
  }
}
