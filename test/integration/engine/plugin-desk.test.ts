// What the window may ask of native plugins, and what it is told of them: real compiled plugins through the desk, everything
// read from the summary of their journals.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentDesk } from '../../../electron/engine/agent-desk.ts';
import { agentOf } from '../../../electron/engine/agent-of.ts';
import { eventTemplates } from '../../../shared/protocol/opcode/event-names.ts';
import { PluginBench, untilTold } from '../../support/plugin-bench.ts';
import { value } from '../../support/desks.ts';
import type { Run } from '../../support/engine.ts';
import { examplePlugin } from '../../support/plugins.ts';

let bench: PluginBench;
beforeEach(async () => {
  bench = await new PluginBench().begin();
}, 120_000);
afterEach(() => bench.close());

const call = (run: Run, name: string, args: object | string = {}, more: object = {}) =>
  bench.desk.callTool(run.opened.id, {
    name,
    argsText: typeof args === 'string' ? args : JSON.stringify(args),
    ...{ raw: false, confirmed: false, ...more },
  });
const endOf = (run: Run, tool: string) =>
  untilTold(run, `the end of ${tool}`, ({ calls }) => calls.findLast((one) => one.tool === tool && one.end));

describe('what is told of a plugin', () => {
  test('loading is told step by step, with what each returned', async () => {
    const run = await bench.ready('probe');
    const { loading, abi, discover } = run.summary.plugin ?? {};
    expect(loading).toMatchObject({
      open: { end: { ok: true, words: 'loaded' } },
      symbol: { end: { ok: true } },
      entry: { end: { ok: true, words: 'returned 0' } },
      init: { end: { ok: true, words: 'returned 0' } },
    });
    expect(abi).toEqual({ version: 1, structSize: 72 });
    expect(discover).toEqual({ asked: 1, returned: 1 });
  });

  test('tools come with their flags, handlers in the order of their registration, commands and folders', async () => {
    const batch = (await bench.ready('batch')).summary.plugin;
    expect(batch?.tools.map(({ name, flags }) => [name, flags])).toEqual([
      ['together', []],
      ['alone', ['SEQUENTIAL']],
      ['destroy', ['DESTRUCTIVE']],
      ['hidden', ['HIDDEN']],
      ['reset', []],
      ['pair', []],
    ]);
    expect(batch?.handlers.map(({ registration, event }) => [registration, event])).toEqual([
      [1, 'tool_call'],
      [2, 'input'],
    ]);
    const probe = await bench.ready('probe');
    expect(probe.summary.plugin?.roots.map(({ kind, path }) => [kind, path])).toEqual([
      ['skills', '/opt/probe/skills'],
    ]);
    const command = await bench.ready(examplePlugin('command'));
    expect(command.summary.plugin?.commands.length).toBeGreaterThan(0);
  });

  test('what the person would see is told, and what the host refuses is not', async () => {
    const run = await bench.ready('probe');
    for (const tool of ['ui', 'model', 'session', 'resources']) {
      value(call(run, tool));
      await endOf(run, tool);
    }
    const told = run.summary.plugin;
    expect(told?.notes).toMatchObject([{ text: 'index is stale', level: 2 }]);
    expect(told?.statuses).toMatchObject([{ key: 'probe', text: '3 marks' }]);
    expect(told?.title?.text).toBe('shop · probe');
    expect(told?.model).toMatchObject({ provider: 'openai', model: 'gpt-5' });
    expect(told?.thinkingLevel?.text).toBe('high');
    expect(told?.entries).toMatchObject([{ customType: 'probe.mark', data: '{"at":3}' }]);
    expect(told?.entryCount).toBe(1);
    const offered = run.session.plugin?.offered;
    expect(told?.roots.map(({ kind, path }) => [kind, path])).toEqual(
      expect.arrayContaining(
        [...(offered?.roots ?? [])].flatMap(([kind, paths]) => paths.map((one) => [kind, one])),
      ),
    );
    expect(told?.roots).toHaveLength([...(offered?.roots.values() ?? [])].flat().length);
    expect(told?.hostCalls.find(({ name }) => name === 'notify')?.count).toBe(2);
  });

  test('a recording of it tells the same as it did while it ran', async () => {
    const run = await bench.ready('probe');
    for (const tool of ['ui', 'session', 'memory']) {
      value(call(run, tool));
      await endOf(run, tool);
    }
    value(bench.desk.emit(run.opened.id, 'model_select', '{}'));
    await untilTold(run, 'the return', ({ emissions }) => emissions.at(-1)?.handlers[0]?.end ?? undefined);
    await run.stop();
    const live = run.summary.plugin;
    await bench.workspace.close(run.opened.id);
    const opened = value(await bench.workspace.openRecording(run.journal.path));
    await (opened.journal as { readonly indexed?: Promise<void> }).indexed;
    expect(opened.journal.summary.plugin).toEqual(live);
  });

  test('frames that are held are told once they have passed, as they passed; dropped ones never', async () => {
    const run = await bench.ready('probe');
    run.session.setMode('step');
    value(call(run, 'ui'));
    const release = async (type: string, edit?: (text: string) => string): Promise<void> => {
      const view = await run.until(
        `a held ${type}`,
        ({ row, entry }) =>
          row.type === type &&
          row.held !== undefined &&
          'now' in row.held &&
          run.session.status.held[0] === entry.seq,
      );
      const text = view.entry.kind === 'line' && 'text' in view.entry.raw ? view.entry.raw.text : '';
      value(run.session.release(view.entry.seq, edit && { text: edit(text) }));
    };
    await release('tool.execute');
    for (let at = 0; at < 6; at += 1) await release('host.log');
    expect(run.summary.plugin?.notes).toEqual([]);
    await release('host.notify', (text) => text.replace('index is stale', 'index is fresh'));
    expect(run.summary.plugin?.notes).toMatchObject([{ text: 'index is fresh' }]);
    await release('host.notify');
    const held = await run.until(
      'a held status',
      ({ row, entry }) => row.type === 'host.set_status' && run.session.status.held[0] === entry.seq,
    );
    value(run.session.drop(held.entry.seq));
    run.session.setMode('run');
    await endOf(run, 'ui');
    expect(run.summary.plugin?.statuses).toEqual([]);
  });
});

