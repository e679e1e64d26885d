import { describe, expect, it } from 'vitest';
import { MachineRun } from './machine-run.ts';

const ready = (): MachineRun =>
  MachineRun.after('demo').hostFrame({ type: 'hello_ack' }).frame({ type: 'ready' });
const kinds = (run: MachineRun): string[] => run.effects.map((effect) => effect.kind);

describe('shutdown', () => {
  it('sends shutdown, closes stdin, and waits for the exit, not for the ack', () => {
    const run = ready().input({ kind: 'stopAsked', by: 'user' });
    expect(run.decided('stopAsked')).toEqual([{ by: 'user' }]);
    expect(run.sent.at(-1)).toEqual({ type: 'shutdown' });
    expect(kinds(run).slice(-3)).toEqual(['send', 'closeInput', 'setTimer']);
    expect(run.state).toBe('stopping');
    run.frame({ type: 'shutdown_ack' });
    expect(run.state).toBe('stopping');
    run.exit(0);
    expect(run.state).toBe('ended');
    expect(run.problemCodes).toEqual([]);
    expect(run.timers.size).toBe(0);
  });

  it('goes on with SIGTERM after 2 s and SIGKILL 1 s later, each a passed deadline', () => {
    const run = ready().input({ kind: 'stopAsked', by: 'user' }).advance(1_999);
    expect(run.signals).toEqual([]);
    run.advance(1);
    expect(run.signals).toEqual(['SIGTERM']);
    run.advance(999);
    expect(run.signals).toEqual(['SIGTERM']);
    run.advance(1);
    expect(run.signals).toEqual(['SIGTERM', 'SIGKILL']);
    expect(run.decided('deadlinePassed')).toEqual([
      { deadline: 'shutdown', afterMs: 2_000, outcome: 'SIGTERM to the process group' },
      { deadline: 'term', afterMs: 1_000, outcome: 'SIGKILL to the process group' },
    ]);
    expect(run.problemCodes).toEqual(['warning ignored-sigterm']);
    run.exit(null, 'SIGKILL');
    expect(run.state).toBe('ended');
    expect(run.problemCodes).toHaveLength(1);
  });

  it('asked a second time kills at once', () => {
    const run = ready().input({ kind: 'stopAsked', by: 'user' }).input({ kind: 'stopAsked', by: 'user' });
    expect(run.signals).toEqual(['SIGKILL']);
    expect(run.timers.size).toBe(0);
    expect(run.decided('stopAsked')).toHaveLength(2);
  });

  it('asked before hello ends the same way', () => {
    const run = MachineRun.after().input({ kind: 'stopAsked', by: 'app' });
    expect(run.sent).toEqual([{ type: 'shutdown' }]);
    expect(run.advance(3_000).signals).toEqual(['SIGTERM', 'SIGKILL']);
  });

  it('asked while the process is being started begins once it runs', () => {
    const run = new MachineRun().input({ kind: 'started' }).input({ kind: 'stopAsked', by: 'user' });
    expect(run.sent).toEqual([]);
    run.input({ kind: 'spawned' });
    expect(run.sent).toEqual([{ type: 'shutdown' }]);
    expect(run.state).toBe('stopping');
  });

  it('asked before any start ends at once', () => {
    expect(new MachineRun().input({ kind: 'stopAsked', by: 'user' }).state).toBe('ended');
  });

  it('case P13: a hello that comes only then is shown, called too late, and nothing is registered', () => {
    const run = MachineRun.after().advance(5_000).input({ kind: 'stopAsked', by: 'user' });
    run.frame({ type: 'hello', name: 'demo', version: '1' });
    run.frame({ type: 'register_tool', name: 't', schema: {} }).frame({ type: 'ready' }).exit(0);
    expect(run.problemCodes).toEqual(['warning no-hello-yet', 'error hello-too-late']);
    expect(run.decided('toolRegistered')).toEqual([]);
    expect(run.decided('frameIgnored')).toEqual([{ why: 'stopping' }, { why: 'stopping' }]);
    expect(run.state).toBe('ended');
  });

  it('of an extension that never said hello is an error when it was overdue, else only noted', () => {
    const overdue = MachineRun.after().advance(5_000).input({ kind: 'stopAsked', by: 'user' }).exit(0);
    expect(overdue.problemCodes).toEqual(['warning no-hello-yet', 'error no-hello']);
    const early = MachineRun.after().advance(100).input({ kind: 'stopAsked', by: 'user' }).exit(0);
    expect(early.problemCodes).toEqual(['info no-hello']);
  });
});

