// The first screen: samples, recent targets, commands, dropped files.

import { flushSync } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../../shared/errors.ts';
import type { RecentTarget, SampleTarget } from '../../../shared/ipc/contract.ts';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import CommandLine from '../../../renderer/views/welcome/CommandLine.svelte';
import Welcome from '../../../renderer/views/welcome/Welcome.svelte';
import { FakeBridge, Refusal, type Answers } from '../../support/fake-bridge.ts';
import { facts, preview } from '../../support/window-facts.ts';
import { button, click, named, press, render, type, words } from './page.ts';

const samples: SampleTarget[] = [
  { path: '/samples/greeter', name: 'greeter', language: 'javascript', description: 'Greets people' },
  { path: '/samples/uptime', name: 'uptime', language: 'shell', description: 'How long it runs' },
];
const recent: RecentTarget = {
  key: '/src/guard/extension.json',
  input: { kind: 'path', path: '/src/guard' },
  name: 'guard',
  openedAt: new Date().toISOString(),
  outcome: 'SIGSEGV',
  missing: false,
};

function welcome(answers: Answers = {}) {
  const bridge = new FakeBridge({
    'app.facts': () => facts,
    'sessions.list': () => [],
    'app.samples': () => samples,
    'targets.recent': () => [recent],
    'targets.preview': () => preview(),
    ...answers,
  });
  const app = new AppState(bridge);
  render(Welcome, { app, dragging: false });
  return { bridge, app };
}
async function loaded(answers: Answers = {}) {
  const all = welcome(answers);
  await all.app.load();
  flushSync();
  return all;
}
const page = (): string => words(document.body);

afterEach(() => vi.useRealTimers());

describe('samples', () => {
  test('lists the samples with their language in words', async () => {
    await loaded();
    expect(words(named('button', 'greeter'))).toContain('greeter Node Greets people');
    expect(words(named('button', 'uptime'))).toContain('uptime Shell How long it runs');
  });

  test('a click on a sample looks at it and runs nothing', async () => {
    const { bridge, app } = await loaded();
    click(named('button', 'greeter'));
    await vi.waitFor(() => expect(app.targets.consent).not.toBeNull());
    expect(bridge.asked('targets.preview')).toEqual([{ target: { kind: 'path', path: '/samples/greeter' } }]);
    expect(bridge.asked('sessions.open')).toEqual([]);
  });

  test('moves among the samples with the arrow keys; one Tab stop', async () => {
    await loaded();
    const first = named('button', 'greeter');
    first.focus();
    press('ArrowDown');
    expect(document.activeElement).toBe(named('button', 'uptime'));
    expect([first.tabIndex, named('button', 'uptime').tabIndex]).toEqual([-1, 0]);
    press('Home');
    expect(document.activeElement).toBe(first);
  });
});

describe('recent targets', () => {
  test('lists what was open with where it is, how it ended and when', async () => {
    await loaded();
    expect(words(named('button', '/src/guard'))).toBe('guard /src/guard SIGSEGV just now');
  });

  test('says what the list is for while it is empty', async () => {
    await loaded({ 'targets.recent': () => [] });
    expect(page()).toContain('Nothing yet. What you open is listed here');
  });

  test('says that a target is no longer there', async () => {
    await loaded({ 'targets.recent': () => [{ ...recent, missing: true }] });
    expect(page()).toContain('no longer there');
  });

  test('takes a target off the list and reads the list again', async () => {
    const { bridge } = await loaded();
    bridge.on('targets.forget', () => undefined).on('targets.recent', () => []);
    click(button('Take guard off this list'));
    await vi.waitFor(() => expect(page()).toContain('Nothing yet'));
    expect(bridge.asked('targets.forget')).toEqual([{ key: recent.key }]);
  });

  test('shows a command as one line whose arguments can be told apart', async () => {
    const input = { kind: 'command', argv: ['node', 'my server.mjs', ''] } as const;
    await loaded({ 'targets.recent': () => [{ ...recent, input: { ...input, argv: [...input.argv] } }] });
    expect(page()).toContain('node "my server.mjs" ""');
  });
});

describe('loading and failing', () => {
  test('says nothing for 300 ms, then what it is reading', async () => {
    vi.useFakeTimers();
    const never = new Promise<never>(() => undefined);
    const { app } = welcome({ 'app.samples': () => never, 'targets.recent': () => never });
    void app.load();
    flushSync();
    vi.advanceTimersByTime(299);
    flushSync();
    expect(document.querySelector('[role=status]')).toBeNull();
    vi.advanceTimersByTime(1);
    flushSync();
    expect([...document.querySelectorAll('[role=status]')].map(words)).toEqual([
      'Reading the recent targets',
      'Reading the samples',
    ]);
  });

  test('shows why the samples could not be read, and reads them again', async () => {
    const { bridge } = await loaded({
      'app.samples': () => {
        throw new Refusal(
          failure('internal', 'The samples folder can’t be read.', 'Install Framescope again.'),
        );
      },
    });
    expect(page()).toContain('The samples folder can’t be read.');
    expect(page()).toContain('Install Framescope again.');
    bridge.on('app.samples', () => samples);
    click(button('Try again'));
    await vi.waitFor(() => expect(page()).toContain('Greets people'));
  });

  test('shows why a target could not be opened, with its evidence, in place', async () => {
    await loaded({
      'targets.preview': () => {
        throw new Refusal(
          failure('manifestInvalid', 'extension.json has no exec.', 'Add exec.', {
            path: '/src/guard/extension.json',
          }),
        );
      },
    }).then(() => click(named('button', '/src/guard')));
    await vi.waitFor(() => expect(page()).toContain('extension.json has no exec.'));
    expect(page()).toContain('Add exec.');
    expect(page()).toContain('path /src/guard/extension.json');
    click(button('Dismiss'));
    expect(page()).not.toContain('extension.json has no exec.');
  });

  test('a broken border is a failure like any other, never an endless wait', async () => {
    const { app } = await loaded({
      'targets.preview': () => {
        throw new Error('channel closed');
      },
    });
    await app.targets.request({ kind: 'path', path: '/x' });
    expect(app.targets.busy).toBeNull();
    expect(app.targets.failure).toMatchObject({
      code: 'internal',
      message: 'targets.preview got no answer: channel closed',
    });
  });
});

