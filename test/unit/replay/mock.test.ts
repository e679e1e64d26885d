// What the played extension says to which line of a host.

import { describe, expect, it } from 'vitest';
import { Mock } from '../../../shared/replay/mock.ts';
import { profileOf } from '../../support/protocol-parts.ts';
import {
  decode,
  exited,
  handshake,
  host,
  line,
  planOf,
  stopAsked,
  type Fact,
} from '../../support/recorded.ts';

const { protocol } = profileOf('zot-latest');

function mockOf(...facts: readonly Fact[]): Mock {
  return new Mock(planOf([...handshake, ...facts]), decode, protocol.frames);
}

const call = (id: string, args: object, name = 'greet'): object => ({ type: 'tool_call', id, name, args });
const result = (id: string, text: string): object => ({
  type: 'tool_result',
  id,
  content: [{ type: 'text', text }],
});
/** What it says to a frame, parsed. */
const says = (mock: Mock, frame: object): unknown[] =>
  mock.take(JSON.stringify(frame)).lines.map((text) => JSON.parse(text) as unknown);
const ack = {
  type: 'hello_ack',
  protocol_version: 1,
  zot_version: '9',
  provider: 'x',
  model: 'y',
  cwd: '/elsewhere',
};

describe('the handshake', () => {
  it('is said as recorded: hello at once, registrations after the host’s answer, whatever that says', () => {
    const mock = mockOf();
    expect(mock.begin().lines).toEqual(['{"type":"hello","name":"demo","version":"1"}']);
    expect(says(mock, ack)).toEqual([
      { type: 'register_tool', name: 'greet', description: '', schema: {} },
      { type: 'ready' },
    ]);
  });
});

describe('a request', () => {
  const two = [
    host(call('1', { name: 'Ada', n: 1.5 })),
    line('{"type":"tool_result","id":"1","content":[{"type":"text","text":"\\u0048i"}],"n":1.0}'),
    host(call('2', { name: 'Grace' })),
    line(result('2', 'Hello, Grace')),
    host(call('3', { name: 'Ada', n: 1.5 })),
    line(result('3', 'Hi again')),
  ];

  it('that was recorded gets its answer, spelled as recorded, with the id of the one who asks', () => {
    const mock = mockOf(...two);
    expect(
      mock.take('{"id":"z9","args":{"n":15e-1,"name":"Ada"},"name":"greet","type":"tool_call"}').lines,
    ).toEqual(['{"type":"tool_result","id":"z9","content":[{"type":"text","text":"\\u0048i"}],"n":1.0}']);
  });

  it('that was recorded several times gets the answers in order, then the last one', () => {
    const mock = mockOf(...two);
    const texts = ['a', 'b', 'c'].map((id) => says(mock, call(id, { name: 'Ada', n: 1.5 })));
    expect(texts).toMatchObject([[{ id: 'a' }], [result('b', 'Hi again')], [result('c', 'Hi again')]]);
  });

  it('with other arguments gets the next answer of that name', () => {
    const mock = mockOf(...two);
    expect(says(mock, call('a', { name: 'Grace' }))).toEqual([result('a', 'Hello, Grace')]);
    expect(says(mock, call('b', { name: 'Linus' }))).toMatchObject([{ id: 'b', n: 1 }]);
    expect(says(mock, call('c', { name: 'Linus' }))).toEqual([result('c', 'Hi again')]);
  });

  it('that was never asked is refused with the frame’s own way to say so', () => {
    const mock = mockOf(...two);
    const words = (what: string): string => `framescope mock: ${what} is not in the recording.`;
    expect(says(mock, call('a', {}, 'other'))).toEqual([
      { ...result('a', words('tool_call other')), is_error: true },
    ]);
    expect(says(mock, { type: 'command_invoked', id: 'b', name: 'audit' })).toEqual([
      { type: 'command_response', id: 'b', action: 'noop', error: words('command_invoked audit') },
    ]);
    expect(says(mock, { type: 'event_intercept', id: 'c', event: 'turn_start' })).toEqual([
      { type: 'event_intercept_response', id: 'c' },
    ]);
  });

  it('to which nobody answered in the recording gets what else was said, and no answer', () => {
    const mock = mockOf(host(call('1', {})), line({ type: 'notify', level: 'info', message: 'thinking' }));
    expect(says(mock, call('a', {}))).toEqual([{ type: 'notify', level: 'info', message: 'thinking' }]);
  });

  it('whose answer came after other lines of the host still gets it', () => {
    const mock = mockOf(
      host(call('1', { n: 1 })),
      host(call('2', { n: 2 })),
      line(result('2', 'two')),
      line(result('1', 'one')),
    );
    expect(says(mock, call('a', { n: 1 }))).toEqual([result('a', 'one')]);
    expect(says(mock, call('b', { n: 2 }))).toEqual([result('b', 'two')]);
  });
});

describe('a call of a tool of the host', () => {
  it('is made as recorded, names the host’s request, and goes on with the host’s answer', () => {
    const mock = mockOf(
      host(call('1', {})),
      line({ type: 'call_tool', id: 'mine', name: 'read', args: {}, parent_id: '1' }),
      host({ type: 'tool_result', id: 'mine', name: 'read', content: [] }),
      line(result('1', 'read it')),
    );
    expect(says(mock, call('a', {}))).toEqual([
      { type: 'call_tool', id: 'mine', name: 'read', args: {}, parent_id: 'a' },
      result('a', 'read it'),
    ]);
  });
});

describe('an event', () => {
  it('leads to what was said after it, and one that was never sent to nothing', () => {
    const mock = mockOf(
      host({ type: 'event', event: 'session_start' }),
      line({ type: 'notify', level: 'info', message: 'listening' }),
    );
    expect(says(mock, { type: 'event', event: 'turn_end', stop: 'x' })).toEqual([]);
    expect(says(mock, { type: 'event', event: 'session_start' })).toMatchObject([{ message: 'listening' }]);
  });
});

describe('the end', () => {
  it('is said as recorded, and nothing after it', () => {
    const mock = mockOf(stopAsked, host({ type: 'shutdown' }), line({ type: 'shutdown_ack' }), exited());
    expect(mock.take('{"type":"shutdown"}')).toMatchObject({
      lines: ['{"type":"shutdown_ack"}'],
      ends: true,
    });
    expect(mock.take('{"type":"shutdown"}')).toEqual({ lines: [], log: [], ends: false });
    expect(mock.stop().lines).toEqual([]);
  });

  it('comes also when the host closes the pipe, or was never recorded', () => {
    expect(mockOf().stop()).toMatchObject({ lines: [], ends: true });
  });
});

describe('what is no frame', () => {
  it('is never said: it is named on the log instead', () => {
    const mock = mockOf(
      host(call('1', {})),
      line('DEBUG 1'),
      line(result('1', 'ok')),
      line('{"type":"notify"'),
    );
    const said = mock.take(JSON.stringify(call('a', {})));
    expect(said.lines).toEqual([JSON.stringify(result('a', 'ok'))]);
    expect(said.log.join('\n')).toMatch(/not JSON.*left out/);
  });

  it.each(['', 'x', '[1]', '{"type"', undefined])('from the host is passed over: %j', (text) => {
    expect(mockOf().take(text)).toMatchObject({ lines: [], ends: false });
  });
});
