// Tool calls to real processes: what is on the wire, what comes of each kind of answer, and what when none comes.

import { afterEach, describe, expect, it } from 'vitest';
import { AgentBench, reached, type BenchOptions } from '../../support/agent-bench.ts';

let bench: AgentBench;
afterEach(() => bench.close());

/** Where only the order counts, deadlines are short. */
function use(options: BenchOptions = {}): AgentBench {
  bench = new AgentBench({ changes: { toolDeadlineMs: 400 }, ...options });
  return bench;
}

const text = (value: string) => ({ kind: 'text', text: value });
const call = (argsText: string, more: object = {}) =>
  bench.agent.callTool({ name: 'echo', argsText, ...more });
/** Calls the puppet with what it shall do. */
const say = (...acts: readonly unknown[]) => call(JSON.stringify({ say: acts }));
const answer = (said: string) =>
  `{"type":"tool_result","id":"$ID","content":[{"type":"text","text":"${said}"}]}`;

describe('the arguments of a call', () => {
  it.each([
    ['9007199254740993', '9007199254740993'],
    ['{ "b" : 1 ,\n "a" : [ 1.0 , 1e+2 ] }', '{"b":1,"a":[1.0,1e+2]}'],
    ['{"k":1,"k":2,"10":0,"9":0}', '{"k":1,"k":2,"10":0,"9":0}'],
    ['{"e":"\\u0041\\/\\n <b> &"}', '{"e":"\\u0041\\/\\n \\u003cb\\u003e \\u0026"}'],
    ['', '{}'],
    ['null', 'null'],
  ])('%j reach the extension as %s', async (written, sent) => {
    use();
    const { sink } = await bench.puppet();
    const outcome = await call(written);
    expect(outcome).toMatchObject({ isError: false, content: [text(sent)], remarks: [], callId: '1' });
    expect(sink.lines('host').at(-1)).toBe(`{"type":"tool_call","id":"1","name":"echo","args":${sent}}`);
    expect(outcome.line).toBe(sink.of('line').findLast(({ from }) => from === 'host')?.seq);
  });

  it('that are no JSON are refused at once, and nothing is sent', async () => {
    use();
    const { sink } = await bench.puppet();
    const outcome = await call('{"a":');
    expect(outcome.end).toEqual({ how: 'notSent', reason: 'args is not JSON, so nothing was sent' });
    expect(outcome).toMatchObject({ isError: true, line: null });
    expect(sink.lines('host').filter((line) => line.includes('tool_call'))).toEqual([]);
    expect(sink.decisions('requestSettled')[0]?.value).toMatchObject({ how: 'notSent', type: 'tool_call' });
  });

  it('that are no JSON let the host of May 2026 wait out its time', async () => {
    use({ profile: 'zot-2026-05', changes: { toolDeadlineMs: 150 } });
    await bench.puppet();
    const outcome = await call('{"a":');
    expect(outcome.end).toMatchObject({ how: 'timedOut' });
    expect(outcome.content).toEqual([text('extension puppet/echo failed: timeout waiting for puppet/echo')]);
    expect(outcome.tookMs).toBeGreaterThanOrEqual(150);
  });
});

