import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Launch } from '../../../electron/transport/transport.ts';
import type { SpawnFailedEntry } from '../../../shared/session/entries.ts';
import { processBench } from '../../support/process-bench.ts';

const bench = processBench();
let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer, mode = 0o755): string {
  const made = path.join(folder, name);
  writeFileSync(made, content);
  chmodSync(made, mode);
  return made;
}

async function refused(executable: string, changes: Partial<Launch> = {}): Promise<SpawnFailedEntry> {
  const { sink } = bench.start([executable], { executable, ...changes });
  await sink.done;
  expect(sink.order).toEqual(['spawnFailed', 'ended']);
  const [fact] = sink.of('spawnFailed');
  if (!fact) throw new Error('it started');
  expect(fact.executable).toBe(executable);
  return fact;
}

describe('a program that can not be started', () => {
  it('is missing', async () => {
    const missing = path.join(folder, 'nothing');
    expect(await refused(missing)).toMatchObject({
      code: 'ENOENT',
      message: expect.stringContaining(`no file ${missing}`),
    });
  });

  it('case P01: is not executable: the path and chmod +x are named', async () => {
    const script = file('it runs.sh', '#!/bin/sh\n', 0o644);
    const { code, message, fix } = await refused(script);
    expect(code).toBe('EACCES');
    expect(message).toContain(`${script} is not executable (mode 644, EACCES)`);
    expect(fix).toBe(`chmod +x '${script}'`);
  });

  it('names an interpreter that is missing', async () => {
    const script = file('x', '#!/nonexistent/interpreter -x\n');
    const { code, message, fix } = await refused(script);
    expect(code).toBe('ENOENT');
    expect(message).toContain('interpreter /nonexistent/interpreter');
    expect(message).toContain(script);
    expect(fix).toContain('Install it');
  });

  it('has CR LF after its interpreter', async () => {
    const script = file('x', '#!/bin/sh\r\necho\r\n');
    const { message, fix } = await refused(script);
    expect(message).toContain('ends in CR LF');
    expect(message).toContain('/bin/sh\\r');
    expect(fix).toContain('LF line ends');
  });

  it('would start in a folder that is missing', async () => {
    const cwd = path.join(folder, 'gone');
    const { code, message } = await refused('/bin/true', { cwd });
    expect(code).toBe('ENOENT');
    expect(message).toContain(`Could not start in ${cwd}`);
  });

  it('would start in a file', async () => {
    const cwd = file('x', '');
    expect((await refused('/bin/true', { cwd })).message).toContain('not a folder');
  });

  it('is a folder', async () => {
    const inner = path.join(folder, 'inner');
    mkdirSync(inner);
    expect(await refused(inner)).toMatchObject({
      code: 'EACCES',
      message: expect.stringContaining('is a folder'),
    });
  });

  it('has no shebang: it is not handed to a shell', async () => {
    const script = file('x', 'echo I ran; touch ran\n');
    const { code, message, fix } = await refused(script, { cwd: folder });
    expect(code).toBe('ENOEXEC');
    expect(message).toContain('exec format error');
    expect(fix).toContain('#!');
  });

  it('is empty', async () => {
    expect((await refused(file('x', ''))).code).toBe('ENOEXEC');
  });

  it('has arguments that are too long', async () => {
    const argv = ['/bin/true', ...Array.from({ length: 40 }, () => 'x'.repeat(100_000))];
    expect(await refused('/bin/true', { argv })).toMatchObject({
      code: 'E2BIG',
      message: expect.stringContaining('longer than the system allows'),
    });
  });

  it.each([
    ['an argument', { argv: ['/bin/true', 'a\0b'] }],
    ['the environment', { environment: { A: 'x\0y' } }],
  ])('has a NUL byte in %s', async (_, changes) => {
    expect(await refused('/bin/true', changes)).toMatchObject({
      code: 'EINVAL',
      message: expect.stringContaining('NUL'),
    });
  });
});
