import { describe, expect, it } from 'vitest';
import { isAlive, markedProcesses, until } from '../../support/marked-processes.ts';
import { processBench, type Run } from '../../support/process-bench.ts';

const bench = processBench();
const text = (line: string) => Buffer.from(`${line}\n`);

/** The pid that a fixture tells of the process it started. */
async function toldPid({ sink }: Run): Promise<number> {
  const told = (): string | undefined =>
    sink.texts.map((line) => /pid (\d+)/.exec(line ?? '')?.[1]).find(Boolean);
  await sink.until(() => told() !== undefined);
  return Number(told());
}

describe('a signal', () => {
  it('is a fact that comes before what it does', async () => {
    const { process, sink } = bench.shell('echo up; exec sleep 60');
    await sink.until(({ lines }) => lines.length === 1);
    process.signal('SIGTERM', 'It was asked to stop.');
    await sink.done;
    expect(sink.of('signalled')).toEqual([
      { kind: 'signalled', signal: 'SIGTERM', to: 'group', reason: 'It was asked to stop.' },
    ]);
    expect(sink.of('exited')).toEqual([{ kind: 'exited', code: null, signal: 'SIGTERM' }]);
    expect(sink.order.indexOf('signalled')).toBeLessThan(sink.order.indexOf('exited'));
  });

  it('SIGKILL ends what ignores SIGTERM', async () => {
    const { process, sink } = bench.startFixture('ignores-sigterm');
    await sink.until(({ lines }) => lines.length === 2);
    process.signal('SIGTERM', 'first');
    await sink.until(({ errorLines }) => errorLines.length === 1);
    expect(sink.of('exited')).toEqual([]);
    process.signal('SIGKILL', 'second');
    await sink.done;
    expect(sink.of('exited')).toEqual([{ kind: 'exited', code: null, signal: 'SIGKILL' }]);
    expect(sink.of('signalled').map(({ signal }) => signal)).toEqual(['SIGTERM', 'SIGKILL']);
  });

  it('case P06: reaches the whole group', async () => {
    const run = bench.start(['./run.sh'], {
      executable: `${import.meta.dirname}/../../fixtures/extensions/leaves-grandchild/run.sh`,
      cwd: `${import.meta.dirname}/../../fixtures/extensions/leaves-grandchild`,
    });
    const grandchild = await toldPid(run);
    expect(isAlive(grandchild)).toBe(true);
    run.process.signal('SIGTERM', 'test');
    await run.sink.done;
    expect(isAlive(grandchild)).toBe(false);
    expect(markedProcesses(bench.mark)).toEqual([]);
  });
});

describe('pipes that outlive the process', () => {
  it('are told with who holds them; it may still speak, and the run ends with it', async () => {
    const script = `(sleep 0.6; echo 'from the grandchild') & echo parent`;
    const { sink, pid } = bench.shell(script);
    await sink.done;
    expect(sink.texts).toEqual(['parent', 'from the grandchild']);
    const [held] = sink.of('pipesHeld');
    expect(held?.holders.length).toBeGreaterThan(0);
    expect(held?.holders.every((holder) => holder.pid !== pid)).toBe(true);
    expect(held?.holders.map(({ command }) => command).join()).toContain('sleep 0.6');
    expect(sink.order.indexOf('exited')).toBeLessThan(sink.order.indexOf('pipesHeld'));
    expect(sink.order.indexOf('pipesHeld')).toBeLessThan(sink.order.indexOf('line from the grandchild'));
    expect(sink.of('signalled')).toEqual([]);
  });

  it('of a process in another session are given up after SIGKILL', async () => {
    const run = bench.startFixture('grandchild-holds-pipes');
    run.process.write(text('{"type":"hello_ack"}'));
    const holder = await toldPid(run);
    await run.sink.until(({ facts }) => facts.some(({ kind }) => kind === 'pipesHeld'));
    expect(run.sink.of('pipesHeld')).toEqual([
      { kind: 'pipesHeld', holders: [{ pid: holder, command: 'sleep 60' }] },
    ]);
    expect(run.sink.order).not.toContain('ended');
    run.process.signal('SIGKILL', 'test');
    await run.sink.done;
    const byHost = run.sink
      .of('closed')
      .filter(({ by }) => by === 'host')
      .map(({ pipe }) => pipe);
    expect(byHost).toEqual(['stdout', 'stderr']);
    expect(isAlive(holder)).toBe(true);
    process.kill(holder, 'SIGKILL');
  });

  it('are ended some time after a SIGTERM that was not enough', async () => {
    const script = `trap '' TERM; (trap '' TERM; while :; do sleep 0.05; done) & trap - TERM; echo up; sleep 60`;
    const { process, sink } = bench.shell(script, { heldMs: 50, graceMs: 200 });
    await sink.until(({ lines }) => lines.length === 1);
    process.signal('SIGTERM', 'test');
    await sink.done;
    expect(sink.of('signalled').map(({ signal }) => signal)).toEqual(['SIGTERM', 'SIGKILL']);
    expect(sink.of('signalled')[1]?.reason).toContain('200 ms after the process had ended');
    expect(sink.order.indexOf('exited')).toBeLessThan(sink.order.lastIndexOf('signalled'));
  });

  it('are not taken as held while we are paused and have not read what is in them', async () => {
    const { process, sink } = bench.shell('echo last words', { heldMs: 20 });
    process.pause();
    const other = bench.shell('sleep 0.3');
    await other.sink.done;
    expect(sink.order).toContain('exited');
    process.signal('SIGKILL', 'test');
    const another = bench.shell('sleep 0.8');
    await another.sink.done;
    expect(sink.order).not.toContain('ended');
    process.resume();
    await sink.done;
    expect(sink.texts).toEqual(['last words']);
    expect(sink.of('pipesHeld')).toEqual([]);
  });
});

describe('what a process leaves behind in its group', () => {
  it('without holding a pipe is ended, and named', async () => {
    const { sink } = bench.shell('sleep 61 >/dev/null 2>&1 & echo done');
    await sink.done;
    expect(sink.of('signalled')).toHaveLength(1);
    expect(sink.of('signalled')[0]).toMatchObject({ signal: 'SIGTERM', to: 'group' });
    expect(sink.of('signalled')[0]?.reason).toMatch(/\d+ sleep 61$/);
    expect(sink.order.at(-1)).toBe('ended');
    expect(markedProcesses(bench.mark)).toEqual([]);
  });

  it('is killed when it ignores SIGTERM', async () => {
    const { sink } = bench.shell(`trap '' TERM; sleep 61 >/dev/null 2>&1 & exit 0`);
    await sink.done;
    expect(sink.of('signalled').map(({ signal }) => signal)).toEqual(['SIGTERM', 'SIGKILL']);
    expect(markedProcesses(bench.mark)).toEqual([]);
  });

  it('and ends by itself at once is not signalled', async () => {
    const { sink } = bench.shell('sleep 0.03 >/dev/null 2>&1 & exit 0');
    await sink.done;
    await until('it is gone', () => markedProcesses(bench.mark).length === 0);
    expect(sink.of('signalled')).toEqual([]);
  });
});
