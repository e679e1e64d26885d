// Plugins that crash, hang or can't be built, as the window hears of it: where the plugin was when it ended, the same call
// made again after a restart, and the simulated run with its vetoes and its questions.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callOfCrash } from '../../../shared/session/plugin-crash.ts';
import { defaultRun, type RunStep } from '../../../shared/session/plugin-run.ts';
import { value } from '../../support/desks.ts';
import type { Run } from '../../support/engine.ts';
import { PluginBench, untilTold } from '../../support/plugin-bench.ts';
import { examples } from '../../support/plugins.ts';

let bench: PluginBench;
beforeEach(async () => {
  bench = await new PluginBench().begin();
}, 120_000);
afterEach(() => bench.close());

const call = (run: Run, name: string, args: object = {}) =>
  value(
    bench.desk.callTool(run.opened.id, {
      ...{ name, argsText: JSON.stringify(args), raw: false, confirmed: false },
    }),
  );

describe('a crash', () => {
  test('is told with its signal, stack, the call in flight and its arguments, and the last call of the host', async () => {
    const run = await bench.ready('segfault');
    call(run, 'crash', { depth: 3 });
    await run.untilState('ended');
    const told = run.summary.plugin;
    expect(run.summary.exit?.signal).toBe('SIGSEGV');
    expect(told?.inFlight).toMatchObject([{ type: 'tool.execute', name: 'crash' }]);
    expect(told?.inFlight[0]?.args).toContainEqual({ name: 'args_json', text: '{"depth":3}' });
    expect(told?.lastHostCall?.name).toBe('log');
    expect(told?.crash).toMatchObject({ signal: 'SIGSEGV', address: '0x18', onMainLoop: true });
    expect(told?.crash?.frames[0]).toContain('value_of');
    expect(told?.calls[0]?.end).toBeNull();
  });

  test('one command restarts the plugin and makes the very same call again', async () => {
    const run = await bench.ready('segfault');
    call(run, 'crash', { depth: 3 });
    await run.untilState('ended');
    const { session, again } = value(await bench.desk.driveAgain(run.opened.id, 'run'));
    expect(again).toBe('tool.execute of crash');
    const next = bench.runOf(session);
    await next.untilState('ended');
    expect(next.summary.exit?.signal).toBe('SIGSEGV');
    const [first, second] = [run, next].map((one) => one.summary.plugin?.calls[0]);
    expect(second).toMatchObject({ tool: 'crash', args: first?.args, token: first?.token });
  });

  test('of a thread is told as one, and the call that somebody asked for last is made again', async () => {
    const run = await bench.ready('thread-crash');
    call(run, 'start');
    await run.untilState('ended');
    const told = run.summary.plugin;
    expect(told?.crash?.onMainLoop).toBe(false);
    const { again } = value(await bench.desk.driveAgain(run.opened.id, 'run'));
    expect(again).toBe('tool.execute of start');
  });

  test('while loading is told at its step, and a restart alone does it again', async () => {
    const run = await bench.open('constructor-crash');
    await run.untilState('ended');
    const told = run.summary.plugin;
    expect(told?.loading.open).toMatchObject({ end: null });
    expect(told?.inFlight).toMatchObject([{ type: 'library.open' }]);
    expect(told && callOfCrash(told)).toBeUndefined();
    const { again, session } = value(await bench.desk.driveAgain(run.opened.id, 'run'));
    expect(again).toBeNull();
    await bench.runOf(session).untilState('ended');
  });

  test('a plugin that was refused is told at the step that failed', async () => {
    const run = await bench.open('init-fails');
    await run.untilState('ended');
    expect(run.summary.plugin?.loading.init?.end?.ok).toBe(false);
    expect(run.summary.plugin?.loading.entry?.end?.ok).toBe(true);
  });
});

describe('a main loop that stands still', () => {
  test('is told with the call that blocks it until that has come back', async () => {
    const run = await bench.ready('hang');
    call(run, 'nap', { ms: 1_600 });
    const blocked = await untilTold(run, 'that it is blocked', (told) => told.blocked ?? undefined);
    expect(blocked.message).toContain('nap');
    await untilTold(run, 'that it runs on', (told) => (told.blocked === null ? true : undefined));
  });

  test('can be ended although nothing returns', async () => {
    const run = await bench.ready('hang');
    call(run, 'forever');
    await untilTold(run, 'that it is blocked', (told) => told.blocked ?? undefined);
    run.session.stop('user');
    run.session.stop('user');
    await run.untilState('ended');
    expect(run.summary.plugin?.inFlight).toMatchObject([{ name: 'forever' }]);
  });
});

describe('source that is built first', () => {
  test('is built when it is opened, and what the compiler says against it is told whole', async () => {
    const built = await bench.ready(path.join(examples, 'hello.c'));
    expect(built.summary.plugin?.tools[0]?.name).toBe('hello');
    const folder = path.join(bench.stateDir, 'source');
    mkdirSync(folder);
    const source = path.join(folder, 'broken.c');
    writeFileSync(source, 'int opcode_plugin_init(void) { return nothing; }\n');
    const target = value(await bench.targets.resolve({ kind: 'path', path: source }));
    expect(target.plugin?.build?.argv).toContain(source);
    value(bench.consents.give(target, target.digest));
    const refused = await bench.desks.desk.open(target.input, 'run');
    expect(refused).toMatchObject({ ok: false, failure: { code: 'buildFailed' } });
    const detail = refused.ok ? {} : refused.failure.detail;
    expect(detail?.['command']).toBe(target.plugin?.build?.argv.join(' '));
    expect(String(detail?.['output'])).toContain('nothing');
    expect(bench.workspace.list.some(({ name }) => name === 'broken')).toBe(false);
  });
});

