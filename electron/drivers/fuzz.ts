// Fuzzes an extension: what there is to fuzz one after the other, with progress while it runs and a report at the end, whoever
// ends it. A driver: it uses public commands of sessions and reads their journals, nothing else.

import { Buckets } from '../../shared/fuzz/buckets.ts';
import type { FuzzBucket, FuzzOutcome, FuzzProgress, FuzzRemark } from '../../shared/fuzz/findings.ts';
import { judgeSchema } from '../../shared/fuzz/judge.ts';
import { FuzzHost, NotStarted } from './fuzz-host.ts';
import { FuzzMeter } from './fuzz-meter.ts';
import type { FuzzParts, SubjectPlan } from './fuzz-parts.ts';
import { SubjectFuzz } from './fuzz-subject.ts';

export { allParts, usualSettings } from './fuzz-parts.ts';
export type { FuzzParts, FuzzProcess, FuzzSettings, OpenProcess, SubjectPlan } from './fuzz-parts.ts';

export class Fuzz {
  readonly #parts: FuzzParts;
  readonly #host: FuzzHost;
  readonly #meter = new FuzzMeter();
  readonly #buckets = new Buckets();
  readonly #remarks: FuzzRemark[] = [];
  /** Resolves when all is done and no process is left; never rejects for what an extension does. */
  readonly outcome: Promise<FuzzOutcome>;

  constructor(parts: FuzzParts) {
    this.#parts = parts;
    this.#host = new FuzzHost(parts.open);
    this.#meter.planned = parts.subjects.length * parts.settings.runs;
    this.outcome = this.#run();
  }

  get progress(): FuzzProgress {
    return this.#meter.progress(this.#host.starts, this.#buckets.size);
  }

  /** So far. */
  get buckets(): readonly FuzzBucket[] {
    return this.#buckets.all;
  }

  get remarks(): readonly FuzzRemark[] {
    return this.#remarks;
  }

  get coverage(): FuzzOutcome['coverage'] {
    return this.#meter.coverage;
  }

  async #run(): Promise<FuzzOutcome> {
    const startedAt = performance.now();
    const { settings, signal } = this.#parts;
    let end: FuzzOutcome['end'] = 'done';
    let why = '';
    this.#meter.busy(true);
    try {
      for (const [at, plan] of this.#parts.subjects.entries()) {
        if (signal?.aborted) break;
        await this.#subject(plan, at === 0);
      }
      if (signal?.aborted) [end, why] = ['stopped', 'It was stopped.'];
    } catch (error) {
      if (!(error instanceof NotStarted)) throw error;
      [end, why] = signal?.aborted ? ['stopped', 'It was stopped.'] : ['gone', error.message];
    } finally {
      this.#meter.busy(false);
      await this.#host.close();
    }
    const { calls, coverage, meanRate } = this.#meter;
    const outcome: FuzzOutcome = {
      ...{ seed: settings.seed, end, why, calls, coverage },
      buckets: this.buckets,
      remarks: this.#remarks,
      starts: this.#host.starts,
      tookMs: performance.now() - startedAt,
      callsPerSecond: meanRate,
    };
    this.#parts.changed?.();
    return outcome;
  }

  async #subject(asked: SubjectPlan, first: boolean): Promise<void> {
    const { subject } = asked;
    const remark = (one: Omit<FuzzRemark, 'subject'>): void => void this.#remarks.push({ ...one, subject });
    const { schemaText, validate, schemaProblem } = asked;
    const verdict =
      schemaProblem === '' ? judgeSchema(schemaText, validate) : judgeSchema(schemaText, null, schemaProblem);
    if (verdict.kind === 'ready') {
      for (const { kind, at, why } of verdict.notes)
        remark({ code: `schema-${kind}`, message: placed(at, why) });
    } else remark({ code: `schema-${verdict.kind}`, message: placed(verdict.at, verdict.why) });
    const plan = verdict.kind === 'broken' ? { ...asked, ...anyObject } : asked;
    this.#meter.begins(plan);
    const { meter } = { meter: this.#meter };
    await new SubjectFuzz({
      parts: this.#parts,
      plan,
      host: this.#host,
      buckets: this.#buckets,
      meter,
      remark,
    }).run(first);
  }
}

/** In the place of a schema that is none. */
const anyObject: Pick<SubjectPlan, 'schemaText' | 'validate' | 'schemaProblem' | 'isGiven'> = {
  schemaText: '{"type":"object"}',
  validate: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  schemaProblem: '',
  isGiven: false,
};

function placed(at: string, why: string): string {
  return at === '' ? `The schema: ${why}` : `The schema at ${at}: ${why}`;
}
