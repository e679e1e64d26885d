// The sheet that asks before anything runs, and the way there and on.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { failure } from '../../../shared/errors.ts';
import { TargetsState } from '../../../renderer/state/targets.svelte.ts';
import type { TargetPreview } from '../../../shared/ipc/contract.ts';
import ConsentHarness from './ConsentHarness.svelte';
import { FakeBridge, Refusal } from '../../support/fake-bridge.ts';
import { facts, openSession, preview, settings, target } from '../../support/window-facts.ts';
import { button, click, enter, has, named, press, render, words } from './page.ts';

const input = { kind: 'path', path: '/src/greeter' } as const;

async function asked(seen: TargetPreview, bridge = new FakeBridge()) {
  const opened = vi.fn();
  bridge.on('targets.preview', () => seen);
  const targets = new TargetsState(bridge, opened);
  render(ConsentHarness, { targets, profiles: facts.profiles });
  await targets.request(input);
  flushSync();
  return { bridge, targets, opened };
}
const sheet = (): HTMLElement | null => document.querySelector('dialog');

describe('what is shown', () => {
  test('shows what would run: program as resolved, how it was found, folder and added variables', async () => {
    await asked(preview());
    const text = words(sheet());
    expect(text).toContain('greeter 1.0.0, from extension.json');
    expect(text).toContain('/usr/bin/node');
    expect(text).toContain('found after looking in 2 places');
    expect(text).toContain('/usr/local/bin/node');
    expect(text).toContain('yours, 61 variables + PYTHONUNBUFFERED');
  });

  test('shows every argument in a numbered box of its own, so that a space inside one is seen', async () => {
    await asked(preview());
    const boxes = [...(sheet()?.querySelectorAll('ol.argv li') ?? [])];
    expect(boxes.map((box) => words(box.lastElementChild))).toEqual([
      'node',
      'greeter.mjs',
      '--rules',
      'my rules.yml',
    ]);
    expect(boxes.slice(1).map((box) => words(box.firstElementChild))).toEqual(['1', '2', '3']);
  });

  test('makes direction marks in an argument visible', async () => {
    await asked(preview({ target: target({ argv: ['node', 'safe\u202Esj.live'] }) }));
    expect(words(sheet())).toContain('U+202E');
    expect(sheet()?.textContent).not.toContain('\u202E');
  });

  test('shows text from a manifest as text, never as markup', async () => {
    await asked(preview({ target: target({ name: '<img src=x onerror=alert(1)>' }) }));
    expect(sheet()?.querySelector('img')).toBeNull();
    expect(words(sheet())).toContain('<img src=x onerror=alert(1)>');
  });
});

describe('deciding', () => {
  test('rests the focus on Cancel for a target that was never allowed', async () => {
    await asked(preview());
    expect(words(document.activeElement)).toContain('Cancel');
  });

  test('says that the target has changed and rests the focus on Cancel', async () => {
    await asked(preview({ consent: 'changed' }));
    expect(words(sheet())).toContain('Changed since you last allowed it');
    expect(words(document.activeElement)).toContain('Cancel');
  });

  test('leaves with Esc and has started nothing', async () => {
    const { bridge, targets } = await asked(preview());
    sheet()?.dispatchEvent(new Event('cancel', { cancelable: true }));
    flushSync();
    expect(targets.consent).toBeNull();
    expect(sheet()).toBeNull();
    expect(bridge.asked('sessions.open')).toEqual([]);
    expect(bridge.asked('targets.consent')).toEqual([]);
  });

  test('Ctrl Enter agrees to exactly the digest that was shown, then runs', async () => {
    const { bridge, opened } = await asked(preview());
    bridge.on('targets.consent', () => undefined).on('sessions.open', () => openSession());
    press('Enter', { ctrlKey: true });
    await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
    expect(bridge.asked('targets.consent')).toEqual([{ target: input, digest: 'a'.repeat(64) }]);
    expect(bridge.asked('sessions.open')).toEqual([{ target: input, mode: 'run' }]);
    flushSync();
    expect(sheet()).toBeNull();
  });

  test('Shift Enter runs it stepping', async () => {
    const { bridge, opened } = await asked(preview());
    bridge.on('targets.consent', () => undefined).on('sessions.open', () => openSession());
    press('Enter', { shiftKey: true });
    await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
    expect(bridge.asked('sessions.open')).toEqual([{ target: input, mode: 'step' }]);
  });

  test('a key that is held down does not agree', async () => {
    const { bridge } = await asked(preview());
    press('Enter', { ctrlKey: true, repeat: true });
    expect(bridge.asked('targets.consent')).toEqual([]);
  });

  test('with an error against it there is no Run, and no key that runs it', async () => {
    const remark = {
      code: 'executableNotFound',
      severity: 'error',
      message: 'node is in none of the 9 folders of the PATH.',
      fix: 'Install Node, or write the full path into exec.',
    } as const;
    const { bridge } = await asked(preview({ target: target({ executable: null, remarks: [remark] }) }));
    expect(words(sheet())).toContain(remark.message);
    expect(words(sheet())).toContain(remark.fix);
    expect(has('button', 'Run')).toBe(false);
    expect(has('button', 'Step')).toBe(false);
    press('Enter', { ctrlKey: true });
    expect(bridge.asked('targets.consent')).toEqual([]);
  });

  test('asks again when the target changed between looking and running', async () => {
    const { bridge, targets, opened } = await asked(preview());
    bridge
      .on('targets.consent', () => undefined)
      .on('sessions.open', () => {
        throw new Refusal(failure('consentNeeded', 'It changed.'));
      })
      .on('targets.preview', () =>
        preview({ consent: 'changed', target: target({ digest: 'b'.repeat(64) }) }),
      );
    click(button('Run'));
    await vi.waitFor(() => expect(targets.consent?.preview.consent).toBe('changed'));
    expect(targets.consent?.preview.target.digest).toBe('b'.repeat(64));
    expect(opened).not.toHaveBeenCalled();
  });

  test('shows in the sheet why it could not be started, with the evidence', async () => {
    const { bridge } = await asked(preview());
    bridge
      .on('targets.consent', () => undefined)
      .on('sessions.open', () => {
        throw new Refusal(
          failure('executableNotRunnable', 'It has no x bit.', 'chmod +x it.', { errno: 'EACCES' }),
        );
      });
    click(button('Run'));
    await vi.waitFor(() => expect(words(sheet())).toContain('It has no x bit.'));
    expect(words(sheet())).toContain('chmod +x it.');
    expect(words(sheet())).toContain('EACCES');
  });
});

