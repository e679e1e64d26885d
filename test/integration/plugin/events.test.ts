import { afterEach, describe, expect, it } from 'vitest';
import { eventTemplates } from '../../../shared/protocol/opcode/event-names.ts';
import { LivePlugins } from '../../support/live-plugin.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

describe('events', () => {
  it('are the 24 of the header', () => {
    expect(eventTemplates).toHaveLength(24);
  });

  for (const { name, payload } of eventTemplates)
    it(`${name} reaches its handler with its userdata and its payload`, async () => {
      const live = await plugins.ready('events');
      const returns = await live.session.plugin.tell(name, JSON.stringify(payload), false);
      expect(returns[0]).toMatchObject({ handler: 1, value: 0, meaning: 'continue' });
      const told = live.frames('event', 'host').filter(({ event }) => event === name);
      expect(JSON.parse(String(told.at(-1)?.payload_json))).toEqual(payload);
      expect(live.frames('host.log').map(({ msg }) => msg)).toContain(`heard ${name}`);
    });

  it('run several handlers in the order they were registered', async () => {
    const live = await plugins.ready('events');
    const returns = await live.session.plugin.tell('tool_call', '{}', false);
    expect(returns.map(({ handler }) => handler)).toEqual([1, 2]);
    expect(live.frames('host.log').slice(-2)).toMatchObject([{ msg: 'heard tool_call' }, { msg: 'second' }]);
  });

  it('are told through the agent with the fields they have', async () => {
    const live = await plugins.ready('events');
    const outcome = plugins.agent.emit('turn_start', [{ name: 'turn', json: '1' }]);
    expect(outcome.sent).toHaveLength(1);
    await live.frame('host.log', ({ msg }) => msg === 'heard turn_start');
    expect(live.frames('event', 'host').at(-1)).toMatchObject({ payload_json: '{"turn":1}' });
  });

  const returns: readonly (readonly [event: string, value: number, code: string | null, words: RegExp])[] = [
    ['tool_call', 1, null, /handled, or a veto/],
    ['turn_end', 1, 'event-veto-idle', /handled, or a veto/],
    ['turn_end', -7, 'event-returned-error', /an error, treated as 0/],
    ['turn_end', 2, 'event-returned-odd', /no meaning/],
  ];
  for (const [event, value, code, words] of returns)
    it(`${event}: a return of ${value} ${code === null ? 'is in order' : `is named ${code}`}`, async () => {
      const live = await plugins.ready('events');
      const [first] = await live.session.plugin.tell(event, JSON.stringify({ return: value }), false);
      expect(first).toMatchObject({ value, meaning: expect.stringMatching(words) });
      if (code !== null) await live.problem(code);
      else expect(live.codes.filter((one) => one.startsWith('event-returned'))).toEqual([]);
    });

  it('that the header does not have are named, with the one that was meant', async () => {
    const live = await plugins.ready('events');
    expect(await live.problem('event-unknown')).toMatch(/no event "tool_calls"; did you mean "tool_call"/);
    expect(await live.problem('function-null')).toMatch(/on_event was given NULL as its handler/);
    expect(await live.problem('argument-null')).toMatch(/on_event was given NULL as its event_name/);
  });

  it('in today’s host are told for resources_discover only, and 32 handlers are kept', async () => {
    const live = await plugins.ready('events', { profile: 'opcode-today' });
    expect(live.frames('event', 'host').map(({ event }) => event)).toEqual(['resources_discover']);
    expect(await live.session.plugin.tell('tool_call', '{}', true)).toEqual([]);
    expect(live.sink.problems('event-never-told').length).toBeGreaterThan(20);
  });
});

describe('a veto', () => {
  it('stops the tool call, and no handler after it is asked', async () => {
    const live = await plugins.ready('events');
    const outcome = await plugins.agent.intercept({
      event: 'tool_call',
      fields: [
        { name: 'name', json: '"bash"' },
        { name: 'return', json: '1' },
      ],
    });
    expect(outcome).toMatchObject({
      blocked: true,
      reason: expect.stringContaining('refused by plugin events'),
    });
    expect(outcome.hops).toMatchObject([{ verdict: 'block', name: 'events' }]);
    expect(live.frames('event', 'host').filter(({ event }) => event === 'tool_call')).toHaveLength(1);
    expect(live.sink.decisions('chainDecided')[0]?.value).toMatchObject({
      blocked: true,
      decidedBy: 'events',
    });
  });

  it('is not what 0, an error or anything else is', async () => {
    await plugins.ready('events');
    for (const value of [0, -1, 3]) {
      const outcome = await plugins.agent.intercept({
        event: 'tool_call',
        fields: [{ name: 'return', json: String(value) }],
      });
      expect(outcome).toMatchObject({ blocked: false, hops: [{ verdict: 'allow' }] });
    }
  });
});
