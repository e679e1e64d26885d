// Requests of a session from asking to their end: ids, bytes, latency, the gate and the clock. The rules are the machine's.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HostRequest, RequestResult } from '../../../electron/session/request-desk.ts';
import { hello, startedRun } from './session-run.ts';

type Run = ReturnType<typeof startedRun>;

function ready(profile = 'zot-latest'): Run {
  const run = startedRun('run', { profile });
  run.transport.line(hello);
  run.transport.line({ type: 'ready' });
  return run;
}

function ask({ session }: Run, json = '{}', deadlineMs: number | null = 1_000): HostRequest {
  return session.request({
    type: 'tool_call',
    name: 'echo',
    fields: [
      { name: 'name', json: '"echo"' },
      { name: 'args', json },
    ],
    deadlineMs,
    outcome: 'an error',
  });
}

const answer = (id: string) => ({ type: 'tool_result', id, content: [] });

describe('a request of a session', () => {
  it('puts its values on the wire as they were written, and tells its line', () => {
    const run = ready();
    const request = ask(run, '{ "n" : 1.50 , "s" : "<\\u0041>" }');
    const line = '{"type":"tool_call","id":"1","name":"echo","args":{"n":1.50,"s":"\\u003c\\u0041\\u003e"}}';
    expect(run.transport.asked.at(-1)).toBe(`write ${line}`);
    expect(run.sink.entries[(request.line ?? 0) - 1]).toMatchObject({
      kind: 'line',
      from: 'host',
      raw: { text: line },
    });
    expect(run.sink.entries[(request.line ?? 0) - 1]).not.toHaveProperty('origin');
  });

  it('ends with the frame, its text and how long it took', async () => {
    const run = ready();
    const request = ask(run);
    run.time.advance(12);
    run.transport.line(`{"type":"tool_result","ID":"${request.id}","content":[],"x":1.0}`);
    const { end, answer: got, spentMs } = await request.end;
    expect(end).toEqual({ how: 'answered', answerLine: got?.line, latencyUs: 12_000 });
    expect(got?.text).toBe('{"type":"tool_result","ID":"1","content":[],"x":1.0}');
    expect(got?.frame).toMatchObject({ id: '1' });
    expect(spentMs).toBe(12);
    expect(request.leftMs()).toBe(0);
  });

  it('never gets an id that somebody used by hand', () => {
    const run = ready();
    run.session.send({ text: '{"type":"tool_call","id":"1","name":"t","args":{}}' }, 'hand');
    run.session.send({ text: '{"type":"event_intercept","id":"2","event":"tool_call"}' }, 'hand');
    run.transport.line({ type: 'event_intercept_response', id: '2' });
    expect(ask(run).id).toBe('3');
  });

  it('keeps what is left of its deadline while its line is held, and is told of a late answer', async () => {
    const run = ready();
    run.session.setMode('step');
    const request = ask(run);
    run.time.advance(5_000);
    expect(request.leftMs()).toBe(1_000);
    run.session.release(request.line ?? 0);
    run.time.advance(400);
    expect(request.leftMs()).toBe(600);
    expect(run.session.status.deadlines).toEqual([
      { name: 'tool_call #1', totalMs: 1_000, leftMs: 600, outcome: 'an error' },
    ]);
    const late: number[] = [];
    request.onLate((line) => late.push(line));
    run.time.advance(600);
    expect((await request.end).end).toEqual({ how: 'timedOut', afterMs: 1_000 });
    run.session.setMode('run');
    run.transport.line(answer('1'));
    run.transport.line(answer('1'));
    expect(late).toEqual([run.sink.problems('answer-late')[0]?.line]);
  });

  it('runs out while its line is held, when the clock runs on', async () => {
    const run = ready();
    run.session.setFreeze(false);
    run.session.setMode('step');
    const request = ask(run);
    run.time.advance(1_000);
    expect((await request.end).end).toMatchObject({ how: 'timedOut' });
    expect(run.session.status.held).toEqual([request.line]);
  });

  it('is answered by what a person made of the answer at the gate', async () => {
    const run = ready();
    const request = ask(run);
    run.session.setMode('step');
    run.transport.line({ type: 'tool_result', id: 'wrong', content: [] });
    const [held = 0] = run.session.status.held;
    run.session.release(held, { text: JSON.stringify({ ...answer('1'), is_error: true }) });
    expect((await request.end).answer).toMatchObject({ line: held, frame: { is_error: true } });
  });

  it('that was dropped at the gate ends so when its time is over; so does one whose answer was', async () => {
    const run = ready();
    run.session.setMode('step');
    const first = ask(run);
    run.session.drop(first.line ?? 0);
    const second = ask(run);
    run.session.release(second.line ?? 0);
    run.transport.line(answer(second.id));
    run.session.drop(run.session.status.held[0] ?? 0);
    run.time.advance(1_000);
    expect((await first.end).end).toEqual({ how: 'dropped', reason: 'the request was dropped at the gate' });
    expect((await second.end).end).toMatchObject({
      how: 'dropped',
      reason: expect.stringMatching(/its answer/),
    });
  });

  it('stands still with the clock that a person stopped', async () => {
    const run = ready();
    const request = ask(run);
    run.session.stopClock(true);
    expect(run.session.status.clockFrozen).toBe(true);
    run.time.advance(10_000);
    expect(request.leftMs()).toBe(1_000);
    run.session.stopClock(false);
    run.time.advance(1_000);
    expect((await request.end).end).toMatchObject({ how: 'timedOut' });
    expect(run.sink.of('clock').map(({ frozen }) => frozen)).toEqual([true, false]);
  });

  it('to a process that is gone fails at once', async () => {
    const run = ready();
    run.transport.exit(1);
    const request = ask(run);
    expect(request.line).toBeNull();
    expect(await request.end).toMatchObject({
      end: { how: 'gone', reason: 'the extension exited with code 1' },
      cause: 'exit',
    });
  });

  it('to a process that is gone breaks at the pipe on the host of May 2026', async () => {
    const run = ready('zot-2026-05');
    run.transport.exit(1);
    const request = ask(run);
    expect(await request.end).toMatchObject({ end: { how: 'gone' }, cause: 'pipe' });
    expect(run.sink.problems('not-delivered')).toMatchObject([{ line: request.line }]);
  });

  it('without a deadline waits without end, until it is given up', async () => {
    const run = ready('zot-2026-05');
    const request = ask(run, '{}', null);
    run.transport.exit(1);
    run.time.advance(1e9);
    run.session.abandon();
    expect((await request.end).end).toEqual({ how: 'gone', reason: 'the session was closed' });
  });
});

