// What is left where machine code is not to be had: macOS, ARM, hardened systems.

import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins } from '../../support/live-plugin.ts';
import { examplePlugin } from '../../support/plugins.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

describe('without machine code', () => {
  it('plugins load, are called, and step as they do with it', async () => {
    const live = await plugins.ready(examplePlugin('hello'), { plain: true });
    expect(await live.call('hello', { name: 'Ada' })).toBe('Hello Ada!');
    expect(live.codes).toEqual([]);
  });

  it('a thread is known to be one only while the main loop rests, and has no number', async () => {
    const live = await plugins.ready('threads', { plain: true });
    expect(await live.call('worker')).toBe('from a thread');
    expect(await live.call('joined')).toBe('joined');
    expect(await live.call('ordered')).toBe('abc');
    expect(await live.call('thousand')).toBe('a thousand');
    const threads = live.frames('host.tool_done').map(({ thread }) => thread);
    expect(threads.every((thread) => thread === undefined || thread === 0)).toBe(true);
  });

  it('a crash has its signal and the call in flight, and no stack', async () => {
    const live = await plugins.ready('segfault', { plain: true });
    await live.call('crash');
    expect(await live.problem('crashed')).toMatch(
      /ended by SIGSEGV\. Under way was execute of the tool "crash"/,
    );
    expect(live.sink.decisions('crashReported')).toEqual([]);
  });
});
