// From a failure to its smallest input: makes it happen again in a fresh process, alone, at the same time as others, or after
// what came before, and then makes the input smaller as long as it still fails the same way. Bounded by tries, not by time, so
// that the same seed gives the same input.

import type { Incident } from '../../shared/fuzz/buckets.ts';
import type { FuzzInput, FuzzSend } from '../../shared/fuzz/findings.ts';
import { runBatch, type Located } from './fuzz-batch.ts';
import type { ValueSend } from './fuzz-call.ts';
import type { CaseBook } from './fuzz-case-book.ts';
import type { FuzzHost } from './fuzz-host.ts';
import { isTold, sameFailure } from './fuzz-judge.ts';
import type { SubjectPlan } from './fuzz-parts.ts';

export interface InvestigationParts {
  readonly plan: SubjectPlan;
  readonly book: CaseBook;
  readonly host: FuzzHost;
  readonly plain: ValueSend | undefined;
  readonly timeoutMs: number;
  /** Enough for what answers, as far as is known: tries need not wait longer. */
  readonly shortMs: () => number;
  readonly signal: AbortSignal | undefined;
}

export interface Result {
  readonly input: FuzzInput;
  /** As it failed the first time in a fresh process. */
  readonly found: FuzzInput;
  readonly incident: Incident;
  readonly tries: number;
}

const mostTries = 160;
/** Each of these costs a whole deadline. */
const mostSilentTries = 40;
const togetherTries = 3;
const longestSequence = 3_000;

export class Investigation {
  readonly #parts: InvestigationParts;
  #wanted: Incident;
  #tries = 0;
  #silent = 0;

  constructor(parts: InvestigationParts, wanted: Incident) {
    this.#parts = parts;
    this.#wanted = wanted;
  }

  /** @param history what the process had got since its start, the failing ones last */
  async run(located: Located, history: readonly FuzzSend[]): Promise<Result | undefined> {
    const { host } = this.#parts;
    host.eager = true;
    try {
      const found = await this.#again(located, history);
      if (!found) return undefined;
      const { input } = found;
      const smaller = await this.#smaller(input);
      const sure = smaller === input ? found : ((await this.#sure(smaller)) ?? found);
      return { input: sure.input, found: input, incident: sure.incident, tries: this.#tries };
    } finally {
      await host.relax();
    }
  }

  get #over(): boolean {
    return (
      this.#tries >= mostTries || this.#silent >= mostSilentTries || this.#parts.signal?.aborted === true
    );
  }

  async #again({ suspects, together }: Located, history: readonly FuzzSend[]): Promise<Found | undefined> {
    for (const send of new Set(suspects)) {
      const found = await this.#sure({ kind: 'one', send });
      if (found) return found;
    }
    for (let times = 0; together.length > 1 && times < togetherTries; times++) {
      const found = await this.#sure({ kind: 'together', sends: together });
      if (found) return found;
    }
    if (history.length < 2) return undefined;
    const { plain } = this.#parts;
    const repeated = [plain, suspects[0]].flatMap((send) => (send ? [send] : []));
    for (const send of new Set(repeated)) {
      const found = await this.#sure({ kind: 'repeat', send, times: history.length + spareTimes });
      if (found) return found;
    }
    return history.length > longestSequence ? undefined : this.#sure({ kind: 'sequence', sends: history });
  }

  /** In a fresh process, with the whole patience. */
  #sure(input: FuzzInput): Promise<Found | undefined> {
    return this.#try(input, true);
  }

