// The list of found extensions and the sheet that asks for all that would run.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { failure } from '../../../shared/errors.ts';
import type { ListedExtension, WorkspaceFinds } from '../../../shared/ipc/contract.ts';
import App from '../../../renderer/App.svelte';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import { FakeBridge, Refusal, type Answers } from '../../support/fake-bridge.ts';
import { finds, found } from '../../support/found-facts.ts';
import { facts, openSession, preview, s1, summary } from '../../support/window-facts.ts';
import { button, click, has, named, press, render, words } from '../shell/page.ts';

const failed = failure(
  'manifestInvalid',
  '/x/torn/extension.json is not JSON: at line 1.',
  'Correct the JSON.',
);
const several: readonly ListedExtension[] = [
  found('guard', { preview: preview({ ...found('guard').preview!, consent: 'given' }) }),
  found('echo'),
  found('off', { status: 'disabled', why: '"enabled" is false in its manifest.', fix: 'Set it to true.' }),
  found('torn', { status: 'broken', why: failed.message, fix: failed.fix!, preview: null, failure: failed }),
  found('copy', { status: 'duplicateName', why: 'The name echo is taken by /x/echo, which comes first.' }),
];

async function shown(answer: () => WorkspaceFinds, answers: Answers = {}) {
  const bridge = new FakeBridge({
    'app.facts': () => facts,
    'sessions.list': () => [],
    'app.samples': () => [],
    'targets.recent': () => [],
    'workspace.find': answer,
    ...answers,
  });
  const app = new AppState(bridge);
  render(App, { app });
  await vi.waitFor(() => expect(app.told).toBe(true));
  await app.look('/src/shop');
  flushSync();
  return { bridge, app };
}
const page = (): string => words(document.querySelector('main'));
const sheet = (): HTMLElement => named('dialog', 'Run these programs?');

describe('what was found', () => {
  test('stands place by place, each with its word, its reason and what to do', async () => {
    await shown(() => finds(several));
    const items = [...document.querySelectorAll('main ul[aria-label="Of the project"] > li')].map(words);
    expect(items[0]).toContain('would be started, allowed before');
    expect(items[1]).toContain('node echo.mjs');
    expect(items[2]).toContain('"enabled" is false in its manifest. Set it to true.');
    expect(items[3]).toContain('can’t be started');
    expect(items[3]).toContain('Correct the JSON.');
    expect(items[4]).toContain('name taken');
    expect(page()).toContain('5 extensions found, 2 of them would be started');
    expect(page()).toContain('Installed on this machine');
    expect(page()).toContain('There is no such folder.');
  });

  test('runs nothing by being looked at', async () => {
    const { bridge } = await shown(() => finds(several));
    expect(bridge.asked('workspace.openAll')).toEqual([]);
    expect(bridge.asked('sessions.open')).toEqual([]);
  });

  test('may be nothing: then it says where it looked and offers ways on', async () => {
    await shown(() => finds([]));
    expect(page()).toContain('No extension was found');
    expect(page()).toContain('/src/shop/.zot/extensions No folder in it.');
    expect(has('button', 'Another project…', document.querySelector('main')!)).toBe(true);
    expect(button('Run…').disabled).toBe(true);
  });

  test('says why it could not look, and looks again', async () => {
    const { bridge } = await shown(() => {
      throw new Refusal(
        failure('targetMissing', '/src/shop can’t be opened.', 'Choose the folder of a project.'),
      );
    });
    expect(page()).toContain('/src/shop can’t be opened.');
    bridge.on('workspace.find', () => finds(several));
    click(button('Look again'));
    await vi.waitFor(() => expect(page()).toContain('5 extensions found'));
  });

  test('offers the one that a host leaves out by itself', async () => {
    const { bridge, app } = await shown(() => finds(several), { 'targets.preview': () => preview() });
    click(button('Open off by itself…'));
    await vi.waitFor(() => expect(app.targets.consent).not.toBeNull());
    expect(bridge.asked('targets.preview')).toEqual([
      { target: { kind: 'path', path: '/src/shop/.zot/extensions/off' } },
    ]);
  });

  test('leads to the session of one that runs, which is not started again', async () => {
    const { app } = await shown(() => finds([found('echo', { session: s1 })]), {
      'sessions.list': () => [openSession()],
    });
    await app.look('/src/shop');
    flushSync();
    expect(button('Run…').disabled).toBe(true);
    expect(button('Run…').title).toContain('run already');
    click(button('Go to echo'));
    expect(app.selectedId).toBe(s1);
  });
});

