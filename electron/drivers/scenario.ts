// Runs a scenario over an agent and its extensions, step by step, and yields what happens while it happens. A driver: it
// asks through public commands and reads journals, nothing else. What a step should not have ended in is a finding, unless
// the checks that follow it decide about that themselves.

import type { Check, Finding, FindingCode, PartOutcome, ScenarioFact } from '../../shared/scenario/facts.ts';
import type { ExpectStep, Scenario, Step, TurnStep } from '../../shared/scenario/format.ts';
import { rowWords, stepTitle } from '../../shared/scenario/words.ts';
import type { Agent } from '../session/agent-type.ts';
import { CalledOff, unlessCalledOff } from './called-off.ts';
import { RowWatch } from './row-watch.ts';
import { checkOutcome, faultsOf, judge, takenOver, type Judged } from './scenario-checks.ts';
import { diedHow, participant, type ScenarioSession } from './scenario-session.ts';
import { Steps } from './scenario-steps.ts';
import { walkTurn } from './scenario-turn.ts';

export { checkSessions, type ScenarioSession } from './scenario-session.ts';

export interface ScenarioRun {
  readonly agent: Agent;
  /** In load order. */
  readonly sessions: readonly ScenarioSession[];
  /** Ends the run after the step that is under way; what it waits for is given up. */
  readonly signal?: AbortSignal;
}

/** The last fact is the outcome. Never throws for what an extension does; sessions are left as the steps leave them. */
export async function* runScenario(scenario: Scenario, run: ScenarioRun): AsyncGenerator<ScenarioFact> {
  const walk = new Walk(run);
  const startedAt = performance.now();
  const { name, steps } = scenario;
  yield { kind: 'scenario', name, steps: steps.length, extensions: run.sessions.map(participant) };
  let done = 0;
  let calledOff = false;
  for (const step of steps) {
    if (run.signal?.aborted) break;
    yield* walk.settle(step);
    yield { kind: 'began', step: step.index, line: step.line, do: step.do, title: stepTitle(step) };
    try {
      yield* walk.step(step);
    } catch (error) {
      if (!(error instanceof CalledOff)) throw error;
      calledOff = true;
      break;
    }
    yield* walk.deaths(step);
    done++;
  }
  yield* walk.end(calledOff || (done < steps.length && run.signal?.aborted === true), steps[done]);
  const { findings, checks } = walk;
  const tookMs = performance.now() - startedAt;
  yield { kind: 'outcome', ok: findings.length === 0, steps: steps.length, done, checks, findings, tookMs };
}

/** How long a row or the end of a process is waited for where the check does not say. */
const usualWaitMs = 2_000;

class Walk {
  readonly #run: ScenarioRun;
  readonly #rows: RowWatch;
  readonly #steps: Steps;
  readonly findings: Finding[] = [];
  checks = 0;
  /** Of the last step that did something: findings unless a check decides about them. */
  #pending: Finding[] = [];
  #judged: Judged | undefined;
  /** Ended without being asked; `#diedNow` since the last step that did something. */
  readonly #dead = new Set<ScenarioSession>();
  /** Those whose end is a finding already: an unanswered call said so. */
  readonly #accounted = new Set<string>();
  #diedNow = false;

  constructor(run: ScenarioRun) {
    this.#run = run;
    const { agent, sessions, signal } = run;
    this.#rows = new RowWatch(sessions, signal);
    const orCalledOff = <T>(promise: Promise<T>): Promise<T> => unlessCalledOff(promise, signal);
    this.#steps = new Steps({ agent, sessions, rows: this.#rows, orCalledOff });
  }