describe('without asking', () => {
  test('runs at once what was allowed before and has not changed', async () => {
    const bridge = new FakeBridge({ 'sessions.open': () => openSession() });
    const { opened, targets } = await asked(preview({ consent: 'given' }), bridge);
    expect(opened).toHaveBeenCalledOnce();
    expect(targets.consent).toBeNull();
    expect(sheet()).toBeNull();
  });

  test('shows the sheet for an allowed target when a review is asked for, and rests on Run', async () => {
    const bridge = new FakeBridge({ 'targets.preview': () => preview({ consent: 'given' }) });
    const targets = new TargetsState(bridge, vi.fn());
    render(ConsentHarness, { targets, profiles: facts.profiles });
    await targets.request(input, { review: true });
    flushSync();
    expect(words(document.activeElement)).toContain('Run');
  });

  test('shows an allowed target that can’t start now, instead of trying', async () => {
    const remark = { code: 'targetMissing', severity: 'error', message: 'The script is gone.' } as const;
    const { bridge } = await asked(preview({ consent: 'given', target: target({ remarks: [remark] }) }));
    expect(words(sheet())).toContain('The script is gone.');
    expect(bridge.asked('sessions.open')).toEqual([]);
  });
});

describe('what the host tells it', () => {
  test('keeps another model for the target as soon as the field is left', async () => {
    const { bridge } = await asked(preview());
    bridge.on('targets.settings', ({ settings: wanted }) => preview({ settings: wanted }));
    const field = document.querySelector<HTMLInputElement>('#host-model');
    enter(field!, 'claude-opus-5');
    await vi.waitFor(() => expect(bridge.asked('targets.settings')).toHaveLength(1));
    expect(bridge.asked('targets.settings')[0]).toEqual({
      target: input,
      settings: { ...settings, model: 'claude-opus-5' },
    });
  });

  test('an empty extension folder means the extension’s own', async () => {
    const { bridge } = await asked(preview({ settings: { ...settings, extensionDir: '/elsewhere' } }));
    bridge.on('targets.settings', ({ settings: wanted }) => preview({ settings: wanted }));
    enter(document.querySelector<HTMLInputElement>('#host-extensionDir')!, '');
    await vi.waitFor(() => expect(bridge.asked('targets.settings')[0]?.settings.extensionDir).toBeNull());
  });

  test('adds and removes variables of the environment', async () => {
    const { bridge } = await asked(preview({ settings: { ...settings, environment: { DEBUG: '1' } } }));
    bridge.on('targets.settings', ({ settings: wanted }) => preview({ settings: wanted }));
    click(button('Remove DEBUG'));
    await vi.waitFor(() => expect(bridge.asked('targets.settings')).toHaveLength(1));
    expect(bridge.asked('targets.settings')[0]?.settings.environment).toEqual({});
  });

  test('hosts it under another profile', async () => {
    const { bridge } = await asked(preview());
    bridge.on('targets.settings', ({ settings: wanted }) => preview({ settings: wanted }));
    const select = named('select', 'Hosted as') as HTMLSelectElement;
    select.value = 'zot-seed';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await vi.waitFor(() => expect(bridge.asked('targets.settings')[0]?.settings.profile).toBe('zot-seed'));
  });
});
