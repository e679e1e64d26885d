import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins } from '../../support/live-plugin.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

describe('memory of the host in the hands of a plugin', () => {
  it('freed twice is named, and the second time left alone', async () => {
    const live = await plugins.ready('memory');
    expect(await live.call('double_free')).toBe('freed');
    expect(await live.problem('double-free')).toMatch(/0x[0-9a-f]+ was freed before \(by host->free\)/);
    expect(await live.call('double_free')).toBe('freed');
  });

  it('that is not the host’s to free is named', async () => {
    const live = await plugins.ready('memory');
    expect(await live.call('free_unknown')).toBe('freed');
    expect(await live.problem('free-unknown')).toMatch(/the host never gave it out/);
    const texts = live.sink.problems('free-host-string').map(({ message }) => message);
    expect(texts).toEqual([expect.stringContaining('(execute)'), expect.stringContaining('(cwd)')]);
  });

  it('handed over after it was freed is named and not read', async () => {
    const live = await plugins.ready('memory');
    expect(await live.call('use_after_free')).toBe('used');
    expect(await live.problem('use-after-free')).toMatch(/handed to log after it had been freed/);
    expect(live.frames('host.log').at(-1)).toMatchObject({ msg: { at: expect.stringMatching(/^0x/) } });
    expect(live.codes).not.toContain('argument-null');
  });

  it('from an earlier turn of the main loop is named', async () => {
    const live = await plugins.ready('memory');
    expect(await live.call('keep', { text: 'of this turn' })).toBe('of this turn');
    expect(await live.call('use_kept')).toBe('used');
    expect(await live.problem('use-after-turn')).toMatch(
      /handed to log, but it is a text of the host from an earlier turn/,
    );
  });

  it('is overwritten after its turn when that is asked for', async () => {
    const poisoned = await plugins.ready('memory', { host: { poison: true } });
    await poisoned.call('keep', { text: 'A' });
    expect(await poisoned.call('peek')).toBe('dd');
    const plain = await plugins.ready('memory');
    await plain.call('keep', { text: 'A' });
    expect(await plain.call('peek')).toBe('41');
  });

  it('that a call leaves behind is counted when the call is over', async () => {
    const live = await plugins.ready('memory');
    await live.call('leak');
    expect(await live.problem('memory-left')).toMatch(
      /Call \d+ of leak is over and left 2 of its allocations, 128 bytes/,
    );
    live.session.stop('user');
    await live.reached('ended');
    expect(await live.problem('memory-never-freed')).toMatch(/2 allocations were never freed, 128 bytes/);
    const about = live.sink.problems().filter(({ code }) => code.startsWith('memory'));
    expect(about.map(({ severity }) => severity)).toEqual(['info', 'info']);
  });

  it('that there is not so much of is NULL, and named', async () => {
    const live = await plugins.ready('memory');
    expect(await live.call('huge')).toBe('NULL');
    expect(await live.problem('out-of-memory')).toMatch(/1152921504606846976 bytes gave NULL/);
  });

  it('is never what lies near address 0', async () => {
    const live = await plugins.ready('memory');
    expect(await live.call('bad_pointer')).toBe('survived');
    expect(await live.problem('bad-pointer')).toMatch(/0x10 was handed to log as msg/);
  });

  it('is what a result has to be in: a literal and freed memory are named', async () => {
    const live = await plugins.ready('completions');
    await live.call('literal');
    expect(await live.problem('not-host-memory')).toMatch(
      /handed to tool_done does not come from host->alloc/,
    );
    await live.call('freed');
    expect(await live.problem('use-after-free')).toMatch(/handed to tool_done after it had been freed/);
  });
});

describe('a slash command', () => {
  it('gets its arguments and returns JSON or NULL', async () => {
    const live = await plugins.ready('memory');
    const good = await plugins.agent.runCommand({ name: 'good', args: '1 2' });
    expect(good).toMatchObject({
      effect: { kind: 'display', text: '{"text":"from the host"}' },
      end: { how: 'answered' },
    });
    expect(live.frames('command')[0]).toMatchObject({ name: 'good', registration: 1, args: '1 2' });
    const nothing = await plugins.agent.runCommand({ name: 'nothing', args: '' });
    expect(nothing.effect).toEqual({ kind: 'noop' });
    expect(live.codes.filter((code) => !code.startsWith('command-name'))).toEqual([]);
  });

  it('that returns memory which is not the host’s is named', async () => {
    const live = await plugins.ready('memory');
    await plugins.agent.runCommand({ name: 'literal', args: '' });
    expect(await live.problem('not-host-memory')).toMatch(/the return of the command literal/);
  });

  it('that returns no JSON is named', async () => {
    const live = await plugins.ready('memory');
    await plugins.agent.runCommand({ name: 'echo', args: 'plain words' });
    expect(await live.problem('command-not-json')).toMatch(/\/echo returned a text that is not JSON/);
  });

  it('with a name that nobody can type, or that is taken, is named', async () => {
    const live = await plugins.ready('memory');
    expect(await live.problem('command-name-invalid')).toMatch(/"two words"/);
    expect(await live.problem('command-name-taken')).toMatch(/"good"/);
    expect(live.session.plugin.offered.commands.map(({ name }) => name)).toEqual([
      'good',
      'nothing',
      'literal',
      'echo',
      'two words',
    ]);
  });
});
