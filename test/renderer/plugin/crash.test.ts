// A plugin that crashed, was refused or stands still, how far loading came, what the sidebar lists, and the simulated run.

import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import { pluginStages } from '../../../renderer/state/plugin-stages.ts';
import BlockedNote from '../../../renderer/views/plugin/BlockedNote.svelte';
import PluginCrashCard from '../../../renderer/views/plugin/PluginCrashCard.svelte';
import PluginRegistry from '../../../renderer/views/plugin/PluginRegistry.svelte';
import RunPane from '../../../renderer/views/plugin/RunPane.svelte';
import type { PluginRunNews } from '../../../shared/ipc/contract.ts';
import { FakeBridge } from '../../support/fake-bridge.ts';
import { openSession, row, s1 } from '../../support/window-facts.ts';
import { button, click, has, named, render, type, words } from '../shell/page.ts';
import { crashed, loadedSteps, ofPlugin, openPlugin } from './plugin-facts.ts';

const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  flushSync();
};

describe('a crash', () => {
  test('is told with signal, address, the call in flight with its arguments, and the stack', () => {
    const { app, session } = openPlugin(new FakeBridge(), crashed());
    render(PluginCrashCard, { app, session });
    const card = words(named('[role=alert]', 'What ended boom.so'));
    expect(card).toContain('boom crashed SIGSEGV');
    expect(card).toContain('SIGSEGV at the address 0x18, near null, inside execute of boom.');
    const call = words(named('[role=region]', 'Call in flight'));
    expect(call).toContain('OpcodeToolV1.execute');
    expect(call).toContain('args_json {"depth":3}');
    expect(call).toContain('never called for call 4');
    const stack = [...named('ol', 'Stack').querySelectorAll('li')].map(words);
    expect(stack).toEqual(['0 boom_node_value (boom.c:41) boom.so+0x12f4', '1 boom_walk boom.so+0x1350']);
  });

  test('one button restarts the plugin and has the call made again', async () => {
    const bridge = new FakeBridge();
    bridge.on('plugin.driveAgain', () => ({
      session: openSession({ id: 's2' as never, profile: 'opcode-1', replaces: s1 }),
      again: 'tool.execute of boom',
    }));
    const { app, session } = openPlugin(bridge, crashed());
    session.plugin.typeArgs('boom', '{"depth":3}');
    render(PluginCrashCard, { app, session });
    click(button('Restart and call again'));
    await settled();
    expect(bridge.asked('plugin.driveAgain')).toEqual([{ session: s1, mode: 'run' }]);
    expect(app.selectedId).toBe('s2');
    expect(app.selected?.plugin.argsOf('boom')).toBe('{"depth":3}');
  });

  test('on a thread of the plugin’s own is told as such', () => {
    const { app, session } = openPlugin(
      new FakeBridge(),
      crashed({
        inFlight: [],
        crash: { signal: 'SIGSEGV', address: '0x20', thread: 7, onMainLoop: false, frames: [], line: 35 },
      }),
    );
    render(PluginCrashCard, { app, session });
    const card = words(named('[role=alert]', 'What ended'));
    expect(card).toContain('on thread 7, one of its own');
    expect(card).toContain('The system gave no stack.');
  });

  test('a plugin that the host refused is not said to have crashed', () => {
    const refused = ofPlugin(
      { loading: { ...loadedSteps, init: undefined as never }, tools: [] },
      {
        state: 'ended',
        hello: null,
        exit: { code: null, signal: 'SIGKILL' },
        problemCounts: { error: 1, warning: 0, info: 0 },
        problems: [
          {
            code: 'abi-mismatch',
            severity: 'error',
            message: 'The plugin says ABI version 2.',
            fix: 'Build it again.',
            seq: 9,
          },
        ],
      },
    );
    const { ready: _ready, ...notReady } = refused;
    const { app, session } = openPlugin(new FakeBridge(), notReady);
    render(PluginCrashCard, { app, session });
    const card = words(named('[role=alert]', 'What ended'));
    expect(card).toContain('was refused');
    expect(card).toContain('The plugin says ABI version 2.');
    expect(card).toContain('Build it again.');
    expect(has('button', 'Restart and call again')).toBe(false);
    expect(session.standing).toMatchObject({ shape: 'crashed', word: 'refused' });
  });

  test('closes the dock once, so that there is room, and the dock of a run is as it was', () => {
    const { app, session, tell } = openPlugin(new FakeBridge(), ofPlugin({}));
    expect(session.situation).toBe('run');
    expect(app.layout.dock(session.situation)).toBe(true);
    tell(crashed());
    expect(session.situation).toBe('crash');
    expect(app.layout.dock(session.situation)).toBe(false);
    session.crashSeen = true;
    expect(app.layout.dock(session.situation)).toBe(true);
  });
});

