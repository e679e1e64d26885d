// One-way events: to subscribers only, and with exactly the fields a real host sends.

import { afterEach, describe, expect, it } from 'vitest';
import { AgentBench, reached } from '../../support/agent-bench.ts';

let bench: AgentBench;
afterEach(() => bench.close());

const events = ['session_start', 'turn_start', 'turn_end', 'tool_call', 'assistant_message', ''];

async function ready(profile = 'zot-2026-05') {
  bench = new AgentBench({ profile });
  return bench.puppet({ offers: { tools: [], events }, on: {} });
}

const json = (value: unknown): string => JSON.stringify(value);

describe('an event', () => {
  it.each([
    ['session_start', {}, ''],
    ['turn_start', { step: 1 }, ',"step":1'],
    ['turn_start', { step: 0 }, ''],
    ['turn_start', { step: -1 }, ',"step":-1'],
    ['turn_end', { error: 'no credit', stop: 'error' }, ',"stop":"error","error":"no credit"'],
    ['turn_end', { stop: '', error: 'only' }, ',"error":"only"'],
    ['tool_call', { tool_args: null, tool_id: '', tool_name: '' }, ',"tool_args":null'],
    [
      'tool_call',
      { tool_args: { b: 1 }, tool_name: 'bash', tool_id: 't1' },
      ',"tool_id":"t1","tool_name":"bash","tool_args":{"b":1}',
    ],
    ['assistant_message', { text: '<b>&\u2028😀' }, ',"text":"\\u003cb\\u003e\\u0026\\u2028😀"'],
    ['', { text: 'x' }, ',"text":"x"'],
  ])('%s with %j is sent as the real host sends it', async (event, values, rest) => {
    const { sink, session } = await ready();
    const fields = Object.entries(values).map(([name, value]) => ({ name, json: json(value) }));
    const outcome = bench.agent.emit(event, fields);
    expect(sink.lines('host').at(-1)).toBe(`{"type":"event","event":${json(event)}${rest}}`);
    expect(outcome).toEqual({ event, sent: [{ session: session.id, line: sink.entries.length }] });
  });

  it('keeps what the newest zot has as pointers, though it is zero or false', async () => {
    const { sink } = await ready('zot-latest');
    bench.agent.emit('turn_end', [
      { name: 'executed', json: 'false' },
      { name: 'message_count', json: '0' },
      { name: 'queued', json: 'false' },
      { name: 'image_count', json: '0' },
    ]);
    expect(sink.lines('host').at(-1)).toBe(
      '{"type":"event","event":"turn_end","executed":false,"message_count":0}',
    );
  });

  it('goes to subscribers only, in the order they were loaded', async () => {
    const first = await ready();
    const deaf = await bench.puppet({ name: 'deaf', offers: { events: ['turn_end'] } });
    const second = await bench.puppet({ name: 'second', offers: { events: ['turn_start'] } });
    const { sent } = bench.agent.emit('turn_start', []);
    expect(sent.map(({ session }) => session)).toEqual([first.session.id, second.session.id]);
    expect(deaf.sink.lines('host')).toHaveLength(1);
    expect(bench.agent.emit('unheard', [])).toEqual({ event: 'unheard', sent: [] });
  });

  it('with arguments that are no JSON is dropped for all, and said so', async () => {
    const { sink } = await ready();
    const before = sink.lines('host').length;
    const outcome = bench.agent.emit('tool_call', [{ name: 'tool_args', json: '{"a":' }]);
    expect(outcome).toEqual({ event: 'tool_call', sent: [], notSent: 'tool_args is not JSON' });
    expect(sink.lines('host')).toHaveLength(before);
    expect(sink.decisions('eventNotSent')[0]?.value).toEqual({
      event: 'tool_call',
      reason: 'tool_args is not JSON',
    });
  });

  it('reaches an extension that has closed its stdout, and none that has ended', async () => {
    bench = new AgentBench({ profile: 'zot-2026-05' });
    const half = await bench.puppet({
      offers: { events },
      on: { 'event turn_start': [{ close: 'stdout' }] },
    });
    bench.agent.emit('turn_start', []);
    await half.sink.seen((entry) => entry.kind === 'closed' && entry.pipe === 'stdout');
    expect(bench.agent.emit('turn_end', []).sent).toHaveLength(1);
    await bench.host.end(half.session.id, 'user');
    await reached(half, 'ended');
    expect(bench.agent.emit('turn_end', []).sent).toHaveLength(0);
  });
});
