// The simulated run of an agent over the plugins that run: one at a time, told step by step, stopped by cancelling the step
// under way. Tools marked DESTRUCTIVE wait for the person. What the run does is agent-run.ts's.

import { failure } from '../../shared/errors.ts';
import type { PluginRunNews, RunConfirm } from '../../shared/ipc/contract.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { RunStep, StepReport } from '../../shared/session/plugin-run.ts';
import { runAgent } from '../session/opcode/agent-run.ts';
import type { Session } from '../session/session-type.ts';
import { shortened } from './agent-strip.ts';
import { jsonFault } from './json-fault.ts';

export interface PluginRunParts {
  /** Plugins that are open, in load order. */
  readonly sessions: () => readonly Session[];
  readonly send: (news: PluginRunNews) => void;
  readonly report: (error: unknown) => void;
}

export class PluginRunDesk {
  readonly #parts: PluginRunParts;
  #news: PluginRunNews | null = null;
  #runs = 0;
  #asks = 0;
  #answer: ((allow: boolean) => void) | undefined;
  #token = '';
  #asking: Promise<unknown> = Promise.resolve();

  constructor(parts: PluginRunParts) {
    this.#parts = parts;
  }

  get news(): PluginRunNews | null {
    return this.#news;
  }

  /** Refused while one runs, when no plugin is there, or when a payload or arguments are no JSON. */
  start(steps: readonly RunStep[]): Result<{ readonly run: number }> {
    if (this.#news && this.#news.state !== 'ended')
      return failed(
        failure('sendingUnderWay', 'A run of the agent is under way.', 'Stop it, or wait for its end.'),
      );
    const sessions = this.#parts.sessions().filter(({ state }) => state === 'ready');
    if (sessions.length === 0)
      return failed(
        failure('sessionNotRunning', 'No native plugin is loaded, so nobody would hear of the run.'),
      );
    const wrong = firstFault(steps);
    if (wrong) return wrong;
    const run = ++this.#runs;
    this.#tell({
      run,
      state: 'running',
      count: steps.length,
      at: null,
      steps: [],
      confirm: null,
      stopped: '',
    });
    void this.#walk(run, sessions, steps).catch((error: unknown) => {
      this.#change({ state: 'ended', at: null, confirm: null, stopped: 'something of Framescope failed' });
      this.#parts.report(error);
    });
    return ok({ run });
  }

  confirm(ask: number, allow: boolean): Result<void> {
    if (this.#news?.confirm?.ask !== ask || !this.#answer)
      return failed(failure('argumentInvalid', 'That question is not asked any more.'));
    this.#give(allow);
    return ok(undefined);
  }

  stop(): void {
    if (this.#news?.state !== 'running') return;
    this.#change({ state: 'stopping' });
    for (const { plugin } of this.#parts.sessions()) plugin?.cancel(this.#token);
    this.#give(false);
  }

  async #walk(run: number, sessions: readonly Session[], steps: readonly RunStep[]): Promise<void> {
    const done: StepReport[] = [];
    const { stopped } = await runAgent(sessions, steps, {
      name: `agent-run-${run}`,
      confirm: (tool, args) => this.#ask(tool, args),
      began: (at, token) => {
        this.#token = token;
        this.#change({ at });
      },
      ended: (_at, report) => {
        done.push(short(report));
        this.#change({ steps: [...done] });
      },
      stopped: () => (this.#news?.state === 'stopping' ? 'it was stopped' : ''),
    });
    this.#change({ state: 'ended', at: null, confirm: null, stopped });
  }

  /** One question after the other: several calls of a turn may ask at once. */
  #ask(tool: string, args: string): Promise<boolean> {
    const asked = this.#asking.then(() => this.#askOne(tool, args));
    this.#asking = asked;
    return asked;
  }

  async #askOne(tool: string, args: string): Promise<boolean> {
    if (this.#news?.state !== 'running') return false;
    const confirm: RunConfirm = { ask: ++this.#asks, tool, args: shortened(args) };
    const answered = new Promise<boolean>((resolve) => (this.#answer = resolve));
    this.#change({ confirm });
    const allow = await answered;
    this.#change({ confirm: null });
    return allow;
  }

  /** Once: a second answer to the same question is none. */
  #give(allow: boolean): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(allow);
  }

  #change(change: Partial<PluginRunNews>): void {
    if (this.#news) this.#tell({ ...this.#news, ...change });
  }

  #tell(news: PluginRunNews): void {
    this.#news = news;
    this.#parts.send(news);
  }
}

function firstFault(steps: readonly RunStep[]): Result<never> | undefined {
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'event') {
      const wrong = jsonFault(step.payload, `The values of step ${at + 1}, ${step.event},`);
      if (wrong) return wrong;
      continue;
    }
    for (const { name, argsText } of step.calls) {
      const wrong =
        argsText.trim() === ''
          ? undefined
          : jsonFault(argsText, `The arguments of ${name} in step ${at + 1}`);
      if (wrong) return wrong;
    }
  }
  return undefined;
}

function short(report: StepReport): StepReport {
  return { ...report, calls: report.calls.map((call) => ({ ...call, text: shortened(call.text) })) };
}
