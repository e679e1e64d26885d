// Fuzzes one tool, command, event or question, stage by stage: many at once, then values, then lines that are wrong, then the
// long run. Each failure is looked into as it comes, and the run goes on in a fresh process.

import type { FuzzPart, FuzzSend } from '../../shared/fuzz/findings.ts';
import { fuzzPhases, type FuzzCase } from '../../shared/fuzz/fuzz-types.ts';
import { planCases } from '../../shared/fuzz/plan.ts';
import { runBatch, type Located } from './fuzz-batch.ts';
import type { CallEnd, ValueSend } from './fuzz-call.ts';
import { CaseBook } from './fuzz-case-book.ts';
import { Dealer } from './fuzz-deal.ts';
import { endure } from './fuzz-endurance.ts';
import { tryHandshake } from './fuzz-handshake.ts';
import { acceptsInvalid } from './fuzz-judge.ts';
import type { Live } from './fuzz-live.ts';
import type { SubjectParts } from './fuzz-context.ts';
import type { FuzzSettings } from './fuzz-parts.ts';
import { findPlain } from './fuzz-plain.ts';

const batchSends = 64;
const atOnce = 8;
const mostRounds = 3;
/** Each costs a deadline; one after which nothing is answered any more costs two, and a start. */
const mostHangs = 16;
const mostDeaths = 50;
const leastEndurance = 1_600;
const keptGood = 16;

export class SubjectFuzz {
  readonly #all: SubjectParts;
  readonly #book: CaseBook;
  readonly #dealer: Dealer;
  readonly #good = new Map<string, ValueSend>();
  readonly #accepted = new Map<string, string>();
  #plain: ValueSend | undefined;
  #valid: readonly ValueSend[] = [];
  #hangs = 0;
  #deaths = 0;

  constructor(all: SubjectParts) {
    this.#all = all;
    this.#book = new CaseBook(all.plan);
    this.#dealer = new Dealer(all, this.#book);
  }

  /** `first`: stages that are about the extension as a whole are run with this one. */
  async run(first: boolean): Promise<void> {
    const { parts, plan, host, meter } = this.#all;
    const { seed, timeoutMs } = parts.settings;
    const has = (part: FuzzPart): boolean => parts.settings.parts.includes(part) && !this.#over;
    meter.part = 'examples';
    const found = await findPlain(plan, this.#book, host, timeoutMs, seed);
    this.#plain = found.plain;
    this.#dealer.plain = found.plain;
    this.#valid = found.valid;
    for (const { located, history } of found.failed) await this.#dealer.deal(located, 'examples', history);
    const isWhole = parts.settings.shard.at === 1;
    if (first && isWhole && has('handshake')) await this.#handshake();
    if (isWhole && has('together')) await this.#together();
    await this.#values();
    if (has('wire')) await this.#wire();
    if (isWhole && has('endurance')) await this.#endurance();
    this.#tellAccepted();
  }

  get #over(): boolean {
    return this.#all.parts.signal?.aborted === true || this.#hangs >= mostHangs || this.#deaths >= mostDeaths;
  }

