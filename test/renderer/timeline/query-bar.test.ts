import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RowStore } from '../../../renderer/state/rows.svelte.ts';
import FrameList from '../../../renderer/views/timeline/FrameList.svelte';
import QueryBar from '../../../renderer/views/timeline/QueryBar.svelte';
import { FakeJournal, testSession } from './fake-journal.ts';
import { mounted, type Mounted } from './mounted.ts';

interface Shown extends Mounted {
  readonly rows: RowStore;
  readonly journal: FakeJournal;
  readonly input: HTMLInputElement;
  left: number;
  type(text: string): Promise<void>;
}

function show(count = 1_842): Shown {
  const journal = new FakeJournal(count);
  journal.queries.set('type:third', (row) => row.seq % 3 === 0);
  journal.queries.set('latency:>5s', () => false);
  const rows = new RowStore(journal.bridge, testSession);
  onTestFinished(() => rows.close());
  rows.applyBatch(journal.batch());
  const shown: Partial<Shown> & { left: number } = { left: 0 };
  const bar = mounted(QueryBar, { rows, onleave: () => (shown.left += 1) });
  const input = bar.one('input') as HTMLInputElement;
  const type = async (text: string): Promise<void> => {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    vi.advanceTimersByTime(200);
    await bar.drawn();
  };
  return Object.assign(shown, bar, { rows, journal, input, type });
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

describe('the query bar', () => {
  it('says how many rows there are while nothing is looked for', () => {
    expect(show().text('[role=status]')).toEqual(['1,842 rows']);
  });

  it('says in words what a query means and how much it leaves', async () => {
    const shown = show();
    await shown.type('type:third');
    expect(shown.text('[role=status]')).toEqual(['Rows that match type:third. 614 of 1,842']);
  });

  it('waits for the end of a word before it asks', async () => {
    const shown = show();
    for (const text of ['t', 'ty', 'type:third']) {
      shown.input.value = text;
      shown.input.dispatchEvent(new Event('input', { bubbles: true }));
      vi.advanceTimersByTime(50);
    }
    vi.advanceTimersByTime(200);
    await shown.drawn();
    expect(shown.journal.askedFor('rows.find').map((args) => args.query)).toEqual(['type:third']);
  });

  it('says what is wrong with a query and what can be written, and keeps the rows as they were', async () => {
    const shown = show();
    await shown.type('tpye:third');
    expect(shown.text('[role=status]')).toEqual(['“tpye:third” is no query. Use type:.']);
    expect(shown.input.getAttribute('aria-invalid')).toBe('true');
    expect(shown.rows.visibleCount).toBe(1_842);
    await shown.type('type:third');
    expect(shown.input.getAttribute('aria-invalid')).toBe('false');
  });

  it('has the focus with a slash, except where a slash is typed', () => {
    const shown = show();
    shown.press('/');
    expect(document.activeElement).toBe(shown.input);
    const other = document.createElement('textarea');
    document.body.append(other);
    onTestFinished(() => other.remove());
    other.focus();
    const typed = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
    other.dispatchEvent(typed);
    expect([typed.defaultPrevented, document.activeElement]).toEqual([false, other]);
  });

  it('clears with Esc and is left with the next one', async () => {
    const shown = show();
    await shown.type('type:third');
    shown.press('Escape', 'input');
    expect([shown.input.value, shown.rows.visibleCount, shown.left]).toEqual(['', 1_842, 0]);
    shown.press('Escape', 'input');
    expect(shown.left).toBe(1);
  });

  it('asks at once with Enter and goes to the rows', async () => {
    const shown = show();
    shown.input.value = 'type:third';
    shown.input.dispatchEvent(new Event('input', { bubbles: true }));
    shown.press('Enter', 'input');
    await shown.drawn();
    expect([shown.rows.visibleCount, shown.left]).toEqual([614, 1]);
  });

  it('follows a query that was cleared elsewhere', async () => {
    const shown = show();
    await shown.type('type:third');
    shown.rows.setQuery('');
    flushSync();
    expect(shown.input.value).toBe('');
  });
});

describe('an empty list', () => {
  it('names the query that matched nothing, what there is, and the way out', async () => {
    const shown = show();
    const list = mounted(FrameList, { rows: shown.rows });
    await shown.type('latency:>5s');
    expect(list.text('.empty')).toEqual([
      'No frame matches latency:>5s 1,842 rows are recorded, over 1.84 s. Clear the query Esc',
    ]);
    list.click('.empty button');
    await list.drawn();
    expect([shown.rows.query, list.all('.empty').length, list.all('[role=row] .n').length]).toEqual([
      '',
      0,
      21,
    ]);
  });

  it('is cleared with Esc from the list as well', async () => {
    const shown = show();
    const list = mounted(FrameList, { rows: shown.rows });
    await shown.type('latency:>5s');
    list.press('Escape', '[role=grid]');
    expect(shown.rows.query).toBe('');
  });

  it('says that nothing has happened yet', () => {
    const shown = show(0);
    const list = mounted(FrameList, { rows: shown.rows });
    expect(list.text('.empty')[0]).toMatch(/^Nothing has happened yet/);
  });
});
