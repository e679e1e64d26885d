// Which key of the keyboard is which key of a panel. Esc and Ctrl-C close it, as in the real host (May 2026: key `esc` is
// never sent); everything a host has no name for stays the window's.

export type PanelKey =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'rune'; readonly text: string }
  | { readonly kind: 'close' };

/** seed's newer hosts, panel_key. */
const named: Readonly<Record<string, string>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Enter: 'enter',
  Tab: 'tab',
  PageUp: 'pageup',
  PageDown: 'pagedown',
  Home: 'home',
  End: 'end',
  Backspace: 'backspace',
  Delete: 'delete',
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'isComposing'>;

/** undefined: the panel has no such key. */
export function panelKey({
  key,
  ctrlKey,
  altKey,
  metaKey,
  shiftKey,
  isComposing,
}: Pressed): PanelKey | undefined {
  if (isComposing) return undefined;
  if (ctrlKey && !altKey && !metaKey && key.toLowerCase() === 'c') return { kind: 'close' };
  if (key === 'Escape') return { kind: 'close' };
  // Shift Tab leaves the panel: no key of a host, and somebody has to get out without closing it.
  if (ctrlKey || metaKey || (key === 'Tab' && shiftKey)) return undefined;
  const name = named[key];
  if (name !== undefined) return altKey ? undefined : { kind: 'key', key: name };
  // One character, whatever its length in UTF-16.
  return [...key].length === 1 ? { kind: 'rune', text: key } : undefined;
}
