// The tap as a host and an extension see it: as if it were not there.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passedSignals } from '../../../electron/tap/signals.ts';
import { builtTap, recordedEntries, startTap, type TapEnd } from '../../support/built-tap.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'framescope-tap-test-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

/** The tap with both ends at files or pipes of a shell, so that no byte passes this process. */
async function shell(
  script: string,
  environment: Record<string, string> = {},
): Promise<TapEnd & { out: string }> {
  const tap = `'${process.execPath}' '${path.join(await builtTap(), 'cli.js')}' tap`;
  const child = spawn('sh', ['-c', script.replaceAll('TAP', tap)], {
    cwd: state,
    env: { ...process.env, FRAMESCOPE_STATE_DIR: state, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, out })));
}

describe('bytes', () => {
  it('of 100 MB pass unchanged both ways, whatever they are', async () => {
    const seed = String(Date.now());
    console.info(`seed ${seed}`);
    const file = path.join(state, 'random');
    const make = spawn('sh', [
      '-c',
      `openssl enc -aes-128-ctr -nosalt -pbkdf2 -pass pass:${seed} </dev/zero 2>/dev/null | head -c 100000000 > ${file}`,
    ]);
    await new Promise((resolve) => make.on('close', resolve));
    const bytes = readFileSync(file);
    expect(bytes.length).toBe(100_000_000);
    const hash = createHash('sha256').update(bytes).digest('hex');
    // What the extension got, and what the host got back.
    const done = await shell(
      `cat ${file} | TAP -- tee got > back; echo $?; sha256sum < got; sha256sum < back`,
    );
    expect(done.out.match(/^\w+/gm)).toEqual(['0', hash, hash]);
  }, 120_000);

  it('pass in the chunks they were written in, without waiting for a line end', async () => {
    const tap = await startTap(['cat'], { state });
    tap.write('no end');
    await tap.says('no end');
    tap.write(' yet');
    await tap.says('no end yet');
    tap.child.stdin?.end();
    expect(await tap.ended).toEqual({ code: 0, signal: null });
  });

  it('of stderr pass as well, and nothing is added to either stream', async () => {
    const tap = await startTap(['sh', '-c', 'echo out; echo err >&2; echo again > /dev/stderr'], { state });
    tap.child.stdin?.end();
    await tap.ended;
    expect([tap.out, tap.err]).toEqual(['out\n', 'err\nagain\n']);
  });

  it('stop flowing to whom does not read, and the writer is made to wait', async () => {
    const done = await shell(
      `(TAP -- sh -c 'head -c 50000000 /dev/zero; echo written >&2' 2>told ; echo $? > code) | (while [ ! -e looked ]; do if [ -s told ]; then echo early; fi; n=$((n+1)); if [ $n -gt 400 ]; then : > looked; fi; done; wc -c; cat code)`,
    );
    expect(done.out.split('\n')).toEqual(['50000000', '0', '']);
  }, 60_000);
});

describe('ends', () => {
  it('a closed stdin reaches the extension, and a closed stdout the host, while the other direction stays open', async () => {
    const tap = await startTap(
      ['sh', '-c', 'cat >/dev/null; echo seen; exec 1>&-; echo still >&2; while :; do sleep 0.1; done'],
      {
        state,
      },
    );
    const closed = new Promise((resolve) => tap.child.stdout?.once('end', resolve));
    tap.child.stdin?.end();
    await tap.says('seen');
    await closed;
    await tap.says('still', 'err');
    tap.child.kill('SIGTERM');
    expect((await tap.ended).signal).toBe('SIGTERM');
  });

  it('a host that no longer reads breaks the pipe of the extension', async () => {
    const tap = await startTap(['sh', '-c', 'while echo line; do :; done; echo broken >&2'], { state });
    await tap.says('line');
    tap.child.stdout?.destroy();
    expect((await tap.ended).signal === 'SIGPIPE' || (await tap.ended).code !== null).toBe(true);
  });

  it('an extension that no longer reads breaks the pipe of the host', async () => {
    const tap = await startTap(
      ['sh', '-c', 'exec 0<&-; echo closed; while [ ! -e go ]; do sleep 0.05; done'],
      {
        state,
      },
    );
    const broken = new Promise<string>((resolve) =>
      tap.child.stdin?.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? '')),
    );
    await tap.says('closed');
    const writing = setInterval(() => tap.write('anybody?\n'), 20);
    expect(await broken).toMatch(/EPIPE|ECONNRESET/);
    clearInterval(writing);
    writeFileSync(path.join(state, 'go'), '');
    await tap.ended;
  });

  it('with the exit code of the extension', async () => {
    const turn = Math.floor(Math.random() * 16);
    console.info(`codes ${turn} + 16 n, and those that mean something`);
    const codes = new Set([0, 1, 2, 126, 127, 128, 130, 137, 143, 255]);
    for (let code = turn; code < 256; code += 16) codes.add(code);
    const runs = [...codes].map((code) => `(TAP -- sh -c 'exit ${code}' </dev/null; echo ${code} $?)`);
    const done = await shell(
      runs.map((run, at) => (at % 4 === 3 ? `${run} & wait` : `${run} &`)).join('\n') + '\nwait',
    );
    const ended = done.out.trim().split('\n').sort();
    expect(ended).toEqual([...codes].map((code) => `${code} ${code}`).sort());
  }, 120_000);

  it('says 127 and 126, as shells do, for what is not there or no program', async () => {
    writeFileSync(path.join(state, 'text'), 'no program', { mode: 0o644 });
    const [missing, unusable] = [
      await startTap(['./nowhere'], { state }),
      await startTap(['./text'], { state }),
    ];
    expect([(await missing.ended).code, (await unusable.ended).code]).toEqual([127, 126]);
    expect([missing.out, missing.err]).toEqual(['', '']);
  });

  it('of every signal that ends the extension', async () => {
    const notEnding = new Set([
      'SIGCHLD',
      'SIGCLD',
      'SIGCONT',
      'SIGURG',
      'SIGWINCH',
      'SIGSTOP',
      'SIGTSTP',
      'SIGTTIN',
      'SIGTTOU',
    ]);
    const seen = new Set<number>();
    for (const [name, number] of Object.entries(constants.signals)) {
      if (notEnding.has(name) || seen.has(number)) continue;
      seen.add(number);
      const tap = await startTap(['sh', '-c', `ulimit -c 0; kill -${number} $$; echo alive`], { state });
      tap.child.stdin?.end();
      expect({ name, number: constants.signals[(await tap.ended).signal as NodeJS.Signals] }).toEqual({
        name,
        number,
      });
    }
  }, 120_000);
});

describe('signals', () => {
  it('reach the extension, each once, and the tap lives as long as it does', async () => {
    const program = `
      const names = ${JSON.stringify(passedSignals)};
      for (const name of names) process.on(name, () => console.log(name));
      console.log(process.pid, 'listening');
      setInterval(() => {}, 1e6);
    `;
    const tap = await startTap([process.execPath, '-e', program], { state });
    await tap.says(' listening\n');
    for (const name of passedSignals) {
      tap.child.kill(name);
      await tap.says(`\n${name}\n`);
    }
    const [first = '', ...heard] = tap.out.trim().split('\n');
    expect(heard).toEqual(passedSignals);
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH'])
      expect(passedSignals).toContain(name);
    process.kill(Number(first.split(' ')[0]), 'SIGKILL');
    expect((await tap.ended).signal).toBe('SIGKILL');
    const notes = recordedEntries(state).filter(({ kind }) => kind === 'note');
    expect(notes.length).toBe(passedSignals.length);
  }, 60_000);
});
