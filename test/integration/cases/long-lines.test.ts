// Case F07: a line that does not end, and a legal one that is huge. Cost has to be linear and memory bounded.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineUnderTest, isLine, textOf, type Run } from '../../support/engine.ts';

let engine: EngineUnderTest;
beforeEach(() => {
  engine = new EngineUnderTest();
});
afterEach(() => engine.close());

const MB = 1_000_000;

/** Lets the extension write that many bytes on one line and end it; gives what it cost this process. */
async function endless(bytes: number): Promise<{ run: Run; cpuMs: number; grownMb: number }> {
  const run = await engine.open('endless-line', { environment: { FIXTURE_BYTES: String(bytes) } });
  await run.untilState('ready');
  const before = { cpu: process.cpuUsage(), rss: process.memoryUsage().rss };
  let highest = before.rss;
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
  await run.until('all is written', ({ entry }) => entry.kind === 'stderr', 60_000);
  const answer = await run.call('end_it', '{}', 60_000);
  clearInterval(watch);
  expect(textOf(answer)).toContain('here again');
  const { user, system } = process.cpuUsage(before.cpu);
  return { run, cpuMs: (user + system) / 1_000, grownMb: (highest - before.rss) / MB };
}

describe('case F07: 300 MB without a line end', () => {
  it('is one row with its first 256 KiB, its length and a stated limit; after its end frames work again', async () => {
    const { run, grownMb } = await endless(300 * MB);
    const long = (await run.lines('extension')).find(({ entry }) => entry.truncated);
    expect(long?.entry.byteLength).toBe(300 * MB);
    expect(long && textOf(long)).toBe('x'.repeat(256 * 1024));
    expect(long?.row).toMatchObject({ notFrame: true, truncated: true });
    const { entry } = await run.untilProblem('line-too-long');
    expect(entry.severity).toBe('error');
    expect(entry.message).toMatch(/longer than|more than/);
    // Bounded by the limit of 64 MiB and the copy made while gathering up to it, not by the line.
    expect(grownMb).toBeLessThan(250);
    await run.stop();
    expect(run.summary.exit).toEqual({ code: 0, signal: null });
  }, 90_000);

  it('costs ten times as much as a tenth of it, not a hundred times', async () => {
    await endless(10 * MB);
    const small = await endless(30 * MB);
    const large = await endless(300 * MB);
    expect(large.cpuMs / small.cpuMs).toBeLessThan(25);
  }, 90_000);

  it('is told while it still comes, and can be stopped then', async () => {
    const run = await engine.open('endless-line', { environment: { FIXTURE_BYTES: String(50_000 * MB) } });
    await run.untilProblem('line-too-long', 30_000);
    await run.stop();
    expect(run.summary.exit).not.toBeNull();
    const long = (await run.lines('extension')).find(({ entry }) => entry.truncated);
    expect(long?.entry.byteLength).toBeGreaterThan(64 * MB);
  }, 60_000);
});

describe('case F07: a legal result of 30 MB in pieces of 8 KiB', () => {
  it('works, whole, with a warning that the reference host stops reading above 4 MiB', async () => {
    const run = await engine.open('big-result');
    await run.untilState('ready');
    const result = await run.call('big', '{}', 30_000);
    expect(Buffer.byteLength(textOf(result))).toBe(30 * MB - 1);
    expect(result.entry.truncated).toBeUndefined();
    const issue = result.decoded?.issues.find(({ code }) => code === 'line-over-limit');
    expect(issue?.severity).toBe('warning');
    expect(issue?.message).toContain('4,194,304 bytes');
    expect(result.row.pairSeq).toBeDefined();
  }, 60_000);

  it('has no warning at 4,194,303 bytes and its line end, and has one a byte later', async () => {
    for (const [bytes, isOver] of [
      [4_194_304, false],
      [4_194_305, true],
    ] as const) {
      const run = await engine.open('big-result', {
        environment: { FIXTURE_UNASKED: '1', FIXTURE_BYTES: String(bytes) },
      });
      const view = await run.until(
        'the notify',
        (seen) => isLine(seen) && seen.entry.from === 'extension' && seen.row.type === 'notify',
      );
      expect(view.decoded?.issues.some(({ code }) => code === 'line-over-limit')).toBe(isOver);
      await run.stop();
    }
  }, 60_000);
});
