// Fuzzing by hand and coverage on real extensions: payloads in marked places of a frame, what came of each, and what a session put
// to use.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoverageDesk } from '../../../electron/engine/coverage-desk.ts';
import { HandFuzz } from '../../../electron/engine/hand-fuzz.ts';
import type { HandAsk, HandSource } from '../../../electron/engine/hand-plan.ts';
import type { HandNews, HandRow } from '../../../shared/ipc/fuzz-commands.ts';
import { EngineUnderTest } from '../../support/engine.ts';
import { until } from '../../support/marked-processes.ts';
import { fileURLToPath } from 'node:url';

const planted = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/fuzz/${name}`, import.meta.url));
const frame = '{"type":"tool_call","id":"1","name":"capital","args":{"text":"abc","times":2}}';

let engine: EngineUnderTest;
let desk: HandFuzz;
const reported: unknown[] = [];
beforeEach(() => {
  engine = new EngineUnderTest();
  reported.length = 0;
  desk = new HandFuzz({
    get: (id) => engine.workspace.get(id),
    report: (_what, error) => reported.push(error),
  });
});
afterEach(async () => {
  await desk.close();
  await engine.close();
  expect(reported).toEqual([]);
});

async function opened() {
  const run = await engine.open({ kind: 'path', path: planted('crash-on-empty') });
  await run.untilState('ready');
  return run;
}
function at(part: string, source: HandSource): HandAsk['places'][number] {
  const start = frame.indexOf(part);
  return { start, end: start + part.length, source };
}
const given = (...raws: string[]): HandSource => ({ kind: 'given', raws });
function ask(places: HandAsk['places'], over: Partial<HandAsk> = {}): HandAsk {
  return { text: frame, places, mode: 'one', seed: 7, ...over };
}
async function over(): Promise<HandNews & { readonly all: readonly HandRow[] }> {
  await until('it is over', () => desk.state({ run: 0, after: 0 })?.state === 'over', 60_000);
  const news = desk.state({ run: 0, after: 0 });
  if (!news) throw new Error('There was a run.');
  return { ...news, all: news.rows };
}
function counted(id: string, wanted: HandAsk) {
  const answer = desk.count(id, wanted);
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value;
}

describe('frames of fuzzing by hand', () => {
  it('are sent one after the other, each with an id of its own, and each row leads to its line and its answer', async () => {
    const run = await opened();
    const wanted = ask([at('"abc"', given('"x"', '"yy"', 'zzz'))]);
    expect(counted(run.session.id, wanted)).toEqual({
      count: 3,
      problem: '',
      first: frame.replace('"abc"', '"x"'),
    });
    expect(desk.start(run.session.id, wanted, 20_000)).toEqual({ ok: true, value: { run: 1 } });
    expect(desk.start(run.session.id, wanted, 20_000)).toMatchObject({ ok: false });
    const { all, stopped } = await over();
    expect(stopped).toBe('');
    expect(all.map(({ input, outcome }) => [input, outcome])).toEqual([
      ['"x"', 'answered'],
      ['"yy"', 'answered'],
      ['"zzz"', 'answered'],
    ]);
    const ids = new Set<unknown>();
    for (const { line, answerLine, tookMs, answer, input } of all) {
      const sent = await run.journal.view(line);
      const told = await run.journal.view(answerLine ?? 0);
      expect(sent?.row).toMatchObject({ from: 'host', type: 'tool_call', origin: 'hand' });
      expect(JSON.stringify(sent?.entry)).toContain(JSON.stringify(`"text":${input}`).slice(1, -1));
      expect(told?.row).toMatchObject({ from: 'extension', type: 'tool_result' });
      expect(tookMs).toBeGreaterThan(0);
      expect(answer).not.toBe('');
      ids.add(sent?.row.id);
    }
    expect(ids.size).toBe(3);
    // What is known already is not told again.
    expect(desk.state({ run: 1, after: 2 })?.rows.map(({ n }) => n)).toEqual([3]);
  });

  it('end with the extension: the row says which input it was', async () => {
    const run = await opened();
    desk.start(run.session.id, ask([at('"abc"', given('"a"', '""', '"b"'))]), 20_000);
    const { all, stopped } = await over();
    expect(all.map(({ input, outcome }) => [input, outcome])).toEqual([
      ['"a"', 'answered'],
      ['""', 'ended'],
    ]);
    expect(stopped).toBe('The extension ended after 2 of 3.');
    expect(desk.start(run.session.id, ask([at('"abc"', given('1'))]), 1_000)).toMatchObject({
      ok: false,
      failure: { code: 'sessionNotRunning' },
    });
  });

  it('are as many as the mode makes, and never too many', async () => {
    const run = await opened();
    const id = run.session.id;
    const places = [at('"abc"', given('"a"', '"b"', '"c"')), at('2', given('1', '9'))];
    expect(counted(id, ask(places)).count).toBe(5);
    expect(counted(id, ask(places, { mode: 'sequence' })).count).toBe(3);
    expect(counted(id, ask(places, { mode: 'all' })).count).toBe(6);
    const many: HandSource = { kind: 'numbers', from: 1, to: 1_000, step: 1 };
    expect(counted(id, ask([at('"abc"', many), at('2', many)], { mode: 'all' }))).toMatchObject({
      count: 0,
      problem: 'That makes 1,000,000 frames; 10,000 are the most.',
    });
    expect(counted(id, ask([])).problem).toBe('No place is marked.');
    expect(counted(id, ask([at('"abc"', given('1')), at('abc', given('1'))])).problem).toContain('overlap');
  });

  it('are filled from the schema of the tool, of a value or of all its arguments', async () => {
    const run = await opened();
    const id = run.session.id;
    const times: HandSource = { kind: 'schema', verdict: 'valid', count: 8 };
    desk.start(id, ask([at('2', times)]), 20_000);
    const { all } = await over();
    expect(all.length).toBeGreaterThan(2);
    for (const { input, outcome } of all) {
      expect(outcome).toBe('answered');
      expect(Number.isInteger(Number(input)) && Number(input) >= 1 && Number(input) <= 9, input).toBe(true);
    }
    const whole = counted(id, ask([at('{"text":"abc","times":2}', { ...times, verdict: 'invalid' })]));
    expect(whole.problem).toBe('');
    expect(whole.count).toBe(8);
    expect(counted(id, ask([at('"capital"', times)])).problem).toBe('No schema says what stands there.');
  });

  it('may be no JSON any more: then nothing is waited for', async () => {
    const run = await opened();
    desk.start(run.session.id, ask([at('"args":', given('"args"'))]), 20_000);
    const { all } = await over();
    expect(all.map(({ outcome, tookMs }) => [outcome, tookMs])).toEqual([['sent', null]]);
  });

  it('are stopped when asked to', async () => {
    const run = await opened();
    desk.start(run.session.id, ask([at('2', { kind: 'numbers', from: 1, to: 5_000, step: 1 })]), 20_000);
    await until('some are sent', () => (desk.state({ run: 0, after: 0 })?.done ?? 0) > 0, 30_000);
    desk.stop();
    const { done, stopped } = await over();
    expect(done).toBeLessThan(5_000);
    expect(stopped).toBe(`Stopped after ${done} of 5000.`);
  });
});

describe('coverage of an open session', () => {
  it('grows with what is put to use, and counts recordings beside it', async () => {
    const run = await opened();
    const coverage = new CoverageDesk({ get: (id) => engine.workspace.get(id) });
    const read = async (id: string, files: string[] = []) => {
      const answer = await coverage.read(id, files);
      if (!answer.ok) throw new Error(answer.failure.message);
      return answer.value.coverage;
    };
    const before = await read(run.session.id);
    expect(before.offers.map(({ part, name, uses }) => [part, name, uses])).toEqual([['tool', 'capital', 0]]);
    desk.start(run.session.id, ask([at('"abc"', given('"a"', '"b"'))]), 20_000);
    await over();
    const after = await read(run.session.id);
    expect(after.offers[0]?.uses).toBe(2);
    expect(after.branches.covered).toBeGreaterThan(before.branches.covered);

    const other = await opened();
    expect((await read(other.session.id)).offers[0]?.uses).toBe(0);
    await run.stop();
    expect((await read(other.session.id, [run.journal.path])).offers[0]?.uses).toBe(2);
    // Its own recording counts once.
    expect((await read(other.session.id, [other.journal.path])).offers[0]?.uses).toBe(0);
  });
});
