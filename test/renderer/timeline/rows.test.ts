import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RowStore } from '../../../renderer/state/rows.svelte.ts';
import { failure } from '../../../shared/errors.ts';
import type { StreamBatch } from '../../../shared/ipc/contract.ts';
import type { FoundProblem } from '../../../shared/session/summary.ts';
import { emptySummary, FakeJournal, plainRow, settled, testSession } from './fake-journal.ts';

function opened(journal: FakeJournal): RowStore {
  const rows = new RowStore(journal.bridge, testSession);
  onTestFinished(() => rows.close());
  rows.applyBatch(journal.batch());
  return rows;
}
async function read(rows: RowStore, seq: number): Promise<unknown> {
  rows.row(seq);
  await settled();
  return rows.row(seq);
}
function nextBatch(rows: RowStore, journal: FakeJournal, more: Partial<StreamBatch> = {}): void {
  rows.applyBatch(journal.batch(more));
}

describe('rows at hand', () => {
  it('has the newest rows without a question', () => {
    const journal = new FakeJournal(1_842);
    const rows = opened(journal);
    expect([rows.count, rows.lastAtUs, rows.row(1_842)]).toEqual([1_842, 1_842_000, journal.row(1_842)]);
    expect(journal.asked).toEqual([]);
  });

  it('asks for a page once, however many of its rows are looked at', async () => {
    const journal = new FakeJournal(5_000);
    const rows = opened(journal);
    for (let seq = 401; seq <= 600; seq += 1) expect(rows.row(seq)).toBeUndefined();
    await settled();
    for (let seq = 401; seq <= 600; seq += 1) expect(rows.row(seq)).toEqual(journal.row(seq));
    expect(journal.askedFor('rows.read')).toEqual([{ session: 's1', from: 401, count: 200 }]);
  });

  it('asks for no more than two pages at a time, the newest wish first', async () => {
    const journal = new FakeJournal(100_000);
    const rows = opened(journal);
    journal.hold();
    for (const seq of [1_001, 2_001, 3_001]) {
      rows.row(seq);
      await settled();
    }
    for (const seq of [4_001, 5_001, 6_001]) rows.row(seq);
    await settled();
    expect(journal.askedFor('rows.read').map((args) => args.from)).toEqual([1_001, 2_001]);
    await journal.letGo(1);
    await journal.letGo(1);
    expect(journal.askedFor('rows.read').map((args) => args.from)).toEqual([1_001, 2_001, 6_001, 5_001]);
    journal.stopHolding();
  });

  it('asks only for the part of the last page that it lacks', async () => {
    const journal = new FakeJournal(450);
    const rows = new RowStore(journal.bridge, testSession);
    rows.applyBatch(journal.batch({}, 20));
    rows.row(401);
    await settled();
    expect(journal.askedFor('rows.read')).toEqual([{ session: 's1', from: 401, count: 30 }]);
    rows.close();
  });

  it('keeps memory bounded over 1,200,000 rows and still reads any of them', async () => {
    const journal = new FakeJournal(1_200_000);
    const rows = opened(journal);
    for (let seq = 1; seq <= 1_200_000; seq += 4_001) expect(await read(rows, seq)).toEqual(journal.row(seq));
    expect(rows.rowsAtHand).toBeLessThanOrEqual(24_000);
    expect(await read(rows, 1)).toEqual(journal.row(1));
    expect(await read(rows, 1_200_000)).toEqual(journal.row(1_200_000));
  });

  it('shows a row as it is after it was answered or released', async () => {
    const journal = new FakeJournal(2_000, (seq) => ({ ...plainRow(seq), pending: true }));
    const rows = opened(journal);
    await read(rows, 5);
    journal.change(5, { pending: undefined, latencyUs: 784_000, pairSeq: 9 });
    nextBatch(rows, journal, { changed: { seqs: [5], all: false } });
    expect(await read(rows, 5)).toEqual(journal.row(5));
    journal.change(5, { held: { heldUs: 12 } });
    nextBatch(rows, journal, { changed: { seqs: [], all: true } });
    expect(await read(rows, 5)).toEqual(journal.row(5));
  });

  it('is not fooled by an answer that is older than what the stream said', async () => {
    const journal = new FakeJournal(300, (seq) => ({ ...plainRow(seq), pending: true }));
    const rows = new RowStore(journal.bridge, testSession);
    rows.applyBatch(journal.batch({}, 10));
    journal.hold();
    rows.row(250);
    await settled();
    // The question is answered from the old state; meanwhile row 250 is answered and row 260 comes with the tail.
    journal.change(250, { pending: undefined, latencyUs: 7 });
    journal.change(260, { pending: undefined, latencyUs: 8 });
    rows.applyBatch(journal.batch({ changed: { seqs: [250, 260], all: false }, tail: [journal.row(260)] }));
    await journal.letGo();
    journal.stopHolding();
    expect(await read(rows, 250)).toEqual(journal.row(250));
    expect(rows.row(260)).toEqual(journal.row(260));
    rows.close();
  });

  it('says why rows could not be read and reads them again when asked to', async () => {
    const journal = new FakeJournal(5_000);
    const rows = opened(journal);
    journal.failing = failure('internal', 'The journal could not be read.');
    expect(await read(rows, 1)).toBeUndefined();
    await read(rows, 1);
    expect(rows.readFailure?.message).toBe('The journal could not be read.');
    expect(journal.askedFor('rows.read')).toHaveLength(1);
    journal.failing = null;
    rows.readAgain();
    expect(await read(rows, 1)).toEqual(journal.row(1));
    expect(rows.readFailure).toBeUndefined();
  });

  it('never shows another row in place of the wished one, whatever happens in between', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('look' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constant('change' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constant('grow' as const), by: fc.integer({ min: 1, max: 900 }) }),
      fc.record({ kind: fc.constant('deliver' as const), howMany: fc.integer({ min: 1, max: 2 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const journal = new FakeJournal(700);
        const rows = opened(journal);
        journal.hold();
        const looked = new Set<number>();
        let changes = 0;
        for (const one of steps) {
          const seq = 'at' in one ? 1 + Math.floor(one.at * (journal.count - 1)) : 0;
          if (one.kind === 'look') rows.row(looked.add(seq) && seq);
          if (one.kind === 'deliver') await journal.letGo(one.howMany);
          if (one.kind === 'grow') journal.count += one.by;
          if (one.kind === 'change') journal.change(seq, { latencyUs: (changes += 1) });
          if (one.kind === 'change') nextBatch(rows, journal, { changed: { seqs: [seq], all: false } });
          if (one.kind === 'grow') nextBatch(rows, journal);
        }
        journal.stopHolding();
        for (let turn = 0; turn < 60; turn += 1) {
          for (const seq of looked) rows.row(seq);
          await settled();
        }
        for (const seq of looked) expect(rows.row(seq)).toEqual(journal.row(seq));
        rows.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe('a query', () => {
  // A question that takes long is followed by a rest; here none does, however busy the machine is.
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  const everyThird = (row: { seq: number }): boolean => row.seq % 3 === 0;

  it('maps places in the list to rows, and grows with the journal', async () => {
    const journal = new FakeJournal(1_000);
    journal.queries.set('type:third', everyThird);
    const rows = opened(journal);
    rows.setQuery('type:third');
    await settled();
    expect([rows.visibleCount, rows.seqAt(0), rows.seqAt(332), rows.seqAt(333)]).toEqual([
      333,
      3,
      999,
      undefined,
    ]);
    expect([rows.indexOf(999), rows.indexOf(1_000), rows.indexFrom(1_000)]).toEqual([332, -1, 333]);
    expect(rows.sentence).toBe('Rows that match type:third');
    journal.count = 1_010;
    nextBatch(rows, journal);
    await settled();
    expect([rows.visibleCount, rows.seqAt(335)]).toEqual([336, 1_008]);
    expect(journal.askedFor('rows.find').map((args) => args.from)).toEqual([1, 1_001]);
  });

  it('goes on asking when one question does not reach the end', async () => {
    const journal = new FakeJournal(1_000);
    journal.findAtOnce = 300;
    journal.queries.set('type:third', everyThird);
    const rows = opened(journal);
    rows.setQuery('type:third');
    await settled();
    await settled();
    expect([rows.visibleCount, rows.searching]).toEqual([333, false]);
  });

  it('looks again at rows that changed, so that a row comes or goes as it must', async () => {
    const journal = new FakeJournal(600, (seq) => ({ ...plainRow(seq), pending: true }));
    journal.queries.set('pending', (row) => row.pending === true);
    const rows = opened(journal);
    rows.setQuery('pending');
    await settled();
    expect(rows.visibleCount).toBe(600);
    for (const seq of [17, 580]) journal.change(seq, { pending: undefined });
    nextBatch(rows, journal, { changed: { seqs: [580, 17], all: false } });
    await settled();
    expect([rows.visibleCount, rows.indexOf(17), rows.indexOf(580)]).toEqual([598, -1, -1]);
    journal.change(17, { pending: true });
    nextBatch(rows, journal, { changed: { seqs: [], all: true } });
    await settled();
    expect([rows.visibleCount, rows.indexOf(17)]).toEqual([599, 16]);
  });

  it('knows of a row that changed while the query was being answered', async () => {
    const journal = new FakeJournal(600, (seq) => ({ ...plainRow(seq), pending: true }));
    journal.queries.set('pending', (row) => row.pending === true);
    const rows = opened(journal);
    journal.hold();
    rows.setQuery('pending');
    await settled();
    journal.change(17, { pending: undefined });
    nextBatch(rows, journal, { changed: { seqs: [17], all: false } });
    await journal.letGo();
    journal.stopHolding();
    await settled();
    expect([rows.visibleCount, rows.indexOf(17)]).toEqual([599, -1]);
  });

  it('looks only at what changed when that lies far apart', async () => {
    const journal = new FakeJournal(100_000);
    journal.findAtOnce = 1_000;
    journal.queries.set('slow', (row) => row.latencyUs !== undefined);
    const rows = opened(journal);
    rows.setQuery('slow');
    for (let turn = 0; turn < 60; turn += 1) await settled();
    expect([rows.searching, journal.askedFor('rows.find').length]).toEqual([false, 100]);
    for (const seq of [5, 90_000]) journal.change(seq, { latencyUs: 1 });
    nextBatch(rows, journal, { changed: { seqs: [5, 90_000], all: false } });
    for (let turn = 0; turn < 60; turn += 1) await settled();
    expect([rows.visibleCount, rows.seqAt(0), rows.seqAt(1)]).toEqual([2, 5, 90_000]);
    expect(journal.askedFor('rows.find').length).toBe(102);
  });

  it('is right in the end, whatever changes and grows while it is asked in slices', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constant('all' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constant('grow' as const), by: fc.integer({ min: 1, max: 90 }) }),
      fc.record({ kind: fc.constant('deliver' as const) }),
      fc.record({
        kind: fc.constant('query' as const),
        name: fc.constantFrom('pending', 'type:third', 'wrong:', ''),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const journal = new FakeJournal(200, (seq) => ({ ...plainRow(seq), pending: true }));
        journal.findAtOnce = 50;
        journal.queries.set('pending', (row) => row.pending === true);
        journal.queries.set('type:third', everyThird);
        const rows = opened(journal);
        rows.setQuery('pending');
        journal.hold();
        for (const one of steps) {
          if (one.kind === 'deliver') await journal.letGo(1);
          if (one.kind === 'query') rows.setQuery(one.name);
          if (one.kind === 'grow') journal.count += one.by;
          const seq = 'at' in one ? 1 + Math.floor(one.at * (journal.count - 1)) : 0;
          if (seq > 0) journal.change(seq, { pending: journal.row(seq).pending ? undefined : true });
          if (one.kind === 'change') nextBatch(rows, journal, { changed: { seqs: [seq], all: false } });
          else if (one.kind === 'all') nextBatch(rows, journal, { changed: { seqs: [], all: true } });
          else nextBatch(rows, journal);
        }
        journal.stopHolding();
        rows.setQuery('pending');
        for (let turn = 0; turn < 80; turn += 1) await settled();
        const matching = Array.from({ length: journal.count }, (_, at) => at + 1).filter(
          (seq) => journal.row(seq).pending,
        );
        expect(Array.from({ length: rows.visibleCount }, (_, at) => rows.seqAt(at))).toEqual(matching);
        rows.close();
      }),
      { numRuns: 150 },
    );
  }, 30_000);

  it('reads single rows where matches lie far apart', async () => {
    const journal = new FakeJournal(100_000);
    journal.queries.set('rare', (row) => row.seq % 30_000 === 0);
    const rows = opened(journal);
    rows.setQuery('rare');
    await settled();
    expect(await read(rows, 30_000)).toEqual(journal.row(30_000));
    expect(journal.askedFor('rows.read')).toEqual([{ session: 's1', from: 30_000, count: 1 }]);
  });

  it('lets main rest after a question that took long, and goes on then', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const journal = new FakeJournal(200);
    journal.findAtOnce = 150;
    journal.queries.set('type:third', everyThird);
    const rows = opened(journal);
    journal.hold();
    rows.setQuery('type:third');
    await settled();
    vi.advanceTimersByTime(300);
    await journal.letGo();
    journal.stopHolding();
    expect([rows.visibleCount, rows.searching]).toEqual([50, true]);
    vi.advanceTimersByTime(299);
    await settled();
    expect(journal.askedFor('rows.find').length).toBe(1);
    vi.advanceTimersByTime(1);
    await settled();
    expect([rows.visibleCount, rows.searching]).toEqual([66, false]);
  });

  it('keeps the list as it was and says what is wrong when it cannot be read', async () => {
    const journal = new FakeJournal(1_000);
    journal.queries.set('type:third', everyThird);
    const rows = opened(journal);
    rows.setQuery('type:third');
    await settled();
    rows.setQuery('tpye:third');
    await settled();
    expect(rows.queryFailure?.message).toBe('“tpye:third” is no query.');
    expect([rows.appliedQuery, rows.visibleCount]).toEqual(['type:third', 333]);
    rows.setQuery('');
    expect([rows.queryFailure, rows.visibleCount]).toEqual([undefined, 1_000]);
  });

  it('takes no notice of an answer to a query that was given up', async () => {
    const journal = new FakeJournal(1_000);
    journal.queries.set('type:third', everyThird);
    journal.queries.set('none', () => false);
    const rows = opened(journal);
    journal.hold();
    rows.setQuery('none');
    rows.setQuery('type:third');
    await settled();
    await journal.letGo();
    journal.stopHolding();
    await settled();
    expect([rows.appliedQuery, rows.visibleCount]).toEqual(['type:third', 333]);
  });

  it('keeps the selection while it hides the selected row', async () => {
    const journal = new FakeJournal(1_000);
    journal.queries.set('type:third', everyThird);
    const rows = opened(journal);
    rows.select(500);
    rows.setQuery('type:third');
    await settled();
    expect([rows.selectedSeq, rows.indexOf(500)]).toEqual([500, -1]);
    rows.setQuery('');
    expect([rows.selectedSeq, rows.indexOf(500)]).toEqual([500, 499]);
  });
});

describe('the selection', () => {
  it('finds the partner of a request and of an answer', () => {
    const journal = new FakeJournal(50);
    journal.change(10, { pairSeq: 20 });
    journal.change(20, { pairSeq: 10 });
    const rows = opened(journal);
    rows.select(10);
    expect([rows.selectPartner(), rows.selectedSeq]).toEqual([true, 20]);
    expect([rows.selectPartner(), rows.selectedSeq]).toEqual([true, 10]);
    rows.select(11);
    expect([rows.selectPartner(), rows.selectedSeq]).toEqual([false, 11]);
  });

  const problem = (seq: number, severity: FoundProblem['severity']): FoundProblem => ({
    code: 'x',
    severity,
    message: 'X',
    seq,
  });
  async function walked(rows: RowStore, steps: number): Promise<(number | null)[]> {
    const visited = [];
    for (let step = 0; step < steps; step += 1) {
      expect(await rows.selectNextProblem()).toBe(true);
      visited.push(rows.selectedSeq);
    }
    return visited;
  }

  it('goes from problem to problem, round again at the end, and passes over mere remarks', async () => {
    const journal = new FakeJournal(50);
    journal.summary = {
      ...emptySummary,
      problems: [problem(30, 'error'), problem(7, 'warning'), problem(9, 'info')],
      problemCounts: { error: 1, warning: 1, info: 1 },
    };
    expect(await walked(opened(journal), 3)).toEqual([7, 30, 7]);
    expect(journal.asked).toEqual([]);
  });

  it('finds the next problem beyond those the summary names, within the query', async () => {
    const journal = new FakeJournal(5_000);
    journal.findAtOnce = 300;
    journal.queries.set('is:problem', (row) => row.seq % 1_000 === 0);
    journal.queries.set('type:even', (row) => row.seq % 2 === 0);
    journal.queries.set('type:even is:problem', (row) => row.seq === 3_000);
    const problemCounts = { error: 5, warning: 0, info: 0 };
    journal.summary = { ...emptySummary, problems: [problem(1_000, 'error')], problemCounts };
    const rows = opened(journal);
    rows.select(3_500);
    expect(await walked(rows, 3)).toEqual([4_000, 5_000, 1_000]);
    rows.setQuery('type:even');
    await settled();
    expect(await walked(rows, 2)).toEqual([3_000, 3_000]);
  });

  it('has no next problem where there is none', async () => {
    expect(await opened(new FakeJournal(50)).selectNextProblem()).toBe(false);
  });

  it('leaves the tail when another than the newest row is selected', () => {
    const rows = opened(new FakeJournal(50));
    rows.select(50);
    expect(rows.followTail).toBe(true);
    rows.select(49);
    expect(rows.followTail).toBe(false);
  });

  it('notices when what was read about the selected row is out of date', () => {
    const journal = new FakeJournal(50);
    journal.change(10, { pairSeq: 20 });
    const rows = opened(journal);
    rows.select(10);
    const told = rows.selectedTold;
    nextBatch(rows, journal, { changed: { seqs: [11], all: false } });
    expect(rows.selectedTold).toBe(told);
    nextBatch(rows, journal, { changed: { seqs: [20], all: false } });
    expect(rows.selectedTold).toBe(told + 1);
  });
});
