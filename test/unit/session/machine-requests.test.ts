import { describe, expect, it } from 'vitest';
import type { MachineEnd } from '../../../electron/session/request-book.ts';
import { MachineRun } from './machine-run.ts';

/** Ready for calls. */
function readyRun(profile = 'zot-latest'): MachineRun {
  return MachineRun.after('demo', { profile }).frame({ type: 'ready' });
}

/** Asks as a session does: the line is recorded, then passes the gate and is taken by the pipe. */
function ask(
  run: MachineRun,
  id: string,
  more: { type?: string; deadlineMs?: number; pass?: boolean } = {},
): number {
  const { type = 'tool_call', deadlineMs = 60_000, pass = true } = more;
  const line = ++run.seq;
  run.input({ kind: 'requested', id, type, name: 'echo', deadlineMs, outcome: 'give up', line });
  const frame = {
    type,
    id,
    ...(type === 'event_intercept' ? { event: 'tool_call' } : { name: 'echo', args: {} }),
  };
  const decoded = run.parts.decode(JSON.stringify(frame), 'host', 'lf');
  if (!pass) return line;
  run.input({ kind: 'hostLine', decoded, line });
  run.input({ kind: 'hostLineTaken', decoded, line, lastSeq: line });
  return line;
}

const ends = (run: MachineRun): [string, MachineEnd['how'], MachineEnd][] =>
  run.effects.flatMap((effect) =>
    effect.kind === 'settle'
      ? [[effect.id, effect.end.how, effect.end] as [string, MachineEnd['how'], MachineEnd]]
      : [],
  );
const result = (id: unknown, more: object = {}) =>
  ({ type: 'tool_result', id, content: [], ...more }) as never;

describe('a request', () => {
  it('is answered by the frame with its very id and kind, once', () => {
    const run = readyRun();
    ask(run, '17');
    ask(run, '18');
    run.frame(result('18')).frame(result('17'));
    expect(ends(run).map(([id, how]) => [id, how])).toEqual([
      ['18', 'answered'],
      ['17', 'answered'],
    ]);
    expect(run.problemCodes.filter((code) => code.includes('answer'))).toEqual([]);
    expect(run.timers.size).toBe(0);
  });

  it('has a deadline of its own, and is told with what happens then', () => {
    const run = readyRun();
    const line = ask(run, '1', { type: 'event_intercept', deadlineMs: 5_000 });
    expect(run.timers.get('event_intercept #1')).toMatchObject({ ms: 5_000, outcome: 'give up' });
    run.advance(4_999);
    expect(ends(run)).toEqual([]);
    run.advance(1);
    expect(ends(run)[0]?.[2]).toEqual({ how: 'timedOut', afterMs: 5_000, notes: [] });
    expect(run.decided('deadlinePassed')).toEqual([
      { deadline: 'event_intercept #1', afterMs: 5_000, outcome: 'give up' },
    ]);
    expect(run.entries.at(-1)).toMatchObject({
      line,
      message: expect.stringMatching(/within 5 s\. The host goes on: give up\./),
    });
  });

  it('and an answer of the same moment: whichever comes first decides, the other one is late or nothing', () => {
    const run = readyRun();
    ask(run, '1', { deadlineMs: 100 });
    run.advance(100).frame(result('1'));
    expect(ends(run).map(([, how]) => how)).toEqual(['timedOut']);
    expect(run.problemCodes).toContain('warning answer-late');
    expect(run.effects.filter(({ kind }) => kind === 'late')).toEqual([
      { kind: 'late', id: '1', line: run.seq },
    ]);
    ask(run, '2', { deadlineMs: 100 });
    run.frame(result('2')).input({ kind: 'timer', name: 'tool_call #2' });
    expect(ends(run).map(([, how]) => how)).toEqual(['timedOut', 'answered']);
  });

  it('case R04: is not matched by a number, blanks, null or nothing; it keeps a note of each', () => {
    const run = readyRun();
    ask(run, '17', { deadlineMs: 1_000 });
    run
      .frame(result(17))
      .frame(result(' 17'))
      .frame(result(null))
      .frame({ type: 'tool_result', content: [] });
    expect(ends(run)).toEqual([]);
    expect(run.problemCodes.filter((code) => code.includes('answer'))).toEqual([
      'warning answer-id-not-string',
      'warning answer-unknown-id',
      'warning answer-id-not-string',
      'warning answer-id-not-string',
    ]);
    run.advance(1_000);
    expect(ends(run)[0]?.[2].notes).toEqual([
      'reply had id 17 (number)',
      'reply had id " 17" (string)',
      'reply had id null',
      'reply had no id',
    ]);
  });

  it('case R04: a note goes to the call whose id is spelled alike, when several wait', () => {
    const run = readyRun();
    ask(run, '16', { deadlineMs: 1_000 });
    ask(run, '17', { deadlineMs: 1_000 });
    run.frame(result(17)).frame(result(null)).advance(1_000);
    expect(ends(run).map(([id, , { notes }]) => [id, notes])).toEqual([
      ['16', []],
      ['17', ['reply had id 17 (number)']],
    ]);
  });

  it('is not answered by another kind of frame, and the same id may be open once in each kind', () => {
    const run = readyRun();
    ask(run, '1', { type: 'event_intercept' });
    run.frame(result('1'));
    expect(run.problem('answer-wrong-kind')?.message).toMatch(
      /that is the id of a event_intercept|event_intercept/,
    );
    run.hostFrame({ type: 'tool_call', id: '1', name: 'echo', args: {} });
    run.frame(result('1')).frame({ type: 'event_intercept_response', id: '1' });
    expect(ends(run).map(([id, how]) => [id, how])).toEqual([['1', 'answered']]);
  });

  it('is not used up by an answer with a field of a wrong type', () => {
    const run = readyRun();
    ask(run, '1');
    run.frame(result('1', { content: 'text' })).frame(result('1', { is_error: 'yes' }));
    expect(ends(run)).toEqual([]);
    expect(run.decided('frameIgnored')).toHaveLength(1);
    run.frame(result('1'));
    expect(ends(run)[0]?.[2].notes).toHaveLength(2);
  });

  it('answered twice or late is told a hundred times at most', () => {
    const run = readyRun();
    ask(run, '1');
    for (let n = 0; n < 150; n++) run.frame(result('1'));
    const told = run.entries.filter((entry) => entry.kind === 'problem' && entry.code === 'answer-duplicate');
    expect(told).toHaveLength(100);
    expect(told.at(-1)).toMatchObject({ message: expect.stringMatching(/More of these are not told\.$/) });
  });

  it('sent by hand is remembered, so that its answer is no stranger, but nobody waits', () => {
    const run = readyRun();
    run.hostFrame({ type: 'tool_call', id: 'mine', name: 'echo', args: {} });
    run.frame(result('mine')).frame(result('mine'));
    expect(run.problemCodes.filter((code) => code.includes('answer'))).toEqual(['warning answer-duplicate']);
    expect(ends(run)).toEqual([]);
  });
});

