import { describe, expect, it } from 'vitest';
import { hello, startedRun, told } from './session-run.ts';

const note = (message: string) => ({ type: 'notify', level: 'info', message });

describe('in run mode', () => {
  it('lines pass at once, in order, and the handshake is journalled as it happened', () => {
    const { sink, transport, session } = startedRun('run');
    transport.line(hello);
    transport.line({ type: 'ready' });
    expect(told(sink)).toEqual([
      'state starting',
      'spawned',
      'state awaitingHello',
      'line extension hello',
      'helloAccepted',
      'state registering',
      'line host hello_ack',
      'line extension ready',
      'ready',
      'state ready',
    ]);
    expect(transport.asked).toHaveLength(1);
    expect(session.status).toMatchObject({
      state: 'ready',
      mode: 'run',
      held: [],
      deadlines: [],
      clockFrozen: false,
    });
  });
});

describe('in step mode', () => {
  it('a handshake can be stepped through: both directions wait, deadlines stand still, nothing is written early', () => {
    const { sink, transport, time, session } = startedRun('step');
    transport.line(hello);
    expect(session.status).toMatchObject({ state: 'awaitingHello', held: [5], clockFrozen: true });
    time.advance(60_000);
    expect(session.status.deadlines).toMatchObject([{ name: 'hello hint', leftMs: 3_000 }]);
    session.release(5);
    const ack = sink.entries.findLast((entry) => entry.kind === 'line')!.seq;
    expect(session.status).toMatchObject({ state: 'registering', held: [ack], clockFrozen: true });
    expect(transport.asked).toEqual([]);
    time.advance(60_000);
    session.release(ack);
    expect(transport.asked).toHaveLength(1);
    expect(session.status.clockFrozen).toBe(false);
    time.advance(200);
    transport.line({ type: 'register_command', name: 'a' });
    time.advance(60_000);
    expect(session.status).toMatchObject({ state: 'registering', hostUs: 200_000 });
    session.releaseAll();
    time.advance(249);
    expect(session.status.state).toBe('registering');
    time.advance(1);
    expect(session.status.state).toBe('ready');
    expect(sink.problems('no-hello-yet')).toEqual([]);
    expect(sink.decisions('ready')[0]?.value).toEqual({ by: 'silence', afterMs: 450 });
  });

  it('the journal tells each hold, when the clock stood still, and how long the line waited', () => {
    const { sink, transport, time, session } = startedRun('step');
    transport.line(hello);
    time.advance(1_110);
    session.release(5);
    expect(told(sink).slice(3)).toEqual([
      'state awaitingHello',
      'line extension hello held',
      'clock frozen',
      'released 5 by user',
      'helloAccepted',
      'state registering',
      'line host hello_ack held',
    ]);
    expect(sink.of('released')[0]).toMatchObject({ heldUs: 1_110_000 });
    expect(sink.of('clock')[0]).toMatchObject({ frozen: true, hostUs: 0 });
  });

  it('lines that are no frames are held too; stderr and facts of the process are not', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line('banner');
    transport.line(Buffer.from([0xff, 0xfe]));
    transport.stderr('log');
    expect(session.status.held).toHaveLength(2);
    expect(sink.problems()).toEqual([]);
    session.releaseAll();
    expect(sink.problems().map((problem) => problem.code)).toEqual(['stdout-not-frame']);
  });

  it('release all lets pass what is held now, in order, and what comes of it is held again', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    transport.line({ type: 'ready' });
    session.releaseAll();
    expect(sink.of('released').map((entry) => entry.line)).toEqual([5, 7]);
    expect(session.status.state).toBe('ready');
    expect(session.status.mode).toBe('step');
    expect(session.status.held).toHaveLength(1);
    expect(transport.asked).toEqual([]);
  });

  it('going over to run lets everything pass in order, and the answers queue behind', () => {
    const { sink, transport, session } = startedRun('step');
    session.send({ text: '{"type":"event","event":"session_start"}' }, 'hand');
    transport.line(hello);
    session.setMode('run');
    expect(session.status).toMatchObject({ held: [], mode: 'run', state: 'registering', clockFrozen: false });
    expect(transport.asked.map((line) => /"type":"(\w+)"/.exec(line)?.[1])).toEqual(['event', 'hello_ack']);
    expect(sink.of('released').every((entry) => entry.by === 'mode')).toBe(true);
    expect(sink.of('line').filter((entry) => entry.origin === 'hand')).toHaveLength(1);
  });

  it('a dropped line never reaches the machine or the wire', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    expect(session.drop(5)).toEqual({ ok: true, value: undefined });
    expect(session.status).toMatchObject({ state: 'awaitingHello', held: [], clockFrozen: false });
    transport.line(hello);
    session.releaseAll();
    const ack = session.status.held[0]!;
    session.drop(ack);
    expect(transport.asked).toEqual([]);
    expect(sink.of('dropped').map((entry) => entry.line)).toEqual([5, ack]);
  });

  it('an edited line is decoded anew, both versions are kept, and only the new one counts', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line({ type: 'hello', name: '' });
    session.release(5, { text: JSON.stringify(hello) });
    expect(sink.decisions('helloAccepted')[0]?.value.name).toBe('demo');
    expect(sink.problems()).toEqual([]);
    const ack = session.status.held[0]!;
    session.release(ack, { text: '{"type":"hello_ack","protocol_version":2}' });
    expect(transport.asked).toEqual(['write {"type":"hello_ack","protocol_version":2}']);
    expect(sink.of('edited').map((entry) => entry.line)).toEqual([5, ack]);
    expect(sink.lines('host')[0]).toContain('"protocol_version":1');
  });

  it('an edit into something else than UTF-8 is written byte for byte', () => {
    const { transport, session } = startedRun('step');
    transport.line(hello);
    session.release(5);
    const written: Uint8Array[] = [];
    transport.write = (bytes) => void written.push(bytes);
    session.release(session.status.held[0]!, { base64: Buffer.from([0xff]).toString('base64') });
    expect(written.map((bytes) => [...bytes])).toEqual([[0xff, 0x0a]]);
  });

  it('an edit that changes nothing is no edit', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    session.release(5, { text: JSON.stringify(hello) });
    expect(sink.of('edited')).toEqual([]);
  });

  it('a line chosen from the middle passes ahead of those before it', () => {
    const { sink, transport, session } = startedRun('run');
    transport.line(hello);
    session.setMode('step');
    transport.line({ type: 'register_command', name: 'a' });
    transport.line({ type: 'register_command', name: 'b' });
    session.release(session.status.held[1]!);
    session.releaseAll();
    expect(sink.decisions('commandRegistered').map((entry) => entry.value.name)).toEqual(['b', 'a']);
  });

  it('asking for a line that is not held is refused in words', () => {
    const { session } = startedRun('step');
    for (const result of [session.release(99), session.drop(99)])
      expect(result).toMatchObject({ ok: false, failure: { code: 'notHeld', detail: { line: 99 } } });
  });

  it('freezing can be switched off and on while lines are held', () => {
    const { sink, transport, time, session } = startedRun('step');
    transport.line(hello);
    session.setFreeze(false);
    time.advance(3_000);
    expect(sink.problems('no-hello-yet')).toHaveLength(1);
    session.setFreeze(true);
    time.advance(5_000);
    expect(session.status).toMatchObject({ hostUs: 3_000_000, realUs: 8_000_000, clockFrozen: true });
    expect(sink.of('clock').map((entry) => entry.frozen)).toEqual([true, false, true]);
  });
});

