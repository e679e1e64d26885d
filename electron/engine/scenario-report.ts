// A run of a scenario as the window shows it: a report a step, made from the driver's facts as they come. Keeps words, not
// values, so that a run with megabytes of answers costs a few lines.

import type { ScenarioRun, StepReport } from '../../shared/ipc/contract.ts';
import type { PartOutcome, ScenarioFact } from '../../shared/scenario/facts.ts';
import type { Scenario } from '../../shared/scenario/format.ts';
import { stepTitle } from '../../shared/scenario/words.ts';
import { effectWords, endWords } from '../../shared/session/agent-words.ts';
import type { Severity } from '../../shared/session/entries.ts';

type Part = StepReport['parts'][number];
type Told = Pick<StepReport, 'words' | 'severity' | 'tookMs'>;

/** Characters of a title or a sentence. */
const mostCharacters = 400;

export class ScenarioReport {
  readonly #number: number;
  readonly #name: string;
  readonly #nowMs: () => number;
  readonly #steps: StepReport[];
  #begunMs = 0;
  #partBegunMs = 0;
  #state: ScenarioRun['state'] = 'running';
  #failed = false;

  /** @param number counts the runs of this app */
  constructor(number: number, scenario: Scenario, nowMs: () => number) {
    this.#number = number;
    this.#name = scenario.name;
    this.#nowMs = nowMs;
    this.#steps = scenario.steps.map((step) => ({
      index: step.index,
      line: step.line,
      title: clip(`${step.do} ${stepTitle(step)}`),
      state: 'waiting',
      severity: null,
      words: '',
      tookMs: null,
      parts: [],
    }));
  }

  get run(): ScenarioRun {
    return {
      run: this.#number,
      name: this.#name,
      state: this.#state,
      failed: this.#failed,
      steps: [...this.#steps],
    };
  }

  stopping(): void {
    if (this.#state === 'running') this.#state = 'stopping';
  }

  /** It ended without an outcome: a fault of ours, in words. */
  broke(message: string): void {
    const running = this.#steps.find((step) => step.state === 'running');
    if (running) this.#change(running.index, { state: 'ended', severity: 'error', words: clip(message) });
    this.#state = 'ended';
    this.#failed = true;
  }

  add(fact: ScenarioFact): void {
    switch (fact.kind) {
      case 'scenario':
        return;
      case 'began':
        this.#begunMs = this.#partBegunMs = this.#nowMs();
        return this.#change(fact.step, { state: 'running' });
      case 'happened':
        return this.#happened(fact);
      case 'died':
        return this.#find(fact.step, `${fact.name} ended: ${fact.how}.`);
      case 'finding':
        return this.#find(fact.step, fact.message);
      case 'outcome':
        this.#state = 'ended';
        this.#failed = !fact.ok;
        for (const step of this.#steps) {
          if (step.state === 'running') this.#change(step.index, { state: 'ended' });
        }
    }
  }

  #happened({ step, part, do: what, outcome }: Extract<ScenarioFact, { kind: 'happened' }>): void {
    const told = tell(outcome);
    if (part === null) {
      const tookMs = told.tookMs ?? this.#nowMs() - this.#begunMs;
      const severity = worse(this.#steps[step - 1]?.severity ?? null, told.severity);
      return this.#change(step, { ...told, severity, tookMs, state: 'ended' });
    }
    const parts = this.#steps[step - 1]?.parts ?? [];
    const made: Part = {
      title: clip(partTitle(what, outcome)),
      state: 'ended',
      ...told,
      tookMs: told.tookMs ?? this.#nowMs() - this.#partBegunMs,
    };
    this.#partBegunMs = this.#nowMs();
    this.#change(step, { parts: [...parts, made] });
  }

  #find(step: number, message: string): void {
    const words = this.#steps[step - 1]?.words ?? '';
    const all = words.includes(message) ? words : `${words} ${message}`.trim();
    this.#change(step, { severity: 'error', words: clip(all) });
  }

  #change(index: number, change: Partial<StepReport>): void {
    const known = this.#steps[index - 1];
    if (known) this.#steps[index - 1] = { ...known, ...change };
  }
}

