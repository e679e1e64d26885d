// What waits for the next start of a session: watched files that changed, another profile; and where both are chosen.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { failure } from '../../../shared/errors.ts';
import type { OpenSession, WatchStatus } from '../../../shared/ipc/contract.ts';
import App from '../../../renderer/App.svelte';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import { FakeBridge, type Answers } from '../../support/fake-bridge.ts';
import { batch, facts, openSession, preview, row, s1, settings } from '../../support/window-facts.ts';
import { button, click, has, named, render, words } from '../shell/page.ts';

const input = { kind: 'path', path: '/src/greeter' } as const;
const session = (over: Partial<OpenSession> = {}): OpenSession => openSession({ input, ...over });
const watch = (over: Partial<WatchStatus> = {}): WatchStatus => ({
  changed: [],
  failure: null,
  passedOver: [],
  ...over,
});
const needsConsent = failure('consentNeeded', 'greeter changed since it was last allowed to run.');

async function shown(about: OpenSession, answers: Answers = {}) {
  const bridge = new FakeBridge({
    'app.facts': () => facts,
    'sessions.list': () => [about],
    'app.samples': () => [],
    'targets.recent': () => [],
    'targets.preview': () => preview({ consent: 'changed' }),
    ...answers,
  });
  const app = new AppState(bridge);
  render(App, { app });
  await vi.waitFor(() => expect(app.told).toBe(true));
  app.select(s1);
  bridge.tell('batch', batch([row(1, 'hello')]));
  flushSync();
  return { bridge, app };
}
const page = (): string => words(document.body);

describe('watching', () => {
  test('is switched on and off by a word with an eye, and told by the session itself', async () => {
    const { bridge } = await shown(session(), { 'sessions.watch': () => undefined });
    expect(button('Watch').getAttribute('aria-pressed')).toBe('false');
    click(button('Watch'));
    await vi.waitFor(() => expect(bridge.asked('sessions.watch')).toEqual([{ session: s1, on: true }]));
    expect(button('Watch').getAttribute('aria-pressed')).toBe('false'); // nothing is so before it is told
    bridge.tell('sessions', [session({ watch: watch() })]);
    flushSync();
    expect(button('Watched').getAttribute('aria-pressed')).toBe('true');
    expect(words(named('nav', 'Sessions'))).toContain('watched');
    click(button('Watched'));
    await vi.waitFor(() => expect(bridge.asked('sessions.watch').at(-1)).toEqual({ session: s1, on: false }));
  });

  test('is not offered for recordings', async () => {
    await shown(openSession({ kind: 'recording' }));
    expect(has('button', 'Watch')).toBe(false);
  });

  test('asks once when what would run has changed; agreed to, it takes over from the session', async () => {
    const { bridge, app } = await shown(session({ watch: watch() }), {
      'targets.consent': () => undefined,
      'sessions.restart': () => session({ id: 's2' as typeof s1, replaces: s1 }),
    });
    const waiting = session({ watch: watch({ changed: ['index.mjs'], failure: needsConsent }) });
    bridge.tell('sessions', [waiting]);
    flushSync();
    await vi.waitFor(() => expect(app.targets.consent).not.toBeNull());
    expect(page()).toContain('index.mjs changed.');
    expect(page()).toContain('It runs on as it was');
    app.targets.cancel();
    bridge.tell('sessions', [{ ...waiting }]);
    flushSync();
    expect(app.targets.consent).toBeNull();
    click(button('Look at it and restart…'));
    await vi.waitFor(() => expect(app.targets.consent).not.toBeNull());
    await app.targets.agree('run');
    expect(bridge.asked('sessions.restart')).toEqual([{ session: s1, mode: 'run' }]);
    expect(bridge.asked('sessions.open')).toEqual([]);
    expect(app.selectedId).toBe('s2');
  });

  test('never takes the focus from a sheet that is open', async () => {
    const { bridge, app } = await shown(session({ watch: watch() }));
    app.overlay = 'keys';
    bridge.tell('sessions', [session({ watch: watch({ changed: ['a.mjs'], failure: needsConsent }) })]);
    flushSync();
    await Promise.resolve();
    expect(app.targets.consent).toBeNull();
    expect(bridge.asked('targets.preview')).toEqual([]);
  });

  test('says what else keeps it from restarting, and which files no longer count', async () => {
    const broken = failure('manifestInvalid', 'extension.json is not JSON.', 'Correct the JSON.');
    await shown(
      session({ watch: watch({ changed: ['extension.json'], failure: broken, passedOver: ['state.json'] }) }),
    );
    expect(page()).toContain('extension.json changed. extension.json is not JSON. Correct the JSON.');
    expect(page()).toContain('state.json changes each time it starts');
    expect(has('button', 'Look at it and restart…')).toBe(false);
  });
});

describe('the profile', () => {
  const choose = (value: string): void => {
    const select = named('select', 'Profile: the host it runs under') as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
  };

  test('chosen in the bar applies at the next start, which can be now', async () => {
    const { bridge, app } = await shown(session(), {
      'targets.preview': () => preview(),
      'targets.settings': () => preview(),
      'sessions.restart': () => session({ id: 's2' as typeof s1, profile: 'zot-seed', replaces: s1 }),
    });
    choose('zot-seed');
    await vi.waitFor(() => expect(page()).toContain('zot-seed applies at the next start'));
    expect(bridge.asked('targets.settings')).toEqual([
      { target: input, settings: { ...settings, profile: 'zot-seed' } },
    ]);
    click(button('Restart now'));
    await vi.waitFor(() => expect(app.selectedId).toBe('s2'));
    flushSync();
    expect(page()).not.toContain('applies at the next start');
  });

  test('can be kept as it is', async () => {
    const { bridge } = await shown(session(), {
      'targets.preview': () => preview(),
      'targets.settings': () => preview(),
    });
    choose('zot-seed');
    await vi.waitFor(() => expect(page()).toContain('applies at the next start'));
    click(button('Keep zot-latest'));
    await vi.waitFor(() => expect(page()).not.toContain('applies at the next start'));
    expect(bridge.asked('targets.settings').at(-1)?.settings.profile).toBe('zot-latest');
  });

  test('stays as it is when it could not be kept, and says why', async () => {
    await shown(session(), { 'targets.preview': () => preview() });
    choose('zot-seed');
    await vi.waitFor(() => expect(page()).toContain('no answer to targets.settings'));
    expect(page()).not.toContain('applies at the next start');
    expect((named('select', 'Profile: the host it runs under') as HTMLSelectElement).value).toBe(
      'zot-latest',
    );
  });
});
