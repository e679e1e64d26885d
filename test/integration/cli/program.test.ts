// The built command line as a process: exit codes, signals, broken pipes, a real terminal.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtCli, root, runCli, startCli } from '../../support/built-cli.ts';
import { examplesDir, fixture } from '../../support/fixture-extensions.ts';
import { markedProcesses, newMark, until } from '../../support/marked-processes.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-program-'));
let environment: Record<string, string>;

beforeAll(builtCli, 60_000);
beforeEach(() => {
  environment = { FRAMESCOPE_STATE_DIR: path.join(folder, 'state'), ...newMark() };
});
afterEach(() => until('all processes are gone', () => markedProcesses(environment).length === 0));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const greeter = path.join(examplesDir, 'greeter');

describe('exit codes', () => {
  it.each<[number, string, string[]]>([
    [0, 'a fine extension', ['inspect', greeter]],
    [0, 'its version', ['--version']],
    [1, 'an extension that exits before hello', ['inspect', fixture('exits-before-hello')]],
    [2, 'an unknown command', ['inspekt', greeter]],
    [3, 'a folder that is not there', ['inspect', path.join(folder, 'nothing')]],
    [3, 'a manifest without exec', ['inspect', fixture('no-exec')]],
    [3, 'a program that is not there', ['inspect', '--', 'framescope-no-such-program']],
    [3, 'an interpreter that is not there', ['inspect', fixture('missing-interpreter')]],
  ])('%i for %s', async (code, _what, args) => {
    const ran = await runCli(args, { environment });
    expect(ran.code, ran.out + ran.err).toBe(code);
    if (code >= 2) expect(ran.err).not.toBe('');
  });

  it('prints the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect((await runCli(['--version'])).out).toBe(`${version}\n`);
  });
});

describe('--json', () => {
  it.each([
    ['a fine extension', greeter],
    ['an extension that talks on stderr and stdout', path.join(examplesDir, 'chatterbox')],
    ['a target that cannot start', fixture('missing-interpreter')],
    ['a target that is not there', path.join(folder, 'nothing')],
  ])('prints exactly one object for %s', async (_what, target) => {
    const { out } = await runCli(['inspect', target, '--json'], { environment });
    expect(out).toMatch(/^\{.*\}\n$/);
    expect(Object.keys(JSON.parse(out) as object)).toHaveLength(11);
  });
});

describe('while it runs', () => {
  it('shows rows as they come', async () => {
    const run = await startCli(['inspect', greeter, '--wait', '60000'], { environment });
    await run.shows(/← {2}ready/);
    expect(run.child.exitCode).toBeNull();
    run.child.kill('SIGINT');
    expect(await run.done).toMatchObject({ code: 0 });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s stops the extension as a host would',
    async (signal) => {
      const run = await startCli(['inspect', greeter, '--wait', '60000'], { environment });
      await run.shows(/← {2}ready/);
      run.child.kill(signal);
      const { code, out, err } = await run.done;
      expect(code).toBe(0);
      expect(out).toMatch(/→ {2}shutdown[^]*← {2}shutdown_ack[^]*exit code 0[^]*Recording: /);
      expect(err).toContain('interrupt again to kill');
    },
  );

  it('a second interrupt kills at once', async () => {
    const run = await startCli(['inspect', fixture('ignores-sigterm'), '--wait', '60000'], { environment });
    await run.shows(/← {2}ready/);
    run.child.kill('SIGINT');
    await run.shows(/→ {2}shutdown/);
    run.child.kill('SIGINT');
    const { out } = await run.done;
    expect(out).toContain('ended by SIGKILL');
    expect(out).not.toContain('SIGTERM');
  });

  it('an interrupt before ready is a finding', async () => {
    const run = await startCli(['inspect', fixture('no-hello')], { environment });
    await run.shows(/spawned/);
    run.child.kill('SIGINT');
    const { code, out } = await run.done;
    expect(code).toBe(1);
    expect(out).toContain('Interrupted before the extension was ready.');
  });

  it('a reader that leaves (| head) ends it quietly, the extension included', async () => {
    const run = await startCli(['inspect', greeter, '--wait', '60000'], { environment });
    await run.shows(/\n/);
    run.child.stdout?.destroy();
    const { code, err } = await run.done;
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('a flood that nobody reads is followed no faster than it is read', async () => {
    const run = await startCli(['inspect', fixture('flood'), '--wait', '500'], {
      environment: { ...environment, FIXTURE_COUNT: '20000' },
    });
    run.child.stdout?.pause();
    await until('the extension has ended or waits', () => markedProcesses(environment).length >= 1);
    run.child.stdout?.resume();
    const { code, out, err } = await run.done;
    expect(code, out.replaceAll(/^.*← {2}notify.*\n/gm, '') + err).toBe(0);
    expect(out.match(/^.*← {2}notify.*$/gm)).toHaveLength(20_000);
  });
});

describe('on a terminal', () => {
  const onTerminal = async (settings: Record<string, string>): Promise<string> => {
    const program = path.join(folder, 'terminal.py');
    writeFileSync(program, 'import pty, sys\nsys.exit(pty.spawn(sys.argv[1:]) >> 8)\n');
    const command = [process.execPath, await builtCli(), 'inspect', fixture('html-text')];
    const { NO_COLOR: _, ...inherited } = process.env;
    const done = spawnSync('python3', [program, ...command], {
      encoding: 'utf8',
      env: { ...inherited, ...environment, TERM: 'xterm', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return done.stdout;
  };
  // eslint-disable-next-line no-control-regex -- our own colours
  const colours = /\u001b\[\d+m/g;

  // All control characters but CR and LF, which the terminal itself puts in, and the marks of direction.
  const acting =
    // eslint-disable-next-line no-control-regex -- that is the point
    /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

  it('uses colours, and not with NO_COLOR', async () => {
    expect(await onTerminal({})).toMatch(colours);
    expect(await onTerminal({ NO_COLOR: '1' })).not.toMatch(colours);
  });

  it('case U01: no escape sequence and no control or bidi character of the extension gets there', async () => {
    const shown = (await onTerminal({})).replaceAll(colours, '');
    expect(shown).toContain('\\u001b[31mred');
    expect(shown).not.toMatch(acting);
  });
});
