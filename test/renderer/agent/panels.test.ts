// Panels as the host renders them, and the keys that go to their extension.

import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import PanelList from '../../../renderer/views/panels/PanelList.svelte';
import { panelKey } from '../../../renderer/views/panels/panel-keys.ts';
import { s1 } from '../../support/window-facts.ts';
import { button, click, named, press, render, words } from '../shell/page.ts';
import { appWith, news, panel, s2, type Window } from './agent-facts.ts';

const key = (name: string, more: Partial<KeyboardEvent> = {}) =>
  panelKey({
    key: name,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    shiftKey: false,
    isComposing: false,
    ...more,
  });

function shown(panels: Parameters<typeof news>[0] = { panels: [panel()] }): Window {
  const window = appWith();
  window.app.agent.apply(news(panels));
  render(PanelList, { app: window.app });
  return window;
}
const screen = (name: string): HTMLElement =>
  named('article', name).querySelector<HTMLElement>('[role=application]')!;

describe('keys', () => {
  test.each([
    ['ArrowUp', 'up'],
    ['ArrowDown', 'down'],
    ['ArrowLeft', 'left'],
    ['ArrowRight', 'right'],
    ['Enter', 'enter'],
    ['Tab', 'tab'],
    ['PageUp', 'pageup'],
    ['PageDown', 'pagedown'],
    ['Home', 'home'],
    ['End', 'end'],
    ['Backspace', 'backspace'],
    ['Delete', 'delete'],
  ])('%s is %s', (name, sent) => {
    expect(key(name)).toEqual({ kind: 'key', key: sent });
  });

  test('a character is a rune, a space and one outside the first plane too', () => {
    for (const text of ['x', 'X', ' ', 'ä', '😀']) expect(key(text)).toEqual({ kind: 'rune', text });
  });

  test('Esc and Ctrl-C close: the real host never sends them as keys', () => {
    expect(key('Escape')).toEqual({ kind: 'close' });
    expect(key('c', { ctrlKey: true })).toEqual({ kind: 'close' });
  });

  test('what a host has no key for stays the window’s', () => {
    for (const name of ['F5', 'Shift', 'Control', 'Dead', 'CapsLock']) expect(key(name)).toBeUndefined();
    expect(key('k', { ctrlKey: true })).toBeUndefined();
    expect(key('Tab', { shiftKey: true })).toBeUndefined();
    expect(key('x', { isComposing: true })).toBeUndefined();
  });
});

describe('a panel', () => {
  test('has title, extension, lines and footer, with control characters visible', () => {
    shown({ panels: [panel({ lines: ['one\u001b[31m', ''], title: '' })] });
    const text = words(named('article', 'Panel p1 of greeter'));
    expect(text).toContain('p1 greeter');
    expect(text).toContain('oneU+001B[31m');
    expect(text).toContain('q quits');
  });

  test('sends what is typed, and closes on Esc and by its button', () => {
    const { bridge } = shown();
    press('ArrowDown', {}, screen('Todo'));
    press('ü', {}, screen('Todo'));
    expect(bridge.asked('agent.panelKey')).toEqual([
      { session: s1, panel: 'p1', key: 'down' },
      { session: s1, panel: 'p1', key: 'rune', text: 'ü' },
    ]);
    press('Escape', {}, screen('Todo'));
    click(button('Close the panel Todo'));
    expect(bridge.asked('agent.closePanel')).toEqual([
      { session: s1, panel: 'p1' },
      { session: s1, panel: 'p1' },
    ]);
  });

  test('leaves keys of the window alone', () => {
    const { bridge } = shown();
    expect(press('F6', {}, screen('Todo'))).toBe(false);
    expect(press('k', { ctrlKey: true }, screen('Todo'))).toBe(false);
    expect(bridge.asked('agent.panelKey')).toEqual([]);
  });

  test('is drawn anew when it is told again, and several stand side by side', () => {
    const { app } = shown({ panels: [panel(), panel({ session: s2, title: 'Other' })] });
    expect(document.querySelectorAll('article')).toHaveLength(2);
    app.agent.apply(news({ panels: [panel({ lines: ['three'] }), panel({ session: s2, title: 'Other' })] }));
    flushSync();
    expect(words(screen('Todo'))).toBe('three');
  });
});
