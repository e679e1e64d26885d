import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualScroll } from '../../../renderer/ui/virtual-scroll.ts';

const rowPx = 22;

/** The list with a native element behind it, as an engine would treat it. */
class Scroller {
  readonly list: VirtualScroll;
  nativePx = 0;
  constructor(count: number, viewportPx: number, capPx?: number) {
    this.list = new VirtualScroll(rowPx, capPx);
    this.list.resize(count, viewportPx);
  }
  get maxNativePx(): number {
    return Math.max(0, this.list.spacerPx - this.list.viewportPx);
  }
  set(): void {
    this.nativePx = Math.min(Math.max(this.list.nativePx, 0), this.maxNativePx);
    this.list.wasSet(this.nativePx);
  }
  /** The person scrolls to a native position; the engine lets no one beyond the ends. */
  scroll(toPx: number): void {
    this.nativePx = Math.min(Math.max(toPx, 0), this.maxNativePx);
    if (this.list.scrolled(this.nativePx)) this.set();
  }
  wheel(deltaPx: number): void {
    this.scroll(this.nativePx + deltaPx);
  }
  rest(): void {
    this.set();
  }
}

describe('a list behind a native scroll bar', () => {
  it('case U04: is never taller than an engine can show, with 1,200,000 rows of 22 px', () => {
    const { list } = new Scroller(1_200_000, 600);
    expect(list.spacerPx).toBeLessThanOrEqual(8_000_000);
    expect(list.maxTopPx).toBe(1_200_000 * 22 - 600);
  });

  it('case U04: reveals every row whole, whatever the size of list and view', () => {
    const sizes = fc.record({
      count: fc.integer({ min: 1, max: 1_000_000_000 }),
      viewportPx: fc.integer({ min: 22, max: 3_000 }),
    });
    fc.assert(
      fc.property(
        sizes,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (size, places) => {
          const scroller = new Scroller(size.count, size.viewportPx);
          for (const place of places) {
            const index = Math.min(size.count - 1, Math.floor(place * size.count));
            scroller.list.reveal(index);
            scroller.set();
            const { topPx } = scroller.list;
            expect(topPx).toBeLessThanOrEqual(index * rowPx);
            expect(topPx + size.viewportPx).toBeGreaterThanOrEqual((index + 1) * rowPx);
            // Nothing comes of the engine telling that it did what it was told.
            expect(scroller.list.scrolled(scroller.nativePx)).toBe(false);
            expect(scroller.list.topPx).toBe(topPx);
          }
        },
      ),
    );
  });

  it('case U04: reaches every row of 1,200,000 by steps of one row down and up again', () => {
    const scroller = new Scroller(1_200_000, 601);
    let wrong = 0;
    for (let index = 0; index < 1_200_000; index += 1) {
      scroller.list.reveal(index);
      scroller.set();
      if (scroller.list.topPx !== Math.max(0, (index + 1) * rowPx - 601)) wrong += 1;
    }
    expect([wrong, scroller.nativePx]).toEqual([0, scroller.maxNativePx]);
    for (let index = 1_199_999; index >= 0; index -= 1) {
      scroller.list.reveal(index);
      scroller.set();
      if (scroller.list.topPx !== Math.min(index * rowPx, scroller.list.maxTopPx)) wrong += 1;
    }
    expect([wrong, scroller.nativePx]).toEqual([0, 0]);
  });

  it('is at its own end exactly when the thumb is at its end, after any way of scrolling', () => {
    const size = fc.record({
      count: fc.integer({ min: 1, max: 3_000_000 }),
      viewportPx: fc.integer({ min: 100, max: 1_500 }),
      capPx: fc.constantFrom(20_000, 400_000, 8_000_000),
    });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('wheel' as const), px: fc.integer({ min: -900, max: 900 }) }),
      fc.record({ kind: fc.constant('thumb' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constant('rest' as const) }),
      fc.record({ kind: fc.constant('end' as const), last: fc.boolean() }),
    );
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 60 }), ({ count, viewportPx, capPx }, steps) => {
        const scroller = new Scroller(count, viewportPx, capPx);
        const { list } = scroller;
        for (const one of steps) {
          if (one.kind === 'wheel') scroller.wheel(one.px);
          if (one.kind === 'thumb') scroller.scroll(one.at * scroller.maxNativePx);
          if (one.kind === 'end') scroller.scroll(one.last ? scroller.maxNativePx : 0);
          if (one.kind !== 'wheel') scroller.rest();
          expect(Number.isInteger(list.topPx)).toBe(true);
          expect(list.topPx).toBeGreaterThanOrEqual(0);
          expect(list.topPx).toBeLessThanOrEqual(list.maxTopPx);
          // A thumb at its end with rows beyond could not be moved on.
          if (scroller.nativePx <= 0) expect(list.topPx).toBe(0);
          if (scroller.nativePx >= scroller.maxNativePx) expect(list.topPx).toBe(list.maxTopPx);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('reaches the first and the last row with the wheel alone', () => {
    const scroller = new Scroller(1_200_000, 600);
    scroller.list.moveTo(40_000);
    scroller.set();
    for (let turn = 0; turn < 1_000 && scroller.list.topPx > 0; turn += 1) scroller.wheel(-100);
    expect(scroller.list.topPx).toBe(0);
    scroller.list.moveTo(scroller.list.maxTopPx - 40_000);
    scroller.set();
    for (let turn = 0; turn < 1_000 && !scroller.list.atEnd; turn += 1) scroller.wheel(100);
    expect(scroller.list.range.end).toBe(1_200_000);
  });

  it('moves as far as the wheel says, in a list of any length', () => {
    for (const count of [1_000, 1_200_000]) {
      const scroller = new Scroller(count, 600);
      scroller.list.moveTo(5_000);
      scroller.set();
      scroller.wheel(120);
      scroller.wheel(-20);
      expect(scroller.list.topPx).toBe(5_100);
      scroller.rest();
      expect(scroller.list.topPx).toBe(5_100);
    }
  });

  it('keeps the reading position while rows are added, past the height an engine can show', () => {
    const scroller = new Scroller(1_000, 600);
    scroller.list.moveTo(3_333);
    scroller.set();
    for (let count = 1_000; count < 2_000_000; count = Math.ceil(count * 1.3)) {
      scroller.list.resize(count, 600);
      expect(scroller.list.topPx).toBe(3_333);
    }
    scroller.wheel(10);
    expect(scroller.list.topPx).toBe(3_343);
    scroller.rest();
    expect(scroller.list.topPx).toBe(3_343);
  });

  it('shows the last rows when most of them go', () => {
    const scroller = new Scroller(1_200_000, 600);
    scroller.list.moveTo(20_000_000);
    scroller.set();
    scroller.list.resize(3, 600);
    scroller.set();
    expect([scroller.list.topPx, scroller.list.range]).toEqual([0, { first: 0, end: 3 }]);
  });
});