describe('a request that can’t be answered', () => {
  it('fails with the exit of the process, or waits out its time on the host of May 2026', () => {
    const run = readyRun();
    const line = ask(run, '1');
    run.exit(3);
    expect(ends(run)[0]?.[2]).toMatchObject({
      how: 'gone',
      reason: 'the extension exited with code 3',
      cause: 'exit',
    });
    expect(run.decided('requestSettled')).toEqual([
      { id: '1', type: 'tool_call', how: 'gone', reason: 'the extension exited with code 3' },
    ]);
    expect(
      run.entries.find((entry) => entry.kind === 'decided' && entry.decision === 'requestSettled'),
    ).toMatchObject({ line });
    const may = readyRun('zot-2026-05');
    ask(may, '1');
    may.exit(3);
    expect(may.state).toBe('ended');
    expect(ends(may)).toEqual([]);
    may.advance(60_000);
    expect(ends(may).map(([, how]) => how)).toEqual(['timedOut']);
  });

  it('waits while another process still holds stdout, after an exit with code 0', () => {
    const run = readyRun();
    ask(run, '1');
    run.input({ kind: 'exited', code: 0, signal: null }).advance(2_000);
    expect(ends(run)).toEqual([]);
    run.frame(result('1'));
    expect(ends(run).map(([, how]) => how)).toEqual(['answered']);
  });

  it('fails a second after stdout closed, while the process lives; new ones are refused then', () => {
    const run = readyRun();
    ask(run, '1');
    run.input({ kind: 'outputClosed', pipe: 'stdout' }).advance(1_000);
    expect(ends(run)[0]?.[2]).toMatchObject({ how: 'gone', cause: 'output' });
    expect(run.machine.askable).toBe(false);
    run.input({
      kind: 'requested',
      id: '2',
      type: 'tool_call',
      name: 'x',
      deadlineMs: 1,
      outcome: '',
      line: null,
    });
    expect(ends(run)[1]?.[2]).toMatchObject({ how: 'gone', reason: 'its stdout is closed' });
  });

  it('goes out all the same on the host of May 2026, and waits', () => {
    const run = readyRun('zot-2026-05');
    run.input({ kind: 'outputClosed', pipe: 'stdout' }).advance(1_000);
    expect(run.machine.askable).toBe(true);
    ask(run, '1', { type: 'event_intercept', deadlineMs: 5_000 });
    run.advance(5_000);
    expect(ends(run).map(([, how]) => how)).toEqual(['timedOut']);
  });

  it('fails when the pipe breaks, unless the pipe had taken it', () => {
    const run = readyRun('zot-2026-05');
    ask(run, '1');
    ask(run, '2', { pass: false });
    run.input({ kind: 'inputClosed', error: 'EPIPE' });
    expect(ends(run).map(([id, , end]) => [id, end.how])).toEqual([['2', 'gone']]);
    const line = ask(run, '3', { pass: false });
    run.input({ kind: 'notDelivered', line });
    expect(ends(run)[1]?.[2]).toMatchObject({ how: 'gone', cause: 'pipe' });
  });

  it('is given up with the stop, whatever the host', () => {
    for (const profile of ['zot-2026-05', 'zot-latest']) {
      const run = readyRun(profile);
      ask(run, '1');
      run.input({ kind: 'stopAsked', by: 'user' }).exit(0);
      expect(ends(run)[0]?.[2]).toMatchObject({
        how: 'gone',
        reason: 'the extension exited with code 0 after it was asked to stop',
        cause: 'closed',
      });
    }
  });

  it('before hello is not sent', () => {
    const run = MachineRun.after();
    run.input({
      kind: 'requested',
      id: '1',
      type: 'tool_call',
      name: 'x',
      deadlineMs: 1,
      outcome: '',
      line: null,
    });
    expect(ends(run)[0]?.[2]).toMatchObject({
      how: 'notSent',
      reason: 'the extension has not said hello yet',
    });
  });

  it('because its arguments are no JSON is refused, or left to its deadline on the host of May 2026', () => {
    const unsendable = {
      kind: 'requested',
      id: '1',
      type: 'tool_call',
      name: 'x',
      deadlineMs: 60,
      outcome: '',
      line: null,
      unsendable: 'args is not JSON',
    } as const;
    const run = readyRun().input(unsendable);
    expect(ends(run)[0]?.[2]).toMatchObject({ how: 'notSent', reason: 'args is not JSON' });
    const may = readyRun('zot-2026-05').input(unsendable);
    expect(ends(may)).toEqual([]);
    may.advance(60);
    expect(ends(may)[0]?.[2]).toEqual({ how: 'timedOut', afterMs: 60, notes: ['args is not JSON'] });
  });

  it('whose line or answer was dropped at the gate waits, and says so at the end', () => {
    const run = readyRun();
    const line = ask(run, '1', { deadlineMs: 100, pass: false });
    ask(run, '2', { deadlineMs: 100 });
    const decode = (frame: object, from: 'host' | 'extension') =>
      run.parts.decode(JSON.stringify(frame), from, 'lf');
    run.input({
      kind: 'dropped',
      decoded: decode({ type: 'tool_call', id: '1', name: 'e', args: {} }, 'host'),
      line,
    });
    run.input({
      kind: 'dropped',
      decoded: decode({ type: 'tool_result', id: '2', content: [] }, 'extension'),
      line: 99,
    });
    run.advance(100);
    expect(ends(run).map(([, , end]) => ('reason' in end ? [end.how, end.reason] : end.how))).toEqual([
      ['dropped', 'the request was dropped at the gate'],
      ['dropped', 'its answer (line 99) was dropped at the gate'],
    ]);
  });

  it('edited at the gate into another one waits in vain, and says so', () => {
    const run = readyRun();
    const line = ask(run, '1', { deadlineMs: 100, pass: false });
    const decoded = run.parts.decode('{"type":"tool_call","id":"other","name":"e","args":{}}', 'host', 'lf');
    run.input({ kind: 'hostLine', decoded, line }).advance(100);
    expect(ends(run)[0]?.[2]).toMatchObject({
      how: 'dropped',
      reason: expect.stringMatching(/went out as tool_call "other"/),
    });
  });
});
