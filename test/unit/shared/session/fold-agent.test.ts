// What a recording tells of chains and panels: the same fold, live and read again.

import { describe, expect, it } from 'vitest';
import { SummaryFold } from '../../../../shared/session/fold.ts';
import type { DecisionName, DecisionValues } from '../../../../shared/session/decisions.ts';
import type { Entry } from '../../../../shared/session/entries.ts';

class Told {
  readonly fold = new SummaryFold();
  #seq = 0;

  decide<D extends DecisionName>(decision: D, value: DecisionValues[D], line?: number): this {
    const fields = { kind: 'decided', decision, message: '', value, ...(line ? { line } : {}) };
    this.fold.add({ seq: ++this.#seq, atUs: 0, ...fields } as Entry);
    return this;
  }

  get summary() {
    return this.fold.summary;
  }
}

const hop = (chain: number, verdict = 'allow') => ({
  chain,
  event: 'tool_call',
  hop: 1,
  id: '7',
  verdict,
  reason: '',
  answerLine: 9,
  spentMs: 2,
});
const outcome = (chain: number, blocked = false) => ({
  chain,
  event: 'tool_call',
  blocked,
  reason: '',
  rewritten: false,
  decidedBy: null,
  hops: 1,
  spentMs: 2,
});

describe('the summary', () => {
  it('has neither chains nor panels while there are none', () => {
    expect(new Told().summary).not.toHaveProperty('chains');
    expect(new Told().summary).not.toHaveProperty('panels');
  });

  it('joins what an extension decided with what came of the chain', () => {
    const { chains } = new Told()
      .decide('hopDecided', hop(3, 'block'), 8)
      .decide('chainDecided', outcome(3, true)).summary;
    expect(chains).toEqual([
      {
        chain: 3,
        event: 'tool_call',
        hop: { hop: 1, id: '7', verdict: 'block', reason: '', answerLine: 9, spentMs: 2, line: 8 },
        outcome: { blocked: true, reason: '', rewritten: false, decidedBy: null, hops: 1, spentMs: 2 },
      },
    ]);
  });

  it('keeps the newest hundred chains', () => {
    const told = new Told();
    for (let chain = 1; chain <= 150; chain++) told.decide('hopDecided', hop(chain));
    expect(told.summary.chains?.map(({ chain }) => chain)).toEqual(
      Array.from({ length: 100 }, (_, at) => at + 51),
    );
    expect(told.summary.chains?.at(-1)?.outcome).toBeNull();
  });

  it('follows panels', () => {
    const panel = { panel: 'p', title: 'T', lines: ['a'], footer: '' };
    const told = new Told()
      .decide('panelOpened', panel)
      .decide('panelRendered', { ...panel, lines: ['b'], shown: true })
      .decide('panelRendered', { ...panel, panel: 'never', shown: false });
    expect(told.summary.panels).toEqual([
      { ...panel, lines: ['b'], open: true },
      { ...panel, panel: 'never', open: false },
    ]);
    told.decide('panelClosed', { panel: 'p', by: 'host' });
    expect(told.summary.panels?.[0]?.open).toBe(false);
  });
});