  async *step(step: Step): AsyncGenerator<ScenarioFact> {
    if (step.do === 'expect') {
      yield* this.#expect(step);
      return;
    }
    if (step.do === 'turn') {
      yield* this.#turn(step);
      return;
    }
    const outcome =
      step.do === 'event' || step.do === 'intercept'
        ? await (step.do === 'event' ? this.#steps.emit : this.#steps.intercept).call(
            this.#steps,
            step.event,
            step.fields,
          )
        : await this.#steps.act(step);
    yield this.#happened(step, null, step.do, outcome);
    if (outcome.kind === 'waited' && outcome.row === null && step.do === 'wait' && step.wait.kind === 'row')
      this.#note(
        step,
        'wait-timed-out',
        `There was no ${rowWords(step.wait.row).replace(/^a /, '')} in ${step.wait.timeoutMs} ms.`,
      );
  }

  /** A step that does something closes what the one before it left open. */
  async *settle(next: Step): AsyncGenerator<ScenarioFact> {
    if (next.do === 'expect' || next.do === 'wait') return;
    yield* this.#flush();
    this.#diedNow = false;
    this.#rows.mark();
  }

  async *deaths(step: Step): AsyncGenerator<ScenarioFact> {
    for (const session of this.#run.sessions) {
      if (this.#dead.has(session)) continue;
      const how = diedHow(session);
      if (how === undefined) continue;
      this.#dead.add(session);
      this.#diedNow = true;
      yield { kind: 'died', step: step.index, how, ...participant(session) };
      if (!this.#accounted.has(session.id))
        this.#note(step, 'process-died', `${session.name} ended without being asked to: ${how}.`);
    }
  }

  async *end(calledOff: boolean, at: Step | undefined): AsyncGenerator<ScenarioFact> {
    if (calledOff && at) this.#note(at, 'interrupted', `Interrupted at step ${at.index}.`);
    yield* this.#flush();
  }

  async *#turn(step: TurnStep): AsyncGenerator<ScenarioFact> {
    const parts = walkTurn(step.turn, this.#steps);
    for (let part = 1; ; part++) {
      const { done, value } = await parts.next();
      if (done) {
        yield this.#happened(step, null, 'turn', { kind: 'turn', turn: value });
        return;
      }
      yield this.#happened(step, part, value.do, value.outcome);
    }
  }

  async *#expect(step: ExpectStep): AsyncGenerator<ScenarioFact> {
    const { expect } = step;
    const withinMs = expect.withinMs ?? usualWaitMs;
    const checks: Check[] = this.#judged ? checkOutcome(expect, this.#judged) : [];
    if (expect.gone !== undefined) {
      if (expect.gone) await this.#rows.until(withinMs, () => this.#anyDeath());
      yield* this.deaths(step);
      const found = this.#diedNow;
      const words = (gone: boolean): string => (gone ? 'a process ended' : 'all run');
      checks.push({
        what: 'gone',
        ok: expect.gone === found,
        wanted: words(expect.gone),
        found: words(found),
      });
    }
    if (expect.row) {
      const found = await this.#rows.find(expect.row, withinMs);
      checks.push({
        what: 'row',
        ok: found !== null,
        wanted: rowWords(expect.row),
        found: found ? `row ${found.seq} of ${found.name}` : `none in ${withinMs} ms`,
      });
    }
    this.#pending = this.#pending.filter(({ code }) => !takenOver(expect, code));
    this.checks += checks.length;
    for (const { what, ok, wanted, found } of checks)
      if (!ok) this.#note(step, 'expect-failed', `${what}: expected ${wanted}, found ${found}.`);
    yield this.#happened(step, null, 'expect', { kind: 'checked', checks });
  }

  #anyDeath(): boolean {
    return (
      this.#diedNow || this.#run.sessions.some((each) => !this.#dead.has(each) && diedHow(each) !== undefined)
    );
  }

  #happened(step: Step, part: number | null, did: Step['do'], outcome: PartOutcome): ScenarioFact {
    const judged = judge(outcome);
    // What happens inside a turn is judged with the turn.
    if (judged && part === null) this.#judged = judged;
    const nameOf = (id: string | null): string =>
      this.#run.sessions.find((session) => session.id === id)?.name ?? 'the extension';
    for (const { code, message, session } of faultsOf(outcome, nameOf)) {
      if (session) {
        this.#diedNow = true;
        this.#accounted.add(session);
      }
      this.#note(step, code, message);
    }
    return { kind: 'happened', step: step.index, part, do: did, outcome };
  }

  #note(step: Step, code: FindingCode, message: string): void {
    this.#pending.push({ step: step.index, line: step.line, code, message });
  }

  *#flush(): Generator<ScenarioFact> {
    for (const finding of this.#pending) {
      this.findings.push(finding);
      yield { kind: 'finding', ...finding };
    }
    this.#pending = [];
  }
}
