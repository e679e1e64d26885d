// One Tab stop for a list: arrow keys, Home and End move among the elements marked `data-item`. An attachment:
// `<ul {@attach roving}>`. Knows nothing of what the items are.

export function roving(list: HTMLElement): () => void {
  const items = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-item]')];
  let current: HTMLElement | undefined;

  function mark(): void {
    const all = items();
    if (!current || !all.includes(current)) {
      current = all.find((item) => item.getAttribute('aria-current') === 'true') ?? all[0];
    }
    for (const item of all) item.tabIndex = item === current ? 0 : -1;
  }
  function focused(event: FocusEvent): void {
    const item = items().find((one) => one === event.target);
    if (!item) return;
    current = item;
    mark();
  }
  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const all = items();
    const at = all.findIndex((item) => item === event.target);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[Math.max(0, Math.min(all.length - 1, to))]?.focus();
  }

  mark();
  const watcher = new MutationObserver(mark);
  watcher.observe(list, { childList: true, subtree: true });
  list.addEventListener('focusin', focused);
  list.addEventListener('keydown', pressed);
  return () => {
    watcher.disconnect();
    list.removeEventListener('focusin', focused);
    list.removeEventListener('keydown', pressed);
  };
}
