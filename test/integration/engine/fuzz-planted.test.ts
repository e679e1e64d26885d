// Ten extensions with a planted bug each and a native plugin with one: all found with the usual settings, with the smallest
// input there is, and twice the same with the same seed.

import { describe, expect, test as base } from 'vitest';
import type { FuzzBucket, FuzzOutcome, Oracle } from '../../../shared/fuzz/findings.ts';
import { FuzzRuns, gist, onlyRaw, planted, plantedDir, seedOfTests } from '../../support/fuzz-runs.ts';
import { pluginChild, pluginOf } from '../../support/plugins.ts';

/** Tests run side by side, as most of their time is spent waiting for answers that do not come. */
const test = base.extend<{ runs: FuzzRuns }>({
  runs: async ({ task: _ }, use) => {
    const runs = new FuzzRuns();
    await use(runs);
    await runs.close();
  },
});

interface Planted {
  readonly name: string;
  readonly oracle: Oracle;
  readonly cause?: RegExp;
  readonly minimal: (bucket: FuzzBucket) => void;
}

const raw =
  (text: string) =>
  (bucket: FuzzBucket): void =>
    expect(onlyRaw(bucket)).toBe(text);

const all: readonly Planted[] = [
  {
    name: 'crash-on-empty',
    oracle: 'death',
    cause: /^exit code 1: TypeError: .* at main\.mjs:\d+$/,
    minimal: raw('{"text":""}'),
  },
  {
    name: 'hang-on-unicode',
    oracle: 'timeout',
    minimal: (bucket) => {
      const { text } = JSON.parse(onlyRaw(bucket)) as { text: string };
      expect([...text]).toHaveLength(1);
      expect(Buffer.byteLength(text)).toBeGreaterThan(1);
      expect(onlyRaw(bucket)).toMatch(/^\{"text":"[^"]*"\}$/);
    },
  },
  { name: 'wrong-at-boundary', oracle: 'refused-valid', minimal: raw('{"width":640}') },
  { name: 'leaks', oracle: 'memory-growth', minimal: raw('{"text":""}') },
  {
    name: 'dies-on-100th',
    oracle: 'death',
    cause: /table full/,
    minimal: ({ input }) =>
      expect(input).toMatchObject({ kind: 'repeat', times: 100, send: { raw: '{"key":""}' } }),
  },
  {
    name: 'races',
    oracle: 'two-answers',
    minimal: ({ input }) =>
      expect(input).toMatchObject({
        kind: 'together',
        sends: [{ raw: '{"query":""}' }, { raw: '{"query":""}' }],
      }),
  },
  { name: 'accepts-missing', oracle: 'accepted-invalid', minimal: raw('{}') },
  {
    name: 'breaks-on-ack-field',
    oracle: 'death',
    cause: /unexpected field/,
    minimal: ({ input }) => expect(input).toEqual({ kind: 'handshake', field: 'x_unknown', json: '0' }),
  },
  {
    name: 'panics-on-null',
    oracle: 'death',
    cause: /of null/,
    minimal: raw('{"name":"","note":null}'),
  },
  {
    name: 'loses-id',
    oracle: 'unknown-id',
    minimal: (bucket) => {
      const { text } = JSON.parse(onlyRaw(bucket)) as { text: string };
      expect(text).toHaveLength(21);
    },
  },
];

function found({ buckets, remarks }: FuzzOutcome, { oracle, cause }: Planted): FuzzBucket {
  const bucket = buckets.find((one) => one.oracle === oracle);
  if (!bucket) throw new Error(`Seed ${seedOfTests} found ${JSON.stringify({ buckets, remarks })}`);
  if (cause) expect(bucket.cause).toMatch(cause);
  expect(bucket.reproduced).toBe(true);
  return bucket;
}

describe(`planted bugs, seed ${seedOfTests}`, () => {
  const isFound = async (bug: Planted, { runs }: { runs: FuzzRuns }): Promise<void> => {
    const outcome = await runs.run(planted(bug.name));
    bug.minimal(found(outcome, bug));
    expect(outcome.buckets).toHaveLength(1);
  };
  const title = '$name is found as $oracle, made as small as can be';
  // What depends on two calls being read at once, or on many in little time, is run by itself.
  const timed = (bug: Planted): boolean => bug.name === 'races' || bug.name === 'leaks';
  test.concurrent.for(all.filter((bug) => !timed(bug)))(title, { timeout: 60_000 }, isFound);
  test.for(all.filter(timed))(title, { timeout: 60_000 }, isFound);

  test.concurrent(
    'a native plugin that reads from nowhere is found by its signal and its line',
    { timeout: 60_000 },
    async ({ runs }) => {
      const library = pluginOf(plantedDir, 'crash-on-newline');
      const outcome = await runs.run(library, { profile: 'opcode-1', pluginChild: await pluginChild() });
      const [bucket] = outcome.buckets;
      expect(bucket).toMatchObject({ oracle: 'death', reproduced: true });
      expect(bucket?.cause).toContain('SIGSEGV');
      expect(bucket?.message).toContain('lines_of');
      expect(JSON.parse(onlyRaw(bucket as FuzzBucket))).toEqual({ text: '\n' });
    },
  );

  const quick = all.filter(({ name }) =>
    ['crash-on-empty', 'wrong-at-boundary', 'dies-on-100th'].includes(name),
  );
  test.concurrent.for(quick)(
    '$name: the same seed gives the same buckets and inputs',
    { timeout: 60_000 },
    async ({ name }, { runs }) => {
      const [one, other] = [await runs.run(planted(name)), await runs.run(planted(name))];
      expect(gist(one.buckets)).toEqual(gist(other.buckets));
      expect(one.buckets).not.toEqual([]);
    },
  );
});
