// The window as a whole: it listens, shows the session that matters, obeys keys, menu and the outside.

import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../../shared/errors.ts';
import type { SessionId } from '../../../shared/ids.ts';
import type { OpenSession } from '../../../shared/ipc/contract.ts';
import App from '../../../renderer/App.svelte';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import { chordOf } from '../../../renderer/state/actions.svelte.ts';
import { dockTabs } from '../../../renderer/state/layout.svelte.ts';
import { FakeBridge, Refusal, type Answers } from '../../support/fake-bridge.ts';
import { batch, facts, live, openSession, preview, row, s1, summary } from '../../support/window-facts.ts';
import { button, click, has, named, press, render, type, words } from './page.ts';

const rows = [row(1, 'spawned', { kind: 'spawned' }), row(2, 'hello'), row(3, 'hello_ack', { from: 'host' })];
const s2 = 's2' as SessionId;

async function start(list: readonly OpenSession[] = [], answers: Answers = {}) {
  const bridge = new FakeBridge({
    'app.facts': () => facts,
    'app.samples': () => [],
    'targets.recent': () => [],
    'targets.preview': () => preview(),
    'sessions.list': () => list,
    'sessions.stop': () => undefined,
    'sessions.setMode': () => undefined,
    'sessions.close': () => undefined,
    'settings.theme': () => undefined,
    'rows.find': () => ({ seqs: new Uint32Array(), upTo: rows.length, sentence: '' }),
    ...answers,
  });
  const app = new AppState(bridge);
  render(App, { app });
  await vi.waitFor(() => expect(app.told).toBe(true));
  flushSync();
  return { bridge, app };
}
async function withSession(over: Parameters<typeof batch>[1] = {}, answers: Answers = {}) {
  const all = await start([openSession()], answers);
  all.bridge.tell('batch', batch(rows, over));
  flushSync();
  return all;
}
const page = (): string => words(document.body);

describe('starting', () => {
  test('listens before it asks, and stops listening when it is taken down', async () => {
    const { bridge } = await start();
    for (const stream of ['batch', 'sessions', 'openTarget', 'action'] as const) {
      expect(bridge.listeners(stream)).toBe(1);
    }
  });

  test('shows the welcome screen while nothing is open', async () => {
    await start();
    expect(page()).toContain('See what really went over the wire');
    expect(page()).toContain('Framescope 0.1.0');
  });

  test('shows a session that was open before the window was', async () => {
    const { bridge } = await withSession();
    expect(document.title).toBe('greeter · Framescope');
    expect(bridge.asked('stream.open')).toEqual([{ session: s1 }]);
    expect(page()).toContain('3 rows');
    expect(page()).toContain('nothing lost');
  });

  test('follows every live session, but reads a recording only when it is looked at', async () => {
    const recording = openSession({ id: s2, kind: 'recording', name: 'nightly' });
    const { bridge, app } = await start([recording, openSession()]);
    expect(app.selectedId).toBe(s1);
    expect(bridge.asked('stream.open')).toEqual([{ session: s1 }]);
    app.select(s2);
    expect(bridge.asked('stream.open')).toHaveLength(2);
  });

  test('says why the app’s facts could not be had, and asks again', async () => {
    const refuse = (): never => {
      throw new Refusal(failure('internal', 'The preferences can’t be read.', 'Try again.'));
    };
    const { bridge } = await start([], { 'app.facts': refuse });
    await vi.waitFor(() => expect(page()).toContain('The preferences can’t be read.'));
    bridge.on('app.facts', () => facts);
    click(button('Try again'));
    await vi.waitFor(() => expect(page()).toContain('Framescope 0.1.0'));
  });
});

