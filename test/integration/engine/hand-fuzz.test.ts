// Fuzzing by hand and coverage in the engine, on a real extension: what the window's views stand on.

import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoverageDesk } from '../../../electron/engine/coverage-desk.ts';
import { HandFuzz } from '../../../electron/engine/hand-fuzz.ts';
import type { HandAsk } from '../../../electron/engine/hand-plan.ts';
import type { HandNews } from '../../../shared/ipc/fuzz-commands.ts';
import { EngineUnderTest } from '../../support/engine.ts';
import { until } from '../../support/marked-processes.ts';

let engine: EngineUnderTest;
let hand: HandFuzz;
let coverage: CoverageDesk;
const reported: unknown[] = [];
beforeEach(() => {
  engine = new EngineUnderTest();
  reported.length = 0;
  const get = (id: string) => engine.workspace.get(id);
  hand = new HandFuzz({ get, report: (_what, error) => reported.push(error) });
  coverage = new CoverageDesk({ get });
});
afterEach(async () => {
  await hand.close();
  await engine.close();
  expect(reported).toEqual([]);
});

const example = (name: string): { kind: 'path'; path: string } => ({
  kind: 'path',
  path: path.resolve('examples/extensions', name),
});
const text = '{"type":"tool_call","id":"1","name":"greet","args":{"name":"Ada"}}';
const ask = (raws: readonly string[]): HandAsk => ({
  text,
  places: [{ start: text.indexOf('"Ada"'), end: text.indexOf('"Ada"') + 5, source: { kind: 'given', raws } }],
  mode: 'one',
  seed: 1,
});

async function over(run: number): Promise<HandNews> {
  await until('fuzzing by hand is over', () => hand.state({ run, after: 0 })?.state === 'over', 30_000);
  const news = hand.state({ run, after: 0 });
  if (!news) throw new Error('there was a run');
  return news;
}

describe('fuzzing by hand', () => {
  it('sends one frame for each payload, and tells what each was answered with its row', async () => {
    const run = await engine.open(example('greeter'));
    await run.untilState('ready');
    expect(hand.count(run.session.id, ask(['"Bob"', '7']))).toMatchObject({
      ok: true,
      value: { count: 2, problem: '', first: text.replace('"Ada"', '"Bob"') },
    });
    const started = hand.start(run.session.id, ask(['"Bob"', '7']), 5_000);
    if (!started.ok) throw new Error(started.failure.message);
    const { rows, stopped } = await over(started.value.run);
    expect(stopped).toBe('');
    expect(rows.map(({ input, outcome }) => [input, outcome])).toEqual([
      ['"Bob"', 'answered'],
      ['7', 'error'],
    ]);
    for (const { line, answerLine } of rows) {
      expect(await run.journal.rows(line, 1)).toMatchObject([{ from: 'host' }]);
      expect(await run.journal.rows(answerLine ?? 0, 1)).toMatchObject([{ from: 'extension' }]);
    }
  });

  it('ends with a sentence when the extension does, and refuses to begin on one that has ended', async () => {
    const target = { kind: 'path', path: path.resolve('test/fixtures/fuzz/crash-on-empty') } as const;
    const run = await engine.open(target);
    await run.untilState('ready');
    const call = text.replace('greet', 'capital').replace('"name":"Ada"', '"text":"Ada"');
    const start = call.indexOf('"Ada"');
    const given = { kind: 'given', raws: ['"x"', '""', '"y"'] } as const;
    const crash: HandAsk = {
      text: call,
      places: [{ start, end: start + 5, source: given }],
      mode: 'one',
      seed: 1,
    };
    const started = hand.start(run.session.id, crash, 5_000);
    if (!started.ok) throw new Error(started.failure.message);
    const { rows, stopped } = await over(started.value.run);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['answered', 'ended']);
    expect(stopped).toBe('The extension ended after 2 of 3.');
    expect(hand.start(run.session.id, crash, 5_000)).toMatchObject({
      ok: false,
      failure: { code: 'sessionNotRunning' },
    });
  });
});

describe('coverage of an open session', () => {
  it('grows with what is called', async () => {
    const run = await engine.open(example('greeter'));
    await run.untilState('ready');
    const before = await coverage.read(run.session.id, []);
    if (!before.ok) throw new Error(before.failure.message);
    expect(before.value.coverage.used.covered).toBe(0);
    run.session.send({ text }, 'hand');
    await run.untilFrame('tool_result');
    const after = await coverage.read(run.session.id, []);
    if (!after.ok) throw new Error(after.failure.message);
    expect(after.value.coverage.used.covered).toBe(1);
    expect(after.value.coverage.branches.covered).toBeGreaterThan(0);
  });
});
