import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loginShellPath, mergedPath, needsLoginPath } from '../../../electron/transport/login-path.ts';
import { processBench } from '../../support/process-bench.ts';

const bench = processBench();
let home: string;
beforeEach(() => (home = mkdtempSync(path.join(os.tmpdir(), 'framescope-test-'))));
afterEach(() => rmSync(home, { recursive: true }));

const ask = (profile: string, timeoutMs?: number) => {
  writeFileSync(path.join(home, '.bash_profile'), profile);
  const environment = { HOME: home, PATH: '/usr/bin:/bin', ...bench.mark };
  return loginShellPath({
    environment,
    shell: '/bin/bash',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
};

describe('case P03: the PATH of the login shell', () => {
  it('is found although its start-up files are noisy', async () => {
    const profile = `echo welcome; echo 'PATH=/wrong'; printf 'no end of line' >&2; set -x
      export PATH="$HOME/.local/bin:$PATH"; export TRAP=$'a\\nPATH=b'`;
    expect(await ask(profile)).toMatchObject({
      kind: 'found',
      path: expect.stringContaining(`${home}/.local/bin:`),
    });
  });

  it('is found although they start something that keeps the pipe open', async () => {
    expect(await ask('sleep 67 & export PATH=/a:/b')).toEqual({ kind: 'found', path: '/a:/b' });
  });

  it('is given up in bounded time, and nothing of the shell is left', async () => {
    const answer = await ask('echo so far; sleep 68', 300);
    expect(answer).toMatchObject({ kind: 'unknown', message: expect.stringContaining('within 300 ms') });
  });

  it.each([
    ['ends early', '#!/bin/sh\nexit 1\n'],
    ['knows no such options', '#!/bin/sh\necho "usage: $0" >&2; exit 2\n'],
  ])('is unknown when the shell %s', async (_, script) => {
    const shell = path.join(home, 'shell');
    writeFileSync(shell, script);
    chmodSync(shell, 0o755);
    const answer = await loginShellPath({ environment: { ...bench.mark }, shell });
    expect(answer).toMatchObject({ kind: 'unknown', message: expect.stringContaining(shell) });
  });

  it('is unknown when there is no such shell', async () => {
    expect((await loginShellPath({ environment: {}, shell: '/nonexistent/shell' })).kind).toBe('unknown');
  });

  it('is asked of the account’s own shell when the environment names none', async () => {
    expect((await loginShellPath({ environment: { PATH: '/usr/bin:/bin', ...bench.mark } })).kind).toBe(
      'found',
    );
  });

  it('is needed only where no terminal gave us ours', () => {
    expect(needsLoginPath({ PATH: '/usr/bin:/bin' })).toBe(true);
    expect(needsLoginPath({ TERM: 'xterm' })).toBe(false);
  });

  it('comes before ours, each folder once', () => {
    expect(mergedPath('/a:/b:/a', '/b:/c:')).toBe('/a:/b:/c');
  });
});
