// How a session stands, read off its parts: the same for every transport. It must not change anything.

import type { Clock } from './clock.ts';
import type { Deadlines } from './deadlines.ts';
import type { SessionStatus } from './session-type.ts';

export interface StatusParts {
  readonly machine: Pick<SessionStatus, 'state'>;
  readonly gate: Pick<SessionStatus, 'mode' | 'held'>;
  readonly clock: Pick<Clock, 'frozen' | 'hostUs' | 'realUs'>;
  readonly deadlines: Pick<Deadlines, 'list'>;
}

export function coreStatus(
  { machine, gate, clock, deadlines }: StatusParts,
  pendingWriteBytes: number,
): SessionStatus {
  return {
    state: machine.state,
    mode: gate.mode,
    clockFrozen: clock.frozen,
    hostUs: clock.hostUs(),
    realUs: clock.realUs(),
    deadlines: deadlines.list(),
    pendingWriteBytes,
    held: gate.held,
  };
}
