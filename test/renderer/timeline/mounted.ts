// Mounts a component with a view of a given height, for as long as the test runs. Test support only.

import { flushSync, mount, unmount, type Component } from 'svelte';
import { onTestFinished } from 'vitest';
import { settled } from './fake-journal.ts';

export interface Mounted {
  readonly target: HTMLElement;
  all(selector: string): HTMLElement[];
  one(selector: string): HTMLElement;
  /** Text of what is found, with all white space as one space. */
  text(selector: string): string[];
  /** Presses a key where the focus is, or on what is found. */
  press(key: string, on?: string, more?: KeyboardEventInit): void;
  click(selector: string): void;
  /** Lets answers come in and the page be drawn. */
  drawn(): Promise<void>;
}

export function mounted<P extends Record<string, unknown>>(
  component: Component<P>,
  props: P,
  viewportPx = 464,
): Mounted {
  // happy-dom has no layout.
  const before = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight');
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => viewportPx });
  const target = document.createElement('div');
  document.body.append(target);
  const instance = mount(component, { target, props });
  flushSync();
  onTestFinished(async () => {
    await unmount(instance);
    target.remove();
    if (before) Object.defineProperty(HTMLElement.prototype, 'clientHeight', before);
    else Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight');
  });
  const all = (selector: string): HTMLElement[] => [...target.querySelectorAll<HTMLElement>(selector)];
  const one = (selector: string): HTMLElement => {
    const [found] = all(selector);
    if (!found) throw new Error(`There is no ${selector} in ${target.innerHTML}`);
    return found;
  };
  return {
    target,
    all,
    one,
    text: (selector) =>
      all(selector).map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()),
    press(key, on, more = {}) {
      const element = on ? one(on) : (document.activeElement ?? document.body);
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
      flushSync();
    },
    click(selector) {
      one(selector).click();
      flushSync();
    },
    async drawn() {
      for (let turn = 0; turn < 5; turn += 1) {
        await settled();
        flushSync();
      }
    },
  };
}
