// How `call` and `run` tell what happens, as an interface, and the two ways that do not depend on the command: one fact a
// line, and refusals.

import { visibleText } from '../../shared/json/visible.ts';
import type { ScenarioFact } from '../../shared/scenario/facts.ts';
import { factJson, refusedJson } from './fact-json.ts';
import { refusalLines } from './report-text.ts';
import type { Running } from './start-targets.ts';
import type { Refusal } from './telling.ts';
import type { Terminal } from './terminal.ts';

export type OutcomeFact = Extract<ScenarioFact, { kind: 'outcome' }>;

export interface ScenarioTelling {
  /** All extensions are ready; nothing was asked yet. */
  started(running: readonly Running[]): Promise<void>;
  fact(fact: ScenarioFact): Promise<void>;
  /** The extensions have ended. */
  ended(outcome: OutcomeFact, recordings: readonly string[]): Promise<void>;
  /** Nothing was asked. `recordings` are those of extensions that were started all the same. */
  refused(refusals: readonly Refusal[], recordings: readonly string[]): Promise<void>;
}

export function jsonTelling({ out, err }: Terminal): ScenarioTelling {
  return {
    started: async () => {},
    fact: async (fact) => {
      if (fact.kind !== 'outcome') await out.lines([factJson(fact)]);
    },
    ended: (outcome, recordings) => out.lines([factJson({ ...outcome, recordings })]),
    refused: async (refusals, recordings) => {
      await err.lines(refusalLines(refusals));
      await out.lines([refusedJson(refusals, recordings)]);
    },
  };
}

export async function textRefusal(
  { err }: Terminal,
  refusals: readonly Refusal[],
  recordings: readonly string[],
): Promise<void> {
  await err.lines([...refusalLines(refusals), ...recordingLines(recordings)]);
}

export function recordingLines(recordings: readonly string[]): string[] {
  return recordings.map((recording) => `Recording: ${visibleText(recording)}`);
}
