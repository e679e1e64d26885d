// Files that an extension writes itself at each start must not have it restarted for ever; those a person edits must.

import { describe, expect, it } from 'vitest';
import { SelfWritten } from '../../../electron/engine/self-written.ts';

/** Restarts as the watch does: each reason starts it again. */
function loop(
  own: SelfWritten,
  files: readonly string[],
  times: number,
  everyMs: number,
): (readonly string[])[] {
  let nowMs = 10_000;
  own.started(nowMs, []);
  return Array.from({ length: times }, () => {
    nowMs += everyMs;
    const reasons = own.reasons(files, nowMs);
    if (reasons.length > 0) own.started(nowMs, reasons);
    return reasons;
  });
}

describe('a file that changes right after each start', () => {
  it('counts a few times and then no more', () => {
    const own = new SelfWritten();
    const told = loop(own, ['state.json'], 6, 500).map((reasons) => reasons.length);
    expect(told).toEqual([1, 1, 1, 0, 0, 0]);
    expect(own.passedOver).toEqual(['state.json']);
  });

  it('does not keep others that change with it from counting', () => {
    const own = new SelfWritten();
    loop(own, ['state.json'], 6, 500);
    expect(own.reasons(['state.json', 'main.mjs'], 99_000)).toEqual(['main.mjs']);
  });
});

describe('a file that a person edits', () => {
  it('counts each time, however often, when it is not right after the start', () => {
    const own = new SelfWritten();
    expect(loop(own, ['main.mjs'], 20, 2_500).every((reasons) => reasons.length === 1)).toBe(true);
    expect(own.passedOver).toEqual([]);
  });

  it('counts when it is saved soon after a start that another file was the reason of', () => {
    const own = new SelfWritten();
    let nowMs = 0;
    own.started(nowMs, []);
    for (const file of ['a.mjs', 'b.mjs', 'a.mjs', 'b.mjs', 'a.mjs', 'b.mjs', 'a.mjs', 'b.mjs']) {
      nowMs += 500;
      expect(own.reasons([file], nowMs)).toEqual([file]);
      own.started(nowMs, [file]);
    }
  });
});
