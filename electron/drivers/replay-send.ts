// Hands recorded lines of the host to the session that runs, with the ids they have in this run, and says on its row when one
// can't be sent.

import type { ReplayLine } from '../../shared/replay/line.ts';
import { withId } from '../../shared/replay/outgoing.ts';
import type { ReplayTable } from '../../shared/replay/table.ts';
import type { Raw } from '../../shared/session/entries.ts';
import type { Session } from '../session/session-type.ts';
import type { LiveSide } from './replay-live.ts';

export interface SenderParts {
  readonly session: Pick<Session, 'send' | 'freshId'>;
  readonly live: LiveSide;
  readonly table: ReplayTable;
  /** Otherwise lines go out with the ids they had. */
  readonly mapsIds: boolean;
}

export class Sender {
  readonly #parts: SenderParts;
  /** Lines that the session took. */
  sent = 0;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Whether the session took it. */
  send(step: number, line: ReplayLine): boolean {
    const { session, live, table } = this.#parts;
    if (line.cutFrom !== undefined) {
      const why = `the recording holds only a part of it, it had ${line.cutFrom} bytes`;
      table.host(step, { state: 'notSent', why });
      return false;
    }
    live.sending(step);
    const sent = session.send(this.#rawOf(line), 'driver');
    if (sent.ok) {
      this.sent++;
      return true;
    }
    live.notSent();
    table.host(step, { state: 'notSent', why: sent.failure.message });
    return false;
  }

  /** A request gets a fresh id, and what refers to it later the same; an answer has the id the extension gave its request. */
  #rawOf(line: ReplayLine): Raw {
    const { raw, id, role } = line;
    const { session, live, mapsIds } = this.#parts;
    if (id === undefined || !('text' in raw) || !mapsIds) return raw;
    const known = role === 'answer' ? live.extensionId(id) : live.hostId(id);
    const now = known ?? (role === 'request' ? session.freshId() : undefined);
    const text = now === undefined ? undefined : withId(raw.text, now);
    if (now === undefined || text === undefined) return raw;
    if (role === 'request') live.pairHostId(id, now);
    return { text };
  }
}
