// A box that can be scrolled can be reached by Tab, so that its keys scroll it: only while there is something to scroll and
// nothing in it takes the focus itself. An attachment: `<div {@attach scrollable}>`.

export function scrollable(box: HTMLElement): () => void {
  function look(): void {
    const overflows = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    const inside = box.querySelector('a[href], button:enabled, input, select, textarea, [tabindex="0"]');
    if (overflows && !inside) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
  look();
  const sizes = new ResizeObserver(look);
  sizes.observe(box);
  const contents = new MutationObserver(look);
  contents.observe(box, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    contents.disconnect();
  };
}
