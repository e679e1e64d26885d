import { describe, expect, it, vi } from 'vitest';
import { hello, sessionRun, startedRun, told } from './session-run.ts';

describe('a session', () => {
  it('can be started once', () => {
    const { session } = startedRun('run');
    expect(() => session.start('run')).toThrow(/was started before/);
  });

  it('stopped before it was started has ended', async () => {
    const { session } = sessionRun();
    session.stop('user');
    await session.ended;
    expect(session.status.state).toBe('ended');
  });

  it('refuses to send when there is nobody to read it', () => {
    const { session } = sessionRun();
    const refused = { ok: false, failure: { code: 'sessionNotRunning' } };
    expect(session.send({ text: '{}' }, 'hand')).toMatchObject(refused);
    const run = startedRun('run');
    run.transport.exit(0);
    expect(run.session.send({ text: '{}' }, 'driver')).toMatchObject(refused);
  });

  it('writes what is sent by hand as it is, frame or not', () => {
    const { sink, transport, session } = startedRun('run');
    expect(session.send({ text: 'no frame' }, 'hand')).toEqual({ ok: true, value: undefined });
    expect(transport.asked).toEqual(['write no frame']);
    expect(sink.of('line')).toMatchObject([{ from: 'host', raw: { text: 'no frame' }, origin: 'hand' }]);
  });

  it('after stdin broke says of each host line that it reached nobody', () => {
    const { sink, transport, session } = startedRun('run');
    transport.fact({ kind: 'closed', pipe: 'stdin', by: 'extension', error: 'EPIPE' });
    session.send({ text: '{}' }, 'hand');
    expect(sink.problems('not-delivered')).toHaveLength(1);
    expect(transport.asked).toEqual([]);
  });

  it('stops reading while the journal is full, and goes on when it is not', () => {
    const { sink, transport } = startedRun('run');
    sink.full = true;
    transport.line(hello);
    transport.line({ type: 'ready' });
    transport.stderr('x');
    expect(transport.asked.filter((what) => what === 'pause')).toHaveLength(1);
    sink.drain();
    expect(transport.asked.at(-1)).toBe('resume');
  });

  it('stops reading when ten thousand lines are held, and goes on when they are not', () => {
    const { transport, session } = startedRun('step');
    for (let n = 0; n < 10_001; n++) transport.line('x');
    expect(transport.asked).toEqual(['pause']);
    session.setMode('run');
    expect(transport.asked).toEqual(['pause', 'resume']);
  });

  it('takes a line that was cut for too long, whatever its beginning says', () => {
    const { sink, transport } = startedRun('run');
    transport.line(hello, { truncated: true, byteLength: 9_000_000 });
    expect(sink.decisions('helloAccepted')).toEqual([]);
  });

  it('ends when the process could not be started', async () => {
    const { sink, transport, session } = sessionRun();
    session.start('run');
    transport.fact({ kind: 'spawnFailed', code: 'ENOENT', message: 'no such file', executable: '/x' });
    transport.end();
    await session.ended;
    expect(told(sink)).toEqual(['state starting', 'spawnFailed', 'problem spawn-failed', 'state ended']);
  });

  it('notes registrations as early only until the pipe took the ack', () => {
    const early = startedRun('run', { profile: 'zot-seed' });
    early.transport.taking = false;
    early.transport.line(hello);
    early.transport.line({ type: 'register_command', name: 'a' });
    expect(early.sink.problems('registered-before-ack')).toHaveLength(1);
    const late = startedRun('run', { profile: 'zot-seed' });
    late.transport.line(hello);
    late.transport.line({ type: 'register_command', name: 'a' });
    expect(late.sink.problems('registered-before-ack')).toEqual([]);
  });

  it('leaves no timer after its end', () => {
    const { transport, time, session } = startedRun('run');
    transport.line(hello);
    expect(time.timers).toBe(2);
    session.stop('user');
    expect(time.timers).toBe(1);
    transport.exit(0);
    expect(time.timers).toBe(0);
  });
});

describe('listeners', () => {
  it('hear of states, modes, holds and deadlines, but not of each line', () => {
    const { transport, session } = startedRun('run');
    transport.line(hello);
    transport.line({ type: 'ready' });
    const heard = vi.fn();
    const off = session.onChange(heard);
    for (let n = 0; n < 100; n++) transport.line({ type: 'notify', level: 'info', message: 'x' });
    expect(heard).not.toHaveBeenCalled();
    session.setMode('step');
    expect(heard).toHaveBeenCalledTimes(1);
    transport.line({ type: 'notify', level: 'info', message: 'x' });
    expect(heard).toHaveBeenCalledTimes(2);
    off();
    session.releaseAll();
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('may act at once: one that releases every line steps through it all without recursion', () => {
    const { sink, transport, session } = startedRun('step');
    session.onChange(() => {
      const [first] = session.status.held;
      if (first !== undefined) session.release(first);
    });
    transport.line(hello);
    for (let n = 0; n < 5_000; n++) transport.line({ type: 'register_command', name: `c${n}` });
    expect(sink.decisions('commandRegistered')).toHaveLength(5_000);
    expect(session.status.held).toEqual([]);
  });
});
