// Chains of intercepts over real guards: who is asked what, who decides, and what when one fails.

import { afterEach, describe, expect, it } from 'vitest';
import type { ChainCard, ChainOutcome, RunningHop } from '../../../electron/session/agent-type.ts';
import { AgentBench, reached, type BenchOptions, type PuppetAct } from '../../support/agent-bench.ts';

let bench: AgentBench;
afterEach(() => bench.close());

/** Only the order counts, so a deadline of 5 s is shorter here. */
const interceptDeadlineMs = 300;

function use(options: BenchOptions = {}): void {
  bench = new AgentBench({ profile: 'zot-2026-05', changes: { interceptDeadlineMs }, ...options });
}

const all = ['tool_call', 'turn_start', 'assistant_message', 'before_agent_start'];
const guard = (name: string, ...acts: readonly PuppetAct[]) =>
  bench.puppet({ name, offers: { tools: [], intercept: all }, on: { event_intercept: acts } });
const says = (fields: object): PuppetAct => ({ type: 'event_intercept_response', ...fields });

const askTool = (args = '{"command":"ls"}'): Promise<ChainOutcome> =>
  bench.agent.intercept({
    event: 'tool_call',
    fields: [
      { name: 'tool_id', json: '"t1"' },
      { name: 'tool_name', json: '"bash"' },
      { name: 'tool_args', json: args },
    ],
  });
const askMessage = (text: string): Promise<ChainOutcome> =>
  bench.agent.intercept({
    event: 'assistant_message',
    fields: [{ name: 'text', json: JSON.stringify(text) }],
  });
const askTurn = (step = 1): Promise<ChainOutcome> =>
  bench.agent.intercept({ event: 'turn_start', fields: [{ name: 'step', json: String(step) }] });

const verdicts = ({ hops }: ChainOutcome) => hops.map(({ name, verdict }) => `${name} ${verdict}`);

