// Between the plan's cases and what is put to a process, and back again to simpler cases. Remembers which case a send was made
// of; makes none itself.

import type { FuzzSend } from '../../shared/fuzz/findings.ts';
import type { FuzzCase } from '../../shared/fuzz/fuzz-types.ts';
import { shrinkCase } from '../../shared/fuzz/shrink.ts';
import type { ValueSend } from './fuzz-call.ts';
import type { SubjectPlan } from './fuzz-parts.ts';
import { linesOf } from './fuzz-wire.ts';

export class CaseBook {
  readonly #plan: SubjectPlan;
  readonly #cases = new WeakMap<FuzzSend, FuzzCase>();

  constructor(plan: SubjectPlan) {
    this.#plan = plan;
  }

  send(from: FuzzCase): FuzzSend {
    const send = sendOf(from);
    this.#cases.set(send, from);
    return send;
  }

  caseOf(send: FuzzSend): FuzzCase | undefined {
    return this.#cases.get(send);
  }

  /** Simpler ones, biggest cuts first. */
  *simpler(send: FuzzSend): Generator<FuzzSend> {
    const from = this.#cases.get(send);
    if (!from) return;
    for (const each of shrinkCase(from, this.#plan)) yield this.send(each);
  }

  /** The simplest valid value there is along the first cuts. */
  simplest(from: FuzzCase): ValueSend | undefined {
    let send = this.send(from);
    for (let cuts = 0; cuts < mostCuts; cuts++) {
      const [next] = this.simpler(send);
      if (!next) break;
      send = next;
    }
    return send.kind === 'value' ? send : undefined;
  }
}

const mostCuts = 200;

function sendOf(from: FuzzCase): FuzzSend {
  const { why } = from;
  if (from.kind === 'value') {
    const { raw, verdict, fault } = from;
    return { kind: 'value', raw, verdict, why, fault: fault ? `${fault.keyword} ${fault.at}`.trim() : '' };
  }
  return { kind: 'wire', lines: linesOf(from), answers: from.answers, why, fault: from.fault.keyword };
}
