import { describe, expect, it } from 'vitest';
import { MachineRun } from './machine-run.ts';

const ready = (options = {}): MachineRun =>
  MachineRun.after('demo', options).hostFrame({ type: 'hello_ack' }).frame({ type: 'ready' });

describe('frames in order', () => {
  it('that ask nothing of the host lead to nothing at all, not even an object', () => {
    const run = ready();
    const decoded = run.parts.decode('{"type":"notify","level":"info","message":"x"}', 'extension', 'lf');
    const seen = { text: '', bom: false };
    const first = run.machine.line(decoded, 7, seen, 0);
    expect(first).toEqual([]);
    expect(run.machine.line(decoded, 8, seen, 0)).toBe(first);
  });

  it('while registering only put auto-ready off, with one shared effect', () => {
    const run = MachineRun.after('demo');
    const decoded = run.parts.decode('{"type":"notify","level":"info","message":"x"}', 'extension', 'lf');
    const first = run.machine.line(decoded, 7, { text: '', bom: false }, 0);
    expect(first).toEqual([{ kind: 'restartTimer', name: 'auto-ready' }]);
    expect(run.machine.line(decoded, 8, { text: '', bom: false }, 0)).toBe(first);
  });

  it('a note with an unusual level is noted as shown all the same', () => {
    const run = ready().frame({ type: 'notify', level: 'loud', message: 'hey' });
    expect(run.decided('notified')).toEqual([{ level: 'loud', message: 'hey' }]);
  });
});

describe('frames out of order', () => {
  it.each([
    ['ready', { type: 'shutdown_ack' }, 'is ready'],
    ['registering', { type: 'tool_result', id: '1', content: [] }, 'takes registrations'],
  ] as const)('in state %s get a problem that names what is in order', (state, frame, words) => {
    const run = state === 'ready' ? ready() : MachineRun.after('demo');
    run.frame(frame);
    expect(run.problem('frame-out-of-order')?.message).toContain(words);
    expect(run.problem('frame-out-of-order')?.fix).toContain('notify');
  });

  it('are told once for each type and state', () => {
    const run = ready();
    for (let n = 0; n < 50; n++) run.frame({ type: 'shutdown_ack' });
    expect(run.problemCodes).toEqual(['warning frame-out-of-order']);
  });

  it('registrations while stopping have no effect', () => {
    const run = ready().input({ kind: 'stopAsked', by: 'user' });
    run.frame({ type: 'register_tool', name: 't', schema: {} });
    expect(run.decided('toolRegistered')).toEqual([]);
    expect(run.problemCodes).toEqual(['warning frame-out-of-order']);
  });
});

describe('frames the host does not know', () => {
  it('are left to the codec’s words and change nothing', () => {
    const run = ready({ profile: 'zot-seed' });
    run.frame({ type: 'nonsense' }).frame({ type: 'panel_render', panel_id: 'p' }).text('{}').text('null');
    expect(run.problemCodes).toEqual([]);
    expect(run.state).toBe('ready');
  });

  it('the error frame is a problem that quotes its message', () => {
    const run = ready().frame({ type: 'error', message: 'something went wrong' });
    expect(run.problem('error-frame')).toMatchObject({ severity: 'warning', line: run.seq });
    expect(run.problem('error-frame')?.message).toContain('"something went wrong"');
  });

  it('frames with a field of a wrong type are said to be dropped, once for each type', () => {
    const run = ready();
    run
      .frame({ type: 'notify', level: 3, message: ['x'] })
      .frame({ type: 'notify', level: 3, message: ['x'] });
    expect(run.decided('frameIgnored')).toHaveLength(1);
  });
});

describe('lines that are no frames', () => {
  it.each([
    ['not JSON', 'plain words'],
    ['blank', ''],
    ['an array', '[1,2]'],
    ['not UTF-8', undefined],
  ])('%s: one quiet problem in a run', (_what, text) => {
    const run = ready().text(text).text(text).text('again');
    expect(run.problemCodes).toEqual(['warning stdout-not-frame']);
  });

  it('a torn last line is left to the codec’s words', () => {
    const run = ready().text('{"type":"noti', { ending: 'none' });
    expect(run.problemCodes).toEqual([]);
  });

  it('case F07: a line that does not end is told while it comes, with what the real host does', () => {
    const run = ready().input({ kind: 'lineOver', pipe: 'stdout', bytesSoFar: 70_000_000 });
    run.input({ kind: 'lineOver', pipe: 'stdout', bytesSoFar: 70_000_000 });
    expect(run.problemCodes).toEqual(['error line-too-long']);
    expect(run.problem('line-too-long')?.message).toMatch(
      /longer than is kept, 70,000,000 bytes so far.*4,194,304 bytes/,
    );
    run.input({ kind: 'lineOver', pipe: 'stderr', bytesSoFar: 70_000_000 });
    expect(run.problemCodes).toEqual(['error line-too-long', 'warning stderr-line-too-long']);
  });
});