describe('the sheet for all', () => {
  test('lists all that would run with executable, arguments and folder; the focus rests on Cancel', async () => {
    await shown(() => finds(several));
    click(button('Run all 2…'));
    await vi.waitFor(() => expect(has('dialog', 'Run these programs?')).toBe(true));
    const text = words(sheet());
    expect(text).toContain('Run these 2 programs?');
    expect(text).toContain('guard');
    expect(text).toContain('allowed before');
    expect(text).toContain('echo.mjs');
    expect(text).toContain('/src/shop/.zot/extensions/echo');
    expect(text).not.toContain('off.mjs');
    expect(document.activeElement).toBe(button('Cancel', sheet()));
  });

  test('runs exactly what is ticked, with the digests that were seen', async () => {
    const { bridge, app } = await shown(() => finds(several), {
      'workspace.openAll': () => ({ opened: [openSession({ name: 'echo' })], refused: [] }),
    });
    click(button('Run all 2…'));
    await vi.waitFor(() => expect(has('dialog', 'Run these programs?')).toBe(true));
    sheet().querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
    flushSync();
    expect(has('button', 'Run 1', sheet())).toBe(true);
    press('Enter', { ctrlKey: true }, sheet());
    await vi.waitFor(() => expect(app.workspace.asked).toBeNull());
    expect(bridge.asked('workspace.openAll')).toEqual([
      {
        folder: '/src/shop',
        agreed: [{ key: '/src/shop/.zot/extensions/echo/extension.json', digest: 'a'.repeat(64) }],
        mode: 'run',
      },
    ]);
    await vi.waitFor(() => expect(app.selectedId).toBe(s1));
  });

  test('runs nothing with nothing ticked, nor when it is left', async () => {
    const { bridge, app } = await shown(() => finds([found('echo')]));
    click(button('Run…'));
    await vi.waitFor(() => expect(app.workspace.asked).not.toBeNull());
    sheet().querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
    flushSync();
    expect(button('Run 0', sheet()).disabled).toBe(true);
    press('Enter', { ctrlKey: true }, sheet());
    click(button('Cancel', sheet()));
    expect(app.workspace.asked).toBeNull();
    expect(bridge.asked('workspace.openAll')).toEqual([]);
  });

  test('is not shown when all of it was agreed to before', async () => {
    const given = found('echo', { preview: preview({ ...found('echo').preview!, consent: 'given' }) });
    const { bridge } = await shown(() => finds([given]), {
      'workspace.openAll': () => ({ opened: [], refused: [] }),
    });
    click(button('Run…'));
    await vi.waitFor(() => expect(bridge.asked('workspace.openAll')).toHaveLength(1));
  });

  test('says what could not be started, by name, and looks again', async () => {
    const refused = [{ name: 'echo', path: '/x', failure: failure('consentNeeded', 'It changed on disk.') }];
    const { bridge } = await shown(() => finds([found('echo')]), {
      'workspace.openAll': () => ({ opened: [], refused }),
    });
    click(button('Run…'));
    press('Enter', { shiftKey: true }, sheet());
    await vi.waitFor(() =>
      expect(words(document.body)).toContain('echo was not started. It changed on disk.'),
    );
    expect(bridge.asked('workspace.openAll')[0]?.mode).toBe('step');
    expect(bridge.asked('workspace.find').length).toBeGreaterThan(1);
  });
});

describe('reloading all', () => {
  const report = { folder: '/src/shop', stopped: 1, started: 0, ready: 0, refused: [], asks: [] };

  test('is a button beside the sessions and a key, blocked while it is under way', async () => {
    let done: () => void = () => undefined;
    const { bridge, app } = await shown(() => finds([]), {
      'sessions.list': () => [openSession()],
      'workspace.reloadAll': () => new Promise((resolve) => (done = () => resolve(report))),
    });
    click(button('Reload all'));
    flushSync();
    expect(button('Reload all').disabled).toBe(true);
    press('F5', { ctrlKey: true });
    expect(bridge.asked('workspace.reloadAll')).toHaveLength(1);
    done();
    await vi.waitFor(() => expect(app.workspace.reloading).toBe(false));
    press('F5', { ctrlKey: true });
    expect(bridge.asked('workspace.reloadAll')).toHaveLength(2);
  });

  test('asks for what is new or has changed, in the project that was reloaded', async () => {
    const changed = found('echo', { preview: preview({ ...found('echo').preview!, consent: 'changed' }) });
    const { bridge, app } = await shown(() => finds([]), {
      'sessions.list': () => [openSession()],
      'workspace.reloadAll': () => ({ ...report, folder: '/other', asks: [changed] }),
      'workspace.openAll': () => ({ opened: [], refused: [] }),
    });
    click(button('Reload all'));
    await vi.waitFor(() => expect(has('dialog', 'Run these programs?')).toBe(true));
    expect(words(sheet())).toContain('changed since you allowed it');
    await app.workspace.agree('run');
    expect(bridge.asked('workspace.openAll')[0]?.folder).toBe('/other');
  });
});

describe('the order of sessions', () => {
  test('is as told: a restarted one keeps its place, and is looked at instead of the old one', async () => {
    const { bridge, app } = await shown(() => finds([]));
    const told = (...names: string[]) =>
      names.map((name) => openSession({ id: name as typeof s1, name, summary: summary() }));
    bridge.tell('sessions', told('a', 'b', 'c'));
    app.select('b' as typeof s1);
    bridge.tell('sessions', [
      ...told('a', 'b'),
      openSession({ id: 'b2' as typeof s1, name: 'b2', replaces: 'b' as typeof s1 }),
      ...told('c'),
    ]);
    expect(app.selectedId).toBe('b');
    bridge.tell('sessions', [
      ...told('a'),
      openSession({ id: 'b2' as typeof s1, name: 'b2', replaces: 'b' as typeof s1 }),
      ...told('c'),
    ]);
    flushSync();
    expect(app.sessions.map(({ id }) => id)).toEqual(['a', 'b2', 'c']);
    expect(app.selectedId).toBe('b2');
  });
});
