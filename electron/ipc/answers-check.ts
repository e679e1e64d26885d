// Answers about conformance. Translates only: each answer is one call.

import { ok, type Result } from '../../shared/result.ts';
import type { CheckDesk } from '../engine/check-desk.ts';
import type { Handlers } from './handlers.ts';

type CheckCommands = Extract<keyof Handlers, `check.${string}`>;

export function answersAboutChecks(desk: CheckDesk): Pick<Handlers, CheckCommands> {
  const done = (act: () => void): Result<void> => ok(act());
  return {
    'check.passive': ({ session }) => desk.passive(session),
    'check.start': ({ session, calls }) => desk.start(session, calls),
    'check.state': ({ session }) => ok(desk.state(session)),
    'check.stop': ({ session }) => done(() => desk.stop(session)),
  };
}
