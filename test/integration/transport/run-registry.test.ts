import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endLeftover, findLeftovers, RunRegistry } from '../../../electron/transport/run-registry.ts';
import { fixture } from '../../support/fixture-extensions.ts';
import { isAlive, markedProcesses, until } from '../../support/marked-processes.ts';
import { processBench } from '../../support/process-bench.ts';

const bench = processBench();
let stateDir: string;
beforeEach(() => (stateDir = mkdtempSync(path.join(os.tmpdir(), 'framescope-test-'))));
afterEach(() => rmSync(stateDir, { recursive: true }));

const root = path.resolve(import.meta.dirname, '../../..');
const registered = () =>
  existsSync(path.join(stateDir, 'running')) ? readdirSync(path.join(stateDir, 'running')) : [];

/** A Framescope of its own with one child; the pids of both. */
async function startOwner(cwd: string, argv: readonly string[]) {
  const program = ['scripts/run-ts.mjs', 'test/support/process-owner.ts', stateDir, cwd, ...argv];
  const run = execa(process.execPath, program, {
    cwd: root,
    env: bench.mark,
    reject: false,
    stdin: 'pipe',
  });
  let told = '';
  await new Promise<void>((resolve, reject) => {
    run.stdout.on('data', (piece: Buffer) => {
      told += piece.toString();
      if (told.includes('\n')) resolve();
    });
    run.stdout.on('end', () => reject(new Error('the owner ended')));
  });
  return { run, ...(JSON.parse(told) as { owner: number; child: number }) };
}

describe('the register of running processes', () => {
  it('has a process while it runs and not after', async () => {
    const { process: run, sink, pid } = bench.shell('echo up; cat', { stateDir });
    await sink.until(({ lines }) => lines.length === 1);
    expect(registered()).toEqual([`${pid}.json`]);
    expect(JSON.parse(readFileSync(path.join(stateDir, 'running', `${pid}.json`), 'utf8'))).toMatchObject({
      pid,
      ownerPid: process.pid,
      executable: '/bin/sh',
      argv: ['/bin/sh', '-c', 'echo up; cat'],
    });
    expect(findLeftovers(stateDir)).toEqual([]);
    expect(registered()).toHaveLength(1);
    run.closeInput();
    await sink.done;
    expect(registered()).toEqual([]);
  });

  it('that can not be written is told and does no harm', async () => {
    writeFileSync(path.join(stateDir, 'running'), 'a file where the folder should be');
    const told: string[] = [];
    const { sink } = bench.shell('echo up', { stateDir, trouble: (message) => told.push(message) });
    await sink.done;
    expect(sink.texts).toEqual(['up']);
    expect(told[0]).toContain(path.join(stateDir, 'running'));
  });

  it('forgets what is damaged, of another boot, or of a pid that was given out again', async () => {
    const folder = path.join(stateDir, 'running');
    mkdirSync(folder);
    const { process: run, sink, pid } = bench.shell('echo up; cat');
    await sink.until(({ lines }) => lines.length === 1);
    new RunRegistry(stateDir).add(pid, { executable: 'x', argv: [] });
    const file = path.join(folder, `${pid}.json`);
    const record = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    for (const changes of [{ startTime: '1' }, { bootId: 'other' }, { argv: 'none' }, { pid: -1 }]) {
      writeFileSync(file, JSON.stringify({ ...record, ownerStartTime: '1', ...changes }));
      expect(findLeftovers(stateDir)).toEqual([]);
      expect(registered()).toEqual([]);
    }
    writeFileSync(file, '{"pid":');
    expect(findLeftovers(stateDir)).toEqual([]);
    run.closeInput();
    await sink.done;
    expect(findLeftovers(path.join(stateDir, 'nowhere'))).toEqual([]);
  });
});

describe('case P06: after a hard kill of ours', () => {
  it('what lives on is found at the next start, and ended', async () => {
    const { run, owner, child } = await startOwner(fixture('leaves-grandchild'), ['/bin/sh', './run.sh']);
    process.kill(owner, 'SIGKILL');
    await run;
    const [leftover, ...more] = findLeftovers(stateDir);
    expect(more).toEqual([]);
    expect(leftover).toMatchObject({ pid: child, executable: '/bin/sh', argv: ['/bin/sh', './run.sh'] });
    expect(leftover?.processes.map(({ command }) => command)).toContain('node main.mjs');
    if (!leftover) return;
    expect(await endLeftover(stateDir, leftover)).toEqual({ ok: true, value: undefined });
    expect(leftover.processes.some(({ pid }) => isAlive(pid))).toBe(false);
    expect(registered()).toEqual([]);
    expect(findLeftovers(stateDir)).toEqual([]);
    expect(await endLeftover(stateDir, leftover)).toMatchObject({ ok: true });
  });

  it('what is left is found although the program itself has ended, and is killed if it must', async () => {
    const script = `trap '' TERM; sleep 64 & echo up; read x`;
    const { run, owner, child } = await startOwner(stateDir, ['/bin/sh', '-c', script]);
    process.kill(owner, 'SIGKILL');
    await run;
    await until('the program has read the end of its stdin', () => !isAlive(child));
    const [leftover] = findLeftovers(stateDir);
    expect(leftover?.processes.map(({ command }) => command)).toEqual(['sleep 64']);
    if (leftover) expect(await endLeftover(stateDir, leftover)).toMatchObject({ ok: true });
    expect(registered()).toEqual([]);
  });
});

describe('when we exit normally', () => {
  it('no child is left', async () => {
    const { run, child } = await startOwner(stateDir, [
      '/bin/sh',
      '-c',
      `trap '' HUP; sleep 65 & echo up; sleep 66`,
    ]);
    run.stdin.write('exit\n');
    expect((await run).exitCode).toBe(0);
    await until('all are gone', () => markedProcesses(bench.mark).length === 0 && !isAlive(child));
    await until('nothing is left', () => findLeftovers(stateDir).length === 0);
    expect(registered()).toEqual([]);
  });
});