describe('an exit nobody asked for', () => {
  it('case P08: before hello is told with exit code and the last words on stderr, once the output is in', () => {
    const run = MachineRun.after().input({ kind: 'exited', code: 1, signal: null });
    expect(run.problemCodes).toEqual([]);
    run.machine.stderr('API key missing: set DEMO_API_KEY');
    run.input({ kind: 'outputClosed', pipe: 'stderr' }).input({ kind: 'outputClosed', pipe: 'stdout' });
    expect(run.problemCodes).toEqual(['error exited-before-hello']);
    expect(run.problem('exited-before-hello')?.message).toBe(
      'The extension exited with code 1 before it said hello, 0 ms after the start. Last on stderr: "API key missing: set DEMO_API_KEY".',
    );
    expect(run.input({ kind: 'ended' }).state).toBe('ended');
    expect(run.problemCodes).toHaveLength(1);
  });

  it('before hello is told within half a second when another process holds the pipes', () => {
    const run = MachineRun.after().input({ kind: 'exited', code: null, signal: 'SIGSEGV' }).advance(500);
    expect(run.problem('exited-before-hello')?.message).toContain('was ended by SIGSEGV');
  });

  it('with a code is a crash: state, unanswered requests and the telling line of the stack are named', () => {
    const run = ready();
    run.hostFrame({ type: 'tool_call', id: '7', name: 'crash', args: {} });
    run.hostFrame({ type: 'tool_call', id: '8', name: 'fine', args: {} });
    run.frame({ type: 'tool_result', id: '8', content: [] });
    for (const line of [
      'main.mjs:9',
      "    throw new Error('moon');",
      '',
      'Error: cannot read the moon',
      '    at x',
      'Node.js v20',
    ])
      run.machine.stderr(line);
    run.exit(1);
    expect(run.problemCodes).toEqual(['error crashed']);
    const message = run.problem('crashed')?.message;
    expect(message).toContain('exited with code 1 after it was ready');
    expect(message).toContain('Unanswered: tool_call "7" to "crash".');
    expect(message).toContain('Last on stderr: "Error: cannot read the moon".');
  });

  it('by a signal while registering is a crash too', () => {
    const run = MachineRun.after('demo').exit(null, 'SIGKILL');
    expect(run.problem('crashed')?.message).toContain('was ended by SIGKILL while it was registering');
  });

  it('sends nobody to a stderr on which nothing was said', () => {
    const silent = ready().exit(1);
    expect(silent.problem('crashed')?.fix).not.toContain('Read its last lines');
    const run = ready();
    run.machine.stderr('Error: cannot read the moon');
    expect(run.exit(1).problem('crashed')?.fix).toContain('Read its last lines on stderr');
  });

  it('with code 0 is a warning', () => {
    expect(ready().exit(0).problemCodes).toEqual(['warning exited-unasked']);
  });

  it('quotes stdout when stderr is silent, with control characters made visible', () => {
    const run = MachineRun.after().text('fatal \u001b[31mred').exit(2);
    const message = run.problem('exited-before-hello')?.message ?? '';
    expect(message).toContain('Last on stdout: "fatal ');
    expect(message).not.toContain('\u001b');
  });

  it('with code 0 while another process holds the pipes is no end: a launcher may have gone away', () => {
    const run = MachineRun.after().input({ kind: 'exited', code: 0, signal: null }).advance(500);
    expect(run.problemCodes).toEqual([]);
    run.frame({ type: 'hello', name: 'demo', version: '1' }).frame({ type: 'ready' });
    expect(run.state).toBe('ready');
    run.input({ kind: 'stopAsked', by: 'user' }).advance(2_000);
    expect(run.sent.at(-1)).toEqual({ type: 'shutdown' });
    expect(run.signals).toEqual(['SIGTERM']);
    run.input({ kind: 'outputClosed', pipe: 'stdout' }).input({ kind: 'outputClosed', pipe: 'stderr' });
    expect(run.timers.size).toBe(0);
    expect(run.problemCodes.filter((code) => code.startsWith('error'))).toEqual([]);
    expect(run.problemCodes.at(-1)).toBe('warning exited-unasked');
  });

  it('after a stop goes on to signals while another process holds the pipes', () => {
    const run = ready()
      .input({ kind: 'stopAsked', by: 'user' })
      .input({ kind: 'exited', code: 0, signal: null });
    expect(run.advance(3_000).signals).toEqual(['SIGTERM', 'SIGKILL']);
  });

  it('makes room for a hello that was written before it', () => {
    const run = MachineRun.after().input({ kind: 'exited', code: 0, signal: null });
    run.frame({ type: 'hello', name: 'demo', version: '1' });
    run.input({ kind: 'outputClosed', pipe: 'stdout' }).input({ kind: 'outputClosed', pipe: 'stderr' });
    run.input({ kind: 'ended' });
    expect(run.problemCodes).toEqual(['warning exited-unasked']);
    expect(run.timers.size).toBe(0);
  });
});

describe('other ends', () => {
  it('a process that could not be started is an error with the fix of whoever tried', () => {
    const run = new MachineRun().input({ kind: 'started' });
    run.input({ kind: 'spawnFailed', message: 'no such file', fix: 'install it' });
    expect(run.problem('spawn-failed')).toMatchObject({ message: 'no such file', fix: 'install it' });
    expect(run.state).toBe('ended');
    expect(run.problemCodes).toEqual(['error spawn-failed']);
  });

  it('a closed stdout without an exit is told after a second', () => {
    const run = ready().input({ kind: 'outputClosed', pipe: 'stdout' }).advance(999);
    expect(run.problemCodes).toEqual([]);
    expect(run.advance(1).problemCodes).toEqual(['warning stdout-closed']);
    const before = MachineRun.after().input({ kind: 'outputClosed', pipe: 'stdout' }).advance(1_000);
    expect(before.problemCodes).toEqual(['error stdout-closed']);
  });

  it('after the end nothing has an effect', () => {
    const run = ready().exit(0);
    const count = run.effects.length;
    run
      .frame({ type: 'notify', level: 'info', message: 'x' })
      .text('x')
      .input({ kind: 'stopAsked', by: 'user' });
    run.input({ kind: 'ended' }).input({ kind: 'timer', name: 'ready' });
    expect(run.effects).toHaveLength(count);
  });
});