describe('a hold policy', () => {
  it('holds only what it wants and what is behind it, which flows once the way is free', () => {
    const { sink, transport, session } = startedRun('run');
    session.holdPolicy = (from, decoded) =>
      from === 'extension' && decoded.kind === 'frame' && decoded.type === 'ready';
    transport.line(hello);
    transport.line({ type: 'ready' });
    transport.line(note('behind'));
    transport.line({ type: 'ready' });
    transport.line(note('last'));
    expect(session.status.held).toHaveLength(4);
    const [first, second, third, fourth] = session.status.held as [number, number, number, number];
    session.release(first);
    expect(session.status.held).toEqual([third, fourth]);
    session.drop(third);
    expect(session.status.held).toEqual([]);
    expect(sink.of('released').map(({ line, by }) => [line, by])).toEqual([
      [first, 'user'],
      [second, 'mode'],
      [fourth, 'mode'],
    ]);
  });
});

describe('the end while lines are held', () => {
  it('an exit is a fact at once, but the machine hears of it only after the lines before it', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    transport.line({ type: 'ready' });
    transport.exit(3);
    expect(sink.of('exited')).toHaveLength(1);
    expect(session.status).toMatchObject({ state: 'awaitingHello', held: [5, 7] });
    expect(sink.problems()).toEqual([]);
    session.release(5);
    expect(session.status.state).toBe('registering');
    session.release(7);
    expect(told(sink).slice(-4)).toEqual(['state ready', 'problem crashed', 'state ended', 'clock runs']);
    expect(session.status.held).toEqual([]);
  });

  it('a host line that comes of it is recorded and said to have reached nobody', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    transport.exit(0);
    session.setMode('run');
    expect(sink.lines('host')).toHaveLength(1);
    expect(sink.problems('not-delivered')[0]).toMatchObject({ line: sink.of('line')[1]!.seq });
    expect(transport.asked).toEqual([]);
  });

  it('host lines held when the process is gone are dropped, since nobody is left to read them', async () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    session.release(5);
    const ack = session.status.held[0]!;
    transport.exit(1);
    expect(sink.of('dropped')).toMatchObject([{ line: ack, by: 'exit' }]);
    expect(session.status).toMatchObject({ state: 'ended', held: [], clockFrozen: false });
    await session.ended;
  });

  it('the shutdown frame is held like any other, and stdin is closed behind it', () => {
    const { transport, time, session } = startedRun('run');
    transport.line(hello);
    session.setMode('step');
    session.stop('user');
    expect(session.status).toMatchObject({ state: 'stopping', clockFrozen: true });
    expect(session.status.deadlines).toMatchObject([{ name: 'shutdown', leftMs: 2_000 }]);
    time.advance(60_000);
    expect(transport.asked).toHaveLength(1);
    session.releaseAll();
    expect(transport.asked.slice(1)).toEqual(['write {"type":"shutdown"}', 'closeInput']);
    time.advance(3_000);
    expect(transport.asked.slice(3)).toEqual(['SIGTERM', 'SIGKILL']);
  });

  it('a second stop kills at once: what is held is dropped, what still comes is not held', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    session.stop('user');
    session.stop('user');
    expect(transport.asked).toEqual(['SIGKILL', 'closeInput']);
    expect(sink.of('dropped').map((entry) => entry.by)).toEqual(['stop', 'stop']);
    transport.line(note('late'));
    expect(session.status.held).toEqual([]);
    transport.exit(null, 'SIGKILL');
    expect(session.status).toMatchObject({ state: 'ended', clockFrozen: false });
  });

  it('a stop after the process is gone ends the holds', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    transport.exit(0);
    session.stop('user');
    expect(session.status).toMatchObject({ state: 'ended', held: [] });
    expect(sink.of('dropped')).toMatchObject([{ line: 5, by: 'stop' }]);
  });

  it('when the app ends it, held lines pass and shutdown goes out', () => {
    const { sink, transport, session } = startedRun('step');
    transport.line(hello);
    session.stop('app');
    expect(sink.of('released').map((entry) => entry.by)).toEqual(['stop', 'stop']);
    expect(transport.asked).toEqual(['write {"type":"shutdown"}', 'closeInput']);
    expect(session.status.held).toEqual([]);
  });
});
