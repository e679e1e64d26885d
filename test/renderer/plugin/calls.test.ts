// Calling a plugin from the window: what is asked of main, what waits to be confirmed, and what is shown of calls, events
// and commands. Everything shown comes from the summary.

import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import PluginView from '../../../renderer/views/plugin/PluginView.svelte';
import { FakeBridge } from '../../support/fake-bridge.ts';
import { s1 } from '../../support/window-facts.ts';
import { button, click, has, named, press, render, type, words } from '../shell/page.ts';
import { call, ofPlugin, openPlugin, type OpenPlugin } from './plugin-facts.ts';

function shown(plugin: Parameters<typeof ofPlugin>[0] = {}, about = {}): OpenPlugin & { bridge: FakeBridge } {
  const bridge = new FakeBridge();
  bridge.on('plugin.callTool', () => ({ token: 'by-hand-1' }));
  bridge.on('plugin.cancel', () => undefined).on('plugin.update', () => undefined);
  bridge
    .on('plugin.runCommand', () => undefined)
    .on('plugin.emit', ({ event }) => ({ handlers: event === 'input' ? 0 : 1 }));
  const open = openPlugin(bridge, ofPlugin(plugin), about);
  render(PluginView, { app: open.app, session: open.session });
  return { ...open, bridge };
}
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  flushSync();
};
const area = (name: string): HTMLTextAreaElement => named('textarea', name) as HTMLTextAreaElement;

describe('calling a tool', () => {
  test('begins with the arguments that the schema needs, and asks main with what was typed', async () => {
    const { bridge, session } = shown();
    session.plugin.tool = 'word_count';
    flushSync();
    expect(area('Arguments').value).toBe('{}');
    type(area('Arguments'), '{"path":"a"}');
    click(button('Call tool'));
    await settled();
    expect(bridge.asked('plugin.callTool')).toEqual([
      { session: s1, name: 'word_count', argsText: '{"path":"a"}', raw: false, confirmed: false },
    ]);
    session.plugin.tool = 'boom';
    flushSync();
    expect(area('Arguments').value).toContain('"depth"');
  });

  test('says what is wrong with the arguments and calls nobody, unless they are passed raw', async () => {
    const { bridge } = shown();
    type(area('Arguments'), '{"path":');
    expect(words(document.body)).toContain('This is not JSON');
    expect(button('Call tool').disabled).toBe(true);
    press('Enter', { ctrlKey: true }, area('Arguments'));
    expect(bridge.asked('plugin.callTool')).toEqual([]);
    click(named('input[type=checkbox]', '', document.querySelector('form') ?? document));
    click(button('Call tool'));
    await settled();
    expect(bridge.asked('plugin.callTool')).toMatchObject([{ argsText: '{"path":', raw: true }]);
  });

  test('a tool marked DESTRUCTIVE is confirmed first, and not called when that is refused', async () => {
    const { bridge, session } = shown();
    session.plugin.tool = 'boom';
    flushSync();
    click(button('Call tool'));
    await settled();
    const group = named('[role=group]', 'Confirm');
    expect(words(group)).toContain('boom is marked DESTRUCTIVE');
    click(button('Do not call'));
    await settled();
    expect(bridge.asked('plugin.callTool')).toEqual([]);
    expect(has('[role=group]', 'Confirm')).toBe(false);
    click(button('Call tool'));
    await settled();
    click(button('Call it'));
    await settled();
    expect(bridge.asked('plugin.callTool')).toMatchObject([{ name: 'boom', confirmed: true }]);
  });

  test('flags of the tool stand beside it', () => {
    const { session } = shown();
    session.plugin.tool = 'boom';
    flushSync();
    const form = named('form', 'Call a tool');
    expect(words(form)).toContain('DESTRUCTIVE');
    expect(words(form)).toContain('SEQUENTIAL');
  });

  test('nothing can be asked of a recording, and its calls are shown all the same', () => {
    shown({ calls: [call({ end: { line: 40, isError: false, text: '3 nodes' } })] }, { kind: 'recording' });
    expect(button('Call tool').disabled).toBe(true);
    expect(button('Call tool').title).toContain('read only');
    expect(words(named('ol', 'Calls'))).toContain('3 nodes');
  });
});

