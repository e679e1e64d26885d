import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  layOut,
  niceStep,
  rulerMarks,
  type Lane,
  type LaneItem,
  type Lanes,
  type LaneTime,
} from '../../../renderer/views/timeline/lanes.ts';
import type { Row } from '../../../shared/session/row.ts';

const still: LaneTime = { nowUs: 0, runs: false, follows: false, process: null };

function row(seq: number, atUs: number, more: Partial<Row> = {}): Row {
  return { seq, atUs, kind: 'line', from: 'host', type: 'tool_call', summary: [{ wire: 'guard' }], ...more };
}
function laid(rows: readonly Row[], time = still): Lanes {
  const lanes = layOut(rows, time);
  if (!lanes) throw new Error('There were rows, but no lanes.');
  return lanes;
}
function items(lanes: Lanes, name: Lane['name']): readonly LaneItem[] {
  return lanes.lanes.find((lane) => lane.name === name)?.items ?? [];
}

describe('rows laid out in time', () => {
  it('are nothing where there are no rows', () => {
    expect(layOut([], still)).toBeNull();
  });

  it('make one span of a request and its answer', () => {
    const lanes = laid([
      row(1, 1_000_000, { lane: 'calls', latencyUs: 500_000, pairSeq: 2 }),
      row(2, 1_500_000, { lane: 'calls', from: 'extension', pairSeq: 1 }),
    ]);
    expect(items(lanes, 'Calls')).toMatchObject([
      { shape: 'span', seq: 1, fromUs: 1_000_000, toUs: 1_500_000, openEnd: false },
    ]);
  });

  it('end a span whose answer is not in view where the answer came', () => {
    const lanes = laid([
      row(1, 1_000_000, { lane: 'commands', latencyUs: 500_000, pairSeq: 900 }),
      row(2, 1_100_000),
    ]);
    expect(items(lanes, 'Commands')).toMatchObject([{ toUs: 1_500_000, openStart: false }]);
  });

  it('begin a span at the edge when its request is not in view', () => {
    const lanes = laid([
      row(50, 1_020_000),
      row(51, 1_500_000, { lane: 'calls', from: 'extension', pairSeq: 3 }),
    ]);
    expect(items(lanes, 'Calls')).toMatchObject([
      { seq: 51, fromUs: lanes.fromUs, toUs: 1_500_000, openStart: true },
    ]);
  });

  it('leave a span open until now while no answer came, and say so', () => {
    const pending = row(1, 1_000_000, { lane: 'calls', pending: true });
    const open = laid([pending], { ...still, nowUs: 3_000_000, runs: true, follows: true });
    expect(items(open, 'Calls')).toMatchObject([
      { toUs: 3_000_000, openEnd: true, name: 'guard · no answer yet' },
    ]);
    expect(open.toUs).toBeGreaterThan(3_000_000);
    expect(items(laid([pending]), 'Calls')).toMatchObject([{ name: 'guard · never answered' }]);
  });

  it('show where time stood still, from the moment of holding', () => {
    const ask = row(1, 1_000_000, { lane: 'intercepts', latencyUs: 400_000, pairSeq: 2 });
    const answer = row(2, 1_400_000, {
      lane: 'intercepts',
      from: 'extension',
      pairSeq: 1,
      held: { now: true },
    });
    const time = { ...still, nowUs: 2_000_000, runs: true, follows: true };
    expect(items(laid([ask, answer], time), 'Intercepts')).toMatchObject([
      { toUs: 2_000_000, heldUs: [1_400_000, 2_000_000], openEnd: true },
    ]);
    const released = { ...answer, held: { heldUs: 300_000 } };
    expect(items(laid([ask, released], time), 'Intercepts')).toMatchObject([
      { toUs: 1_700_000, heldUs: [1_400_000, 1_700_000], openEnd: false },
    ]);
  });

  it('mark what has no length in the lane it belongs to', () => {
    const lanes = laid([
      row(1, 10, { lane: 'events' }),
      row(2, 20, { kind: 'stderr', from: undefined }),
      row(3, 30, { notFrame: true, severity: 'error' }),
      row(4, 40, { lane: 'registry' }),
    ]);
    expect(items(lanes, 'Events').map((one) => one.shape)).toEqual(['event']);
    expect(items(lanes, 'stderr').map((one) => one.shape)).toEqual(['tick']);
    expect(items(lanes, 'Process').map((one) => one.shape)).toEqual(['fault', 'tick']);
  });

  it('show how long the process lived, as far as the rows tell', () => {
    const rows = [
      row(1, 100, { kind: 'spawned', from: undefined }),
      row(2, 250, { from: 'extension' }),
      row(3, 300),
    ];
    const span = (more: readonly Row[], lives: boolean): Partial<LaneItem> | null =>
      laid(more, { ...still, process: { words: 'pid 7', lives } }).process;
    expect(span(rows, true)).toMatchObject({
      seq: 1,
      fromUs: 100,
      toUs: 300,
      openStart: false,
      openEnd: true,
    });
    expect(span(rows, false)).toMatchObject({ toUs: 250, openEnd: true });
    expect(span(rows.slice(1), true)).toMatchObject({ seq: 0, fromUs: 250, openStart: true });
    expect(span([...rows, row(4, 400, { kind: 'exited' })], false)).toMatchObject({
      toUs: 400,
      openEnd: false,
    });
    expect(span(rows.slice(2), false)).toBeNull();
    expect(laid(rows).process).toBeNull();
  });

  it('have every row in exactly one item, within the stretch that is shown', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 60 });
    const kinds = fc.array(
      fc.constantFrom<Partial<Row>>({ lane: 'events' }, { kind: 'stderr' }, { lane: 'calls' }, {}),
      {
        minLength: 60,
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(gaps, kinds, fc.nat(4_000_000_000), (steps, looks, startUs) => {
        let atUs = startUs;
        const rows = steps.map((step, at) => row(at + 1, (atUs += step), looks[at]));
        const lanes = laid(rows);
        const all = lanes.lanes.flatMap((lane) => lane.items);
        expect(all.map((item) => item.seq).sort((a, b) => a - b)).toEqual(rows.map((one) => one.seq));
        for (const item of all) {
          expect(item.fromUs).toBeGreaterThanOrEqual(lanes.fromUs);
          expect(item.toUs).toBeLessThan(lanes.toUs);
        }
        expect(rulerMarks(lanes, null).length).toBeLessThanOrEqual(12);
        expect(rulerMarks(lanes, null)[0]).toBe(lanes.fromUs);
      }),
    );
  });

  it('have no mark where the "now" line says its time', () => {
    const ruler = { fromUs: 0, toUs: 1_000, stepUs: 100 };
    expect(rulerMarks(ruler, 610)).toEqual([0, 100, 200, 300, 400, 500, 700, 800, 900]);
    expect(rulerMarks(ruler, 650)).not.toContain(600);
    expect(rulerMarks(ruler, 695)).toContain(600);
  });

  it.each([
    [0, 1],
    [9_420_000, 1_000_000],
    [950, 100],
    [11, 2],
    [450_000_000, 50_000_000],
  ])('have marks for a stretch of %i µs every %i µs', (lengthUs, stepUs) => {
    expect(niceStep(lengthUs)).toBe(stepUs);
  });
});