test('a main loop that stands still is told with its call, and can be stopped', async () => {
  const bridge = new FakeBridge().on('sessions.stop', () => undefined);
  const blocked = { line: 20, message: 'execute of the tool "forever" has not returned for 1 s.' };
  const { session, tell } = openPlugin(bridge, ofPlugin({ blocked }));
  render(BlockedNote, { session });
  const note = named('[role=alert]', 'Main loop blocked');
  expect(words(note)).toContain('forever');
  click(button('Stop', note));
  await settled();
  expect(bridge.asked('sessions.stop')).toEqual([{ session: s1 }]);
  tell(ofPlugin({ blocked }, { stopAsked: true }));
  expect(has('button', 'Kill now')).toBe(true);
  tell(ofPlugin({ blocked: null }));
  expect(has('[role=alert]', 'Main loop blocked')).toBe(false);
});

describe('loading', () => {
  const titles = (...args: Parameters<typeof pluginStages>) =>
    pluginStages(...args).map(({ title, at, held }) => [title, held ? 'held' : at]);
  const fresh = (loading: object, over = {}) => {
    const { ready: _ready, ...rest } = ofPlugin(
      { loading, abi: null },
      { state: 'awaitingHello', hello: null, ...over },
    );
    return rest;
  };

  test('is told step by step, each with what it gave', () => {
    const stages = pluginStages(ofPlugin({}), [], null);
    expect(stages.map(({ title }) => title)).toEqual([
      'Open library',
      'Find symbol',
      'Entry',
      'Checks',
      'init',
      'Discover',
      'Ready',
    ]);
    expect(stages.every(({ at }) => at === 'done')).toBe(true);
    expect(stages.map(({ sentence }) => sentence)).toEqual([
      'loaded',
      'at 0x7f00',
      'opcode_plugin_init: 0',
      'ABI 1, size 72',
      'returned 0',
      '1 folder',
      '2 tools, 1 command, 2 handlers',
    ]);
  });

  test('a held frame marks its step, and the step that failed says why', () => {
    const { open, symbol, entry } = loadedSteps;
    const held = [row(8, 'plugin.entry', { from: 'host' })];
    expect(titles(fresh({ open, symbol }), held, null).slice(0, 4)).toEqual([
      ['Open library', 'done'],
      ['Find symbol', 'done'],
      ['Entry', 'held'],
      ['Checks', 'todo'],
    ]);
    const problems = [
      { code: 'abi-mismatch', severity: 'error' as const, message: 'ABI version 2.', seq: 9 },
    ];
    const failed = pluginStages(
      fresh({ open, symbol, entry }, { state: 'ended', exit: { code: null, signal: 'SIGKILL' }, problems }),
      [],
      null,
    );
    expect(failed[3]).toMatchObject({ title: 'Checks', at: 'bad', sentence: 'ABI version 2.' });
    expect(failed[4]).toMatchObject({ at: 'todo' });
  });

  test('a crash behind loading is the last step', () => {
    expect(titles(crashed(), [], null).at(-1)).toEqual(['Crashed', 'bad']);
  });
});

describe('the sidebar', () => {
  test('lists tools with flags, handlers with vetoes, folders, and what of the host table is used', () => {
    const { app, session } = openPlugin(new FakeBridge(), ofPlugin({}));
    render(PluginRegistry, { app, session });
    expect(words(named('ul', 'Tools'))).toMatch(/word_count READONLY 0.*boom DESTRUCTIVE ?SEQUENTIAL 0/);
    expect(words(named('ul', 'Event handlers'))).toContain('tool_call 1 veto');
    expect(words(named('ul', 'Resource roots'))).toContain('/opt/boom/skills skills');
    expect(words(document.body)).toContain('Host table used2 of 27');
  });

  test('a click goes to the row, and the tool that crashed is said to have', () => {
    const { app, session } = openPlugin(new FakeBridge(), crashed());
    render(PluginRegistry, { app, session });
    expect(words(named('ul', 'Tools'))).toContain('boom DESTRUCTIVESEQUENTIAL crashed');
    click(button('word_count', named('ul', 'Tools')));
    expect(session.rows.selectedSeq).toBe(13);
  });
});

