// Playing a recording in the window: what is there at a place, how it runs, and that a long one costs no more than a short
// one. Main is a double that knows the times of any number of rows.

import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import PlaybackBar from '../../../renderer/views/playback/PlaybackBar.svelte';
import { PlaybackState } from '../../../renderer/state/playback.svelte.ts';
import { rowThen } from '../../../renderer/state/row-then.ts';
import { RowStore } from '../../../renderer/state/rows.svelte.ts';
import type { Row } from '../../../shared/session/row.ts';
import { FakeBridge } from '../../support/fake-bridge.ts';
import { batch, row, s1, summary } from '../../support/window-facts.ts';
import { button, press, render, words } from '../shell/page.ts';

const stepUs = 100_000;
const plain = (seq: number): Row => row(seq, 'notify', { atUs: seq * stepUs });

/** A recording of so many rows, one every 100 ms. */
function recording(count: number, make: (seq: number) => Row = plain) {
  const range = (from: number, to: number): Row[] =>
    Array.from({ length: Math.max(0, Math.min(to, count) - from + 1) }, (_, at) => make(from + at));
  const bridge = new FakeBridge({
    'rows.read': ({ from, count: many }) => range(from, from + many - 1),
    'rows.find': () => ({ seqs: Uint32Array.from([2, 5, 9]), upTo: count, sentence: 'Some' }),
    'playback.times': ({ from, count: many }) =>
      Float64Array.from(
        { length: Math.max(0, Math.min(many, count - from + 1)) },
        (_, at) => (from + at) * stepUs,
      ),
    'playback.at': ({ atUs }) => {
      const seq = Math.min(count, Math.floor(atUs / stepUs));
      return { seq, atUs: seq * stepUs };
    },
    'playback.frame': ({ from, by }) => {
      const seq = Math.min(Math.max(from + by * 2, 0), count);
      return { seq, atUs: seq * stepUs };
    },
    'playback.summary': ({ seq }) => summary({ entries: seq, exit: null }),
  });
  const rows = new RowStore(bridge, s1);
  const failures: string[] = [];
  const playback = new PlaybackState(bridge, rows, ({ message }) => failures.push(message));
  rows.applyBatch(
    batch(range(Math.max(1, count - 50), count), {
      count,
      lastAtUs: count * stepUs,
      live: null,
      summary: summary({ entries: count, exit: { code: 0, signal: null } }),
    }),
  );
  return { bridge, rows, playback, failures };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => vi.useRealTimers());
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
/** Lets so much time pass, and each answer come in between. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 33) {
    vi.advanceTimersByTime(33);
    await settled();
  }
}

describe('at a place of a recording', () => {
  test('rows after it are not there: not in the list, not by number, not selected, not found', async () => {
    const { rows, playback } = recording(20);
    rows.select(15);
    rows.setQuery('some');
    await settled();
    expect([rows.count, rows.visibleCount, rows.selectedSeq]).toEqual([20, 3, 15]);
    playback.toRow(6);
    await settled();
    expect([playback.seq, rows.count, rows.lastAtUs]).toEqual([6, 6, 6 * stepUs]);
    expect([rows.visibleCount, rows.seqAt(1), rows.seqAt(2), rows.indexOf(9)]).toEqual([2, 5, undefined, -1]);
    expect([rows.row(7), rows.selectedSeq]).toEqual([undefined, null]);
    rows.select(7);
    expect(rows.selectedSeq).toBeNull();
    expect(rows.whole.count).toBe(20);
    playback.toEnd();
    expect([rows.count, rows.visibleCount, playback.atEnd]).toEqual([20, 3, true]);
  });

  test('the summary is that of then, and of the whole again at the end', async () => {
    const { rows, playback } = recording(20);
    playback.toRow(6);
    await settled();
    expect(rows.summary).toMatchObject({ entries: 6, exit: null });
    expect(rows.running).toBe(true);
    playback.toEnd();
    expect(rows.summary).toMatchObject({ entries: 20, exit: { code: 0 } });
    expect(rows.running).toBe(false);
  });

  test('a request has no answer yet, and a line that was released later is held', () => {
    const asked = row(3, 'tool_call', { atUs: 300, pairSeq: 8, latencyUs: 500 });
    expect(rowThen(asked, { seq: 7, atUs: 700 })).toMatchObject({ pending: true });
    expect(rowThen(asked, { seq: 7, atUs: 700 })).not.toHaveProperty('latencyUs');
    expect(rowThen(asked, { seq: 8, atUs: 800 })).toEqual(asked);
    const released = row(3, 'notify', { atUs: 300, held: { heldUs: 400 }, edited: true, dropped: true });
    const then = rowThen(released, { seq: 4, atUs: 500 });
    expect(then).toMatchObject({ held: { now: true } });
    expect([then.edited, then.dropped]).toEqual([undefined, undefined]);
    expect(rowThen(released, { seq: 4, atUs: 700 })).toEqual(released);
  });

  test('several recordings stand at places of their own', async () => {
    const [one, another] = [recording(20), recording(30)];
    one.playback.toRow(4);
    another.playback.toRow(25);
    await settled();
    expect([one.rows.count, another.rows.count]).toEqual([4, 25]);
  });
});

describe('playing', () => {
  test('brings each row at its time, from the beginning when it stands at the end, and ends with all rows', async () => {
    const { rows, playback } = recording(20);
    playback.play();
    expect([playback.seq, rows.count]).toEqual([0, 0]);
    await pass(660);
    expect(rows.count).toBeGreaterThanOrEqual(5);
    expect(rows.count).toBeLessThanOrEqual(6);
    await pass(2_000);
    expect([rows.count, playback.playing, playback.atEnd]).toEqual([20, false, true]);
  });

  test('goes as many times as fast as chosen, and pauses where it is', async () => {
    const { rows, playback } = recording(100);
    playback.speed = 4;
    playback.play();
    await pass(990);
    const there = rows.count;
    expect(there).toBeGreaterThanOrEqual(36);
    expect(there).toBeLessThanOrEqual(40);
    playback.toggle();
    await pass(500);
    expect([rows.count, playback.playing]).toEqual([there, false]);
  });

  test('cuts silences when asked to', async () => {
    const far = (seq: number): Row => plain(seq);
    const { bridge, rows, playback } = recording(3, far);
    bridge.on('playback.times', ({ from }) =>
      Float64Array.from([1_000_000, 3_600_000_000, 7_200_000_000]).slice(from - 1),
    );
    playback.cutsSilence = true;
    playback.play();
    await pass(1_200);
    expect(rows.count).toBe(1);
    await pass(1_200);
    expect(rows.count).toBe(2);
  });

  test('costs no more for a million rows: times come in stretches, rows are not copied', async () => {
    const { bridge, rows, playback } = recording(1_000_000);
    playback.toRow(900_000);
    await settled();
    playback.speed = 100;
    playback.play();
    await pass(990);
    expect(rows.count).toBeGreaterThan(900_700);
    const asked = bridge.asked('playback.times');
    expect(asked.every(({ count }) => count <= 5_000)).toBe(true);
    expect(asked.length).toBeLessThan(10);
    expect(rows.rowsAtHand).toBeLessThan(25_000);
    playback.pause();
  });

  test('stops and says so when main can’t tell the times', async () => {
    const { bridge, playback, failures } = recording(20);
    bridge.on('playback.times', () => {
      throw new Error('unreachable');
    });
    playback.play();
    await pass(100);
    expect(playback.playing).toBe(false);
    expect(failures.length).toBeGreaterThan(0);
  });
});

describe('the line over a recording', () => {
  const scrubber = (): HTMLInputElement => document.querySelector('input[type=range]') as HTMLInputElement;

  test('tells the place, and takes keys for rows, frames and both ends', async () => {
    const { rows, playback } = recording(20);
    render(PlaybackBar, { playback, rows });
    expect(words(document.body)).toContain('#20 of 20');
    expect(button('Frame forward').disabled).toBe(true);
    scrubber().focus();
    press('Home');
    expect(words(document.body)).toContain('#0 of 20');
    expect(scrubber().getAttribute('aria-valuetext')).toBe('0.0000 s of 2.0000 s, row 0 of 20');
    for (const [key, init, seq] of [
      ['ArrowRight', {}, 2],
      ['ArrowRight', { shiftKey: true }, 3],
      ['ArrowLeft', { shiftKey: true }, 2],
      ['ArrowLeft', {}, 0],
      ['PageUp', {}, 2],
    ] as const) {
      press(key, init);
      await settled();
      flushSync();
      expect([key, playback.seq]).toEqual([key, seq]);
    }
    press('End');
    expect(playback.atEnd).toBe(true);
    press(' ');
    expect(playback.playing).toBe(true);
    flushSync();
    button('Pause').click();
    expect(playback.playing).toBe(false);
  });

  test('goes where it is dragged to; only the newest of many wishes counts', async () => {
    const { bridge, rows, playback } = recording(20);
    render(PlaybackBar, { playback, rows });
    for (const at of [300_000, 500_000, 800_000, 1_150_000]) {
      scrubber().valueAsNumber = at;
      scrubber().dispatchEvent(new Event('input', { bubbles: true }));
    }
    await settled();
    expect(playback.seq).toBe(11);
    expect(bridge.asked('playback.at')).toHaveLength(2);
  });
});
