// Runs on Linux: the limit on the size of files stands for a full disk, and `prlimit` lifts it again.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reopened, tempDir } from '../../unit/recorder/journal-parts.ts';
import { builtChild, Child, type Told } from './child.ts';

let program: string;
let dir: string;
let child: Child;
beforeAll(async () => {
  program = await builtChild();
});
afterAll(() => fs.rmSync(path.dirname(program), { recursive: true, force: true }));
beforeEach(() => (dir = tempDir()));
afterEach(async () => {
  await child.kill();
  fs.rmSync(dir, { recursive: true, force: true });
});

const limitBytes = 1024 * 1024;

/** A journal in a process that may write files of 1 MiB at most. */
async function starved(): Promise<string> {
  child = new Child('prlimit', [`--fsize=${limitBytes}:unlimited`, process.execPath, program, dir, 'obey']);
  const { path: file } = (await child.tells(0)) as { path: string };
  return file;
}
const lift = (): void => {
  execFileSync('prlimit', ['--pid', String(child.process.pid), '--fsize=unlimited:unlimited']);
};
const rowOf = (told: Told): string => JSON.stringify((told.rows as unknown[])[0]);

describe.skipIf(process.platform !== 'linux')('a journal whose disk is full', () => {
  it('keeps what was written, goes on, says so, and shows the rest from memory', async () => {
    const file = await starved();
    expect(await child.ask('append 1000')).toMatchObject({ unwritten: 0, trouble: null });
    const told = await child.ask('append 20000');
    expect(told).toMatchObject({ trouble: 'EFBIG', full: false });
    expect(told.unwritten).toBeGreaterThan(10_000);
    expect(fs.statSync(file).size).toBe(limitBytes);
    expect(rowOf(await child.ask('row 900'))).toContain('900 xxx');
    expect(rowOf(await child.ask('row 20500'))).toContain('20500 xxx');

    const note = rowOf(await child.ask('row 21001'));
    expect(note).toContain('EFBIG');
    expect(note).toContain(file);
    await child.ask('append 10');
    await child.kill();
    const recording = await reopened(file);
    expect(recording.count).toBeGreaterThan(3_000);
    expect(recording.damage.map((damage) => damage.kind)).toEqual(['torn']);
    await recording.close();
  });

  it('writes everything once there is room again, and says that nothing is missing', async () => {
    const file = await starved();
    expect(await child.ask('append 20000')).toMatchObject({ trouble: 'EFBIG' });
    lift();
    const told = await child.ask('append 500');
    expect(told).toMatchObject({ trouble: null, unwritten: 0 });
    expect(await child.ask('close')).toMatchObject({ trouble: null, unwritten: 0 });
    const recording = await reopened(file);
    expect(recording.damage).toEqual([]);
    expect(recording.count).toBe(told.count);
    expect(JSON.stringify(await recording.rows(20_001, recording.count))).toContain('Nothing is missing');
    await recording.close();
  });

  it('counts what is too much for memory, keeps the numbers true, and names the gap when opened again', async () => {
    const file = await starved();
    // 400,000 lines of some 290 bytes are more than the 64 MiB that may wait.
    for (let i = 0; i < 8; i++) await child.ask('append 50000');
    const refusedRow = rowOf(await child.ask('row 390000'));
    expect(refusedRow).toContain('Not kept');
    lift();
    const { count } = await child.ask('state');
    const { unwritten } = await child.ask('append 10');
    expect(unwritten).toBeGreaterThan(10_000);
    await child.ask('close');
    const recording = await reopened(file);
    expect(recording.damageCounts).toMatchObject({ torn: 0, notJson: 0, notEntry: 0 });
    expect(recording.damageCounts.seqGap).toBeGreaterThan(0);
    expect(recording.count).toBe((count as number) + 10);
    expect(JSON.stringify(await recording.rows(recording.count, 1))).toContain(`${recording.count} xxx`);
    const words = JSON.stringify(await recording.rows(400_000, 100));
    expect(words).toContain(`${String(unwritten)} entries`);
    await recording.close();
  });

  it('is closed without hanging or failing when the disk stays full', async () => {
    await starved();
    await child.ask('append 20000');
    const told = await child.ask('close');
    expect(told).toMatchObject({ trouble: 'EFBIG' });
    expect(told.unwritten).toBeGreaterThan(10_000);
  });
});