  async #handshake(): Promise<void> {
    const { host, plan, parts, meter } = this.#all;
    if ((await host.live()).process.session.plugin) return;
    meter.part = 'handshake';
    this.#tell('another handshake');
    const failure = await tryHandshake({
      host,
      subject: plan.subject,
      plain: this.#plain,
      timeoutMs: parts.settings.timeoutMs,
    });
    if (failure) this.#dealer.add(failure.incident, 'handshake', failure.input, failure.found, failure.tries);
  }

  async #together(): Promise<void> {
    const plain = this.#plain;
    if (!plain) return;
    this.#all.meter.part = 'together';
    const others = this.#valid.filter(({ raw }) => raw !== plain.raw);
    for (let round = 0; round < mostRounds && !this.#over; round++) {
      const sends = Array.from({ length: atOnce }, (_, at): FuzzSend => {
        const other = others[(round * atOnce + at) % Math.max(1, others.length)];
        return round === 0 ? plain : (other ?? plain);
      });
      const before = this.#all.buckets.size;
      await this.#batch(sends, 'together', atOnce);
      this.#dealer.mixesUp = this.#all.buckets.size > before;
      if (this.#dealer.mixesUp) return;
    }
  }

  async #values(): Promise<void> {
    const { parts, plan } = this.#all;
    const { settings } = parts;
    const phases = fuzzPhases.filter((phase) => phase !== 'wire' && settings.parts.includes(phase));
    if (phases.length === 0 || this.#over) return;
    const cases = planCases({ ...plan, phases, runs: settings.runs, seed: settings.seed });
    await this.#cases(cases, batchSends * settings.concurrency, settings.concurrency);
  }

  /** One after the other, with a plain call after each: what a line does shows in the next one. */
  async #wire(): Promise<void> {
    const { parts, plan } = this.#all;
    const { settings } = parts;
    if (!plan.wire) return;
    const wire = { ...plan.wire, line: this.#wireLine(plan.wire.line) };
    const runs = Math.max(1, Math.ceil(settings.runs / 4));
    await this.#cases(planCases({ ...plan, wire, phases: ['wire'], runs, seed: settings.seed }), 1, 1);
  }

  /** The frame with the arguments of the plain call. */
  #wireLine(line: string): string {
    const raw = this.#plain?.raw;
    return raw === undefined ? line : line.replace(/"args":[^]*\}$/, () => `"args":${raw}}`);
  }

  /** Makes the next inputs while it waits for the answers to the last ones. */
  async #cases(cases: Generator<FuzzCase>, size: number, concurrency: number): Promise<void> {
    const stream = shardOf(cases, this.#all.parts.settings.shard);
    let batch = take(stream, size);
    while (batch.length > 0 && !this.#over) {
      let under = true;
      const running = this.#caseBatch(batch, concurrency).finally(() => (under = false));
      const next: FuzzCase[] = [];
      while (under && next.length < size) {
        const [one] = take(stream, 1);
        if (!one) break;
        next.push(one);
        await new Promise(setImmediate);
      }
      await running;
      batch = [...next, ...take(stream, size - next.length)];
    }
  }

  async #caseBatch(cases: readonly FuzzCase[], concurrency: number): Promise<void> {
    for (const each of cases) this.#all.meter.took(each.branches);
    const sends = cases.map((each) => this.#book.send(each));
    await this.#batch(sends, cases[0]?.phase ?? 'valid', concurrency);
  }

  /** All of them, in as many processes as it takes. */
  async #batch(sends: readonly FuzzSend[], part: FuzzPart, concurrency: number): Promise<void> {
    const { host, plan, parts } = this.#all;
    const { signal } = parts;
    for (let left = sends; left.length > 0 && !this.#over;) {
      const live = await host.live();
      const deadlineMs = this.#deadlineMs;
      const plain = this.#plain;
      const ended = (send: FuzzSend, end: CallEnd, tookMs: number): void =>
        this.#ended(send, end, tookMs, part);
      const result = await runBatch(live, {
        ...{
          subject: plan.subject,
          sends: left,
          concurrency,
          deadlineMs,
          plain,
          patient: false,
          ended,
          signal,
        },
      });
      left = result.left;
      await this.#found(result.found, part, live);
      if (!result.sound) host.drop();
      // One that dies once dies again: the next process is started beforehand.
      host.eager = this.#deaths > 2;
    }
    host.eager = false;
  }

  /** After some have hung, others are not waited for so long. */
  get #deadlineMs(): number {
    const { timeoutMs } = this.#all.parts.settings;
    return this.#hangs < 1 ? timeoutMs : Math.min(timeoutMs, this.#all.meter.shortMs);
  }

  #ended(send: FuzzSend, end: CallEnd, tookMs: number, part: FuzzPart): void {
    const { meter, parts } = this.#all;
    meter.part = this.#book.caseOf(send)?.phase ?? part;
    const call = meter.called(send, end, tookMs);
    parts.called?.(part === 'together' || part === 'endurance' ? { ...call, part } : call);
    parts.changed?.();
    if (end.how === 'timedOut' && part !== 'together') this.#hangs++;
    if (end.how === 'gone') this.#deaths++;
    if (acceptsInvalid(send, end) && send.kind === 'value') this.#accepted.set(send.fault, send.raw);
    if (end.how !== 'answered' || end.isError || send.kind !== 'value' || send.verdict !== 'valid') return;
    if (send.raw.length < 2_000 && this.#good.size < keptGood) this.#good.set(send.raw, send);
  }

  async #found(found: readonly Located[], part: FuzzPart, live: Live): Promise<void> {
    if (found.length === 0) return;
    this.#hangs += found.filter(({ oracle }) => oracle === 'timeout' || oracle === 'not-alive').length;
    const history = live.spans.map(({ send }) => send);
    const probes = live.probes;
    for (const located of found) {
      const phase = this.#book.caseOf(located.suspects[0] as FuzzSend)?.phase;
      await this.#dealer.deal(
        located,
        part === 'together' || part === 'endurance' ? part : (phase ?? part),
        history,
        probes,
      );
    }
  }

  async #endurance(): Promise<void> {
    const { host, plan, parts, meter, remark } = this.#all;
    const plain = this.#plain;
    if (!plain) return;
    meter.part = 'endurance';
    this.#tell('many calls one after the other');
    const good = [...this.#good.values()].filter(({ raw }) => raw !== plain.raw);
    const { runs, timeoutMs } = parts.settings;
    const endured = await endure({
      ...{ host, subject: plan.subject, plain, good, calls: Math.max(leastEndurance, runs * 4), timeoutMs },
      signal: parts.signal,
      ended: (send, end, tookMs) => this.#ended(send, end, tookMs, 'endurance'),
    });
    await this.#found(endured.located, 'endurance', endured.live);
    for (const { incident, input, found } of endured.growths)
      this.#dealer.add(incident, 'endurance', input, found, 1);
    if (endured.short && !parts.signal?.aborted)
      remark({
        code: 'endurance-short',
        message: `There was time for ${endured.calls} calls one after the other only, so slow growth may have been missed.`,
      });
    this.#tell('');
  }

  #tellAccepted(): void {
    const { plan, remark } = this.#all;
    if (this.#hangs >= mostHangs || this.#deaths >= mostDeaths)
      remark({
        code: 'too-many-hangs',
        message: `${plan.subject.name} ended ${this.#deaths} times and left ${this.#hangs} calls unanswered, so the rest was left out: mend that first.`,
      });
    const kinds = [...this.#accepted].filter(([fault]) => !fault.startsWith('required'));
    if (plan.subject.kind !== 'tool' || kinds.length === 0) return;
    const [[fault, raw] = ['', '']] = kinds;
    remark({
      code: 'accepted-invalid',
      message: `${kinds.length} kinds of invalid arguments are answered without is_error, for instance ${fault}: ${raw.slice(0, 120)}`,
    });
  }

  #tell(doing: string): void {
    const { meter, parts } = this.#all;
    meter.doing = doing;
    parts.changed?.();
  }
}

function* shardOf(cases: Iterable<FuzzCase>, { at, of }: FuzzSettings['shard']): Generator<FuzzCase> {
  for (const each of cases) if (each.index % of === at - 1) yield each;
}

function take<T>(stream: Iterator<T>, most: number): T[] {
  const taken: T[] = [];
  while (taken.length < most) {
    const next = stream.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
