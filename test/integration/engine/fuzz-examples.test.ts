// The examples are sound: fuzzed with the usual settings, every tool, command, event and question of theirs, nothing is found.
// The one that is made with a fault is found out.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FuzzCall } from '../../../shared/fuzz/findings.ts';
import { examplesDir } from '../../support/fixture-extensions.ts';
import { FuzzRuns, gist, seedOfTests } from '../../support/fuzz-runs.ts';
import { examplePlugin, pluginChild } from '../../support/plugins.ts';

let runs: FuzzRuns;
beforeEach(() => void (runs = new FuzzRuns()));
afterEach(() => runs.close());

const faulty = 'chatterbox';
const sound = readdirSync(examplesDir).filter((name) => name !== faulty);

describe(`examples, seed ${seedOfTests}`, () => {
  test.each(sound)('%s: nothing is found', { timeout: 120_000 }, async (name) => {
    const outcome = await runs.run(path.join(examplesDir, name), { whole: true });
    expect(outcome.buckets).toEqual([]);
    expect(outcome.end).toBe('done');
    expect(outcome.calls).toBeGreaterThan(300);
  });

  test(
    'greeter: nothing is found with its command, its events and its question',
    { timeout: 120_000 },
    async () => {
      const outcome = await runs.run(path.join(examplesDir, 'greeter'), {
        whole: true,
        choice: { commands: ['greet'], events: ['turn_end', 'tool_call'], intercepts: ['tool_call'] },
        settings: { runs: 120 },
      });
      expect(outcome.buckets).toEqual([]);
      expect(outcome.coverage).toHaveLength(4);
      for (const { covered, total } of outcome.coverage) expect(covered).toBe(total);
    },
  );

  test(
    'a native plugin: its host refuses what does not fit, and nothing is found',
    { timeout: 120_000 },
    async () => {
      const calls: FuzzCall[] = [];
      const outcome = await runs.run(examplePlugin('hello'), {
        whole: true,
        profile: 'opcode-1',
        pluginChild: await pluginChild(),
        settings: { runs: 120, parts: ['boundaries', 'valid', 'invalid', 'together'] },
        called: (call) => calls.push(call),
      });
      expect(outcome.buckets).toEqual([]);
      expect(calls.filter(({ how }) => how === 'refused').length).toBeGreaterThan(5);
      expect(calls.filter(({ how }) => how === 'answered').length).toBeGreaterThan(20);
    },
  );

  test(`${faulty} prints on stdout, which the first call shows`, { timeout: 60_000 }, async () => {
    const outcome = await runs.run(path.join(examplesDir, faulty));
    expect(outcome.buckets.map(({ oracle }) => oracle)).toEqual(['stdout-pollution']);
  });
});

describe('a run', () => {
  const greeter = path.join(examplesDir, 'greeter');

  test('is stopped at any time, and tells what there is until then', { timeout: 60_000 }, async () => {
    let count = 0;
    const outcome = await runs.run(greeter, {
      whole: true,
      settings: { runs: 100_000, parts: ['valid'] },
      called: (_, stop) => void (++count === 50 && stop()),
    });
    expect(outcome).toMatchObject({ end: 'stopped', buckets: [] });
    expect(outcome.calls).toBeLessThan(200);
  });

  test('in shards has each input in one of them, and all of them together', { timeout: 60_000 }, async () => {
    const raws = async (at: number, of: number): Promise<string[]> => {
      const seen: string[] = [];
      const settings = { runs: 90, parts: ['valid', 'invalid'] as const, shard: { at, of } };
      await runs.run(greeter, { whole: true, settings, called: ({ raw }) => seen.push(raw) });
      return seen;
    };
    const whole = await raws(1, 1);
    const parts = [...(await raws(1, 3)), ...(await raws(2, 3)), ...(await raws(3, 3))];
    expect(parts.sort()).toEqual(whole.sort());
  });

  test('with several calls at once has the same buckets', { timeout: 120_000 }, async () => {
    const settings = { runs: 60, parts: ['examples', 'invalid'] as const };
    const broken = path.join(examplesDir, faulty);
    const one = await runs.run(broken, { whole: true, settings });
    const many = await runs.run(broken, { whole: true, settings: { ...settings, concurrency: 6 } });
    expect(gist(many.buckets)).toEqual(gist(one.buckets));
    expect(one.buckets.map(({ oracle }) => oracle)).toEqual(['stdout-pollution', 'accepted-invalid']);
  });
});
