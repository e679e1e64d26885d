import { describe, expect, it } from 'vitest';
import { ChangeLog, maxNamedChanges } from '../../../electron/recorder/change-log.ts';

describe('ChangeLog', () => {
  it('names each changed row once, ascending, and only since the last call', () => {
    const log = new ChangeLog();
    for (const seq of [9, 3, 9]) log.note(seq);
    expect(log.take(1)).toEqual({ seqs: [3, 9], all: false });
    log.note(4);
    expect(log.take(1)).toEqual({ seqs: [4], all: false });
    expect(log.take(1)).toEqual({ seqs: [], all: false });
  });

  it('keeps a cursor for each consumer', () => {
    const log = new ChangeLog();
    log.note(1);
    expect(log.take(1).seqs).toEqual([1]);
    log.note(2);
    expect(log.take(2).seqs).toEqual([1, 2]);
    expect(log.take(1).seqs).toEqual([2]);
  });

  it('says "all" when there are more than it names, and names them again after that', () => {
    const log = new ChangeLog();
    for (let seq = 1; seq <= maxNamedChanges; seq++) log.note(seq);
    expect(log.take(1).seqs).toHaveLength(maxNamedChanges);
    for (let seq = 1; seq <= maxNamedChanges + 1; seq++) log.note(seq);
    expect(log.take(1)).toEqual({ seqs: [], all: true });
    log.note(5);
    expect(log.take(1)).toEqual({ seqs: [5], all: false });
  });
});
