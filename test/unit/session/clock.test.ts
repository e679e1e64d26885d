import { describe, expect, it } from 'vitest';
import { Clock, systemTime } from '../../../electron/session/clock.ts';
import { Deadlines } from '../../../electron/session/deadlines.ts';
import { ManualTime } from '../../support/manual-time.ts';

function rig() {
  const time = new ManualTime();
  const clock = new Clock(time);
  const passed: string[] = [];
  return { time, clock, passed, deadlines: new Deadlines(clock, (name) => passed.push(name)) };
}

describe('the clock', () => {
  it('tells whole µs since it began, and host time without the time frozen', () => {
    const { time, clock } = rig();
    time.advance(10.4);
    clock.freeze();
    time.advance(5);
    clock.freeze();
    expect([clock.realUs(), clock.hostUs(), clock.frozen]).toEqual([15_400, 10_400, true]);
    clock.resume();
    clock.resume();
    time.advance(1);
    expect([clock.realUs(), clock.hostUs(), clock.frozen]).toEqual([16_400, 11_400, false]);
  });

  it('on the system’s time only goes forward', () => {
    const clock = new Clock(systemTime);
    const first = clock.realUs();
    expect(first).toBeGreaterThanOrEqual(0);
    expect(clock.realUs()).toBeGreaterThanOrEqual(first);
    expect(Number.isInteger(clock.realUs())).toBe(true);
  });
});

describe('deadlines', () => {
  it('pass once, in the order they are due, and are listed while they run', () => {
    const { time, deadlines, passed } = rig();
    deadlines.set('b', 20, 'give up');
    deadlines.set('a', 10, 'go on');
    time.advance(5);
    expect(deadlines.list()).toEqual([
      { name: 'b', totalMs: 20, leftMs: 15, outcome: 'give up' },
      { name: 'a', totalMs: 10, leftMs: 5, outcome: 'go on' },
    ]);
    time.advance(100);
    expect(passed).toEqual(['a', 'b']);
    expect([deadlines.count, time.timers]).toEqual([0, 0]);
  });

  it('keep what is left while the clock is frozen, also those set or put off meanwhile', () => {
    const { time, deadlines, passed } = rig();
    deadlines.set('before', 10, '');
    time.advance(4);
    deadlines.freeze();
    deadlines.set('meanwhile', 3, '');
    time.advance(1_000);
    expect(deadlines.list().map(({ leftMs }) => leftMs)).toEqual([6, 3]);
    expect(time.timers).toBe(0);
    deadlines.restart('before');
    deadlines.resume();
    time.advance(3);
    expect(passed).toEqual(['meanwhile']);
    time.advance(6);
    expect(passed).toEqual(['meanwhile']);
    time.advance(1);
    expect(passed).toEqual(['meanwhile', 'before']);
  });

  it('can be cleared and set anew', () => {
    const { time, deadlines, passed } = rig();
    deadlines.set('a', 10, '');
    deadlines.set('a', 50, '');
    deadlines.set('b', 10, '');
    deadlines.clear('b');
    deadlines.restart('unknown');
    time.advance(49);
    expect(passed).toEqual([]);
    time.advance(1);
    expect(passed).toEqual(['a']);
  });

  it('put off many times take one timer only', () => {
    const { time, deadlines, passed } = rig();
    deadlines.set('a', 10, '');
    for (let n = 0; n < 1_000; n++) {
      time.advance(1);
      deadlines.restart('a');
      expect(time.timers).toBe(1);
    }
    time.advance(9);
    expect(passed).toEqual([]);
    time.advance(1);
    expect(passed).toEqual(['a']);
  });
});
