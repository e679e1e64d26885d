// What is done about each failure of one subject: counted where its cause is known, passed over where no host would send such
// a thing, and else looked into until it is a bucket with its smallest input.

import type { Incident } from '../../shared/fuzz/buckets.ts';
import type { FuzzInput, FuzzPart, FuzzSend } from '../../shared/fuzz/findings.ts';
import type { Located } from './fuzz-batch.ts';
import type { ValueSend } from './fuzz-call.ts';
import type { CaseBook } from './fuzz-case-book.ts';
import { Investigation } from './fuzz-investigate.ts';
import { isMinor } from './fuzz-judge.ts';
import type { SubjectParts } from './fuzz-context.ts';

export class Dealer {
  readonly #all: SubjectParts;
  readonly #book: CaseBook;
  /** Faults of frames that were remarked. */
  readonly #odd = new Set<string>();
  plain: ValueSend | undefined;
  /** Several calls at once fail. */
  mixesUp = false;

  constructor(all: SubjectParts, book: CaseBook) {
    this.#all = all;
    this.#book = book;
  }

  /** @param history all that the process had got, `probes` plain calls besides */
  async deal(located: Located, part: FuzzPart, history: readonly FuzzSend[], probes = 0): Promise<void> {
    const { buckets, plan, parts } = this.#all;
    const { subject } = plan;
    const [send] = located.suspects;
    if (parts.signal?.aborted) return;
    if (!plan.isGiven && located.oracle === 'refused-valid') return;
    if (send && isMinor(located, send)) return this.#minor(send);
    if (buckets.count(subject, located, send)) return;
    // Frames that come together are calls that are under way together.
    if (this.mixesUp && send?.kind === 'wire' && send.answers.length > 1) return;
    const { plain } = this;
    const before = plain ? Array<FuzzSend>(probes).fill(plain) : [];
    const result = await this.#investigate(located, [...before, ...history]);
    if (result) return this.add(result.incident, part, result.input, result.found, result.tries, send);
    if (parts.signal?.aborted) return;
    if (located.oracle === 'death' && send) {
      const input: FuzzInput = { kind: 'one', send };
      buckets.add(
        { subject, part, incident: located, input, found: input, reproduced: false, tries: 0 },
        send,
      );
      return;
    }
    buckets.dismiss(subject, located, send);
    const message = `Seen once, and not again in a fresh process: ${located.message}`;
    this.#all.remark({ code: 'not-reproduced', message });
  }

  add(
    incident: Incident,
    part: FuzzPart,
    input: FuzzInput,
    found: FuzzInput,
    tries: number,
    send?: FuzzSend,
  ): void {
    const { buckets, plan, parts } = this.#all;
    buckets.add({ subject: plan.subject, part, incident, input, found, reproduced: true, tries }, send);
    parts.changed?.();
  }

  async #investigate(located: Located, history: readonly FuzzSend[]): ReturnType<Investigation['run']> {
    const { plan, host, parts, meter } = this.#all;
    meter.busy(false);
    meter.doing = 'making the input smaller';
    parts.changed?.();
    const { timeoutMs } = parts.settings;
    const investigation = new Investigation(
      {
        ...{ plan, host, book: this.#book, plain: this.plain, timeoutMs },
        ...{ shortMs: () => meter.shortMs, signal: parts.signal },
      },
      located,
    );
    try {
      return await investigation.run(located, history);
    } finally {
      host.drop();
      meter.doing = '';
      meter.busy(true);
    }
  }

  #minor(send: FuzzSend): void {
    if (this.#odd.has(send.fault)) return;
    this.#odd.add(send.fault);
    const message = `Not answered, or answered oddly, which does no harm as hosts do not send it: ${send.why}.`;
    this.#all.remark({ code: 'odd-frame', message });
  }
}
