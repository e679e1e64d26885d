// Cases about processes, with real ones: P01, P03, P06, P08, P11, P13.

import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endLeftover, findLeftovers } from '../../../electron/transport/run-registry.ts';
import { builtCli, startCli } from '../../support/built-cli.ts';
import { callText, EngineUnderTest, textOf, type Run } from '../../support/engine.ts';
import { copyFixture, fixture } from '../../support/fixture-extensions.ts';
import { isAlive, markedProcesses, until } from '../../support/marked-processes.ts';

let engine: EngineUnderTest;
beforeEach(() => {
  engine = new EngineUnderTest();
});
afterEach(() => engine.close());

/** The pid that a fixture notified. */
async function notifiedPid(run: Run): Promise<number> {
  const notify = await run.untilFrame('notify', (text) => /pid \d+/.test(text));
  return Number(/pid (\d+)/.exec(textOf(notify))?.[1]);
}

describe('case P01: a script without its execute bit', () => {
  it('is said to be "not executable", with its path and the command that cures it, and can be started then', async () => {
    const copy = copyFixture('missing-exec-bit');
    const file = path.join(copy.path, 'x.sh');
    try {
      const before = await engine.workspace.resolve({ kind: 'path', path: copy.path });
      const words = before.ok
        ? before.value.remarks.filter(({ severity }) => severity === 'error')
        : [before.failure];
      expect(words.map(({ message }) => message).join()).toMatch(/not executable/);
      expect(words.map(({ message }) => message).join()).toContain(file);
      expect(words.map(({ fix }) => fix).join()).toContain('chmod +x');
      chmodSync(file, 0o755);
      const run = await engine.open({ kind: 'path', path: copy.path });
      await run.untilState('ready');
    } finally {
      copy.dispose();
    }
  });

  it('keeps no other extension from loading', async () => {
    expect(statSync(path.join(fixture('missing-exec-bit'), 'x.sh')).mode & 0o111).toBe(0);
    await engine.workspace.resolve({ kind: 'path', path: fixture('missing-exec-bit') });
    const run = await engine.open('good');
    await run.untilState('ready');
  });
});

describe('case P03: a program that is not on the PATH', () => {
  it('is named together with every folder of the PATH that was searched', async () => {
    const poor = new EngineUnderTest({ PATH: '/usr/bin:/bin' });
    try {
      const resolved = await poor.workspace.resolve({
        kind: 'command',
        argv: ['framescope-no-such-program'],
        cwd: '/tmp',
      });
      const words = resolved.ok
        ? resolved.value.remarks.filter(({ severity }) => severity === 'error')
        : [resolved.failure];
      expect(words.map(({ message, fix }) => `${message} ${fix}`).join()).toMatch(
        /framescope-no-such-program/,
      );
      const searched = resolved.ok ? resolved.value.searched : resolved.failure.detail?.['searched'];
      expect(String(searched)).toContain('/usr/bin');
      expect(String(searched)).toContain('/bin');
    } finally {
      await poor.close();
    }
  });
});

