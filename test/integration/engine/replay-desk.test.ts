// Replay as the window asks for it: consent first, a session like any other, results as plain values, the new baseline.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReplayDesk, type ReplayAsk, type ReplayView } from '../../../electron/engine/replay-desk.ts';
import type { ReplayRow } from '../../../shared/replay/result.ts';
import { DesksUnderTest } from '../../support/desks.ts';
import { ChangedCopies, exampleTarget, record } from '../../support/replay-runs.ts';

let under: DesksUnderTest;
let copies: ChangedCopies;
let desk: ReplayDesk;
let heard: () => void;
/** As a window keeps them. */
let rows: Map<number, ReplayRow>;
const faults: unknown[] = [];
beforeEach(() => {
  under = new DesksUnderTest();
  copies = new ChangedCopies();
  rows = new Map();
  heard = () => {};
  desk = new ReplayDesk({
    start: (input, mode, how) => under.desks.desk.start(input, mode, how),
    changed: () => {
      for (const row of desk.takeRows()) rows.set(row.row, structuredClone(row));
      heard();
    },
    report: (error) => faults.push(error),
  });
});
afterEach(async () => {
  desk.close();
  copies.close();
  await under.close();
  expect(faults.splice(0)).toEqual([]);
});

const line = '{"type":"tool_call","id":"a","name":"greet","args":{"name":"Ada"}}';
const usual = { pace: { kind: 'asap' }, mode: 'run', ignore: [], normalise: [] } as const;

async function asked(more: Partial<ReplayAsk> = {}): Promise<ReplayAsk> {
  const recording = await record(under.engine, exampleTarget('greeter'), [
    line,
    line.replace('Ada', 'Grace'),
  ]);
  const ask: ReplayAsk = { ...usual, recording, target: exampleTarget('greeter'), ...more };
  const target = await under.engine.resolve(ask.target);
  under.consents.give(target, target.digest);
  return ask;
}

function until(holds: (view: ReplayView) => boolean): Promise<ReplayView> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { view } = desk;
      if (view && holds(view)) resolve(view);
    };
    heard = look;
    look();
  });
}

describe('a replay of the window', () => {
  it('needs consent to its target, and starts nothing without', async () => {
    const ask = await asked();
    const copy = copies.of('greeter', 'greeter.mjs', "en: 'Hello'", "en: 'Hi'");
    expect(await desk.start({ ...ask, target: copy })).toMatchObject({
      ok: false,
      failure: { code: 'consentNeeded' },
    });
    expect([desk.view, under.list]).toEqual([null, []]);
  });

  it('runs in a session of the list, and its rows are told as they change', async () => {
    const started = await desk.start(await asked());
    if (!started.ok) throw new Error(JSON.stringify(started.failure));
    expect(started.value).toMatchObject({
      run: 1,
      name: 'greeter',
      state: 'running',
      outcome: null,
      remarks: [],
    });
    expect(under.list.map(({ id }) => id)).toEqual([started.value.session]);
    const view = await until(({ state }) => state === 'ended');
    expect(view.outcome).toMatchObject({ ok: true, differences: 0, sent: 2 });
    expect(structuredClone(view)).toEqual(view);
    const kept = [...rows.values()].sort((a, b) => a.step - b.step || a.row - b.row);
    expect(kept).toEqual(desk.rows);
    expect(kept).toHaveLength(view.rows);
  });

  it('waits for a step at that pace, and ends when it is called off', async () => {
    await desk.start(await asked({ pace: { kind: 'step' } }));
    const first = await until(({ progress }) => progress.forStep);
    expect(first.progress.waiting).toBe('the next step: tool_call greet');
    desk.step();
    const second = await until(({ progress }) => progress.forStep && progress.step > first.progress.step);
    expect(second.counts.equal).toBeGreaterThan(first.counts.equal);
    desk.stop();
    expect(desk.view?.state).toBe('stopping');
    expect((await until(({ state }) => state === 'ended')).outcome).toMatchObject({
      end: 'interrupted',
      sent: 1,
    });
    expect(await desk.accept()).toMatchObject({ ok: false, failure: { code: 'recordingUnfit' } });
  });

  it('may be the new baseline, and the old one is kept', async () => {
    const target = copies.of('greeter', 'greeter.mjs', "en: 'Hello'", "en: 'Hi'");
    const ask = await asked({ target });
    const before = readFileSync(ask.recording);
    await desk.start(ask);
    const red = await until(({ state }) => state === 'ended');
    expect(red.outcome?.counts).toMatchObject({ changed: 2 });
    const accepted = await desk.accept();
    expect(accepted.ok && readFileSync(accepted.value.accepted ?? '')).toEqual(before);
    await desk.start(ask);
    expect((await until(({ run, state }) => run === 2 && state === 'ended')).outcome).toMatchObject({
      ok: true,
    });
  });

  it('is refused while another one runs, and for what is no place or no recording', async () => {
    const ask = await asked({ pace: { kind: 'step' } });
    const refused = async (more: Partial<ReplayAsk>): Promise<string> => {
      const started = await desk.start({ ...ask, ...more });
      return started.ok ? 'started' : started.failure.code;
    };
    expect(await refused({ ignore: ['content'] })).toBe('argumentInvalid');
    expect(await refused({ normalise: ['clocks'] })).toBe('argumentInvalid');
    expect(await refused({ recording: '/no/such/file.fsj' })).toBe('recordingMissing');
    expect(await refused({})).toBe('started');
    expect(await refused({})).toBe('sessionRunning');
    desk.stop();
    await until(({ state }) => state === 'ended');
  });
});