describe('sessions', () => {
  test('shows a session that was opened from elsewhere while nothing was looked at', async () => {
    const { bridge, app } = await start();
    bridge.tell('sessions', [openSession()]);
    expect(app.selectedId).toBe(s1);
  });

  test('a session opened from elsewhere does not push away the one that is looked at', async () => {
    const { bridge, app } = await withSession();
    bridge.tell('sessions', [openSession(), openSession({ id: s2, name: 'todo' })]);
    flushSync();
    expect(app.selectedId).toBe(s1);
    expect(has('button', 'todo')).toBe(true);
  });

  test('tells in the sidebar that an unseen session holds something', async () => {
    const { bridge } = await withSession();
    bridge.tell('sessions', [openSession(), openSession({ id: s2, name: 'todo' })]);
    bridge.tell(
      'batch',
      batch([], { session: s2, summary: summary({ held: [3] }), live: live({ held: [3] }) }),
    );
    flushSync();
    expect(words(named('button', 'todo'))).toContain('1 held');
  });

  test('closing the last session leads to the welcome screen', async () => {
    const { bridge, app } = await withSession();
    press('w', { ctrlKey: true }, document.body);
    await vi.waitFor(() => expect(app.selectedId).toBeNull());
    flushSync();
    expect(bridge.asked('sessions.close')).toEqual([{ session: s1 }]);
    expect(page()).toContain('See what really went over the wire');
  });

  test('says what is not whole about a recording', async () => {
    await start([openSession({ kind: 'recording', damage: ['the last line is torn'] })]).then(
      ({ bridge }) => {
        bridge.tell('batch', batch(rows, { live: null }));
        flushSync();
      },
    );
    expect(page()).toContain('Not whole: the last line is torn');
    expect(page()).toContain('recording, read only');
    expect(has('button', 'Stop')).toBe(false);
  });

  test('lists what the extension has registered, and a click goes to the row that did it', async () => {
    const { app } = await withSession({
      summary: summary({ commands: [{ name: 'greet', description: '', late: true, line: 3 }] }),
    });
    const command = named('button', '/greet');
    expect(words(command)).toContain('late');
    click(command);
    expect(app.selected?.rows.selectedSeq).toBe(3);
  });
});

