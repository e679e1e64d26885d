// Where a list of any length stands, in its own pixels, behind a native scroll bar. A browser cuts elements off at some
// ten million pixels, so the scrolled element is never taller than `capPx`: small native steps move the list by the
// same number of pixels, jumps of the thumb by proportion, and when scrolling rests the thumb is set right again. Both
// ends are exact. Pure arithmetic: the element and what is in the rows belong to the caller.

/** Below what any engine cuts off at any zoom (Chromium: 33,554,428 device pixels; Firefox: 17,895,697). */
export const defaultCapPx = 8_000_000;

export class VirtualScroll {
  readonly rowPx: number;
  readonly #capPx: number;
  #count = 0;
  #viewportPx = 0;
  #topPx = 0;
  /** Where the native scroll position was when it was last looked at. */
  #nativePx = 0;

  constructor(rowPx: number, capPx = defaultCapPx) {
    this.rowPx = rowPx;
    this.#capPx = capPx;
  }

  get count(): number {
    return this.#count;
  }
  get viewportPx(): number {
    return this.#viewportPx;
  }
  /** First pixel of the list in view; whole. */
  get topPx(): number {
    return this.#topPx;
  }
  get maxTopPx(): number {
    return Math.max(0, this.#count * this.rowPx - this.#viewportPx);
  }
  /** Height of the element that is scrolled. */
  get spacerPx(): number {
    return Math.min(this.#count * this.rowPx, this.#capPx);
  }
  get atEnd(): boolean {
    return this.#topPx >= this.maxTopPx;
  }
  /** Rows in view, cut ones included: first, and one past the last. */
  get range(): { readonly first: number; readonly end: number } {
    const first = Math.floor(this.#topPx / this.rowPx);
    return { first, end: Math.min(this.#count, Math.ceil((this.#topPx + this.#viewportPx) / this.rowPx)) };
  }

  /** The list or the view has another size; what is in view stays, as far as there is something. */
  resize(count: number, viewportPx: number): void {
    this.#count = count;
    this.#viewportPx = viewportPx;
    this.#topPx = clamp(this.#topPx, this.maxTopPx);
  }

  /** The list shall stand here. */
  moveTo(topPx: number): void {
    this.#topPx = clamp(Math.round(topPx), this.maxTopPx);
  }

  /** Moves as little as needed to have the whole row in view. */
  reveal(index: number): void {
    const topPx = index * this.rowPx;
    if (topPx < this.#topPx) this.moveTo(topPx);
    else if (topPx + this.rowPx > this.#topPx + this.#viewportPx)
      this.moveTo(topPx + this.rowPx - this.#viewportPx);
  }

  /** Where the native scroll position has to be for where the list stands. */
  get nativePx(): number {
    if (!this.#scaled) return this.#topPx;
    if (this.#topPx <= 0) return 0;
    if (this.atEnd) return this.#maxNativePx;
    const native = Math.round((this.#topPx / this.maxTopPx) * this.#maxNativePx);
    return Math.min(Math.max(native, 1), this.#maxNativePx - 1);
  }

  /** The native position was set to `nativePx`; `actualPx` is what the element made of it. */
  wasSet(actualPx: number): void {
    this.#nativePx = actualPx;
  }

  /**
   * The person scrolled. True when the thumb has to be set right at once: it came to its end while the list has not,
   * and could not be moved on.
   */
  scrolled(nativePx: number): boolean {
    const deltaPx = nativePx - this.#nativePx;
    this.#nativePx = nativePx;
    if (deltaPx === 0) return false;
    const jumped = Math.abs(deltaPx) > this.#jumpPx;
    if (!this.#scaled || jumped) this.moveTo(this.#proportional(nativePx));
    else this.moveTo(this.#topPx + deltaPx);
    const stuckAtStart = nativePx <= 0 && this.#topPx > 0;
    return stuckAtStart || (nativePx >= this.#maxNativePx && !this.atEnd);
  }

  get #scaled(): boolean {
    return this.#count * this.rowPx > this.#capPx;
  }
  get #maxNativePx(): number {
    return Math.max(0, this.spacerPx - this.#viewportPx);
  }
  /** More than a wheel moves at once, less than the thumb does by one pixel of the bar. */
  get #jumpPx(): number {
    return this.#capPx / (4 * Math.max(1, this.#viewportPx));
  }
  #proportional(nativePx: number): number {
    // Engines round the end by up to a pixel.
    if (nativePx >= this.#maxNativePx - 1) return this.maxTopPx;
    return this.#scaled ? (nativePx / this.#maxNativePx) * this.maxTopPx : nativePx;
  }
}

function clamp(px: number, max: number): number {
  return Math.min(Math.max(px, 0), max);
}
