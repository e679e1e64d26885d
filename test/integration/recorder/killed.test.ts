import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reopened, tempDir } from '../../unit/recorder/journal-parts.ts';
import { builtChild, Child } from './child.ts';
import { killSeed, random } from './moments.ts';

let program: string;
let dir: string;
let child: Child | undefined;
beforeAll(async () => {
  program = await builtChild();
});
afterAll(() => fs.rmSync(path.dirname(program), { recursive: true, force: true }));
beforeEach(() => (dir = tempDir()));
afterEach(async () => {
  await child?.kill();
  fs.rmSync(dir, { recursive: true, force: true });
});

const nowMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

describe('a journal whose program is killed', () => {
  const next = random(killSeed);
  let promisedInAll = 0;
  const moments = Array.from({ length: 30 }, () => 20 + Math.floor(next() * 300));

  it.each(moments)(
    `opens again with all but the last moments (seed ${killSeed}, killed after %i ms)`,
    async (afterMs) => {
      child = new Child(process.execPath, [program, dir, 'flood']);
      const { path: file } = (await child.tells(0)) as { path: string };
      await child.tells(1);
      // The moment itself is what is tested; nothing is waited for.
      await wait(afterMs);
      const killedAtMs = nowMs();
      await child.kill();

      const recording = await reopened(file);
      const reports = child.told.slice(1) as { count: number; atMs: number; longestMs: number }[];
      // A machine that has no time for the child has none for its timers either: by so much the promise moves.
      const stalledMs = Math.max(...reports.map((report) => report.longestMs));
      const promised =
        reports.filter((report) => report.atMs < killedAtMs - 100 - 2 * stalledMs).at(-1)?.count ?? 0;
      promisedInAll += promised;
      const total = reports.at(-1)?.count ?? 0;
      expect(recording.count).toBeGreaterThanOrEqual(promised);
      expect(recording.count).toBeLessThanOrEqual(total + 300);
      expect(recording.damage.map((damage) => damage.kind)).toEqual(
        recording.damage.length === 0 ? [] : ['torn'],
      );
      for (let from = 1; from <= recording.count; from += 1_000) {
        const rows = await recording.rows(from, 1_000);
        rows.forEach((row, index) => {
          expect(row.seq).toBe(from + index);
          expect(JSON.stringify(row.summary)).toContain(`"${from + index} xxx`);
        });
      }
      await recording.close();
    },
  );

  it('had promised entries in those runs, so the runs above proved something', () => {
    expect(promisedInAll).toBeGreaterThan(0);
  });
});