describe('a notice', () => {
  it('goes out as the host’s own, and is refused before hello, after the end, and when it is no JSON', () => {
    const run = startedRun('run');
    const send = (json: string) => run.session.notice('event', [{ name: 'event', json }]);
    expect(send('"x"')).toMatchObject({ ok: false, failure: { code: 'sessionNotRunning' } });
    run.transport.line(hello);
    const sent = send('"x"');
    expect(sent).toEqual({ ok: true, value: run.sink.entries.findLast(({ kind }) => kind === 'line')?.seq });
    expect(run.transport.asked.at(-1)).toBe('write {"type":"event","event":"x"}');
    expect(send('x')).toMatchObject({ ok: false, failure: { code: 'argumentInvalid' } });
    run.transport.exit(0);
    expect(send('"x"')).toMatchObject({ ok: false, failure: { code: 'sessionNotRunning' } });
  });
});

describe('whatever befalls requests', () => {
  const ids = fc.constantFrom('1', '2', '3', '9');
  const act = fc.oneof(
    fc.constant((run: Run) => void ask(run)),
    fc.constant((run: Run) => void ask(run, 'broken')),
    ids.map((id) => (run: Run) => run.transport.line(answer(id))),
    ids.map((id) => (run: Run) => run.transport.line({ type: 'command_response', id, action: 'noop' })),
    ids.map((id) => (run: Run) => run.transport.line({ type: 'tool_result', id, content: 'wrong' })),
    fc
      .constantFrom(1, null, ' 1')
      .map((id) => (run: Run) => run.transport.line({ type: 'tool_result', id, content: [] })),
    fc.nat(700).map((ms) => (run: Run) => run.time.advance(ms)),
    fc.constantFrom('run' as const, 'step' as const).map((mode) => (run: Run) => run.session.setMode(mode)),
    fc.constant((run: Run) => run.session.releaseAll()),
    fc.nat(60).map((seq) => (run: Run) => void run.session.drop(seq)),
    fc.boolean().map((stopped) => (run: Run) => run.session.stopClock(stopped)),
    fc
      .constantFrom('stdin' as const, 'stdout' as const)
      .map(
        (pipe) => (run: Run) => run.transport.fact({ kind: 'closed', pipe, by: 'extension', error: 'EPIPE' }),
      ),
    fc.constant((run: Run) => run.session.stop('user')),
  );

  it('each ends exactly once, with a reason, and nothing of it is left', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('zot-latest', 'zot-2026-05'),
        fc.array(act, { maxLength: 40 }),
        async (profile, acts) => {
          const run = ready(profile);
          const asked: HostRequest[] = [];
          const request = run.session.request.bind(run.session);
          run.session.request = (wanted) => {
            const one = request(wanted);
            asked.push(one);
            return one;
          };
          const ends: RequestResult[] = [];
          for (const one of acts) one(run);
          for (const one of asked) void one.end.then((result) => ends.push(result));
          run.transport.exit(1);
          run.session.setMode('run');
          run.session.stopClock(false);
          run.session.abandon();
          await Promise.all(asked.map((one) => one.end));
          expect(ends).toHaveLength(asked.length);
          expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length);
          for (const { end, answer: got } of ends) {
            expect(end.how === 'answered').toBe(got !== null);
            if ('reason' in end) expect(end.reason).not.toBe('');
          }
          expect(run.time.timers).toBe(0);
        },
      ),
      { numRuns: 100 },
    );
  }, 30_000);
});
