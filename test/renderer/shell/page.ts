// Mounts a component into the page of a test and finds things there as a person would: by role and name. Whatever was
// mounted is taken down after each test.

import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach } from 'vitest';

const mounted: object[] = [];

afterEach(async () => {
  for (const component of mounted.splice(0)) await unmount(component);
  document.body.replaceChildren();
  delete document.documentElement.dataset.theme;
  localStorage.clear();
});

export function render<P extends Record<string, unknown>>(component: Component<P>, props: P): HTMLElement {
  const target = document.createElement('div');
  document.body.append(target);
  mounted.push(mount(component, { target, props }));
  flushSync();
  return target;
}

/** Words of an element as they are read, spaces folded. */
export function words(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? words(element);
}

/** The one element of a kind whose accessible name holds `name`. */
export function named(selector: string, name: string, within: ParentNode = document): HTMLElement {
  const found = [...within.querySelectorAll<HTMLElement>(selector)].filter((one) =>
    nameOf(one).includes(name),
  );
  const [first] = found;
  if (!first) {
    const there = [...within.querySelectorAll(selector)].map(nameOf).join(' | ');
    throw new Error(`no ${selector} named “${name}”; there are: ${there}`);
  }
  return first;
}

export function button(name: string, within: ParentNode = document): HTMLButtonElement {
  return named('button', name, within) as HTMLButtonElement;
}

export function has(selector: string, name: string, within: ParentNode = document): boolean {
  return [...within.querySelectorAll(selector)].some((one) => nameOf(one).includes(name));
}

export function click(element: HTMLElement): void {
  element.click();
  flushSync();
}

/** A key on the element that has the focus, or on `target`. */
export function press(
  key: string,
  init: KeyboardEventInit = {},
  target: Element = document.activeElement ?? document.body,
): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  flushSync();
  return event.defaultPrevented;
}

export function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

/** Typed and left: the change is made. */
export function enter(field: HTMLInputElement, text: string): void {
  type(field, text);
  field.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
}