describe('keys', () => {
  test.each([
    ['F5', { shiftKey: true }, 'sessions.stop', { session: s1 }],
    ['F9', {}, 'sessions.setMode', { session: s1, mode: 'step' }],
    ['F10', {}, 'sessions.setMode', { session: s1, mode: 'step' }],
  ] as const)('%s %o asks for %s', async (key, init, command, args) => {
    const { bridge } = await withSession();
    expect(press(key, init, document.body)).toBe(true);
    expect(bridge.asked(command)).toEqual([args]);
  });

  test('F10 lets the oldest held frame pass', async () => {
    const held = { summary: summary({ held: [3], mode: 'step' }), live: live({ held: [3], mode: 'step' }) };
    const { bridge } = await withSession(held, { 'sessions.release': () => undefined });
    press('F10', {}, document.body);
    expect(bridge.asked('sessions.release')).toEqual([{ session: s1, line: 3 }]);
  });

  test('F5 runs on while stepping, and does nothing while it runs anyway', async () => {
    const { bridge } = await withSession();
    press('F5', {}, document.body);
    expect(bridge.asked('sessions.setMode')).toEqual([]);
    bridge.tell('batch', batch(rows, { live: live({ mode: 'step' }) }));
    press('F5', {}, document.body);
    expect(bridge.asked('sessions.setMode')).toEqual([{ session: s1, mode: 'run' }]);
  });

  test('Ctrl Shift F5 restarts and shows the new session', async () => {
    const { bridge, app } = await withSession({}, { 'sessions.restart': () => openSession({ id: s2 }) });
    press('F5', { ctrlKey: true, shiftKey: true }, document.body);
    await vi.waitFor(() => expect(app.selectedId).toBe(s2));
    expect(bridge.asked('sessions.restart')).toEqual([{ session: s1, mode: 'run' }]);
  });

  test('a restart of what has changed asks for consent again', async () => {
    const target = { kind: 'path', path: '/src/greeter' } as const;
    const { app } = await withSession(
      {},
      {
        'targets.recent': () => [
          {
            key: openSession().targetKey ?? '',
            input: target,
            name: 'greeter',
            openedAt: '',
            outcome: '',
            missing: false,
          },
        ],
        'targets.preview': () => preview({ consent: 'changed' }),
        'sessions.restart': () => {
          throw new Refusal(failure('consentNeeded', 'extension.json has changed.'));
        },
      },
    );
    press('F5', { ctrlKey: true, shiftKey: true }, document.body);
    await vi.waitFor(() => expect(app.targets.consent).not.toBeNull());
    flushSync();
    expect(page()).toContain('Changed since you last allowed it');
  });

  test('single characters belong to whoever is typing', async () => {
    const { app } = await withSession();
    const field = named('input', 'Query');
    field.focus();
    press('?', { shiftKey: true }, field);
    expect(app.overlay).toBeNull();
    press('?', { shiftKey: true }, document.body);
    expect(app.overlay).toBe('keys');
  });

  test('no key reaches the session while a sheet is open', async () => {
    const { app, bridge } = await withSession();
    app.overlay = 'keys';
    flushSync();
    press('F5', { shiftKey: true }, document.body);
    expect(bridge.asked('sessions.stop')).toEqual([]);
  });

  test('Ctrl and a digit opens a tab of the dock, Ctrl J closes the dock, and both are kept', async () => {
    const { app } = await withSession();
    press(String(dockTabs.indexOf('stderr') + 1), { ctrlKey: true }, document.body);
    expect(named('[role=tab]', 'stderr').getAttribute('aria-selected')).toBe('true');
    press('j', { ctrlKey: true }, document.body);
    expect(app.layout.dock('run')).toBe(false);
    expect(document.querySelector('#dock-panel-stderr')).toBeNull();
    expect(localStorage.getItem('framescope.dock.run')).toBe('false');
    expect(localStorage.getItem('framescope.dockTab')).toBe('"stderr"');
  });

  test('F6 moves the keyboard from pane to pane and round again', async () => {
    await withSession();
    const panes = [...document.querySelectorAll('[data-region]')];
    const seen = panes.map(() => {
      press('F6', {}, document.body);
      return panes.findIndex((pane) => pane.contains(document.activeElement));
    });
    expect(seen).toEqual(panes.map((_, at) => at));
    press('F6', {}, document.body);
    expect(panes[0]?.contains(document.activeElement)).toBe(true);
    press('F6', { shiftKey: true }, document.body);
    expect(panes.at(-1)?.contains(document.activeElement)).toBe(true);
  });

  test('names a chord the same on every keyboard', () => {
    const chord = (init: KeyboardEventInit): string => chordOf(new KeyboardEvent('keydown', init));
    expect(chord({ key: 'F5', ctrlKey: true, shiftKey: true })).toBe('Ctrl Shift F5');
    expect(chord({ key: 'k', metaKey: true })).toBe('Ctrl K');
    expect(chord({ key: 'O', ctrlKey: true, shiftKey: true })).toBe('Ctrl Shift O');
    expect(chord({ key: '?', shiftKey: true })).toBe('?');
  });
});