function partTitle(what: string, outcome: PartOutcome): string {
  switch (outcome.kind) {
    case 'event':
      return `event ${outcome.emitted.event}`;
    case 'intercept':
      return `intercept ${outcome.chain.event}`;
    case 'tool':
      return `tool_call ${outcome.tool.tool}`;
    case 'hostTool':
      return `tool_call ${outcome.name}`;
    default:
      return what;
  }
}

interface Said {
  readonly words: string;
  readonly severity?: Severity;
  readonly tookMs?: number;
}
type Of<K extends PartOutcome['kind']> = Extract<PartOutcome, { kind: K }>;

function tell(outcome: PartOutcome): Told {
  const said = (outcomes[outcome.kind] as (outcome: PartOutcome) => Said)(outcome);
  return { tookMs: null, severity: null, ...said, words: clip(said.words) };
}

const outcomes: { readonly [K in PartOutcome['kind']]: (outcome: Of<K>) => Said } = {
  tool: ({ tool: { end, isError, content, tookMs } }) => {
    const text = content
      .map((block) => (block.kind === 'text' ? block.text : `(${block.mimeType})`))
      .join(' ');
    return {
      words: [endWords(end), text].filter(Boolean).join(' ') || 'No content.',
      tookMs,
      ...(isError || end.how !== 'answered' ? { severity: 'error' } : {}),
    };
  },
  hostTool: ({ name }) => ({
    words: `${name} is a tool of the host: no extension is called.`,
    severity: 'info',
  }),
  command: ({ command: { end, effect, tookMs } }) => {
    const text = 'text' in effect ? `: ${effect.text}` : '';
    const bad = end.how !== 'answered' || effect.kind === 'error';
    return {
      words: endWords(end) || `The host ${effectWords(effect)}${text}.`,
      tookMs,
      ...(bad ? { severity: 'error' } : {}),
    };
  },
  event: ({ emitted: { sent, notSent } }) => {
    if (notSent !== undefined) return { words: `Not sent: ${notSent}.`, severity: 'warning' };
    return { words: sent.length === 0 ? 'Nobody subscribed.' : `Sent to ${extensions(sent.length)}.` };
  },
  intercept: ({ chain: { blocked, rewritten, reason, value, hops, spentMs } }) => {
    const verdict = blocked ? `Blocked: ${reason}` : rewritten ? `Changed: ${value}` : 'Allowed.';
    return {
      words: hops.length === 0 ? 'Nobody asked to be asked: allowed.' : verdict,
      tookMs: spentMs,
      ...(blocked ? { severity: 'warning' } : {}),
    };
  },
  turn: ({ turn: { blocked, refused, reason, isError, tookMs } }) => {
    if (refused) return { words: `The turn was blocked: ${reason}`, severity: 'warning', tookMs };
    if (blocked) return { words: `Something was blocked: ${reason}`, severity: 'warning', tookMs };
    if (isError) return { words: 'A tool call ended in an error.', severity: 'warning', tookMs };
    return { words: 'The turn went through.', tookMs };
  },
  sent: ({ to, refused }) => {
    const unsent = refused.map(({ name, why }) => ` ${name} got nothing: ${why}.`).join('');
    return {
      words: `Sent to ${to.map(({ name }) => name).join(', ') || 'nobody'}.${unsent}`,
      ...(unsent ? { severity: 'error' } : {}),
    };
  },
  waited: ({ row, tookMs }) => ({
    words: row ? `${row.type} came: row ${row.seq} of ${row.name}.` : 'Waited.',
    tookMs,
  }),
  checked: ({ checks }) => {
    const wrong = checks.filter((check) => !check.ok);
    if (wrong.length === 0) return { words: `As expected (${checks.length}).` };
    const all = wrong.map(({ what, wanted, found }) => `${what}: expected ${wanted}, found ${found}.`);
    return { words: all.join(' '), severity: 'error' };
  },
  stopped: (outcome) => ({
    words: outcome.extensions.map(({ name, how }) => `${name}: ${how}.`).join(' '),
  }),
};

function extensions(count: number): string {
  return count === 1 ? '1 extension' : `${count} extensions`;
}

function worse(a: Severity | null, b: Severity | null): Severity | null {
  const rank = { error: 3, warning: 2, info: 1 };
  return (a ? rank[a] : 0) >= (b ? rank[b] : 0) ? a : b;
}

function clip(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
