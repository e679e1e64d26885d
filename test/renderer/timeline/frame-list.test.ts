import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RowStore } from '../../../renderer/state/rows.svelte.ts';
import FrameList from '../../../renderer/views/timeline/FrameList.svelte';
import { failure } from '../../../shared/errors.ts';
import type { LiveStatus, StreamBatch } from '../../../shared/ipc/contract.ts';
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
const grid = '[role=grid]';

interface Shown extends Mounted {
  readonly rows: RowStore;
  readonly opened: number[];
  /** seqs of the rows there are. */
  seqs(): number[];
  tell(more?: Partial<StreamBatch>): void;
}

/** The view is as high as the head and twenty rows. */
function show(journal: FakeJournal, more: Partial<StreamBatch> = {}, viewportPx = 464): Shown {
  const rows = new RowStore(journal.bridge, testSession);
  onTestFinished(() => rows.close());
  rows.applyBatch(journal.batch(more));
  const opened: number[] = [];
  const list = mounted(FrameList, { rows, onopen: () => opened.push(rows.selectedSeq ?? 0) }, viewportPx);
  return {
    ...list,
    rows,
    opened,
    seqs: () => list.text('[role=row] .n').slice(1).map(Number),
    tell: (next = {}) => {
      rows.applyBatch(journal.batch(next));
      flushSync();
    },
  };
}
function rowOf(shown: Shown, seq: number): HTMLElement {
  const row = shown.all('[role=row]').find((one) => one.querySelector('.n')?.textContent === String(seq));
  if (!row) throw new Error(`Row ${seq} is not in view; there are ${shown.seqs().join(', ')}`);
  return row;
}
function from(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

afterEach(() => vi.useRealTimers());

describe('the list of rows', () => {
  it('draws only what is in view and says how many rows there are', () => {
    const shown = show(new FakeJournal(1_842));
    expect(shown.seqs()).toEqual(from(1_823, 1_842));
    expect(shown.one(grid).getAttribute('aria-rowcount')).toBe('1843');
    expect(rowOf(shown, 1_842).getAttribute('aria-rowindex')).toBe('1843');
  });

  it('stays at the newest row while it is there', () => {
    const journal = new FakeJournal(100);
    const shown = show(journal);
    journal.count = 150;
    shown.tell();
    expect(shown.seqs()).toEqual(from(131, 150));
    expect(shown.text('button')).toEqual([]);
  });

  it('case U04: does not move what is being read when rows are added, and offers the way to the newest', async () => {
    const journal = new FakeJournal(1_000);
    const shown = show(journal);
    shown.press('Home', grid);
    await shown.drawn();
    expect(shown.seqs()).toEqual(from(1, 20));
    journal.count = 1_030;
    shown.tell();
    expect(shown.seqs()).toEqual(from(1, 20));
    expect(shown.text('button')).toEqual(['Jump to newest · 30 new rows End']);
    shown.click('button');
    expect(shown.seqs()).toEqual(from(1_011, 1_030));
    expect([shown.rows.followTail, shown.rows.selectedSeq, shown.text('button').length]).toEqual([
      true,
      1,
      0,
    ]);
  });

  it('case U04: goes to row 1,000,000 of 1,200,000, on by single rows, and to both ends', async () => {
    const shown = show(new FakeJournal(1_200_000));
    shown.rows.select(1_000_000);
    flushSync();
    await shown.drawn();
    expect(shown.seqs()).toContain(1_000_000);
    for (let turn = 0; turn < 25; turn += 1) shown.press('ArrowDown', grid);
    await shown.drawn();
    expect(shown.rows.selectedSeq).toBe(1_000_025);
    expect(shown.seqs()).toContain(1_000_025);
    shown.press('Home', grid);
    await shown.drawn();
    expect([shown.rows.selectedSeq, shown.seqs()]).toEqual([1, from(1, 20)]);
    shown.press('End', grid);
    await shown.drawn();
    expect([shown.rows.selectedSeq, shown.seqs().at(-1), shown.rows.followTail]).toEqual([
      1_200_000,
      1_200_000,
      true,
    ]);
    expect(shown.all('[role=row]').length).toBeLessThan(30);
  });

  it('case U04: keeps the selection through a filter to 3 rows and back', async () => {
    const journal = new FakeJournal(1_200_000);
    journal.queries.set('three', (row) => [5, 600_000, 1_199_999].includes(row.seq));
    const shown = show(journal);
    shown.rows.select(600_000);
    flushSync();
    await shown.drawn();
    const before = shown.seqs();
    shown.rows.setQuery('three');
    await vi.waitFor(() => expect(shown.seqs()).toEqual([5, 600_000, 1_199_999]), { timeout: 10_000 });
    await shown.drawn();
    expect(rowOf(shown, 600_000).getAttribute('aria-selected')).toBe('true');
    shown.rows.setQuery('');
    flushSync();
    await shown.drawn();
    expect(shown.rows.selectedSeq).toBe(600_000);
    expect(shown.seqs()).toEqual(before);
  }, 20_000);

  it('moves with the keys, by rows and by pages', async () => {
    const shown = show(new FakeJournal(100));
    const selectedAfter = (key: string): number | null => {
      shown.press(key, grid);
      return shown.rows.selectedSeq;
    };
    expect(['ArrowUp', 'ArrowUp', 'k', 'K', 'j', 'ArrowDown'].map(selectedAfter)).toEqual([
      100, 99, 98, 97, 98, 99,
    ]);
    expect(
      ['PageUp', 'PageUp', 'PageDown', 'Home', 'ArrowUp', 'End', 'ArrowDown'].map(selectedAfter),
    ).toEqual([80, 61, 80, 1, 1, 100, 100]);
    expect(['Escape', 'j'].map(selectedAfter)).toEqual([null, 100]);
    await shown.drawn();
  });

  it('takes no letter that is part of a chord', () => {
    const shown = show(new FakeJournal(100));
    shown.rows.select(50);
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) shown.press('j', grid, more);
    expect(shown.rows.selectedSeq).toBe(50);
  });

  it('names the selected row as the active one only while it exists', async () => {
    const shown = show(new FakeJournal(1_000));
    shown.press('End', grid);
    const active = shown.one(grid).getAttribute('aria-activedescendant');
    expect(rowOf(shown, 1_000).id).toBe(active);
    shown.rows.select(3);
    flushSync();
    await shown.drawn();
    expect(rowOf(shown, 3).id).toBe(shown.one(grid).getAttribute('aria-activedescendant'));
  });

  it('opens the detail with Enter and with a double click', () => {
    const shown = show(new FakeJournal(10));
    rowOf(shown, 4).click();
    flushSync();
    shown.press('Enter', grid);
    rowOf(shown, 4).dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    expect(shown.opened).toEqual([4, 4]);
  });

  it('goes to the partner and draws the line between the two', async () => {
    const journal = new FakeJournal(30);
    journal.change(20, { pairSeq: 23 });
    journal.change(23, { pairSeq: 20 });
    const shown = show(journal);
    shown.rows.select(20);
    flushSync();
    const links = [19, 20, 21, 22, 23, 24].map((seq) =>
      ['start', 'middle', 'end'].find((part) => rowOf(shown, seq).classList.contains(part)),
    );
    expect(links).toEqual([undefined, 'start', 'middle', 'middle', 'end', undefined]);
    shown.press('p', grid);
    expect(shown.rows.selectedSeq).toBe(23);
  });

  it('goes to the next problem', async () => {
    const journal = new FakeJournal(30);
    journal.summary = {
      ...emptySummary,
      problems: [{ code: 'x', severity: 'error', message: 'X', seq: 17 }],
      problemCounts: { error: 1, warning: 0, info: 0 },
    };
    const shown = show(journal);
    shown.press('n', grid);
    await shown.drawn();
    expect(shown.rows.selectedSeq).toBe(17);
  });

  it('copies the raw line with Ctrl+C and says so', async () => {
    const journal = new FakeJournal(30);
    journal.details.set(7, { raw: { text: '{"type":"hello"}\u0000' }, byteLength: 17 });
    journal.details.set(8, { raw: { base64: '/wA=' }, byteLength: 2 });
    const shown = show(journal);
    for (const seq of [7, 8]) {
      shown.rows.select(seq);
      shown.press('c', grid, { ctrlKey: true });
      await shown.drawn();
      expect(shown.text('[role=status]')[0]).toMatch(/^Copied the (line|bytes of) #[78]/);
    }
    expect(journal.copied).toEqual(['{"type":"hello"}\u0000', 'ff 00']);
  });
});

describe('a row', () => {
  const special: Record<number, Partial<Row>> = {
    1: { kind: 'stderr', from: undefined, type: 'stderr' },
    2: { type: 'not JSON', notFrame: true, severity: 'error' },
    3: { severity: 'warning', edited: true },
    4: { edited: true },
    5: { held: { now: true }, severity: 'error', edited: true },
    6: { kind: 'exited', from: undefined, type: 'exited', severity: 'error' },
    7: { from: 'host', latencyUs: 784_000 },
    8: { from: 'host', pending: true },
    9: { held: { heldUs: 1_110_000 } },
    10: { dropped: true, held: { heldUs: 1 } },
    11: { from: 'host', origin: 'hand' },
    12: { truncated: true },
  };
  const journal = (): FakeJournal => new FakeJournal(12, (seq) => ({ ...plainRow(seq), ...special[seq] }));
  const cell = (shown: Shown, seq: number, name: string): string =>
    (rowOf(shown, seq).querySelector(`.${name}`)?.textContent ?? '').trim();
  const mark = (shown: Shown, seq: number): string | null =>
    rowOf(shown, seq).querySelector('.mark [role=img]')?.getAttribute('aria-label') ?? null;

  it('carries one mark, the worst', () => {
    const shown = show(journal(), { live });
    expect(from(1, 6).map((seq) => mark(shown, seq))).toEqual([
      null,
      'error',
      'warning',
      'edited',
      'held',
      'error',
    ]);
  });

  it('tells what it is by its tile', () => {
    const shown = show(journal(), { live });
    const tiles = [1, 2, 3, 6, 7, 11].map((seq) =>
      rowOf(shown, seq).querySelector('.direction [role=img]')?.getAttribute('aria-label'),
    );
    expect(tiles).toEqual([
      'stderr',
      'extension to host, not a frame',
      'extension to host',
      'crash',
      'host to extension',
      'sent by hand',
    ]);
  });

  it('is washed when at fault, hatched when held, soft when it is no line', () => {
    const shown = show(journal(), { live });
    const classes = (seq: number): string[] =>
      ['fault', 'held', 'soft', 'dropped'].filter((name) => rowOf(shown, seq).classList.contains(name));
    expect([1, 2, 3, 5, 6, 10].map(classes)).toEqual([
      ['soft'],
      ['fault'],
      [],
      ['held'],
      ['fault'],
      ['dropped'],
    ]);
  });

  it('says in the latency column how long it took, waits or was held', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const shown = show(journal(), { live: { ...live, realUs: 1_636_000 } });
    const words = [5, 7, 8, 9, 10, 1].map((seq) => cell(shown, seq, 'latency'));
    expect(words).toEqual(['held 1.63 s', '784 ms', '1.63 s', 'held 1.11 s', 'dropped', '']);
  });

  it('says that it was never answered once no answer can come', () => {
    for (const over of [null, { ...live, state: 'ended' as const }]) {
      const shown = show(journal(), { live: over });
      expect(cell(shown, 8, 'latency')).toBe('unanswered');
    }
  });

  it('says that not all of it was kept', () => {
    const shown = show(journal());
    expect(cell(shown, 12, 'summary')).toBe('row 12 · truncated');
  });

  it('shows markup, bidi marks and control characters as text', () => {
    const nasty = '<img src=x onerror=alert(1)></script>\u202egnp\u0007';
    const shown = show(
      new FakeJournal(1, (seq) => ({ ...plainRow(seq), type: nasty, id: nasty, summary: [{ wire: nasty }] })),
    );
    expect(shown.all('img, script')).toEqual([]);
    for (const name of ['type', 'id', 'summary']) {
      const text = cell(shown, 1, name);
      expect(text).toContain('<img src=x onerror=alert(1)></script>');
      expect(text).toContain('U+202E');
      // eslint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
    }
  });

  it('waits without a show for what is being read, and takes it when it comes', async () => {
    const many = new FakeJournal(1_000);
    many.hold();
    const shown = show(many);
    shown.press('Home', grid);
    expect([shown.seqs(), cell(shown, 1, 'waits')]).toEqual([from(1, 20), '…']);
    expect(rowOf(shown, 1).getAttribute('aria-busy')).toBe('true');
    many.stopHolding();
    await shown.drawn();
    expect([cell(shown, 1, 'summary'), rowOf(shown, 1).getAttribute('aria-busy')]).toEqual([
      'row 1',
      'false',
    ]);
  });

  it('says that it could not be read, and reads again when asked to', async () => {
    const many = new FakeJournal(1_000);
    const shown = show(many);
    many.failing = failure('internal', 'The journal could not be read.', 'Look at the disk.');
    shown.press('Home', grid);
    await shown.drawn();
    expect(cell(shown, 1, 'waits')).toBe('could not be read');
    expect(shown.text('[role=alert]')).toEqual([
      'The journal could not be read. Look at the disk. Read again',
    ]);
    many.failing = null;
    shown.click('[role=alert] button');
    await shown.drawn();
    expect([cell(shown, 1, 'summary'), shown.all('[role=alert]')]).toEqual(['row 1', []]);
  });
});

describe('running numbers', () => {
  it('run ten times a second on one timer, and only while such a row is in view', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const journal = new FakeJournal(100, (seq) => ({
      ...plainRow(seq),
      ...(seq > 98 ? { from: 'host', pending: true } : {}),
    }));
    const shown = show(journal, { live: { ...live, realUs: 200_000 } });
    const words = (): string[] =>
      [99, 100].map((seq) => rowOf(shown, seq).querySelector('.latency')?.textContent ?? '');
    expect([words(), vi.getTimerCount()]).toEqual([['101 ms', '100 ms'], 1]);
    vi.advanceTimersByTime(500);
    flushSync();
    expect(words()).toEqual(['601 ms', '600 ms']);
    shown.press('Home', grid);
    await shown.drawn();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
    shown.press('End', grid);
    await shown.drawn();
    expect(vi.getTimerCount()).toBe(1);
    journal.change(99, { pending: undefined, latencyUs: 700_000 });
    journal.change(100, { pending: undefined, latencyUs: 701_000 });
    shown.tell({ live, changed: { seqs: [99, 100], all: false } });
    await shown.drawn();
    expect([words(), vi.getTimerCount()]).toEqual([['700 ms', '701 ms'], 0]);
  });
});