describe('an answer', () => {
  it('case R02: each of 500 calls of one moment gets its own, though they come in reverse, and no id is used twice', async () => {
    use({ changes: {} });
    const first = await bench.open('answers-backwards');
    const many = (session = first.session.id) =>
      Promise.all(
        Array.from({ length: 500 }, (_, n) =>
          bench.agent.callTool({ name: 'echo', argsText: `{"n":${n}}`, session }),
        ),
      );
    const outcomes = await many();
    expect(outcomes.map(({ content }) => content[0])).toEqual(
      Array.from({ length: 500 }, (_, n) => text(`{"n":${n}}`)),
    );
    await bench.host.end(first.session.id, 'user');
    const second = await bench.open('answers-backwards');
    const after = await many(second.session.id);
    const ids = [...outcomes, ...after].map(({ callId }) => callId);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.every((id) => /^\d+$/.test(id ?? ''))).toBe(true);
  });

  it.each([
    ['"id":$ID', 'reply had id 1 (number)', 'answer-id-not-string'],
    ['"id":" $ID"', 'reply had id " 1" (string)', 'answer-unknown-id'],
    ['"id":null', 'reply had id null', 'answer-id-not-string'],
    ['"content":null', 'reply had no id', 'answer-id-not-string'],
  ])(
    'case R04: with %s is matched to nothing, and the call that waits out its time says so',
    async (id, note, code) => {
      use();
      const { sink } = await bench.puppet();
      const outcome = await say(`{"type":"tool_result",${id},"content":[]}`);
      expect(outcome.end).toMatchObject({ how: 'timedOut' });
      expect(outcome.remarks).toEqual([
        { code: 'reply-ignored', severity: 'warning', message: `A ${note}.` },
      ]);
      const [problem] = sink.problems(code);
      expect(sink.entries[(problem?.line ?? 0) - 1]).toMatchObject({ kind: 'line', from: 'extension' });
      expect(sink.decisions('deadlinePassed').at(-1)?.message).toContain(note);
    },
  );

  it('that is late, second, of another kind or to nobody is told on its line, and changes nothing', async () => {
    use();
    const { sink } = await bench.puppet();
    const late = await say({ wait: 550 }, answer('too late'), answer('and again'));
    expect(late.content).toEqual([text('extension puppet/echo failed: timeout waiting for puppet/echo')]);
    await sink.seen((entry) => entry.kind === 'problem' && entry.code === 'answer-duplicate');
    const next = await say(
      '{"type":"tool_result","id":"nobody","content":[]}',
      '{"type":"command_response","id":"$ID","action":"noop"}',
      answer('first'),
      answer('second'),
    );
    expect(next.content).toEqual([text('first')]);
    expect(next.remarks.map(({ message }) => message)).toEqual([
      expect.stringMatching(/was a command_response, not a tool_result/),
    ]);
    await sink.seen(() => sink.problems('answer-duplicate').length === 2);
    const codes = sink
      .problems()
      .map(({ code }) => code)
      .filter((code) => code.startsWith('answer'));
    expect(codes).toEqual([
      'answer-late',
      'answer-duplicate',
      'answer-unknown-id',
      'answer-wrong-kind',
      'answer-duplicate',
    ]);
    for (const { line } of sink.problems()) expect(line).toBeDefined();
  });

  it('with a field of a wrong type is dropped and does not use up the call', async () => {
    use();
    await bench.puppet();
    const outcome = await say('{"type":"tool_result","id":"$ID","content":"text"}', answer('well typed'));
    expect(outcome.content).toEqual([text('well typed')]);
    expect(outcome.remarks[0]?.message).toMatch(/was dropped/);
  });

  it('of raw calls is not converted', async () => {
    use();
    await bench.puppet();
    const blocks = '[{"type":"text","text":""},{"type":"image","data":"!!"},{"type":"audio"}]';
    const args = JSON.stringify({ say: [`{"type":"tool_result","id":"$ID","content":${blocks}}`] });
    const converted = await call(args);
    expect(converted.isError).toBe(true);
    expect(converted.content).toEqual([
      text('extension puppet/echo returned undecodable image: illegal base64 data at input byte 0'),
      text('[unknown block type "audio" from extension puppet]'),
    ]);
    const raw = await call(args, { raw: true });
    expect(raw).toMatchObject({ isError: false, content: [text(''), { kind: 'image', base64: '!!' }] });
  });
});

