// Moves the keyboard from pane to pane, in the order they stand in the page. Panes are marked `data-region`; the focus
// goes to what a pane would give it by itself: its list, its current tab, its first control.

const wanted =
  '[role=grid], [aria-current=true][data-item], [data-item][tabindex="0"], textarea, [tabindex="0"], button:enabled';

export function nextPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (pane) => pane.parentElement?.closest('[hidden]') === null,
  );
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = at < 0 ? (by === 1 ? 0 : panes.length - 1) : (at + by + panes.length) % panes.length;
  const pane = panes[next];
  for (const selector of wanted.split(', ')) {
    const target = pane?.querySelector<HTMLElement>(selector);
    if (target) return target.focus();
  }
  pane?.focus();
}
