// The one scenario that may run at a time: starts it over the extensions that run, keeps its report, ends it when asked to.

import { failure } from '../../shared/errors.ts';
import type { ScenarioRun, ScenarioStart } from '../../shared/ipc/contract.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { parseScenario } from '../../shared/scenario/parse.ts';
import type { Scenario } from '../../shared/scenario/format.ts';
import { checkSessions, runScenario, type ScenarioSession } from '../drivers/scenario.ts';
import type { Agent } from '../session/agent-type.ts';
import type { Opened } from './opened.ts';
import { ScenarioReport } from './scenario-report.ts';

export interface ScenarioDeskParts {
  readonly agent: Agent;
  readonly opened: () => readonly Opened[];
  readonly changed: () => void;
  readonly report: (error: unknown) => void;
}

export class ScenarioDesk {
  readonly #parts: ScenarioDeskParts;
  #report: ScenarioReport | null = null;
  #ending: AbortController | null = null;
  #runs = 0;
  /** Of the last run. */
  #text: string | null = null;
  /** It is to be run again once the run under way has been given up. */
  #wanted = false;

  constructor(parts: ScenarioDeskParts) {
    this.#parts = parts;
  }

  /** The last run, or the one under way. */
  get run(): ScenarioRun | null {
    return this.#report?.run ?? null;
  }

  /** Refused while another one runs; a text that is no scenario is told with its faults, and nothing is sent. */
  start(text: string): Result<ScenarioStart> {
    if (this.#ending)
      return failed(
        failure('sessionRunning', 'A scenario is running already.', 'Stop it, or wait until it has ended.'),
      );
    const parsed = parseScenario(text);
    if (!parsed.ok) return ok({ started: false, faults: parsed.faults });
    const sessions = participants(this.#parts.opened());
    if (sessions.length === 0)
      return failed(
        failure('sessionNotRunning', 'No extension runs, so there is nobody to ask.', 'Open one.'),
      );
    const there = checkSessions(parsed.scenario, sessions);
    if (!there.ok) return there;
    this.#text = text;
    void this.#walk(parsed.scenario, sessions);
    return ok({ started: true, remark: otherProfile(parsed.scenario, sessions) });
  }

  /** The last one once more, from its beginning; nothing when none was run yet. */
  again(): void {
    if (this.#text === null) return;
    if (!this.#ending) {
      this.start(this.#text);
      return;
    }
    this.stop();
    this.#wanted = true;
  }

  /** What is waited for is given up. */
  stop(): void {
    this.#wanted = false;
    this.#report?.stopping();
    this.#ending?.abort();
    this.#parts.changed();
  }

  async #walk(scenario: Scenario, sessions: readonly ScenarioSession[]): Promise<void> {
    const { agent, changed } = this.#parts;
    const ending = new AbortController();
    this.#runs += 1;
    const report = new ScenarioReport(this.#runs, scenario, () => performance.now());
    this.#report = report;
    this.#ending = ending;
    changed();
    try {
      for await (const fact of runScenario(scenario, { agent, sessions, signal: ending.signal })) {
        report.add(fact);
        changed();
      }
    } catch (error) {
      this.#parts.report(error);
      report.broke(`Framescope failed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#ending = null;
      changed();
      if (this.#wanted) this.again();
    }
  }
}

/** In load order; those that have ended have nothing to say. */
function participants(all: readonly Opened[]): readonly ScenarioSession[] {
  return all.flatMap(({ id, name, session, journal }) =>
    session && session.status.state !== 'ended' ? [{ id, name, session, journal }] : [],
  );
}

function otherProfile({ profile }: Scenario, sessions: readonly ScenarioSession[]): string {
  if (profile === null) return '';
  const others = sessions.filter(({ session }) => session.profile.name !== profile);
  if (others.length === 0) return '';
  const names = others.map(({ name, session }) => `${name} as ${session.profile.name}`).join(', ');
  return `It is written for ${profile}, but runs with ${names}.`;
}