  async #try(input: FuzzInput, sure = false): Promise<Found | undefined> {
    const { host, timeoutMs, shortMs } = this.#parts;
    this.#tries++;
    const fresh = sure || input.kind !== 'one';
    const live = fresh ? await host.fresh() : await host.live();
    const shorter = isTold(this.#wanted) ? shortMs() / 2 : sure ? timeoutMs : shortMs();
    const deadlineMs = Math.min(timeoutMs, shorter);
    const { found, sound, ran } = await this.#put(live, input, deadlineMs);
    if (!sound) host.drop();
    const same = found.find((each) => sameFailure(this.#wanted, each));
    if (!same) return undefined;
    if (same.oracle === 'timeout' || same.oracle === 'no-answer' || same.oracle === 'not-alive')
      this.#silent++;
    return { input: input.kind === 'repeat' ? { ...input, times: ran } : input, incident: same };
  }

  async #put(
    live: Awaited<ReturnType<FuzzHost['live']>>,
    input: FuzzInput,
    deadlineMs: number,
  ): Promise<{ found: readonly Located[]; sound: boolean; ran: number }> {
    const { plan, plain, signal } = this.#parts;
    const { subject } = plan;
    const ask = { subject, deadlineMs, plain, patient: true, signal, concurrency: 1 };
    if (input.kind === 'handshake') throw new Error('The handshake is tried elsewhere.');
    if (input.kind === 'one') return { ...(await runBatch(live, { ...ask, sends: [input.send] })), ran: 1 };
    if (input.kind === 'together') {
      const { sends } = input;
      return { ...(await runBatch(live, { ...ask, sends, concurrency: sends.length })), ran: sends.length };
    }
    const sends = input.kind === 'repeat' ? Array<FuzzSend>(input.times).fill(input.send) : input.sends;
    // No plain calls in between: they would count.
    const result = await runBatch(live, { ...ask, sends });
    return { ...result, ran: Math.max(1, live.spans.length) };
  }

  async #smaller(input: FuzzInput): Promise<FuzzInput> {
    switch (input.kind) {
      case 'one':
        return { kind: 'one', send: await this.#smallerSend(input.send, (send) => ({ kind: 'one', send })) };
      case 'together':
        return this.#smallerSet(input.sends);
      case 'sequence':
        return this.#smallerSequence(input.sends);
      case 'repeat':
      case 'handshake':
        return input;
    }
  }

  /** The first simpler one that still fails takes its place, until none does. */
  async #smallerSend(send: FuzzSend, inputWith: (send: FuzzSend) => FuzzInput): Promise<FuzzSend> {
    const { book } = this.#parts;
    let best = send;
    for (let found = true; found && !this.#over;) {
      found = false;
      for (const simpler of book.simpler(best)) {
        if (this.#over) break;
        if (!(await this.#try(inputWith(simpler)))) continue;
        best = simpler;
        found = true;
        break;
      }
    }
    return best;
  }

  /** Two plain calls, three …; else fewer and fewer of those that failed. */
  async #smallerSet(sends: readonly FuzzSend[]): Promise<FuzzInput> {
    const { plain } = this.#parts;
    for (let count = 2; plain && count <= sends.length; count++) {
      const input: FuzzInput = { kind: 'together', sends: Array<FuzzSend>(count).fill(plain) };
      if ((await this.#try(input)) ?? (await this.#try(input))) return input;
    }
    let best = sends;
    for (let at = 0; at < best.length && best.length > 2 && !this.#over;) {
      const fewer = best.filter((_, index) => index !== at);
      if (await this.#try({ kind: 'together', sends: fewer })) best = fewer;
      else at++;
    }
    for (let at = 0; at < best.length && !this.#over; at++) {
      const others = best;
      const smaller = await this.#smallerSend(best[at]!, (send) => ({
        kind: 'together',
        sends: others.with(at, send),
      }));
      best = others.with(at, smaller);
    }
    return { kind: 'together', sends: best };
  }

  /** Leaves out ever smaller stretches that are not needed. */
  async #smallerSequence(sends: readonly FuzzSend[]): Promise<FuzzInput> {
    let best = sends;
    for (
      let length = Math.ceil(best.length / 2);
      length >= 1 && !this.#over;
      length = Math.floor(length / 2)
    ) {
      for (let at = 0; at < best.length && best.length > 1 && !this.#over;) {
        const rest = [...best.slice(0, at), ...best.slice(at + length)];
        if (rest.length > 0 && (await this.#try({ kind: 'sequence', sends: rest }))) best = rest;
        else at += length;
      }
    }
    const [only] = best;
    if (best.length > 1 || !only) return { kind: 'sequence', sends: best };
    return { kind: 'one', send: await this.#smallerSend(only, (send) => ({ kind: 'one', send })) };
  }
}

interface Found {
  readonly input: FuzzInput;
  readonly incident: Incident;
}

/** What a count of calls may be off by: plain calls in between counted too. */
const spareTimes = 64;