describe('a call without an answer', () => {
  it('fails at once when the process dies, with the reason', async () => {
    use({ changes: {} });
    const { sink } = await bench.puppet();
    const outcome = await say({ exit: 7 });
    expect(outcome.end).toEqual({ how: 'gone', reason: 'the extension exited with code 7' });
    expect(outcome.content).toEqual([text('extension puppet/echo failed: extension puppet disconnected')]);
    expect(outcome.tookMs).toBeLessThan(5_000);
    expect(sink.decisions('requestSettled')[0]).toMatchObject({
      line: outcome.line,
      value: { how: 'gone', id: outcome.callId },
    });
    const next = await call('{}');
    expect(next.end).toEqual({ how: 'notSent', reason: 'no extension registered for tool "echo"' });
  });

  it('waits out its time on the host of May 2026, though the process is dead', async () => {
    use({ profile: 'zot-2026-05' });
    await bench.puppet();
    const outcome = await say({ kill: 'SIGKILL' });
    expect(outcome.end).toMatchObject({ how: 'timedOut' });
    expect(outcome.tookMs).toBeGreaterThanOrEqual(400);
  });

  it('is given up when the session is ended meanwhile, also on that host', async () => {
    use({ profile: 'zot-2026-05', changes: {} });
    const { session } = await bench.puppet();
    const pending = say({ wait: 60_000 });
    await bench.host.end(session.id, 'user');
    expect((await pending).end).toMatchObject({ how: 'gone' });
  });

  it('that crashed is given up when the session is closed', async () => {
    use({ profile: 'zot-2026-05', changes: {} });
    const opened = await bench.puppet();
    const pending = say({ exit: 1 });
    await reached(opened, 'ended');
    await bench.host.end(opened.session.id, 'user');
    expect((await pending).end).toEqual({ how: 'gone', reason: 'the session was closed' });
  });

  it('fails when its process lives on without stdout', async () => {
    use({ changes: {} });
    await bench.puppet();
    const outcome = await say({ close: 'stdout' });
    expect(outcome.end).toEqual({ how: 'gone', reason: 'the extension closed its stdout' });
  });

  it('fails at once when the extension does not read any more', async () => {
    use({ profile: 'zot-2026-05', changes: {} });
    const { sink } = await bench.puppet();
    expect((await say({ close: 'stdin' }, answer('closed'))).content).toEqual([text('closed')]);
    const outcome = await call('{}');
    expect(outcome.content).toEqual([text('extension puppet/echo failed: write: write |1: broken pipe')]);
    expect(outcome.end).toMatchObject({ how: 'gone' });
    expect(sink.of('closed')[0]).toMatchObject({ pipe: 'stdin', by: 'extension' });
  });

  it('to a tool that nobody has is not sent', async () => {
    use();
    const { session } = await bench.puppet();
    const outcome = await bench.agent.callTool({ name: 'nope', argsText: '{}' });
    expect(outcome).toMatchObject({ session: null, isError: true, end: { how: 'notSent' } });
    expect(outcome.content).toEqual([text('no extension registered for tool "nope"')]);
    const named = await bench.agent.callTool({ name: 'nope', argsText: '{}', session: session.id });
    expect(named.end).toMatchObject({ reason: 'extension puppet has no tool "nope"' });
  });
});

describe('case I02: whatever goes wrong', () => {
  it('comes back as a plain value with words, never as a thrown error or an endless wait', async () => {
    use({ changes: { toolDeadlineMs: 200, interceptDeadlineMs: 200 } });
    const { session } = await bench.puppet({
      offers: {
        tools: ['echo', { name: 'broken', schema: { type: 'objct' } }],
        commands: ['c'],
        intercept: ['tool_call'],
      },
      on: { command_invoked: [{ type: 'command_response', action: 'dance' }] },
    });
    await expect(bench.start({ kind: 'path', path: '/nowhere/at/all' })).rejects.toThrow(/nowhere/);
    const outcomes = [
      await call('not json'),
      await call('{"big":12345678901234567890123}'),
      await say({ wait: 400 }),
      await bench.agent.callTool({ name: 'nope', argsText: '{}' }),
      await bench.agent.runCommand({ name: 'c', args: '' }),
      await bench.agent.runCommand({ name: 'nope', args: '' }),
      bench.agent.emit('tool_call', [{ name: 'tool_args', json: '{' }]),
      await bench.agent.intercept({ event: 'tool_call', fields: [{ name: 'tool_args', json: '{' }] }),
      await bench.agent.intercept({ event: 'tool_call', fields: [{ name: 'tool_args', json: '{}' }] }),
      bench.agent.registry,
      bench.agent.chains,
      bench.agent.panelKey({ session: 'nobody' as never, panel: 'p', key: 'up' }),
      session.notice('event', [{ name: 'event', json: '{' }]),
    ];
    for (const outcome of outcomes) {
      expect(structuredClone(outcome)).toEqual(outcome);
      expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
    }
    expect(outcomes[1]).toMatchObject({ content: [text('{"big":12345678901234567890123}')] });
    expect(bench.agent.registry.find(({ name }) => name === 'broken')?.schemaProblem).toMatch(/data\/type/);
    const stopped = say({ wait: 60_000 });
    await bench.host.end(session.id, 'user');
    expect((await stopped).end).toMatchObject({
      how: 'gone',
      reason: expect.stringMatching(/asked to stop/),
    });
  });
});
