import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../electron/session/environment.ts';
import { searchPath } from '../../../electron/transport/path-search.ts';
import { fixture } from '../../support/fixture-extensions.ts';
import { processBench } from '../../support/process-bench.ts';

const bench = processBench();
let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const base = { PATH: '/bin', LANG: 'C', PWD: '/elsewhere', GONE: undefined };
const nothing = { environment: {} };

function script(name: string, firstLine: string): string {
  const made = path.join(folder, name);
  writeFileSync(made, `${firstLine}\n`);
  chmodSync(made, 0o755);
  return made;
}

describe('the environment of a child', () => {
  it('is ours whole, with PWD as its folder; only names that changed are told', async () => {
    expect(await childEnvironment(base, { executable: '/bin/sh', cwd: '/ext' }, nothing)).toEqual({
      environment: { PATH: '/bin', LANG: 'C', PWD: '/ext' },
      added: ['PWD'],
    });
  });

  it('has what the person set, which wins', async () => {
    const settings = { environment: { PATH: '/mine', TOKEN: 'secret', LANG: 'C', PWD: '/set' } };
    expect(await childEnvironment(base, { executable: null, cwd: '/ext' }, settings)).toEqual({
      environment: { PATH: '/mine', LANG: 'C', PWD: '/set', TOKEN: 'secret' },
      added: ['PATH', 'PWD', 'TOKEN'],
    });
  });
});

describe('case P13: python', () => {
  const added = async (executable: string, settings = nothing, from = base) =>
    (await childEnvironment(from, { executable, cwd: folder }, settings)).added;

  it.each(['python', 'python3', 'python3.12', 'pypy3'])('%s is told not to buffer', async (name) => {
    expect(await added(`/usr/bin/${name}`)).toContain('PYTHONUNBUFFERED');
  });

  it('is recognized in a first line', async () => {
    expect(await added(script('a', '#!/usr/bin/env python3'))).toContain('PYTHONUNBUFFERED');
    expect(await added(script('b', '#!/usr/bin/env -S python3 -X utf8'))).toContain('PYTHONUNBUFFERED');
    expect(await added(script('c', '#!/opt/venv/bin/python -s'))).toContain('PYTHONUNBUFFERED');
    expect(await added(script('d', '#!/bin/sh'))).not.toContain('PYTHONUNBUFFERED');
    expect(await added('/bin/pythonista')).not.toContain('PYTHONUNBUFFERED');
    expect(await added('/nonexistent')).not.toContain('PYTHONUNBUFFERED');
  });

  it('that was told something about buffering already is left alone', async () => {
    const mine = { environment: { PYTHONUNBUFFERED: '' } };
    expect(
      (await childEnvironment(base, { executable: '/bin/python3', cwd: '/' }, mine)).environment,
    ).toMatchObject({
      PYTHONUNBUFFERED: '',
    });
    const from = { ...base, PYTHONUNBUFFERED: '0' };
    expect(await added('/bin/python3', nothing, from)).not.toContain('PYTHONUNBUFFERED');
  });

  it('that never flushes speaks at once', async () => {
    const target = { executable: '/usr/bin/python3', cwd: fixture('unflushed-python') };
    const { environment } = await childEnvironment(process.env, target, nothing);
    const argv = ['python3', 'main.py'];
    const changes = { executable: await pythonPath(environment['PATH']), cwd: target.cwd, environment };
    const { process: run, sink } = bench.start(argv, changes);
    await sink.until(({ lines }) => lines.length === 3);
    expect(sink.texts[0]).toContain('unflushed-python');
    run.closeInput();
    await sink.done;
  });
});

async function pythonPath(pathValue = ''): Promise<string> {
  const { found } = await searchPath('python3', pathValue, '/');
  if (found === null) throw new Error('this test needs python3 on PATH');
  return found;
}
