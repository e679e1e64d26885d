// The window's side of conformance, on real extensions: what an open session shows while it goes on, and a check of its target
// that nobody else notices.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CheckDesk } from '../../../electron/engine/check-desk.ts';
import { usualBudgets } from '../../../shared/conformance/budgets.ts';
import type { ActiveCheck, PassiveFindings } from '../../../shared/ipc/check-commands.ts';
import { EngineUnderTest, script } from '../../support/engine.ts';
import { until } from '../../support/marked-processes.ts';

let engine: EngineUnderTest;
let desk: CheckDesk;
const reported: unknown[] = [];
beforeEach(() => {
  engine = new EngineUnderTest();
  reported.length = 0;
  desk = new CheckDesk({
    workspace: engine.workspace,
    report: (_what, error) => reported.push(error),
    budgets: { ...usualBudgets, answerMs: 3_000, quietMs: 250 },
  });
});
afterEach(async () => {
  await desk.close();
  await engine.close();
  expect(reported).toEqual([]);
});

async function passive(id: string): Promise<PassiveFindings> {
  for (;;) {
    const answer = await desk.passive(id);
    if (!answer.ok) throw new Error(answer.failure.message);
    if (answer.value.upTo === answer.value.count) return answer.value;
  }
}

async function ended(id: string): Promise<ActiveCheck> {
  await until('the check has ended', () => desk.state(id)?.state === 'ended', 60_000);
  const state = desk.state(id);
  if (!state) throw new Error('There was a check.');
  return state;
}

const rules = ({ findings }: Pick<PassiveFindings, 'findings'>): readonly string[] =>
  findings.map(({ rule }) => rule);

describe('what an open session shows', () => {
  it('is told as far as the rows go, and more of it when more rows come', async () => {
    const run = await engine.open('good');
    await run.untilState('ready');
    expect(rules(await passive(run.session.id))).toEqual(['schema-describes']);
    run.session.send(
      { text: '{"type":"event_intercept","id":"x","event":"tool_call","tool_args":{}}' },
      'hand',
    );
    await run.untilFrame('event_intercept_response');
    await run.stop();
    const after = await passive(run.session.id);
    expect(rules(after)).toEqual(['schema-describes']);
    expect(after.count).toBe(run.journal.count);
    expect(after.diagnoses).toEqual([]);
  });

  it('names what failed, with its rows', async () => {
    const run = await engine.open('exits-before-hello');
    await run.session.ended;
    const { diagnoses } = await passive(run.session.id);
    expect(diagnoses.map(({ id }) => id)).toEqual(['exits-before-hello']);
    expect(diagnoses[0]?.cause).toContain('before it said hello');
    const views = await run.views();
    expect(diagnoses[0]?.rows.every((seq) => seq >= 1 && seq <= views.length)).toBe(true);
  });

  it('is asked for by two at once and counts no row twice', async () => {
    const run = await engine.open('non-object-lines');
    await run.untilFrame('notify', (text) => text.includes('after'));
    await Promise.all([desk.passive(run.session.id), desk.passive(run.session.id)]);
    const once = await passive(run.session.id);
    const strays = once.findings.find(({ rule }) => rule === 'stdout-frames-only');
    const lines = (await run.lines('extension')).filter((view) => view.decoded?.kind === 'notFrame');
    expect(strays?.count).toBe(lines.length);
  });

  it('is refused for a session that is not open', async () => {
    const answer = await desk.passive('s99');
    expect(answer.ok ? null : answer.failure.code).toBe('sessionUnknown');
  });
});

describe('a check that the window asked for', () => {
  it('runs beside the session, which it does not disturb, and tells its stages and its outcome', async () => {
    const run = await engine.open('good');
    await run.untilState('ready');
    const rows = run.journal.count;
    expect(desk.start(run.session.id, 'safe').ok).toBe(true);
    expect(desk.state(run.session.id)?.state).toBe('running');
    const again = desk.start(run.session.id, 'safe');
    expect(again.ok ? null : again.failure.code).toBe('sessionRunning');
    const { outcome, failed } = await ended(run.session.id);
    expect(failed).toBe('');
    expect(outcome?.runs.map(({ run: name }) => name)).toEqual(['plain', 'nonsense', 'busy', 'folder']);
    expect(outcome?.called).toEqual(expect.arrayContaining(['echo', '/shout']));
    expect(run.journal.count).toBe(rows);
    expect(engine.workspace.list).toHaveLength(1);
  }, 90_000);

  it('is stopped at once, and leaves no process', async () => {
    const run = await engine.open(script('process.stdin.resume()'));
    expect(desk.start(run.session.id, 'none').ok).toBe(true);
    desk.stop(run.session.id);
    const { outcome } = await ended(run.session.id);
    expect(outcome?.stopped).toBe(true);
  }, 60_000);

  it('is refused for a recording', async () => {
    const run = await engine.open('good');
    await run.untilState('ready');
    await run.stop();
    const opened = await engine.workspace.openRecording(run.journal.path);
    if (!opened.ok) throw new Error(opened.failure.message);
    const answer = desk.start(opened.value.id, 'safe');
    expect(answer.ok ? null : answer.failure.code).toBe('argumentInvalid');
  });
});