describe('case P06: a program behind a wrapper script', () => {
  it('is gone after stop, the whole group of it', async () => {
    const run = await engine.open('leaves-grandchild');
    const pid = await notifiedPid(run);
    expect(isAlive(pid)).toBe(true);
    await run.stop();
    await until('the grandchild is gone', () => !isAlive(pid), 2_000);
    expect(markedProcesses(engine.mark)).toEqual([]);
  });

  it('leaves nothing behind after ten restarts and the end of the program', async () => {
    const pids: number[] = [];
    for (let round = 0; round < 10; round++) {
      const run = await engine.open('leaves-grandchild');
      pids.push(await notifiedPid(run));
      run.session.stop('user');
      run.session.stop('user'); // at once, not after the graces
      await engine.workspace.close(run.session.id);
    }
    const last = await engine.open('leaves-grandchild');
    pids.push(await notifiedPid(last));
    await engine.workspace.closeAll();
    expect(new Set(pids).size).toBe(11);
    await until('all are gone', () => !pids.some(isAlive), 2_000);
    expect(markedProcesses(engine.mark)).toEqual([]);
  }, 60_000);

  it('is found at the next start after a hard kill of ours, and can be ended', async () => {
    const cli = await startCli(['inspect', fixture('leaves-grandchild'), '--wait', '60000'], {
      environment: { FRAMESCOPE_STATE_DIR: engine.stateDir, ...engine.mark },
    });
    const pid = Number((await cli.shows(/pid (\d+)/))[1]);
    expect(findLeftovers(engine.stateDir)).toEqual([]); // it is ours as long as we live
    cli.child.kill('SIGKILL');
    await cli.done;
    expect(isAlive(pid)).toBe(true);
    const [leftover] = findLeftovers(engine.stateDir);
    expect(leftover?.processes.map((process) => process.pid)).toContain(pid);
    if (leftover) expect((await endLeftover(engine.stateDir, leftover)).ok).toBe(true);
    await until('it is gone', () => !isAlive(pid), 2_000);
    expect(findLeftovers(engine.stateDir)).toEqual([]);
  }, 60_000);

  it('that holds the pipes from a session of its own is named, and stop does not hang', async () => {
    const run = await engine.open('grandchild-holds-pipes');
    const pid = await notifiedPid(run);
    try {
      const exited = await run.untilKind('exited');
      expect(exited.entry.code).toBe(0);
      const held = await run.untilKind('pipesHeld');
      expect(held.entry.holders.map((holder) => holder.pid)).toContain(pid);
      await run.stop();
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });
});

describe('case P08: an extension that exits before hello', () => {
  it.each([['exits-before-hello'], ['half-hello-exit']])(
    'fails within a second with its exit code and the end of its stderr: %s',
    async (name) => {
      const run = await engine.open(name);
      const spawned = await run.untilKind('spawned');
      const { entry } = await run.untilProblem('exited-before-hello');
      await run.session.ended;
      expect(entry.atUs - spawned.entry.atUs).toBeLessThan(1_000_000);
      expect(entry.severity).toBe('error');
      expect(entry.message).toContain('exited with code 1');
      expect(entry.message).toContain('API key missing: set DEMO_API_KEY');
      expect(run.summary.exit).toEqual({ code: 1, signal: null });
      const stderr = (await run.views()).filter((view) => view.entry.kind === 'stderr');
      expect(stderr.map(textOf)).toEqual(['API key missing: set DEMO_API_KEY']);
    },
  );

  it('shows the half of a hello that came', async () => {
    const run = await engine.open('half-hello-exit');
    await run.session.ended;
    const [line] = await run.lines('extension');
    expect(line && textOf(line)).toBe('{"type":"hello","name":"half-hel');
    expect(line?.row.notFrame).toBe(true);
  });

  it('names the signal when one ended it', async () => {
    const run = await engine.open({ kind: 'command', argv: ['sh', '-c', 'echo help >&2; kill -SEGV $$'] });
    const { entry } = await run.untilProblem('exited-before-hello');
    expect(entry.message).toMatch(/SIGSEGV[^]*help/);
  });
});

describe('an extension that crashes in a call', () => {
  it('is reported with its exit code, its stack and the call that is left without an answer', async () => {
    const run = await engine.open('crashes-after-ready');
    await run.untilState('ready');
    run.session.send({ text: callText('call-7', 'crash', '{}') }, 'hand');
    const { entry } = await run.untilProblem('crashed');
    await run.session.ended;
    expect(entry.severity).toBe('error');
    expect(entry.message).toMatch(/exited with code 1[^]*"call-7"[^]*cannot read the moon/);
    const stderr = (await run.views()).filter((view) => view.entry.kind === 'stderr').map(textOf);
    expect(stderr.join('\n')).toMatch(/Error: cannot read the moon\n\s+at /);
    expect(run.summary.exit).toEqual({ code: 1, signal: null });
  });
});

describe('case P11: 20 MB on stderr before an answer', () => {
  it('are drained, the answer arrives, and the recording stays small and says what was cut', async () => {
    const run = await engine.open('stderr-flood');
    await run.untilState('ready');
    const result = await run.call('echo', '{"text":"through"}', 30_000);
    expect(textOf(result)).toContain('through');
    await run.stop();
    const stderr = (await run.views()).map(({ entry }) => entry).filter((entry) => entry.kind === 'stderr');
    expect(stderr.length).toBeGreaterThan(0);
    expect(stderr.some(({ truncated }) => truncated)).toBe(true);
    expect(stderr.reduce((sum, { byteLength }) => sum + (byteLength ?? 0), 0)).toBeGreaterThanOrEqual(
      19_000_000,
    );
    await engine.workspace.close(run.session.id);
    expect(statSync(run.journal.path).size).toBeLessThan(8_000_000);
  }, 60_000);
});

describe('case P13: Python without a flush', () => {
  it('leads to a hint after a few silent seconds, and the late lines are shown at stop', async () => {
    const run = await engine.open('unflushed-python', { environment: { PYTHONUNBUFFERED: '' } });
    const { entry } = await run.untilProblem('no-hello-yet');
    expect(entry.message).toMatch(/No output yet.*is stdout flushed\?/);
    expect(entry.fix).toContain('PYTHONUNBUFFERED');
    expect(entry.atUs).toBeLessThan(6_000_000);
    await run.stop();
    const types = (await run.lines('extension')).map(({ row }) => row.type);
    expect(types).toEqual(['hello', 'register_tool', 'ready']);
  });

  it('is cured by the setting that the hint names', async () => {
    const run = await engine.open('unflushed-python', { environment: { PYTHONUNBUFFERED: '1' } });
    await run.untilState('ready');
    expect(textOf(await run.call('echo', '{"a":1}'))).toContain('a');
  });
});

beforeAll(builtCli, 60_000);