describe('from outside', () => {
  test('a target named on the command line runs at once', async () => {
    const target = { kind: 'path', path: '/src/greeter' } as const;
    const { bridge, app } = await start([], { 'sessions.open': () => openSession() });
    bridge.tell('openTarget', { target, consented: true });
    await vi.waitFor(() => expect(app.selectedId).toBe(s1));
    expect(bridge.asked('sessions.open')).toEqual([{ target, mode: 'run' }]);
  });

  test('a target dropped on the dock is asked about first', async () => {
    const { bridge, app } = await start();
    bridge.tell('openTarget', { target: { kind: 'path', path: '/src/greeter' }, consented: false });
    await vi.waitFor(() => expect(app.targets.consent).not.toBeNull());
    expect(bridge.asked('sessions.open')).toEqual([]);
  });

  test('a recording from outside is opened as one', async () => {
    const { bridge } = await start();
    bridge.tell('openTarget', { target: { kind: 'path', path: '/traces/a.fsj' }, consented: true });
    await vi.waitFor(() => expect(bridge.asked('recordings.open')).toEqual([{ path: '/traces/a.fsj' }]));
  });

  test('a menu entry does what its key does, by the same name', async () => {
    const { bridge, app } = await withSession();
    bridge.tell('action', { name: 'stop' });
    expect(bridge.asked('sessions.stop')).toEqual([{ session: s1 }]);
    bridge.tell('action', { name: 'commands' });
    expect(app.overlay).toBe('commands');
  });

  test('knows every action that the menu names', async () => {
    const { readFile } = await import('node:fs/promises');
    const menu = await readFile('electron/app/menu.ts', 'utf8');
    const named = [...menu.matchAll(/entry\(tell, '[^']+', '(\w+)'/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(5);
    const { actionsOf } = await import('../../../renderer/state/actions.svelte.ts');
    const { app } = await withSession();
    const known = actionsOf(app, () => undefined).map((action) => action.name);
    expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });
});

describe('commands and theme', () => {
  test('finds a command by a few letters and runs it with Enter', async () => {
    const { bridge } = await withSession();
    press('k', { ctrlKey: true }, document.body);
    const field = named('input', 'Commands') as HTMLInputElement;
    expect(document.activeElement).toBe(field);
    type(field, 'step fra');
    press('Enter', {}, field);
    expect(bridge.asked('sessions.setMode')).toEqual([{ session: s1, mode: 'step' }]);
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('says why a command can’t be done now and does not do it', async () => {
    const { bridge } = await withSession();
    press('k', { ctrlKey: true }, document.body);
    type(named('input', 'Commands') as HTMLInputElement, 'release all');
    expect(words(document.querySelector('[role=option]'))).toBe('Release all held frames Nothing is held.');
    press('Enter', {}, document.querySelector('dialog input')!);
    expect(bridge.asked('sessions.releaseAll')).toEqual([]);
  });

  test('overrides the system’s theme on the page, and takes the override away again', async () => {
    const { app } = await start();
    expect(document.documentElement.dataset.theme).toBeUndefined();
    click(named('[role=radio]', 'Light'));
    await vi.waitFor(() => expect(app.theme).toBe('light'));
    flushSync();
    expect(document.documentElement.dataset.theme).toBe('light');
    await app.setTheme('system');
    flushSync();
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });
});

describe('when something goes wrong', () => {
  test('a refused command is said once, with what to do, until it is read away', async () => {
    const { bridge, app } = await withSession();
    bridge.on('sessions.stop', () => {
      throw new Refusal(failure('sessionNotRunning', 'It has ended already.', 'Restart it.'));
    });
    await app.selected?.stop();
    await app.selected?.stop();
    flushSync();
    expect(page().match(/It has ended already\./g)).toHaveLength(1);
    expect(page()).toContain('Restart it.');
    click(button('Dismiss'));
    expect(page()).not.toContain('It has ended already.');
  });

  test('says why a target can’t be opened while another session is looked at', async () => {
    const broken = failure('manifestInvalid', 'extension.json is not JSON.', 'Correct the JSON.', {
      path: '/src/guard/extension.json',
    });
    const { app } = await withSession(
      {},
      {
        'targets.preview': () => {
          throw new Refusal(broken);
        },
      },
    );
    await app.targets.openPath('/src/guard');
    flushSync();
    const messages = words(named('section', 'Messages'));
    expect(messages).toContain('extension.json is not JSON. Correct the JSON.');
    expect(messages).toContain('path /src/guard/extension.json');
    click(button('Dismiss'));
    expect(page()).not.toContain('extension.json is not JSON.');
  });

  test('shows a crash with its last output and what to do; the list stays', async () => {
    const lines = ['TypeError: no rule for bash', '    at decide (index.js:41)'];
    const all = [
      ...rows,
      ...lines.map((wire, at) => row(4 + at, 'stderr', { kind: 'stderr', summary: [{ wire }] })),
    ];
    const { bridge } = await start([openSession()], {
      'rows.find': ({ query }) => ({
        seqs: query === 'is:stderr' ? Uint32Array.of(4, 5) : new Uint32Array(),
        upTo: 5,
        sentence: '',
      }),
      'sessions.restart': () => openSession({ id: s2 }),
    });
    bridge.tell(
      'batch',
      batch(all, {
        summary: summary({ state: 'ended', exit: { code: 1, signal: null }, stderrLines: 2 }),
        live: null,
      }),
    );
    flushSync();
    const card = named('section', 'What ended greeter');
    expect(words(card)).toContain('greeter exited with code 1, before it was ready');
    await vi.waitFor(() => expect(words(card)).toContain('TypeError: no rule for bash'));
    expect(document.querySelector('[role=grid]')).not.toBeNull();
    click(button('Restart, stepping', card));
    await vi.waitFor(() => expect(bridge.asked('sessions.restart')).toEqual([{ session: s1, mode: 'step' }]));
  });

  test('a start that failed says what was tried and how to mend it', async () => {
    const spawnFailed = { code: 'EACCES', message: 'x.sh has no x bit (EACCES).', fix: 'Run chmod +x x.sh.' };
    await withSession({
      summary: summary({ state: 'ended', spawnFailed, pid: null, hello: null }),
      live: null,
    });
    const card = named('section', 'What ended greeter');
    expect(words(card)).toContain('greeter did not start');
    expect(words(card)).toContain('x.sh has no x bit (EACCES).');
    expect(words(card)).toContain('Run chmod +x x.sh.');
  });

  test('a clean stop is no crash', async () => {
    await withSession({
      summary: summary({ state: 'ended', exit: { code: null, signal: 'SIGTERM' }, stopAsked: true }),
      live: null,
    });
    expect(has('section', 'What ended')).toBe(false);
  });

  test('lists problems with their fix and source; a click goes to the row', async () => {
    const problem = {
      code: 'not-json',
      severity: 'error',
      message: 'The line is not JSON.',
      fix: 'Write logs to stderr.',
      source: 'seed',
      seq: 3,
    } as const;
    const { app } = await withSession({
      summary: summary({ problems: [problem], problemCounts: { error: 1, warning: 0, info: 0 } }),
    });
    click(named('[role=radio]', 'Every problem'));
    const item = named('button', 'The line is not JSON.');
    expect(words(item)).toContain('error #3 The line is not JSON. Write logs to stderr. not-json · seed');
    click(item);
    expect(app.selected?.rows.selectedSeq).toBe(3);
  });

  test('shows why a session’s stream could not be opened, instead of loading for ever', async () => {
    await start([openSession()], {
      'stream.open': () => {
        throw new Refusal(failure('sessionUnknown', 'There is no session s1.', 'Open it again.'));
      },
    });
    await vi.waitFor(() => expect(page()).toContain('There is no session s1.'));
    expect(page()).toContain('Open it again.');
  });
});

describe('without a store', () => {
  let getItem: Storage['getItem'];
  beforeEach(() => {
    getItem = Storage.prototype.getItem;
    Storage.prototype.getItem = () => {
      throw new Error('no store');
    };
  });
  afterEach(() => {
    Storage.prototype.getItem = getItem;
  });

  test('takes the usual layout', async () => {
    const { app } = await withSession();
    expect(app.layout.sidebar).toBe(true);
    expect(app.layout.dock('run')).toBe(true);
  });
});