describe('a chain', () => {
  it('asks in load order, and each guard sees the rewrite of the one before', async () => {
    use();
    const a = await guard('a', says({ modified_args: { command: 'ls', seen: ['a'] } }));
    const b = await guard('b', says({ modified_args: { command: 'ls', seen: ['a', 'b'] } }));
    const outcome = await askTool();
    expect(outcome).toMatchObject({
      chain: 1,
      blocked: false,
      rewritten: true,
      value: '{"command":"ls","seen":["a","b"]}',
      decidedBy: b.session.id,
    });
    expect(a.sink.lines('host').at(-1)).toBe(
      '{"type":"event_intercept","id":"1","event":"tool_call","tool_id":"t1","tool_name":"bash","tool_args":{"command":"ls"}}',
    );
    expect(b.sink.lines('host').at(-1)).toBe(
      '{"type":"event_intercept","id":"2","event":"tool_call","tool_id":"t1","tool_name":"bash","tool_args":{"command":"ls","seen":["a"]}}',
    );
    expect(outcome.hops.map(({ before, after }) => [before, after])).toEqual([
      ['{"command":"ls"}', '{"command":"ls","seen":["a"]}'],
      ['{"command":"ls","seen":["a"]}', '{"command":"ls","seen":["a","b"]}'],
    ]);
  });

  it('ends at the first block, with its reason or the host’s words for none', async () => {
    use();
    await guard('a', says({ modified_args: { command: 'rm' } }));
    await guard('b', says({ block: true, reason: 'no rm', modified_args: { command: 'ls' } }));
    const c = await guard('c');
    const outcome = await askTool();
    expect(verdicts(outcome)).toEqual(['a rewrite', 'b block']);
    expect(outcome).toMatchObject({
      blocked: true,
      reason: 'no rm',
      rewritten: false,
      value: '{"command":"ls"}',
    });
    expect(c.sink.lines('host').filter((line) => line.includes('event_intercept'))).toEqual([]);
  });

  it.each([
    ['tool call refused by extension guard', askTool],
    ['turn blocked by extension guard', askTurn],
    ['', () => askMessage('x')],
  ])('blocked without a reason reads %j', async (reason, ask) => {
    use();
    await guard('a', says({ block: true }));
    expect(await ask()).toMatchObject({ blocked: true, reason });
  });

  it('of a message hands on rewritten text; blanks count, an empty text is no rewrite, a reason is never read', async () => {
    use();
    await guard('a', says({ replace_text: '>a' }));
    const b = await guard('b', says({ replace_text: '' }));
    await guard('c', says({ replace_text: ' ' }));
    const outcome = await askMessage('<hi>');
    expect(verdicts(outcome)).toEqual(['a rewrite', 'b allow', 'c rewrite']);
    expect(outcome).toMatchObject({ value: ' ', rewritten: true });
    expect(b.sink.lines('host').at(-1)).toContain('"text":"\\u003ea"');
    await guard('d', says({ block: true, reason: 'secret' }));
    expect(await askMessage('x')).toMatchObject({ blocked: true, reason: '' });
  });

  it('of turn_start can only block', async () => {
    use();
    await guard('a', says({ modified_args: {}, replace_text: 'x' }));
    expect(await askTurn(0)).toMatchObject({
      blocked: false,
      rewritten: false,
      hops: [{ verdict: 'allow' }],
    });
    expect(bench.opened[0]?.sink.lines('host').at(-1)).toBe(
      '{"type":"event_intercept","id":"1","event":"turn_start"}',
    );
  });

  it('of before_agent_start may take the system prompt away', async () => {
    use({ profile: 'zot-latest' });
    const { sink } = await guard('a', says({ system_prompt: '' }));
    const outcome = await bench.agent.intercept({
      event: 'before_agent_start',
      fields: [{ name: 'system_prompt', json: '"Be kind."' }],
    });
    expect(outcome).toMatchObject({ value: '', rewritten: true });
    expect(sink.lines('host').at(-1)).toContain('"system_prompt":"Be kind."');
  });

  it('that nobody subscribed to allows at once, and leaves no card', async () => {
    use();
    await bench.puppet();
    expect(await askTool()).toMatchObject({ blocked: false, hops: [], spentMs: 0 });
    expect(bench.agent.chains).toEqual([]);
  });
});

describe('rewritten arguments', () => {
  it.each(['[1]', '"str"', 'null'])('%s are dropped by the seed, with a warning', async (json) => {
    use({ profile: 'zot-seed' });
    await guard('a', `{"type":"event_intercept_response","id":"$ID","modified_args":${json}}`);
    const outcome = await askTool();
    expect(outcome).toMatchObject({ rewritten: false, value: '{"command":"ls"}', blocked: false });
    expect(outcome.hops[0]).toMatchObject({
      verdict: 'refusedRewrite',
      remarks: [{ code: 'rewrite-refused' }],
    });
  });

  it.each(['[1]', '"str"', 'null'])('%s are handed on by the real host, with a warning too', async (json) => {
    use();
    await guard('a', `{"type":"event_intercept_response","id":"$ID","modified_args":${json}}`);
    const b = await guard('b', says({}));
    const outcome = await askTool();
    expect(outcome).toMatchObject({ rewritten: true, value: json });
    expect(outcome.hops[0]).toMatchObject({
      verdict: 'rewrite',
      remarks: [{ code: 'modified-args-not-object' }],
    });
    expect(b.sink.lines('host').at(-1)).toContain(`"tool_args":${json}}`);
  });

  it('that differ only beyond the precision of a float count as unchanged on the real host', async () => {
    use();
    await guard('a', '{"type":"event_intercept_response","id":"$ID","modified_args":{"n":9007199254740993}}');
    const outcome = await askTool('{"n":9007199254740992}');
    expect(outcome).toMatchObject({ rewritten: false, value: '{"n":9007199254740992}' });
    expect(outcome.hops[0]?.remarks).toMatchObject([{ code: 'rewrite-unchanged' }]);
  });

  it('are the very text of the guard, compacted', async () => {
    use();
    await guard(
      'a',
      '{"type":"event_intercept_response","id":"$ID","modified_args":{ "n" : 1.50, "n" : 2 }}',
    );
    expect(await askTool()).toMatchObject({ value: '{"n":1.50,"n":2}', rewritten: true });
  });
});

