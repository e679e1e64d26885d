// Native plugins in the hands of what was made for any session: frames sent by hand, recordings opened again, another program
// in front, restarts. Real compiled plugins, through the desks as the app has them.

import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ComposeDesk } from '../../../electron/engine/compose-desk.ts';
import { SentHistory } from '../../../electron/engine/sent-history.ts';
import { value } from '../../support/desks.ts';
import { isLine, textOf, type Run } from '../../support/engine.ts';
import { PluginBench } from '../../support/plugin-bench.ts';
import { examplePlugin, pluginChild } from '../../support/plugins.ts';

let bench: PluginBench;
let desk: ComposeDesk;
beforeEach(async () => {
  bench = await new PluginBench().begin();
  desk = new ComposeDesk({
    get: (id) => bench.workspace.get(id),
    history: new SentHistory(bench.stateDir, (error) => bench.faults.push(error)),
    now: () => '2026-11-30T19:14:00.000Z',
  });
}, 120_000);
afterEach(() => bench.close());

const execute = (id: string, args: string, tool = 'hello'): string =>
  JSON.stringify({
    ...{ type: 'tool.execute', id, tool, tool_call_id: 'by-hand' },
    ...{ args_json: args, signal_token: 'by-hand' },
  });
const frames = async (run: Run, type: string): Promise<string[]> =>
  (await run.views())
    .filter(isLine)
    .map(textOf)
    .filter((text) => text.startsWith(`{"type":"${type}"`));

describe('composing for a plugin', () => {
  test('a call goes out as it was composed, marked as sent by hand, and has its answer', async () => {
    const run = await bench.ready(examplePlugin('hello'));
    const sent = value(await desk.send(run.opened.id, { text: execute('77', '{"name":"Ada"}') }));
    const done = await run.untilFrame('host.tool_done');
    expect(JSON.parse(textOf(done))).toMatchObject({ id: '77' });
    expect(textOf(done)).toContain('Hello Ada!');
    const [row] = await run.journal.rows(sent.lines[0] ?? 0, 1);
    expect(row).toMatchObject({ type: 'tool.execute', origin: 'hand', pairSeq: done.entry.seq });
    expect(value(await desk.history(run.opened.id))).toMatchObject([
      { text: execute('77', '{"name":"Ada"}') },
    ]);
  });

  test('many copies have numbers of their own, and one answer each', async () => {
    const run = await bench.ready(examplePlugin('hello'));
    const text = execute('77', '{}');
    for (const how of ['inTurn', 'atOnce'] as const)
      expect(value(await desk.send(run.opened.id, { text, times: 5, how }))).toMatchObject({ count: 5 });
    await run.until(
      'all have their answer',
      () => run.summary.plugin?.calls.every(({ end }) => end) ?? false,
    );
    const ids = (await frames(run, 'tool.execute')).map((one) => (JSON.parse(one) as { id: string }).id);
    const answered = (await frames(run, 'host.tool_done')).map(
      (one) => (JSON.parse(one) as { id: string }).id,
    );
    expect(new Set(ids).size).toBe(9);
    expect(answered.sort()).toEqual(ids.sort());
  });

  test('what is odd about a frame is said before it is sent: fields, the schema of the tool, the moment', async () => {
    const run = await bench.ready(examplePlugin('hello'));
    const check = (text: string) => value(desk.check(run.opened.id, text));
    expect(check(execute('1', '{"name":"Ada"}'))).toMatchObject({ issues: [], inOrder: { legal: true } });
    expect(check(execute('1', '{"name":5}')).issues).toMatchObject([{ pointer: '/args_json/name' }]);
    expect(check(execute('1', '{name}')).issues).toMatchObject([{ code: 'args-not-json' }]);
    expect(check(execute('1', '{}', 'nobody')).issues).toMatchObject([{ code: 'tool-unknown' }]);
    expect(check('{"type":"event","id":"1","event":5,"payload_json":"{}"}').issues).toMatchObject([
      { pointer: '/event', severity: 'error' },
    ]);
    expect(check('{"type":"tool_call","id":"1"}').inOrder).toMatchObject({ legal: false });
  });
});

describe('the recording of a plugin', () => {
  test('is opened again with every row and what was told of the plugin', async () => {
    const run = await bench.ready(examplePlugin('hello'));
    value(await desk.send(run.opened.id, { text: execute('77', '{"name":"Ada"}') }));
    await run.untilFrame('tool.execute.return');
    const { path: file } = run.journal;
    await run.journal.flush();
    const live = await run.journal.rows(1, 1_000);
    const { plugin, tools } = run.summary;
    const again = value(await bench.workspace.openRecording(file));
    const rows = await again.journal.rows(1, live.length);
    expect(rows.map(({ type, summary }) => [type, summary])).toEqual(
      live.map(({ type, summary }) => [type, summary]),
    );
    expect(again.journal.summary).toMatchObject({ tools, plugin: { calls: plugin?.calls } });
  });
});

describe('a plugin with another program in front', () => {
  test('is shown and recorded with it, and a restart has it once', async () => {
    const wrapper = path.join(bench.stateDir, 'watcher');
    writeFileSync(wrapper, '#!/bin/sh\necho "watched by $0" >&2\nexec "$@"\n');
    chmodSync(wrapper, 0o755);
    const library = examplePlugin('hello');
    const run = await bench.ready(library, { under: [wrapper] });
    const argv = [wrapper, process.execPath, await pluginChild(), library];
    expect(run.opened.target?.argv).toEqual(argv);
    await run.until('it was watched', () => run.summary.stderrLines > 0);
    const again = bench.runOf(value(await bench.desks.desk.restart(run.opened.id, 'run')));
    await again.untilState('ready');
    expect(again.opened.target?.argv).toEqual(argv);
  });

  test('that is not there is a refusal, and nothing is started', async () => {
    await expect(bench.open(examplePlugin('hello'), 'run', { under: ['/no/such/gdb'] })).rejects.toThrow(
      /executableNotFound.*hello can't be run under it/,
    );
    expect(bench.workspace.list).toEqual([]);
  });
});
