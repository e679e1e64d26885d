// `framescope fuzz` as a person and a script use it: exit codes, text, JSON, JUnit, and a folder of scenarios that fail as long
// as the bug is there.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FuzzBucket, FuzzOutcome } from '../../../shared/fuzz/findings.ts';
import { parseScenario } from '../../../shared/scenario/parse.ts';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { examplesDir } from '../../support/fixture-extensions.ts';
import { planted } from '../../support/fuzz-runs.ts';

let cli: CommandLineUnderTest;
let dir: string;
beforeEach(() => {
  cli = new CommandLineUnderTest();
  dir = mkdtempSync(path.join(os.tmpdir(), 'framescope-fuzz-cli-'));
});
afterEach(async () => {
  rmSync(dir, { recursive: true, force: true });
  await cli.close();
});

type Json = FuzzOutcome & { readonly ok: boolean; readonly saved: readonly string[] };
const seed = ['--seed', '4711'];
const greeter = path.join(examplesDir, 'greeter');

describe('fuzz', () => {
  test('ends with 0 when nothing is found, and tells coverage, rate and seed', async () => {
    const { code, out, err } = await cli.run([
      'fuzz',
      greeter,
      ...seed,
      '--runs',
      '80',
      '--phases',
      'examples,boundaries,valid,invalid',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Fuzzing greeter: tool greet; seed 4711');
    expect(out).toMatch(/tool greet: 14 of 14 branches of its schema/);
    expect(out).toMatch(/✔ nothing found; 80 calls in [\d.]+ s, \d+ a second, started 1 times/);
  });

  test(
    'ends with 1 when a bucket is found; JSON, JUnit and a scenario have it',
    { timeout: 60_000 },
    async () => {
      const junit = path.join(dir, 'fuzz.xml');
      const save = path.join(dir, 'regressions');
      const options = [
        '--phases',
        'boundaries,invalid',
        '--runs',
        '40',
        '--save',
        save,
        '--junit',
        junit,
        '--json',
      ];
      const { code, out } = await cli.run(['fuzz', planted('crash-on-empty'), ...seed, ...options]);
      expect(code).toBe(1);
      const json = JSON.parse(out) as Json;
      expect(json).toMatchObject({ ok: false, seed: 4711, end: 'done' });
      const [bucket] = json.buckets as readonly [FuzzBucket];
      expect(bucket).toMatchObject({ oracle: 'death', input: { kind: 'one', send: { raw: '{"text":""}' } } });
      expect(readFileSync(junit, 'utf8')).toContain(
        '<failure message="The process ended: exit code 1, TypeError',
      );
      expect(json.saved).toEqual(readdirSync(save).map((name) => path.join(save, name)));
      const again = await cli.run(['fuzz', planted('crash-on-empty'), ...seed, ...options]);
      expect((JSON.parse(again.out) as Json).saved).toEqual(json.saved);
    },
  );

  test(
    'every kind of input is saved as a scenario that fails while the bug is there',
    { timeout: 90_000 },
    async () => {
      const bugs: Readonly<Record<string, readonly string[]>> = {
        'wrong-at-boundary': ['--phases', 'boundaries', '--runs', '30'],
        'dies-on-100th': ['--phases', 'valid', '--runs', '130'],
        races: ['--phases', 'together'],
        'accepts-missing': ['--phases', 'invalid', '--runs', '20'],
        'breaks-on-ack-field': ['--phases', 'handshake'],
      };
      const failsFor = async ([name, options]: readonly [string, readonly string[]]): Promise<void> => {
        const save = path.join(dir, name);
        const how = [...seed, ...options, '--timeout', '1500', '--save', save];
        const fuzzed = await cli.run(['fuzz', planted(name), ...how]);
        expect({ name, code: fuzzed.code }).toEqual({ name, code: 1 });
        const [file = ''] = readdirSync(save);
        const script = path.join(save, file);
        expect(parseScenario(readFileSync(script, 'utf8'))).toMatchObject({ ok: true });
        const { code } = await cli.run(['run', planted(name), '--script', script]);
        expect({ script: file, code }).toEqual({ script: file, code: 1 });
      };
      await Promise.all(Object.entries(bugs).map(failsFor));
    },
  );

  test('a saved scenario passes once the bug is mended', { timeout: 60_000 }, async () => {
    const options = ['--phases', 'boundaries', '--runs', '20', '--save', dir];
    await cli.run(['fuzz', planted('crash-on-empty'), ...seed, ...options]);
    const [file = ''] = readdirSync(dir);
    const mended = path.resolve(examplesDir, '..', '..', 'test', 'fixtures', 'extensions', 'puppet');
    const environment = { FIXTURE_OFFERS: JSON.stringify({ tools: ['capital'] }) };
    const { code, out } = await cli.run(['run', mended, '--script', path.join(dir, file)], environment);
    expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' });
  });

  test.each([
    [['fuzz', greeter, '--tool', 'great'], 2, 'It has no tool "great".', 'Did you mean greet?'],
    [['fuzz', greeter, '--intercept', 'turn_start'], 2, 'It does not intercept "turn_start".', 'tool_call'],
    [['fuzz', path.join(examplesDir, 'nobody')], 3, 'nobody', ''],
    [['fuzz', greeter, '--phases', 'valid,wild'], 2, '"wild" is none of', ''],
    [['fuzz', greeter, '--shard', '5/4'], 2, 'Give I/N such as 2/4', ''],
    [['fuzz'], 2, 'no target', ''],
    [['fuzz', '--', process.execPath, '-e', 'process.exit(3)'], 3, 'did not become ready', ''],
  ] as const)('%j ends with %i in one sentence', { timeout: 60_000 }, async (args, code, message, fix) => {
    const told = await cli.run([...args]);
    expect(told.code).toBe(code);
    expect(told.err).toContain(message);
    expect(told.err).toContain(fix);
    expect(told.out).toBe('');
  });
});