describe('the simulated run', () => {
  function shown() {
    const bridge = new FakeBridge().on('plugin.run', () => ({ run: 1 }));
    bridge.on('plugin.confirm', () => undefined).on('plugin.stopRun', () => undefined);
    const { app, session } = openPlugin(bridge, ofPlugin({}));
    const stop = app.pluginRun.start();
    render(RunPane, { app, session });
    const tell = (news: Partial<PluginRunNews>): void => {
      bridge.tell('pluginRun', {
        ...{ run: 1, state: 'running', count: 17, at: 0, steps: [], confirm: null, stopped: '' },
        ...news,
      });
      flushSync();
    };
    return { bridge, app, tell, stop };
  }

  test('sends its steps as they were edited, moved, added and taken out', async () => {
    const { bridge, app, stop } = shown();
    type(named('textarea', 'Arguments of call 1') as HTMLTextAreaElement, '{"path":"b"}');
    const first = app.pluginRun.steps[0];
    app.pluginRun.remove(first?.key ?? 0);
    app.pluginRun.chosen = 0;
    app.pluginRun.insert('input');
    flushSync();
    click(button('Run agent'));
    await settled();
    const [{ steps } = { steps: [] }] = bridge.asked('plugin.run');
    expect(steps[0]).toMatchObject({ event: 'resources_discover' });
    expect(steps[1]).toMatchObject({ event: 'input' });
    expect(steps.find(({ kind }) => kind === 'calls')).toMatchObject({
      calls: [{ argsText: '{"path":"b"}' }],
    });
    stop();
  });

  test('is not run while something in it is no JSON', () => {
    const { bridge, stop } = shown();
    type(named('textarea', 'Arguments of call 1') as HTMLTextAreaElement, '{');
    expect(button('Run agent').disabled).toBe(true);
    expect(bridge.asked('plugin.run')).toEqual([]);
    stop();
  });

  test('asks before a DESTRUCTIVE tool runs, and passes the answer on', async () => {
    const { bridge, tell, stop } = shown();
    tell({ confirm: { ask: 3, tool: 'boom', args: '{"depth":3}' } });
    const group = named('[role=group]', 'Confirm');
    expect(words(group)).toContain('boom is marked DESTRUCTIVE. {"depth":3}');
    click(button('Refuse', group));
    await settled();
    expect(bridge.asked('plugin.confirm')).toEqual([{ ask: 3, allow: false }]);
    click(button('Stop run'));
    await settled();
    expect(bridge.asked('plugin.stopRun')).toHaveLength(1);
    stop();
  });

  test('shows a veto from what the agent asks to what the model gets', () => {
    const { app, tell, stop } = shown();
    const at = app.pluginRun.steps.findIndex(({ step }) => step.kind === 'calls');
    const steps = app.pluginRun.steps.slice(0, at + 1).map(({ step }) => ({
      ...{ step, stopped: '' },
      returns:
        step.kind === 'calls'
          ? [{ session: s1, plugin: 'boom', handler: 1, value: 1, meaning: 'a veto', line: 70 }]
          : [],
      calls:
        step.kind === 'calls'
          ? [
              {
                ...{ name: 'bash', argsText: '{"command":"rm -rf ~/"}', outcome: 'vetoed' as const },
                ...{ text: 'tool call refused by plugin boom', isError: true, vetoedBy: 'boom' },
              },
            ]
          : [],
    }));
    tell({ state: 'ended', at: null, steps, count: 17 });
    const chain = words(named('ol', 'Call of bash'));
    expect(chain).toMatch(
      /Agent asks bash .*boom veto handler 1 returned 1 .*What the model gets is_error: true/,
    );
    expect(words(named('ol', 'Steps of the run'))).toContain('1 call, 1 vetoed');
    stop();
  });
});
