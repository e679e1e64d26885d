import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins } from '../../support/live-plugin.ts';
import { until } from '../../support/marked-processes.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

describe('threads of a plugin', () => {
  it('may end a call of a tool marked THREADSAFE', async () => {
    const live = await plugins.ready('threads');
    expect(await live.call('worker')).toBe('from a thread');
    expect(live.frames('host.tool_done')[0]?.thread).toEqual(expect.any(Number));
    expect(live.codes).toEqual([]);
  });

  it('may not of any other tool: the call ends, and it is named', async () => {
    const live = await plugins.ready('threads');
    expect(await live.call('sneaky')).toBe('from a thread');
    expect(await live.problem('done-from-thread')).toMatch(/on thread \d+ for sneaky, which is not marked/);
  });

  it('that are waited for inside execute can call the host, and each other call is named', async () => {
    const live = await plugins.ready('threads');
    expect(await live.call('joined')).toBe('joined');
    expect(await live.problem('foreign-thread-call')).toMatch(/log was called on thread \d+/);
    const [log] = live.frames('host.log');
    expect(log).not.toHaveProperty('during');
  });

  it('have what they defer run on the main loop, in the order they asked', async () => {
    const live = await plugins.ready('threads');
    expect(await live.call('ordered')).toBe('abc');
    expect(live.frames('deferred', 'host').map(({ defer }) => defer)).toEqual([1, 2, 3]);
    expect(live.codes).toEqual([]);
  });

  it('have it run on the very thread that execute runs on', async () => {
    const live = await plugins.ready('threads');
    expect(await live.call('where')).toBe('the main loop');
    expect(live.frames('host.defer')[0]?.thread).toEqual(expect.any(Number));
  });

  it('can be a thousand at once', async () => {
    const live = await plugins.ready('threads');
    expect(await live.call('thousand')).toBe('a thousand');
    expect(live.frames('host.defer')).toHaveLength(1_000);
    expect(live.codes).toEqual([]);
  });

  it('case V01: one that calls the host every millisecond does no harm at the end', async () => {
    const live = await plugins.ready('threads');
    await live.call('storm');
    await until('it has deferred often', () => live.frames('deferred.return').length > 50);
    live.session.stop('user');
    await live.reached('ended');
    expect(live.sink.of('exited')).toMatchObject([{ code: null, signal: 'SIGKILL' }]);
    expect(live.codes).toEqual([]);
    // And once more: a new process, the same storm.
    const again = await plugins.ready('threads');
    expect(await again.call('storm')).toBe('a storm');
  });
});