describe('calling', () => {
  test('a call is told with its arguments, its token, its result and how often the tool was called', async () => {
    const run = await bench.ready('quick');
    const [tool] = run.summary.tools;
    const { token } = value(call(run, tool?.name ?? '', { text: 'hi' }));
    const told = await endOf(run, tool?.name ?? '');
    expect(told).toMatchObject({
      args: '{"text":"hi"}',
      token,
      returned: true,
      lost: '',
      end: { isError: false },
    });
    expect(run.summary.plugin?.tools[0]?.calls).toBe(1);
  });

  test('arguments that are no JSON are refused with their place, and passed as they are when asked for raw', async () => {
    const run = await bench.ready('probe');
    expect(call(run, 'json', '{"text":')).toMatchObject({ ok: false, failure: { code: 'argumentInvalid' } });
    expect(run.summary.plugin?.calls).toEqual([]);
    value(call(run, 'json', '{"text":', { raw: true }));
    const told = await untilTold(run, 'the call', ({ calls }) => calls.at(-1));
    expect(told.args).toBe('{"text":');
  });

  test('a DESTRUCTIVE tool is called only when that was said', async () => {
    const run = await bench.ready('batch');
    expect(call(run, 'destroy')).toMatchObject({ ok: false, failure: { code: 'confirmationNeeded' } });
    value(call(run, 'destroy', {}, { confirmed: true }));
    expect((await endOf(run, 'destroy')).end).toMatchObject({ isError: false });
    expect(run.summary.plugin?.calls).toHaveLength(1);
  });

  test('the chat calls no tool marked DESTRUCTIVE, for it has nobody to ask', async () => {
    const run = await bench.ready('batch');
    const agent = agentOf(bench.workspace);
    const { workspace } = bench;
    const desk = new AgentDesk({
      agent,
      workspace,
      send: () => {},
      report: (_, error) => bench.faults.push(error),
    });
    expect(desk.callTool({ name: 'destroy', argsText: '{}' })).toMatchObject({
      ok: false,
      failure: { code: 'confirmationNeeded' },
    });
    expect(desk.callTool({ name: 'together', argsText: '{}', session: run.opened.id })).toMatchObject({
      ok: true,
    });
    await endOf(run, 'together');
    desk.close();
    agent.dispose();
    expect(run.summary.plugin?.calls.map(({ tool }) => tool)).toEqual(['together']);
  });

  test('cancelling a run makes is_cancelled return 1 for its token, and is told at its call', async () => {
    const run = await bench.ready('probe');
    const { token } = value(call(run, 'until_cancelled'));
    await untilTold(run, 'the open call', ({ calls }) => (calls.at(-1)?.returned ? true : undefined));
    expect(run.summary.plugin?.calls.at(-1)).toMatchObject({ cancelled: false, end: null });
    value(bench.desk.cancel(run.opened.id, token));
    const told = await endOf(run, 'until_cancelled');
    expect(told).toMatchObject({ cancelled: true, end: { text: 'cancelled' } });
  });

  test('partial results go to an open call of a tool that takes them, and are told at it', async () => {
    const run = await bench.ready('probe');
    value(call(run, 'open'));
    const open = await untilTold(run, 'the open call', ({ calls }) =>
      calls.at(-1)?.returned ? calls.at(-1) : undefined,
    );
    const partial = '{"content":[{"type":"text","text":"half of it"}]}';
    value(bench.desk.update(run.opened.id, open?.id ?? '', partial));
    const updates = await untilTold(run, 'the update', ({ calls }) =>
      calls[0]?.updates.length ? calls[0].updates : undefined,
    );
    expect(updates).toMatchObject([{ text: 'half of it' }]);
    expect(bench.desk.update(run.opened.id, '4711', partial)).toMatchObject({ ok: false });
    value(call(run, 'close'));
    await endOf(run, 'open');
    expect(bench.desk.update(run.opened.id, open?.id ?? '', partial)).toMatchObject({ ok: false });
  });

  test('a command is told with what its handler returned', async () => {
    const run = await bench.ready(examplePlugin('command'));
    const [command] = run.summary.plugin?.commands ?? [];
    value(bench.desk.runCommand(run.opened.id, command?.name ?? '', 'a b'));
    const told = await untilTold(run, 'its end', ({ commandRuns }) =>
      commandRuns[0]?.end ? commandRuns[0] : undefined,
    );
    expect(told).toMatchObject({ command: command?.name, args: 'a b' });
    expect(bench.desk.runCommand(run.opened.id, 'nobody', '')).toMatchObject({ ok: false });
  });

  test('nothing is asked of a plugin that has ended, of a recording, or of what is no plugin', async () => {
    const run = await bench.ready('quick');
    await run.stop();
    expect(call(run, 'quick')).toMatchObject({ ok: false, failure: { code: 'sessionNotRunning' } });
    expect(bench.desk.emit('s99', 'input', '{}')).toMatchObject({
      ok: false,
      failure: { code: 'sessionUnknown' },
    });
    const recording = value(await bench.workspace.openRecording(run.journal.path));
    expect(bench.desk.emit(recording.id, 'input', '{}')).toMatchObject({
      ok: false,
      failure: { code: 'sessionNotRunning' },
    });
  });
});

