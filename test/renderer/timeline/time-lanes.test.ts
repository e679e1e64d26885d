import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RowStore } from '../../../renderer/state/rows.svelte.ts';
import TimeLanes from '../../../renderer/views/timeline/TimeLanes.svelte';
import type { LiveStatus } from '../../../shared/ipc/contract.ts';
import type { Row } from '../../../shared/session/row.ts';
import { emptySummary, FakeJournal, plainRow, testSession } from './fake-journal.ts';
import { mounted, type Mounted } from './mounted.ts';

const live: LiveStatus = {
  state: 'ready',
  mode: 'run',
  clockFrozen: false,
  freeze: true,
  hostUs: 0,
  realUs: 0,
  deadlines: [],
  pendingWriteBytes: 0,
  held: [],
  legalNext: [],
};
const special: Record<number, Partial<Row>> = {
  2: { kind: 'stderr', type: 'stderr' },
  3: { from: 'host', lane: 'events' },
  4: { from: 'host', lane: 'calls', latencyUs: 3_000, pairSeq: 7, summary: [{ wire: '<b>guard</b>\u202e' }] },
  7: { lane: 'calls', pairSeq: 4 },
  8: { notFrame: true, severity: 'error' },
};

interface Shown extends Mounted {
  readonly rows: RowStore;
}
function show(more: { realUs?: number; runs?: boolean; end?: number } = {}): Shown {
  const journal = new FakeJournal(10, (seq) => ({ ...plainRow(seq), ...special[seq] }));
  journal.summary = { ...emptySummary, pid: 7 };
  const rows = new RowStore(journal.bridge, testSession);
  onTestFinished(() => rows.close());
  const { realUs = 0, runs = true, end = 10 } = more;
  rows.applyBatch(journal.batch({ live: runs ? { ...live, realUs } : null }));
  return { ...mounted(TimeLanes, { rows, range: { first: 0, end } }), rows };
}
const marks = '.lane button';

afterEach(() => vi.useRealTimers());

describe('the lanes', () => {
  it('name and count what is in view', () => {
    expect(show().text('.label')).toEqual([
      'Timeline',
      'Process 6',
      'Calls 1',
      'Intercepts',
      'Commands',
      'Events 1',
      'stderr 1',
      '0 – 10.0 ms',
    ]);
  });

  it('draw spans, diamonds, ticks and triangles', () => {
    const shapes = show()
      .all(marks)
      .map((mark) => ['span', 'event', 'tick', 'fault'].find((one) => mark.classList.contains(one)));
    expect(shapes.filter((shape) => shape === 'span').length).toBe(2);
    expect(shapes.filter((shape) => shape === 'event').length).toBe(1);
    expect(shapes.filter((shape) => shape === 'fault').length).toBe(1);
  });

  it('show the process by its words', () => {
    expect(show().text('.lane .name')[0]).toBe('ready · pid 7');
    expect(show({ runs: false }).text('.lane .name')[0]).toBe('pid 7');
  });

  it('show names from the wire as text', () => {
    const shown = show();
    expect(shown.all('.lane b')).toEqual([]);
    expect(shown.text('.lane .name')[1]).toBe('<b>guard</b>\\u202e');
  });

  it('select the row of what is clicked, and ring what is selected with its partner', () => {
    const shown = show();
    shown.click('.lane .event');
    expect(shown.rows.selectedSeq).toBe(3);
    expect(shown.one('.lane .event').classList.contains('selected')).toBe(true);
    shown.rows.select(7);
    flushSync();
    expect(shown.one('.lane .span.Calls').classList.contains('selected')).toBe(true);
  });

  it('follow the time only while the list stays at the newest row', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const shown = show({ realUs: 21_420_000 });
    expect(shown.text('.now')).toEqual(['21.42 s']);
    vi.advanceTimersByTime(300);
    flushSync();
    expect(shown.text('.now')).toEqual(['21.72 s']);
    shown.rows.select(3);
    flushSync();
    expect(shown.text('.now')).toEqual([]);
  });

  it('can be folded away', () => {
    const shown = show();
    shown.click('[aria-expanded]');
    expect([shown.all('.lane').length, shown.one('button').getAttribute('aria-expanded')]).toEqual([
      0,
      'false',
    ]);
    shown.click('[aria-expanded]');
    expect(shown.all('.lane').length).toBe(6);
  });

  it('take as much room when nothing is in view or at hand', () => {
    const shown = show({ end: 0 });
    expect([shown.all('.lane').length, shown.all(marks).length, shown.all('.stretch').length]).toEqual([
      6, 0, 0,
    ]);
  });
});
