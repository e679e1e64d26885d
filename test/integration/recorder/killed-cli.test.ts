// The whole command line killed while an extension talks without end: what the extension had said 100 ms before is in
// the recording, which opens.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtCli } from '../../support/built-cli.ts';
import { reopened, tempDir } from '../../unit/recorder/journal-parts.ts';
import { killSeed, random } from './moments.ts';

let program: string;
let dir: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  program = await builtCli();
}, 120_000);
beforeEach(() => (dir = tempDir()));
afterEach(() => {
  child?.kill('SIGKILL');
  fs.rmSync(dir, { recursive: true, force: true });
});

interface Report {
  readonly count: number;
  readonly atMs: number;
  readonly longestMs: number;
}
const nowMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;
const ticking = path.join(import.meta.dirname, 'ticking.mjs');

/** What the extension has told so far; whole lines only. */
function told(side: string): readonly Record<string, number>[] {
  if (!fs.existsSync(side)) return [];
  const lines = fs.readFileSync(side, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, number>);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    if (child?.exitCode !== null) throw new Error(`the command line ended with ${child?.exitCode}`);
    await wait(5);
  }
}

describe('the command line killed under load', () => {
  const next = random(killSeed + 1);
  const moments = Array.from({ length: 20 }, () => 20 + Math.floor(next() * 300));
  let promisedInAll = 0;

  it.each(moments)(
    `loses no line that is older than 100 ms (seed ${killSeed}, killed after %i ms)`,
    async (afterMs) => {
      const [file, side] = [path.join(dir, 'run.fsj'), path.join(dir, 'side')];
      const args = ['inspect', '--wait', '600000', '--record', file, '--', process.execPath, ticking, side];
      child = spawn(process.execPath, [program, ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, FRAMESCOPE_STATE_DIR: dir },
      });
      // Under way: what it says is in the file already.
      await until(() => told(side).length > 1 && fs.statSync(file).size > 50_000);
      await wait(afterMs); // the moment itself is what is tested; nothing is waited for
      const killedAtMs = nowMs();
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;

      const [first, ...rest] = told(side);
      // It would be ended by what watches over it, a second later.
      end(first?.pid);
      const reports = rest as unknown as readonly Report[];
      // A machine that has no time for the extension has none for the command line either: the promise moves by so much.
      const stalledMs = Math.max(...reports.map(({ longestMs }) => longestMs));
      const promised =
        reports.filter(({ atMs }) => atMs < killedAtMs - 100 - 3 * stalledMs).at(-1)?.count ?? 0;
      promisedInAll += promised;

      const recording = await reopened(file);
      expect(recording.damage.map(({ kind }) => kind)).toEqual(recording.damage.length === 0 ? [] : ['torn']);
      let last = 0;
      for (let from = 1; from <= recording.count; from += 1_000) {
        for (const { entry } of await recording.entries(from, 1_000)) {
          const text = entry.kind === 'line' && 'text' in entry.raw ? entry.raw.text : '';
          const number = Number(/"message":"(\d+) x/.exec(text)?.[1] ?? 0);
          if (number === 0) continue;
          expect(number).toBe(last + 1);
          last = number;
        }
      }
      expect(last).toBeGreaterThanOrEqual(promised);
      await recording.close();
    },
  );

  it('had said lines that had to be there, so the runs above proved something', () => {
    expect(promisedInAll).toBeGreaterThan(0);
  });
});

function end(pid: number | undefined): void {
  if (pid === undefined) throw new Error('the extension never told its pid');
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it is gone already
  }
}
