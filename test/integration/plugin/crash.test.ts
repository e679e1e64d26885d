import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins } from '../../support/live-plugin.ts';

describe('a plugin that goes down', () => {
  let plugins = new LivePlugins();
  afterEach(async () => {
    await plugins.close();
    plugins = new LivePlugins();
  });

  it('by a bad address: signal, address, the call in flight with its arguments, and the stack with names', async () => {
    const live = await plugins.ready('segfault');
    const outcome = await live.session.plugin.callTool({
      name: 'crash',
      argsText: '{"depth":3}',
      raw: false,
    });
    expect(outcome).toMatchObject({
      isError: true,
      end: { how: 'gone', reason: 'the plugin was ended by SIGSEGV' },
    });
    const told = await live.problem('crashed');
    expect(told).toMatch(
      /SIGSEGV in value_of\+0x[0-9a-f]+ \(segfault\.c:4\), segfault\.so\+0x[0-9a-f]+, at the address 0x18/,
    );
    expect(told).toMatch(/execute of the tool "crash", call \d+.*Its last call was log/);
    const problem = live.sink.problems('crashed')[0];
    const line = live.sink.of('line').find(({ seq }) => seq === problem?.line);
    expect(line && 'text' in line.raw && line.raw.text).toContain('"args_json":"{\\"depth\\":3}"');
    const [report] = live.sink.decisions('crashReported');
    expect(report?.value).toMatchObject({ signal: 'SIGSEGV', address: '0x18', onMainLoop: true });
    const names = report?.value.frames.map((frame) => frame.split('+')[0]);
    expect(names).toEqual(['value_of', 'walk', 'crash']);
    const lines = report?.value.frames.map((frame) => /\((.+?)\)/.exec(frame)?.[1]);
    expect(lines).toEqual(['segfault.c:4', 'segfault.c:6', 'segfault.c:11']);
    await live.reached('ended');
    expect(live.sink.of('exited')).toMatchObject([{ code: null, signal: 'SIGSEGV' }]);
    expect(live.frames('host.log')).toHaveLength(1);
  });

  it('by abort: the signal, and what it printed before', async () => {
    const live = await plugins.ready('abort');
    await live.call('stop');
    expect(await live.problem('crashed')).toMatch(
      /SIGABRT in stop\+.*Last printed: "abort: the tree is not balanced"/,
    );
    expect(live.sink.of('stderr').map(({ raw }) => raw)).toEqual([
      { text: 'abort: the tree is not balanced' },
    ]);
  });

  it('on a thread of its own: no call was under way, and the thread is named', async () => {
    const live = await plugins.ready('thread-crash');
    expect(await live.call('start')).toBe('started');
    expect(await live.problem('crashed')).toMatch(
      /SIGSEGV in crash\+.*at the address 0x20\. No call of the host was under way\. It happened on thread \d+, one of the plugin's own/,
    );
  });

  it('by exit() inside a handler: the code, the handler, and what was in its buffers', async () => {
    const live = await plugins.ready('exits');
    await live.session.plugin.tell('turn_start', '{}', false);
    expect(await live.problem('exited-in-call')).toMatch(
      /ended the process with code 7\. Under way was the handler of the event "turn_start"/,
    );
    await live.reached('ended');
    expect(live.sink.of('exited')).toMatchObject([{ code: 7, signal: null }]);
    expect(live.sink.of('stderr')).toMatchObject([{ pipe: 'stdout', raw: { text: 'good bye' } }]);
  });

  it('with a full stack: it is told all the same', async () => {
    const live = await plugins.ready('stack');
    expect(await live.call('hungry')).toBe('full');
    await live.call('overflow');
    expect(await live.problem('crashed')).toMatch(/SIGSEGV in deep\+/);
  });

  it('leaves the session of another plugin alone, and a new one of the same goes through it again', async () => {
    const [dying, other] = [await plugins.ready('segfault'), await plugins.ready('quick')];
    await dying.call('crash');
    await dying.reached('ended');
    expect(await other.call('quick')).toBe('ok');
    const again = await plugins.ready('segfault');
    await again.call('crash');
    expect(await again.problem('crashed')).toMatch(/SIGSEGV in value_of/);
  });
});

describe('a plugin that blocks the main loop', () => {
  let plugins = new LivePlugins();
  afterEach(async () => {
    await plugins.close();
    plugins = new LivePlugins();
  });

  it('is said to, with the call and its time, and when it has come back after all', async () => {
    const live = await plugins.ready('hang');
    expect(await live.call('nap', { ms: 1_500 })).toBe('awake');
    expect(await live.problem('main-loop-blocked')).toMatch(
      /execute of the tool "nap", call \d+, has not returned for 1 s/,
    );
    await live.seen((entry) => entry.kind === 'note' && /"nap".*has returned after all/.test(entry.text));
  });

  it('can be stopped: the host waits its grace, then kills it, and that is no crash', async () => {
    const live = await plugins.ready('hang');
    const called = live.call('forever');
    await live.problem('main-loop-blocked');
    live.session.stop('user');
    await live.reached('ended');
    expect(await called).toMatch(/gone|forever failed/);
    expect(live.sink.decisions('deadlinePassed').map(({ message }) => message)).toEqual([
      expect.stringMatching(/Still running 2 s after session_shutdown: execute of the tool "forever"/),
    ]);
    expect(live.sink.of('signalled')).toMatchObject([{ signal: 'SIGKILL' }]);
    expect(live.codes).toEqual(['main-loop-blocked']);
  });

  it('is killed at once when it is asked to stop a second time', async () => {
    const live = await plugins.ready('hang');
    void live.call('forever');
    await live.frame('tool.execute');
    live.session.stop('user');
    live.session.stop('user');
    await live.reached('ended');
    expect(live.sink.decisions('deadlinePassed')).toEqual([]);
  });
});
