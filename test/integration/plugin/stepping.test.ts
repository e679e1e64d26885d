import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins, type Frame, type LivePlugin } from '../../support/live-plugin.ts';
import { examplePlugin } from '../../support/plugins.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

/** Releases the one frame that is held once it is of this type. */
async function step(live: LivePlugin, type: string, edited?: (frame: Frame) => Frame): Promise<Frame> {
  const frame = await live.frame(type, () => true);
  const held = live.session.status.held;
  expect(held).toEqual([frame.seq]);
  const { seq, ...sent } = frame;
  const raw = edited ? { text: JSON.stringify(edited(sent)) } : undefined;
  expect(live.session.release(seq, raw).ok).toBe(true);
  return frame;
}

/** In step mode, up to the call of a tool; what comes after is held. */
async function calling(
  what: string,
  tool: string,
  args: object = {},
): Promise<{ live: LivePlugin; text: Promise<string> }> {
  const live = await plugins.ready(what);
  live.session.setMode('step');
  const text = live.call(tool, args);
  await step(live, 'tool.execute');
  return { live, text };
}

describe('stepping through a plugin', () => {
  it('holds every frame of its loading, both ways, and the plugin stands still with it', async () => {
    const live = await plugins.open(examplePlugin('hello'), { mode: 'step' });
    const order = [
      'library.open',
      'library.open.return',
      'library.symbol',
      'library.symbol.return',
      'plugin.entry',
      'plugin.entry.return',
      'plugin.init',
      'host.register_tool',
      'host.log',
      'plugin.init.return',
    ];
    for (const type of order) {
      await step(live, type);
      // Nothing that comes after it has crossed yet.
      const later = order.slice(order.indexOf(type) + 2);
      expect(later.flatMap((one) => live.frames(one))).toEqual([]);
    }
    await live.reached('ready');
    expect(live.codes).toEqual([]);
  });

  it('holds a host function inside the plugin, and what it returns, and freezes the deadlines', async () => {
    const { live, text } = await calling(examplePlugin('hello'), 'hello', { name: 'Ada' });
    await live.frame('host.json_get_str');
    expect(live.session.status.clockFrozen).toBe(true);
    await step(live, 'host.json_get_str');
    await step(live, 'host.json_get_str.return');
    for (const name of ['host.json_escape', 'host.json_escape.return', 'host.alloc', 'host.alloc.return'])
      await step(live, name);
    await step(live, 'host.free');
    await step(live, 'host.tool_done');
    expect(await text).toBe('Hello Ada!');
    await step(live, 'tool.execute.return');
  });

  it('lets what a host function returns be changed: the plugin gets the new value', async () => {
    const { live, text } = await calling(examplePlugin('hello'), 'hello', { name: 'Ada' });
    await step(live, 'host.json_get_str');
    await step(live, 'host.json_get_str.return', (frame) => ({ ...frame, value: 'Grace' }));
    live.session.setMode('run');
    expect(await text).toBe('Hello Grace!');
    expect(live.sink.of('edited')).toHaveLength(1);
  });

  it('lets an argument be changed: the host does with it what it would have done', async () => {
    const { live, text } = await calling(examplePlugin('hello'), 'hello', { name: 'Ada' });
    await step(live, 'host.json_get_str', (frame) => ({ ...frame, path: 'nothing' }));
    live.session.setMode('run');
    expect(await text).toBe('Hello world!');
  });

  it('lets a host function be dropped: nothing happens, and it returns 0 or NULL', async () => {
    const { live, text } = await calling('memory', 'huge');
    const { seq } = await live.frame('host.alloc');
    live.session.drop(seq);
    const { value, seq: returned } = await live.frame('host.alloc.return');
    expect(value).toBeNull();
    live.session.release(returned);
    live.session.setMode('run');
    expect(await text).toBe('NULL');
    expect(live.codes).not.toContain('out-of-memory');
  });

  it('lets a veto be taken back: the agent gets the edited return', async () => {
    const live = await plugins.ready('batch');
    live.session.setMode('step');
    const veto = plugins.agent.intercept({ event: 'tool_call', fields: [{ name: 'name', json: '"bash"' }] });
    await step(live, 'event');
    // Two questions of the handler, each with what it returns.
    let last = 0;
    for (let line = 1; line <= 4; line++) {
      const held = await live.seen(
        (entry) => entry.kind === 'line' && entry.held === true && entry.seq > last,
      );
      last = held.seq;
      // The event itself has been released already.
      if (live.session.status.held.includes(last)) live.session.release(last);
      else line--;
    }
    const { seq, ...returned } = await live.frame('event.return');
    expect(returned).toMatchObject({ value: 1 });
    live.session.release(seq, { text: JSON.stringify({ ...returned, value: 0 }) });
    expect((await veto).blocked).toBe(false);
  });

  it('goes on by itself when it is switched to run, with the frames that were held in order', async () => {
    const live = await plugins.open(examplePlugin('hello'), { mode: 'step' });
    await live.frame('library.open');
    live.session.setMode('run');
    await live.reached('ready');
    expect(live.session.status.held).toEqual([]);
    expect(live.codes).toEqual([]);
  });

  it('takes hold of a plugin that runs', async () => {
    const live = await plugins.ready('threads');
    await live.call('storm');
    live.session.setMode('step');
    await live.seen((entry) => entry.kind === 'line' && entry.from === 'extension' && entry.held === true);
    const before = live.frames('host.defer').length;
    for (let round = 0; round < 3; round++) {
      const { length } = live.sink.of('line');
      live.session.releaseAll();
      await live.seen((entry) => entry.kind === 'line' && live.sink.of('line').length > length);
    }
    expect(live.frames('host.defer').length - before).toBeLessThan(10);
  });

  it('holds what a query asks for while the rest runs', async () => {
    const live = await plugins.ready(examplePlugin('hello'));
    live.session.holdPolicy = (_from, decoded) => decoded.kind === 'frame' && decoded.type === 'host.alloc';
    const text = live.call('hello', { name: 'Ada' });
    await step(live, 'host.alloc');
    expect(await text).toBe('Hello Ada!');
  });

  it('can be stopped while a frame is held', async () => {
    const live = await plugins.open(examplePlugin('hello'), { mode: 'step' });
    await live.frame('library.open');
    live.session.stop('user');
    await live.session.ended;
    live.session.stop('user');
    expect(live.session.state).toBe('ended');
    expect(live.codes).toEqual([]);
  });
});
