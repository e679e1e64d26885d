// A check of conformance from its first run to the last: the plain one, then the probes that make sense after it. It uses the
// public commands of sessions and nothing else, judges nothing, and can be called off at any time.

import { mergedFindings, type Finding } from '../../shared/conformance/finding.ts';
import type { CheckOutcome, NotTried, ProbedRun, RunName } from '../../shared/conformance/outcome.ts';
import type { ProbeName } from '../../shared/conformance/rule.ts';
import { rulesFor } from '../../shared/conformance/rules.ts';
import { ok, type Result } from '../../shared/result.ts';
import { CalledOff } from './called-off.ts';
import type { CheckParts, CheckRun } from './conformance-bench.ts';
import { plainRun, type PlainRun } from './conformance-plain.ts';
import { busy, folder, nonsense, type Probe } from './conformance-probes.ts';

const probes: Readonly<Record<ProbeName, Probe>> = { nonsense, busy, folder };

/** Errors: those of starting the target the first time. What an extension does is in the outcome. */
export async function checkConformance(parts: CheckParts): Promise<Result<CheckOutcome>> {
  const check = new Check(parts);
  return check.run();
}

class Check {
  readonly #parts: CheckParts;
  readonly #runs: ProbedRun[] = [];
  readonly #lists: (readonly Finding[])[] = [];
  readonly #notTried: NotTried[] = [];
  #plain: PlainRun | undefined;
  #profile: CheckRun['session']['profile'] | undefined;
  #of = 1;

  constructor(parts: CheckParts) {
    this.#parts = parts;
  }

  async run(): Promise<Result<CheckOutcome>> {
    try {
      const first = await this.#within('plain', (run) => plainRun(run, this.#parts, this.#sayIn('plain')));
      if (!first.ok) return first;
      this.#plain = first.value;
      this.#lists.push(named('plain', first.value.findings));
      await this.#probes(first.value);
      return ok(this.#outcome(false));
    } catch (error) {
      if (!(error instanceof CalledOff)) throw error;
      return ok(this.#outcome(true));
    }
  }

  /** What it never came to, nobody can say it keeps. */
  #unseen(): readonly NotTried[] {
    if (!this.#plain || this.#plain.ready) return [];
    const told = new Set(this.#notTried.map(({ rule }) => rule));
    return this.#rules()
      .filter(({ stage, id }) => (stage === 'registry' || stage === 'answers') && !told.has(id))
      .map(({ id }) => ({ rule: id, why: 'it did not become ready' }));
  }

  async #probes(plain: PlainRun): Promise<void> {
    const names = this.#probeNames();
    const why = this.#parts.plainOnly ? 'the probes were left out' : whyNoProbes(plain);
    if (why !== '') return void names.forEach((name) => this.#skip(name, why));
    this.#of = 1 + names.length;
    for (const name of names) {
      if (this.#parts.signal?.aborted) throw new CalledOff();
      const done = await this.#within(name, (run) => probes[name](run, this.#parts, plain));
      if (!done.ok) this.#skip(name, done.failure.message);
      else {
        this.#lists.push(named(name, done.value.findings));
        this.#notTried.push(...done.value.notTried);
      }
    }
  }

  /** Probes that some rule of this host needs, in the order of the table. */
  #probeNames(): readonly ProbeName[] {
    const needed = new Set(this.#rules().flatMap(({ probe }) => (probe === undefined ? [] : [probe])));
    return (Object.keys(probes) as ProbeName[]).filter((name) => needed.has(name));
  }

  #rules() {
    return this.#profile ? rulesFor(this.#profile) : [];
  }

  #skip(name: ProbeName, why: string): void {
    for (const rule of this.#rules()) if (rule.probe === name) this.#notTried.push({ rule: rule.id, why });
  }

  async #within<T>(name: RunName, work: (run: CheckRun) => Promise<T>): Promise<Result<T>> {
    this.#sayIn(name)('It is started.');
    const started = await this.#parts.bench.start({
      mode: name === 'nonsense' ? 'step' : 'run',
      ...(name === 'folder' ? { otherFolder: true } : {}),
    });
    if (!started.ok) return started;
    const run = started.value;
    this.#profile = run.session.profile;
    try {
      return ok(await work(run));
    } finally {
      this.#runs.push({ run: name, path: run.journal.path, rows: run.journal.count });
      await this.#parts.bench.close(run);
    }
  }

  #sayIn(run: RunName): (words: string) => void {
    return (words) => this.#parts.progress?.({ run, words, done: this.#runs.length, of: this.#of });
  }

  #outcome(stopped: boolean): CheckOutcome {
    const has = new Set(this.#rules().map(({ id }) => id));
    return {
      profile: this.#profile?.name ?? '',
      runs: this.#runs,
      findings: mergedFindings(this.#lists),
      notTried: [...this.#notTried.filter(({ rule }) => has.has(rule)), ...this.#unseen()],
      called: this.#plain?.called ?? [],
      notCalled: this.#plain?.notCalled ?? [],
      stopped,
    };
  }
}

function whyNoProbes({ ready, diedEarly }: PlainRun): string {
  if (!ready) return 'it did not become ready';
  return diedEarly ? 'it ended by itself in the plain run' : '';
}

function named(run: RunName, findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({
    ...finding,
    evidence: finding.evidence.map((evidence) => ({ ...evidence, run })),
  }));
}