describe('opening', () => {
  test('opens a picked folder as a target', async () => {
    const { bridge } = await loaded({ 'targets.pick': () => '/src/guard' });
    click(button('Open folder…'));
    await vi.waitFor(() => expect(bridge.asked('targets.preview')).toHaveLength(1));
    expect(bridge.asked('targets.pick')).toEqual([{ what: 'folder' }]);
  });

  test('opens a picked recording as a recording', async () => {
    const { bridge } = await loaded({ 'targets.pick': () => '/traces/nightly.fsj' });
    click(button('Open a manifest, a plugin or a recording'));
    await vi.waitFor(() =>
      expect(bridge.asked('recordings.open')).toEqual([{ path: '/traces/nightly.fsj' }]),
    );
    expect(bridge.asked('targets.preview')).toEqual([]);
  });

  test('does nothing when the system’s dialog was left', async () => {
    const { bridge } = await loaded({ 'targets.pick': () => null });
    click(button('Open folder…'));
    await vi.waitFor(() => expect(bridge.asked('targets.pick')).toHaveLength(1));
    expect(bridge.asked('targets.preview')).toEqual([]);
  });

  test('opens a dropped folder by the path that only the preload knows', async () => {
    const { bridge, app } = await loaded();
    bridge.paths.set('guard', '/src/guard');
    app.openDropped([new File([], 'guard')]);
    await vi.waitFor(() =>
      expect(bridge.asked('targets.preview')).toEqual([{ target: { kind: 'path', path: '/src/guard' } }]),
    );
  });

  test('says that only one thing can be opened at a time', async () => {
    const { app, bridge } = await loaded();
    app.openDropped([new File([], 'a'), new File([], 'b')]);
    expect(app.toasts.map((toast) => toast.failure.message)).toEqual([
      '2 things were dropped; only one can be opened at a time.',
    ]);
    expect(bridge.asked('targets.preview')).toEqual([]);
  });

  test('says that something dropped is not on this disk', async () => {
    const { app } = await loaded();
    app.openDropped([new File([], 'picture.png')]);
    expect(app.toasts[0]?.failure.message).toBe('picture.png is not a file on this disk.');
  });
});

describe('a command', () => {
  async function commandLine() {
    const bridge = new FakeBridge({ 'targets.preview': () => preview() });
    const app = new AppState(bridge);
    app.overlay = 'commandLine';
    render(CommandLine, { app });
    await vi.waitFor(() => expect(document.activeElement).toBe(box(0)));
    return { bridge, app };
  }
  const box = (at: number): HTMLInputElement =>
    named('input', at === 0 ? 'Program' : `Argument ${at}`) as HTMLInputElement;
  const boxes = (): string[] =>
    [...document.querySelectorAll<HTMLInputElement>('ol input')].map((one) => one.value);

  test('passes each box as one argument, whatever is in it', async () => {
    const { bridge } = await commandLine();
    type(box(0), 'node');
    type(box(1), '--flag "two words" $HOME; rm -rf /');
    click(button('Look at it'));
    await vi.waitFor(() => expect(bridge.asked('targets.preview')).toHaveLength(1));
    expect(bridge.asked('targets.preview')[0]).toEqual({
      target: { kind: 'command', argv: ['node', '--flag "two words" $HOME; rm -rf /'] },
    });
  });

  test('keeps an empty argument between others and leaves out empty boxes at the end', async () => {
    const { bridge } = await commandLine();
    type(box(0), 'printf');
    press('Enter', {}, box(1));
    await vi.waitFor(() => expect(boxes()).toHaveLength(3));
    type(box(2), 'x');
    press('Enter', {}, box(2));
    await vi.waitFor(() => expect(boxes()).toHaveLength(4));
    press('Enter', { ctrlKey: true }, box(0));
    await vi.waitFor(() => expect(bridge.asked('targets.preview')).toHaveLength(1));
    expect(bridge.asked('targets.preview')[0]?.target).toEqual({
      kind: 'command',
      argv: ['printf', '', 'x'],
    });
  });

  test('a pasted JSON array of strings fills the boxes', async () => {
    await commandLine();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '["python3", "-u", "my guard.py"]');
    box(0).dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    flushSync();
    expect(boxes()).toEqual(['python3', '-u', 'my guard.py', '']);
  });

  test('a pasted line that is no JSON array stays one argument', async () => {
    await commandLine();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'node index.js');
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    box(0).dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  test('says why it can’t be looked at without a program or with a relative folder', async () => {
    await commandLine();
    expect(button('Look at it').title).toBe('Name the program first.');
    type(box(0), 'node');
    type(document.querySelector<HTMLInputElement>('.cwd input')!, 'somewhere');
    expect(button('Look at it').disabled).toBe(true);
    expect(words(document.body)).toContain('Write it as an absolute path.');
  });
});