describe('events', () => {
  test('each of the header’s events reaches its handlers with its template', async () => {
    const run = await bench.ready('events');
    for (const { name, payload } of eventTemplates) {
      const { handlers } = value(bench.desk.emit(run.opened.id, name, JSON.stringify(payload)));
      expect(handlers).toBeGreaterThan(0);
      const told = await untilTold(run, `returns of ${name}`, ({ emissions }) => {
        const last = emissions.at(-1);
        return last?.event === name &&
          last.handlers.length === handlers &&
          last.handlers.every((one) => one.end)
          ? last
          : undefined;
      });
      expect(told.payload).toBe(JSON.stringify(payload));
    }
    expect(eventTemplates).toHaveLength(24);
  });

  test('returns are told in order, whatever they are, and a veto ends the telling', async () => {
    const run = await bench.ready('events');
    const returns = async (
      event: string,
      payload: string,
      count: number,
    ): Promise<(number | undefined)[]> => {
      value(bench.desk.emit(run.opened.id, event, payload));
      const told = await untilTold(run, `returns of ${payload}`, ({ emissions }) => {
        const last = emissions.at(-1);
        return last?.payload === payload && last.handlers.filter((one) => one.end).length === count
          ? last
          : undefined;
      });
      return told.handlers.map((one) => one.end?.value);
    };
    expect(await returns('tool_call', '{"return":0}', 2)).toEqual([0, 0]);
    expect(await returns('tool_call', '{"return":-3}', 2)).toEqual([-3, 0]);
    expect(await returns('tool_call', '{"return":7}', 2)).toEqual([7, 0]);
    expect(await returns('turn_end', '{"return":1}', 1)).toEqual([1]);
    expect(await returns('tool_call', '{"return":1}', 1)).toEqual([1]);
    const handlers = run.summary.plugin?.handlers.filter(({ event }) => event === 'tool_call');
    expect(handlers).toMatchObject([
      { calls: 4, vetoes: 1 },
      { calls: 3, vetoes: 0 },
    ]);
    expect(run.summary.plugin?.handlers.find(({ event }) => event === 'turn_end')?.vetoes).toBe(0);
  });

  test('an event without a handler calls nobody, and a payload that is no JSON is refused', async () => {
    const run = await bench.ready('quick');
    expect(value(bench.desk.emit(run.opened.id, 'input', '{}'))).toEqual({ handlers: 0 });
    expect(bench.desk.emit(run.opened.id, 'input', '{')).toMatchObject({ ok: false });
  });
});