describe('calls that were made', () => {
  test('an open call can be cancelled by its token; once it was, that is said and the button is off', async () => {
    const { bridge, tell } = shown({ calls: [call({ returned: true })] });
    const item = named('li', 'Call 4 of boom');
    expect(words(item)).toContain('tool_done is still to come');
    click(button('Cancel', item));
    await settled();
    expect(bridge.asked('plugin.cancel')).toEqual([{ session: s1, token: 'run-1' }]);
    expect(words(item)).not.toContain('cancelled');
    tell(ofPlugin({ calls: [call({ returned: true, cancelled: true })] }));
    expect(words(named('li', 'Call 4 of boom'))).toContain('cancelled');
    expect(button('Cancel', named('li', 'Call 4 of boom')).disabled).toBe(true);
  });

  test('partial results are shown as they come, and one can be told to a tool that takes them', async () => {
    const { bridge } = shown({
      calls: [call({ returned: true, updates: [{ text: 'half of it', line: 33 }] })],
    });
    const item = named('li', 'Call 4 of boom');
    expect(words(item)).toContain('partial half of it');
    click(button('Partial result…', item));
    type(area('Partial result'), '{"content":[]}');
    click(button('Send update'));
    await settled();
    expect(bridge.asked('plugin.update')).toEqual([{ session: s1, call: '4', partial: '{"content":[]}' }]);
  });

  test('a tool without update is offered no partial result', () => {
    shown({ calls: [call({ tool: 'word_count' })] });
    expect(has('button', 'Partial result')).toBe(false);
  });

  test('an end, an error and faults are told at their call', () => {
    shown({
      calls: [
        call({ end: { line: 40, isError: true, text: 'no such node' }, faults: ['tool_done came twice.'] }),
        call({ id: '5', line: 50, lost: 'No end within 60 s.' }),
      ],
    });
    const first = words(named('li', 'Call 4 of boom'));
    expect(first).toContain('error');
    expect(first).toContain('no such node');
    expect(first).toContain('tool_done came twice.');
    expect(words(named('li', 'Call 5 of boom'))).toContain('No end within 60 s.');
    const items = [...document.querySelectorAll('ol[aria-label=Calls] > li')].map((one) =>
      one.getAttribute('aria-label'),
    );
    expect(items).toEqual(['Call 5 of boom', 'Call 4 of boom']);
  });

  test('a command is run with what was typed, and NULL is told as such', async () => {
    const { bridge } = shown({
      commandRuns: [{ id: '9', command: 'walk', args: '3', line: 60, end: { line: 61, result: null } }],
    });
    type(named('input', 'Arguments of the command') as HTMLInputElement, 'far');
    click(button('Run command'));
    await settled();
    expect(bridge.asked('plugin.runCommand')).toEqual([{ session: s1, name: 'walk', args: 'far' }]);
    expect(words(named('li', 'Command /walk'))).toContain('NULL');
  });
});

describe('events', () => {
  const returned = (value: number, at: number) => ({
    ...{ id: String(at), registration: at, line: 70 + at },
    end: { line: 80 + at, value },
  });

  test('any of the 24 can be emitted with its template or with what was typed', async () => {
    const { bridge, session } = shown();
    session.plugin.tab = 'events';
    flushSync();
    expect(named('select', 'Event').querySelectorAll('option')).toHaveLength(24);
    session.plugin.event = 'resources_discover';
    flushSync();
    expect(JSON.parse(area('Payload').value)).toHaveProperty('trusted', true);
    type(area('Payload'), '{"trusted":false}');
    click(button('Emit event'));
    await settled();
    expect(bridge.asked('plugin.emit')).toEqual([
      { session: s1, event: 'resources_discover', payload: '{"trusted":false}' },
    ]);
    click(button('Template'));
    expect(JSON.parse(area('Payload').value)).toHaveProperty('trusted', true);
  });

  test('says so when nobody handles it', async () => {
    const { session } = shown();
    session.plugin.tab = 'events';
    session.plugin.event = 'input';
    flushSync();
    click(button('Emit event'));
    await settled();
    expect(words(document.body)).toContain('Nobody has registered a handler of input');
  });

  test('returns are shown in order with what they mean, and a veto ends the telling', () => {
    const { session } = shown({
      emissions: [
        {
          event: 'tool_call',
          payload: '{}',
          line: 71,
          handlers: [returned(-2, 1), returned(7, 2), returned(1, 3)],
        },
        { event: 'turn_end', payload: '{}', line: 90, handlers: [returned(1, 4), returned(0, 5)] },
      ],
    });
    session.plugin.tab = 'events';
    flushSync();
    const call1 = words(named('li', 'Event tool_call'));
    expect(call1).toMatch(/1 returned -2 error .*2 returned 7 odd .*3 returned 1 veto/);
    expect(call1).toContain('Nobody after it is asked.');
    const end = words(named('li', 'Event turn_end'));
    expect(end).toContain('returned 1 no effect');
    expect(end).not.toContain('veto ');
  });
});

test('what the person would see is shown with the row that set it', () => {
  const { session } = shown({
    title: { text: 'shop · boom', line: 21 },
    statuses: [{ key: 'boom', text: '3 marks', line: 22 }],
    notes: [{ text: 'index is stale', level: 2, line: 23 }],
    noteCount: 1,
    model: { provider: 'openai', model: 'gpt-5', line: 24 },
    thinkingLevel: { text: 'high', line: 25 },
    entries: [{ customType: 'boom.mark', data: '{"at":3}', line: 26 }],
    entryCount: 1,
  });
  session.plugin.tab = 'preview';
  flushSync();
  expect(words(named('[role=region]', 'Notes'))).toContain('warn index is stale');
  expect(words(named('[role=region]', 'Status line'))).toContain('boom 3 marks');
  expect(words(named('[role=status]', 'Title'))).toBe('shop · boom');
  expect(words(named('section', 'Model and thinking level'))).toMatch(/openai gpt-5.*high/);
  expect(words(named('section', 'Session entries'))).toContain('boom.mark {"at":3}');
  click(button('#26'));
  expect(session.rows.selectedSeq).toBe(26);
});
