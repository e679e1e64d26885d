// Counts what a run of fuzzing does: calls, their rate, starts, branches of schemas, and what it is at. Knows nothing of
// processes; the time comes from outside.

import type {
  BranchCoverage,
  FuzzCall,
  FuzzPart,
  FuzzProgress,
  FuzzSend,
  FuzzSubject,
} from '../../shared/fuzz/findings.ts';
import { branchesOf } from '../../shared/fuzz/branches.ts';
import type { CallEnd } from './fuzz-call.ts';
import type { SubjectPlan } from './fuzz-parts.ts';

/** Calls whose times make the rate of now. */
const remembered = 500;
const leastShortMs = 500;
const mostShortMs = 1_000;

interface Coverage {
  readonly plan: SubjectPlan;
  readonly taken: Set<string>;
}

export class FuzzMeter {
  readonly #nowMs: () => number;
  readonly #recent: number[] = [];
  readonly #coverage: Coverage[] = [];
  #slowestMs = 1;
  #busyMs = 0;
  #busySince: number | null = null;
  calls = 0;
  planned = 0;
  subject: FuzzSubject | null = null;
  part: FuzzPart | null = null;
  doing = '';

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  begins(plan: SubjectPlan): void {
    this.subject = plan.subject;
    this.#coverage.push({ plan, taken: new Set() });
  }

  /** Time between `busy(true)` and `busy(false)` counts for the rate of the whole run. */
  busy(busy: boolean): void {
    const now = this.#nowMs();
    if (!busy && this.#busySince !== null) this.#busyMs += now - this.#busySince;
    this.#busySince = busy ? (this.#busySince ?? now) : null;
  }

  took(branches: readonly string[]): void {
    const taken = this.#coverage.at(-1)?.taken;
    if (taken) for (const branch of branches) taken.add(branch);
  }

  called(send: FuzzSend, end: CallEnd, tookMs: number): FuzzCall {
    this.calls++;
    this.#recent.push(this.#nowMs());
    if (this.#recent.length > remembered) this.#recent.shift();
    if (end.how === 'answered' && tookMs > this.#slowestMs) this.#slowestMs = tookMs;
    return {
      n: this.calls,
      part: this.part ?? 'valid',
      subject: this.subject ?? { kind: 'tool', name: '' },
      raw:
        send.kind === 'value'
          ? send.raw
          : send.lines.map((line) => ('text' in line ? line.text : line.base64)).join('\n'),
      why: send.why,
      how: howOf(end),
      tookMs,
    };
  }

  /** Long enough for an answer, by what answers took so far. */
  get shortMs(): number {
    return Math.min(mostShortMs, Math.max(leastShortMs, this.#slowestMs * 20));
  }

  get ratePerSecond(): number {
    const [first] = this.#recent;
    const spanMs = first === undefined ? 0 : this.#nowMs() - first;
    return spanMs <= 0 ? 0 : (this.#recent.length * 1_000) / spanMs;
  }

  /** Over all parts, what was spent on looking into failures left out. */
  get meanRate(): number {
    const now = this.#busySince === null ? 0 : this.#nowMs() - this.#busySince;
    const spentMs = this.#busyMs + now;
    return spentMs <= 0 ? 0 : (this.calls * 1_000) / spentMs;
  }

  get coverage(): BranchCoverage[] {
    return this.#coverage.map(({ plan, taken }) => {
      const all = branchesOf(plan.schemaText);
      const missed = all.filter(({ id }) => !taken.has(id));
      return {
        subject: plan.subject,
        total: all.length,
        covered: all.length - missed.length,
        missed: missed.map(({ title }) => title),
      };
    });
  }

  progress(starts: number, buckets: number): FuzzProgress {
    const { subject, part, doing, calls, planned } = this;
    return { subject, part, doing, calls, planned, callsPerSecond: this.ratePerSecond, starts, buckets };
  }
}

function howOf(end: CallEnd): FuzzCall['how'] {
  if (end.how === 'answered') return end.isError ? 'error' : 'answered';
  return end.how === 'timedOut' || end.how === 'gone' ? 'failed' : end.how;
}