describe('case R08: a guard that fails', () => {
  it('by silence allows after its deadline, each one in turn', async () => {
    use();
    await guard('a');
    await guard('b');
    const outcome = await askTool();
    expect(verdicts(outcome)).toEqual(['a timeout', 'b timeout']);
    expect(outcome.blocked).toBe(false);
    expect(outcome.hops[0]?.reason).toBe('no answer in 0.3 s: allowed');
    expect(outcome.spentMs).toBeGreaterThanOrEqual(2 * interceptDeadlineMs);
    expect(bench.opened[0]?.sink.decisions('hopDecided')[0]).toMatchObject({
      message: expect.stringMatching(/a did not answer: no answer in 0.3 s: allowed/),
      value: { chain: 1, hop: 1, verdict: 'timeout', answerLine: null },
    });
    expect(bench.opened[1]?.sink.decisions('chainDecided')[0]?.value).toMatchObject({
      blocked: false,
      hops: 2,
    });
  });

  it('by dying, or having died, allows at once', async () => {
    use({ profile: 'zot-latest', changes: {} });
    const a = await guard('a', { exit: 1 });
    expect(await askTool()).toMatchObject({ blocked: false, hops: [{ verdict: 'gone' }] });
    await reached(a, 'ended');
    const outcome = await askTool();
    expect(outcome).toMatchObject({ blocked: false, hops: [{ verdict: 'gone' }] });
    expect(outcome.spentMs).toBeLessThan(1_000);
  });

  it('by a wrong type is not heard, and costs the whole deadline', async () => {
    use();
    await guard('a', says({ block: 'yes' }));
    const outcome = await askTool();
    expect(outcome.hops[0]).toMatchObject({ verdict: 'timeout' });
    expect(outcome.hops[0]?.remarks[0]?.message).toMatch(/\/block must be a boolean/);
  });

  it('is overruled by the next one’s block; two that disagree are settled by the block', async () => {
    use();
    await guard('a', says({ block: false, reason: 'fine' }));
    await guard('b', says({ block: true, reason: 'not fine' }));
    expect(await askTool()).toMatchObject({ blocked: true, reason: 'not fine' });
  });

  it('blocks when failing closed is switched on: silent, dead, or with a rewrite that does not count', async () => {
    use({ profile: 'zot-seed' });
    bench.agent.failClosed = true;
    const silent = await guard('silent');
    const first = await askTool();
    expect(first).toMatchObject({ blocked: true, decidedBy: silent.session.id });
    expect(first.reason).toBe('no answer in 0.3 s: blocked, because guards that fail block');
    await bench.host.end(silent.session.id, 'user');
    const odd = await guard('odd', says({ modified_args: [1] }));
    expect(await askTool()).toMatchObject({ blocked: true, hops: [{ verdict: 'refusedRewrite' }] });
    await bench.host.end(odd.session.id, 'user');
    await guard('dies', { exit: 1 });
    expect(await askTool()).toMatchObject({ blocked: true, hops: [{ verdict: 'gone' }] });
    expect(await askTool('{')).toMatchObject({ blocked: true, hops: [{ verdict: 'notAsked' }] });
  });

  it('that was stopped on purpose is not asked at all', async () => {
    use();
    const a = await guard('a');
    await bench.host.end(a.session.id, 'user');
    expect((await askTool()).hops).toEqual([]);
  });

  it('can’t be asked about arguments that are no JSON: allowed unasked, nothing sent', async () => {
    use();
    const { sink } = await guard('a', says({ block: true }));
    const outcome = await askTool('{"a":');
    expect(outcome).toMatchObject({ blocked: false, value: '{"a":', hops: [{ verdict: 'notAsked' }] });
    expect(sink.lines('host').filter((line) => line.includes('event_intercept'))).toEqual([]);
  });

  it('by answering late is marked, and its late answer changes nothing', async () => {
    use();
    await guard('a', { wait: 450 }, says({ block: true, reason: 'late' }));
    const outcome = await askTool();
    expect(outcome.blocked).toBe(false);
    const marked = new Promise<ChainCard>((resolve) => {
      bench.agent.onChange(() => {
        const [card] = bench.agent.chains;
        if (card?.outcome?.hops[0]?.remarks.length) resolve(card);
      });
    });
    const { hops, outcome: kept } = await marked;
    expect(hops[0]).toMatchObject({ verdict: 'timeout', remarks: [{ code: 'late-answer' }] });
    expect(kept).toMatchObject({ blocked: false });
    expect(bench.opened[0]?.sink.problems('answer-late')).toHaveLength(1);
  });
});