describe('the simulated run', () => {
  const calls = (...names: string[]): RunStep => ({
    kind: 'calls',
    calls: names.map((name) => ({ name, argsText: '{}', stands: 'as the host has it' })),
  });
  const ended = (run: number) =>
    bench.untilNews('its end', (news) => (news.run === run && news.state === 'ended' ? news : undefined));

  test('walks all its steps and tells each with what the handlers returned', async () => {
    await bench.ready('events');
    const steps = defaultRun([{ name: 'read', argsText: '{"path":"a"}', stands: 'text' }]);
    const { run } = value(bench.desk.runSteps(steps));
    const news = await ended(run);
    expect(news).toMatchObject({ stopped: '', count: steps.length, at: null, confirm: null });
    expect(news.steps.map(({ step }) => step)).toEqual(steps);
    expect(news.steps[0]?.returns).toMatchObject([{ plugin: 'events', handler: 1, value: 0 }]);
    expect(bench.news.some(({ state, steps: some }) => state === 'running' && some.length === 3)).toBe(true);
  });

  test('a veto is honoured and told: the tool is not run', async () => {
    const live = await bench.ready('batch');
    const news = await ended(value(bench.desk.runSteps([calls('bash', 'together')])).run);
    expect(news.steps[0]?.calls).toMatchObject([
      { outcome: 'vetoed', vetoedBy: 'batch', isError: true },
      { outcome: 'ran' },
    ]);
    expect(live.summary.plugin?.calls.map(({ tool }) => tool)).toEqual(['together']);
    expect(live.summary.plugin?.handlers[0]?.vetoes).toBe(1);
  });

  test('asks before each DESTRUCTIVE tool, one question at a time', async () => {
    const live = await bench.ready('batch');
    const { run } = value(bench.desk.runSteps([calls('destroy', 'destroy')]));
    const first = await bench.untilNews('a question', ({ confirm }) => confirm ?? undefined);
    expect(first).toMatchObject({ tool: 'destroy', args: '{}' });
    value(bench.desk.run.confirm(first.ask, true));
    expect(bench.desk.run.confirm(first.ask, true)).toMatchObject({ ok: false });
    const second = await bench.untilNews('the next question', ({ confirm }) =>
      confirm && confirm.ask !== first.ask ? confirm : undefined,
    );
    value(bench.desk.run.confirm(second.ask, false));
    const news = await ended(run);
    expect(news.steps[0]?.calls.map(({ outcome }) => outcome)).toEqual(['ran', 'notConfirmed']);
    expect(live.summary.plugin?.calls).toHaveLength(1);
  });

  test('stopped, it cancels the calls under way and begins no further step', async () => {
    const live = await bench.ready('probe');
    const { run } = value(bench.desk.runSteps([calls('until_cancelled'), calls('memory')]));
    await untilTold(live, 'the open call', (told) => (told.calls[0]?.returned ? true : undefined));
    expect(bench.desk.runSteps([calls('memory')])).toMatchObject({ ok: false });
    bench.desk.run.stop();
    const news = await ended(run);
    expect(news).toMatchObject({ stopped: 'it was stopped', steps: [{ calls: [{ text: 'cancelled' }] }] });
    // A later run has tokens of its own.
    const again = value(bench.desk.runSteps([calls('cancelled')])).run;
    expect((await ended(again)).steps[0]?.calls[0]?.text).toBe('0|0|');
  });

  test('is refused when no plugin is loaded, and when something in it is no JSON', async () => {
    expect(bench.desk.runSteps([calls('bash')])).toMatchObject({
      ok: false,
      failure: { code: 'sessionNotRunning' },
    });
    await bench.ready('batch');
    const broken: RunStep = { kind: 'event', event: 'input', payload: '{' };
    expect(bench.desk.runSteps([broken])).toMatchObject({ ok: false, failure: { code: 'argumentInvalid' } });
  });
});

test('settings of its host reach a plugin: trust, texts that are told, models and answers to requests', async () => {
  const run = await bench.ready('probe', {
    ...{ trusted: false, sessionId: 'mine', systemPrompt: 'Be brief.', thinkingLevels: ['enormous'] },
    models: [{ provider: 'nobody', model: 'nothing' }],
  });
  call(run, 'session');
  call(run, 'model');
  const text = async (tool: string): Promise<string | undefined> =>
    (await untilTold(run, tool, ({ calls }) => calls.find((one) => one.tool === tool && one.end)))?.end?.text;
  expect(await text('session')).toContain('|mine|');
  expect(await text('session')).toContain('|Be brief.|');
  expect(await text('model')).toBe('0|1|');
  expect(run.summary.plugin?.thinkingLevel?.text).toBe('enormous');
  const discovered = run.summary.plugin?.emissions[0];
  expect(discovered?.payload).toContain('"trusted":false');
});
