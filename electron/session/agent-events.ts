// One-way lifecycle events: to the extensions that subscribed to them, with the fields a real host would send.

import { compactJson } from '../../shared/json/compact.ts';
import { quote } from '../../shared/protocol/say.ts';
import type { EmitOutcome, WireField } from './agent-type.ts';
import { fieldsAsSent } from './encode.ts';
import { hostFrameDef } from './host-frame-def.ts';
import type { Session } from './session-type.ts';

/**
 * Fire and forget. Any name may be subscribed to, also "" (real host, May 2026). Arguments that are no JSON drop the event
 * for all (real host, May 2026).
 */
export function emitEvent(
  sessions: readonly Session[],
  event: string,
  fields: readonly WireField[],
): EmitOutcome {
  // A plugin hears of what begins even where it has no handler: it may register tools from session_start on.
  const subscribers = sessions.filter(
    (session) => takesPart(session) && (session.offers.events.has(event) || session.plugin !== undefined),
  );
  const broken = fields.find(({ json }) => compactJson(json) === undefined);
  if (broken && subscribers.length > 0) {
    const reason = `${broken.name} is not JSON`;
    for (const session of subscribers) tellNotSent(session, event, reason);
    return { event, sent: [], notSent: reason };
  }
  if (broken) return { event, sent: [] };
  const sent: { session: Session['id']; line: number }[] = [];
  for (const session of subscribers) {
    if (session.plugin) {
      for (const line of session.plugin.emit(event, fields)) sent.push({ session: session.id, line });
      continue;
    }
    const all = [{ name: 'event', json: JSON.stringify(event) }, ...fields];
    const line = session.notice('event', fieldsAsSent(hostFrameDef(session, 'event'), all));
    if (line.ok) sent.push({ session: session.id, line: line.value });
    else tellNotSent(session, event, line.failure.message);
  }
  return { event, sent };
}

/** It has said hello, runs, and nobody is stopping it. A closed stdout does not matter (real host, May 2026). */
export function takesPart({ state, offers }: Session): boolean {
  return offers.helloName !== null && (state === 'registering' || state === 'ready');
}

function tellNotSent(session: Session, event: string, reason: string): void {
  session.note({
    kind: 'decided',
    decision: 'eventNotSent',
    message: `The event ${quote(event)} was not sent: ${reason}.`,
    value: { event, reason },
  });
}
