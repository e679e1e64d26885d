// What a scenario knows of the extensions it runs over: a narrow view of sessions and their journals, references resolved,
// and who ended without having been asked to.

import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { Participant } from '../../shared/scenario/facts.ts';
import type { Scenario, SessionRef } from '../../shared/scenario/format.ts';
import { refWords } from '../../shared/scenario/words.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import type { Session } from '../session/session-type.ts';

export interface ScenarioSession {
  readonly id: SessionId;
  /** As scenarios name it. */
  readonly name: string;
  readonly session: Pick<Session, 'send' | 'stop' | 'ended' | 'endWanted' | 'profile'>;
  readonly journal: Pick<JournalReader, 'count' | 'rows' | 'view' | 'onGrow' | 'summary'>;
}

export function participant({ id, name }: ScenarioSession): Participant {
  return { session: id, name };
}

/** The session that is meant; none: all. A name that two have means the first. */
export function meant(
  sessions: readonly ScenarioSession[],
  ref: SessionRef | undefined,
): readonly ScenarioSession[] {
  if (ref === undefined) return sessions;
  const found =
    typeof ref === 'number' ? sessions[ref - 1] : sessions.find(({ id, name }) => name === ref || id === ref);
  return found ? [found] : [];
}

/** Whether all extensions that the scenario names are there. To be asked before anything is sent. */
export function checkSessions(scenario: Scenario, sessions: readonly ScenarioSession[]): Result<void> {
  for (const step of scenario.steps) {
    for (const ref of refsOf(step)) {
      if (meant(sessions, ref).length > 0) continue;
      const names = sessions.map(({ name }, at) => `${name} (${at + 1})`).join(', ');
      return failed(
        failure(
          'argumentInvalid',
          `Line ${step.line} of the scenario names ${typeof ref === 'number' ? refWords(ref) : `the extension "${ref}"`}, which does not take part.`,
          names === '' ? 'Open one first.' : `These do: ${names}.`,
          { line: step.line },
        ),
      );
    }
  }
  return ok(undefined);
}

function refsOf(step: Scenario['steps'][number]): SessionRef[] {
  const refs = [
    'session' in step ? step.session : undefined,
    ...(step.do === 'turn' ? step.turn.tools.map(({ session }) => session) : []),
    step.do === 'wait' && step.wait.kind === 'row' ? step.wait.row.session : undefined,
    step.do === 'expect' ? step.expect.row?.session : undefined,
  ];
  return refs.filter((ref) => ref !== undefined);
}

/** How its process ended, in words; undefined while it lives, or when somebody wanted it to end. */
export function diedHow({ session, journal }: ScenarioSession): string | undefined {
  const { exit, spawnFailed } = journal.summary;
  if (spawnFailed) return `it did not start: ${spawnFailed.message}`;
  if (!exit || session.endWanted) return undefined;
  return endWords(exit);
}

export function endWords(exit: NonNullable<JournalReader['summary']['exit']>): string {
  return exit.signal === null ? `exit code ${exit.code ?? 'unknown'}` : `ended by ${exit.signal}`;
}