describe('the card of a chain', () => {
  const running = (): RunningHop | undefined =>
    bench.agent.chains[0]?.hops.find((hop): hop is RunningHop => hop.verdict === 'running');

  it('counts down while a guard is asked, and shows who waits behind', async () => {
    use({ changes: { interceptDeadlineMs: 2_000 } });
    await guard('a', { wait: 300 }, says({}));
    await guard('b', says({ block: true }));
    const outcome = askTool();
    const [card] = bench.agent.chains;
    expect(card).toMatchObject({
      chain: 1,
      event: 'tool_call',
      title: 'bash',
      asked: '{"command":"ls"}',
      outcome: null,
    });
    expect(card?.hops).toMatchObject([
      {
        name: 'a',
        verdict: 'running',
        totalMs: 2_000,
        frozen: false,
        outcome: 'allow, unchanged',
        callId: '1',
      },
      { name: 'b', verdict: 'waiting', totalMs: 2_000, leftMs: 2_000 },
    ]);
    await expect.poll(() => running()?.leftMs).toBeLessThan(1_950);
    expect(running()?.leftMs).toBeGreaterThan(1_000);
    const ended = await outcome;
    expect(bench.agent.chains).toMatchObject([{ hops: ended.hops, outcome: ended }]);
  });

  it('stands still while the clock is stopped, and runs out when it goes on', async () => {
    use();
    const { session } = await guard('a');
    const other = await bench.puppet({ name: 'other', on: { tool_call: [] } });
    session.stopClock(true);
    const outcome = askTool();
    // Twice the deadline goes by on a clock that runs.
    const silent = await bench.agent.callTool({
      name: 'echo',
      argsText: '{}',
      session: other.session.id,
      timeoutMs: 2 * interceptDeadlineMs,
    });
    expect(silent.end.how).toBe('timedOut');
    expect(running()).toMatchObject({ frozen: true, leftMs: interceptDeadlineMs });
    session.stopClock(false);
    expect((await outcome).hops[0]).toMatchObject({ verdict: 'timeout' });
  });

  it('stands still while the question is held at the gate; dropped there, it waits out its time', async () => {
    use();
    const { session } = await guard('a', says({ block: true }));
    session.setMode('step');
    const outcome = askTool();
    expect(session.status.held).toHaveLength(1);
    expect(running()).toMatchObject({ frozen: true, leftMs: interceptDeadlineMs });
    session.drop(session.status.held[0] ?? 0);
    const ended = await outcome;
    expect(ended.hops[0]).toMatchObject({
      verdict: 'timeout',
      remarks: [{ code: 'dropped-at-gate', message: 'The request was dropped at the gate.' }],
    });
  });
});
