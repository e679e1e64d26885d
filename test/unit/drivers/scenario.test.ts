import { beforeEach, describe, expect, it } from 'vitest';
import { checkSessions, runScenario } from '../../../electron/drivers/scenario.ts';
import type { PartOutcome, ScenarioFact } from '../../../shared/scenario/facts.ts';
import type { Scenario } from '../../../shared/scenario/format.ts';
import { parseScenario } from '../../../shared/scenario/parse.ts';
import { hop, MemoryAgent, MemorySession } from '../../support/memory-agent.ts';

let agent: MemoryAgent;
let guard: MemorySession;
let tools: MemorySession;
beforeEach(() => {
  agent = new MemoryAgent();
  guard = new MemorySession(1, 'guard');
  tools = new MemorySession(2, 'tools');
});

function scenario(...lines: string[]): Scenario {
  const parsed = parseScenario(lines.join('\n'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults, null, 1));
  return parsed.scenario;
}

async function run(lines: readonly string[], signal?: AbortSignal): Promise<ScenarioFact[]> {
  const facts: ScenarioFact[] = [];
  const parts = { agent, sessions: [guard, tools], ...(signal ? { signal } : {}) };
  for await (const fact of runScenario(scenario(...lines), parts)) facts.push(fact);
  expect([guard.listeners, tools.listeners], 'no listener is left').toEqual([0, 0]);
  return facts;
}

/** `step: code message` of each finding, and whether all was well. */
async function verdict(...lines: string[]): Promise<{ ok: boolean; findings: string[] }> {
  const last = (await run(lines)).at(-1);
  if (last?.kind !== 'outcome') throw new Error('The last fact is no outcome.');
  return { ok: last.ok, findings: last.findings.map((each) => `${each.step}: ${each.code} ${each.message}`) };
}

const fine = { ok: true, findings: [] };
const call = '{"do":"tool_call","tool":"t"}';
const ask = '{"do":"intercept","event":"tool_call","tool_name":"bash","tool_args":{"command":"ls"}}';

describe('the facts', () => {
  it('come in order: scenario, each step with what happened, the outcome', async () => {
    const facts = await run([call, '{"do":"event","event":"turn_end"}', '{"do":"wait","ms":1}']);
    const what = facts.map((fact) => `${fact.kind}${'step' in fact ? ` ${fact.step}` : ''}`);
    expect(what).toEqual([
      'scenario',
      'began 1',
      'happened 1',
      'began 2',
      'happened 2',
      'began 3',
      'happened 3',
      'outcome',
    ]);
    expect(facts[0]).toMatchObject({ steps: 3, extensions: [{ name: 'guard' }, { name: 'tools' }] });
    expect(facts[1]).toMatchObject({ line: 1, do: 'tool_call', title: 't {}' });
    expect(facts.at(-1)).toMatchObject({ ok: true, steps: 3, done: 3, checks: 0 });
  });

  it('are there while a step still waits', async () => {
    let answer = (): void => {};
    agent.tool = () => new Promise((resolve) => (answer = () => resolve({})));
    const facts = runScenario(scenario(call), { agent, sessions: [guard] });
    await facts.next();
    expect((await facts.next()).value).toMatchObject({ kind: 'began', step: 1 });
    const happened = facts.next();
    answer();
    expect((await happened).value).toMatchObject({ kind: 'happened', step: 1 });
  });
});

describe('a step', () => {
  it('asks what it says, with the text of the file', async () => {
    await run([
      '{"do":"tool_call","tool":"t","args":{"n": 1.0},"session":"tools","timeout_ms":70}',
      '{"do":"command","name":"c","args":" a ","session":1}',
      '{"do":"event","event":"turn_start","step":3}',
      ask,
    ]);
    expect(agent.asked).toEqual([
      'call t {"n": 1.0} @s2 70 ms',
      'command c  a  @s1',
      'event turn_start step=3',
      'ask tool_call tool_name="bash" tool_args={"command":"ls"}',
    ]);
  });

  it('send puts the line on the wire of one, or of all', async () => {
    await run(['{"do":"send","frame":{ "type": "panel_key" }}', '{"do":"send","raw":"{","session":"tools"}']);
    expect([guard.sent, tools.sent]).toEqual([['{"type":"panel_key"}'], ['{"type":"panel_key"}', '{']]);
  });

  it('shutdown stops one, or all', async () => {
    const facts = await run(['{"do":"shutdown","session":"tools"}', '{"do":"shutdown"}']);
    const stopped = facts.flatMap((fact) =>
      fact.kind === 'happened' && fact.outcome.kind === 'stopped' ? [fact.outcome.extensions] : [],
    );
    expect(stopped).toMatchObject([
      [{ name: 'tools', how: 'exit code 0' }],
      [{ name: 'guard' }, { name: 'tools' }],
    ]);
    expect(facts.at(-1)).toMatchObject({ ok: true });
  });

  it('wait for a row takes one that came since the last step, and each once', async () => {
    guard.line('extension', { type: 'notify', level: 'info', message: 'before' });
    tools.onSend = () => {
      tools.line('extension', { type: 'notify', level: 'info', message: 'one' });
      tools.line('extension', { type: 'notify', level: 'info', message: 'two' });
    };
    const wait = '{"do":"wait","for":{"type":"notify","from":"extension"},"timeout_ms":30}';
    const facts = await run(['{"do":"send","frame":{"type":"x"}}', wait, wait, wait]);
    const rows = facts.flatMap((fact) =>
      fact.kind === 'happened' && fact.outcome.kind === 'waited' ? [fact.outcome.row] : [],
    );
    expect(rows).toEqual([
      { session: 's2', name: 'tools', seq: 2, type: 'notify' },
      { session: 's2', name: 'tools', seq: 3, type: 'notify' },
      null,
    ]);
    expect(facts.at(-1)).toMatchObject({
      findings: [
        { step: 4, code: 'wait-timed-out', message: expect.stringMatching(/row notify .* in 30 ms/) },
      ],
    });
  });

  it('wait for a row sees one that comes later', async () => {
    const facts = run(['{"do":"wait","for":{"type":"tool_result","id":"7"}}']);
    setImmediate(() => {
      tools.line('extension', { type: 'tool_result', id: '6', content: [] });
      tools.line('extension', { type: 'tool_result', id: '7', content: [] });
    });
    expect((await facts)[2]).toMatchObject({ outcome: { row: { seq: 2 } } });
  });
});

describe('what is not as it should be is a finding', () => {
  it.each<[string, () => void, string, string]>([
    [
      'a result that is an error',
      () => (agent.tool = () => ({ isError: true, content: [{ kind: 'text', text: 'no file' }] })),
      call,
      '1: is-error t ended in an error: no file',
    ],
    [
      'a call that nobody answers',
      () => (agent.tool = () => ({ isError: true, end: { how: 'timedOut', afterMs: 60_000 } })),
      call,
      '1: timed-out guard did not answer t in 60 s.',
    ],
    [
      'a call that is not sent',
      () => (agent.tool = () => ({ isError: true, end: { how: 'notSent', reason: 'there is no tool t' } })),
      call,
      '1: not-sent t was not sent: there is no tool t',
    ],
    [
      'a command that is an error',
      () => (agent.command = () => ({ effect: { kind: 'error', text: 'whom?' } })),
      '{"do":"command","name":"c"}',
      '1: is-error /c ended in an error: whom?',
    ],
    [
      'a block',
      () => {
        agent.guard = () => ({
          blocked: true,
          reason: 'no bash',
          decidedBy: guard.id,
          hops: [hop('guard', 'block')],
        });
      },
      ask,
      '1: blocked tool_call was blocked by guard: no bash',
    ],
    [
      'a guard that does not answer',
      () => (agent.guard = () => ({ hops: [hop('guard', 'timeout', { spentMs: 5_000 })] })),
      ask,
      '1: timed-out guard did not answer about tool_call in 5 s: allowed.',
    ],
    [
      'a line that reaches nobody',
      () => tools.session.stop(),
      '{"do":"send","raw":"x","session":"tools"}',
      '1: not-sent tools got nothing: It has ended.',
    ],
  ])('%s', async (_what, prepare, line, finding) => {
    prepare();
    expect(await verdict(line)).toEqual({ ok: false, findings: [finding] });
  });

  it('a process that ends without being asked to, once', async () => {
    agent.tool = () => {
      tools.exit(1);
      return {};
    };
    expect(await verdict(call, '{"do":"wait","ms":1}')).toEqual({
      ok: false,
      findings: ['1: process-died tools ended without being asked to: exit code 1.'],
    });
  });

  it('a call whose process dies is one finding, not two', async () => {
    agent.tool = () => {
      tools.exit(null, 'SIGSEGV');
      return { session: tools.id, isError: true, end: { how: 'gone', reason: 'it ended by SIGSEGV' } };
    };
    expect(await verdict(call)).toEqual({
      ok: false,
      findings: ['1: process-died t got no answer: it ended by SIGSEGV'],
    });
  });
});

describe('a check', () => {
  const error = () => ({ isError: true, content: [{ kind: 'text' as const, text: '{"code": 7.0}' }] });

  it('that holds makes what it expects no finding', async () => {
    agent.tool = error;
    expect(
      await verdict(call, '{"do":"expect","is_error":true,"text":{"contains":"code"},"value":{"/code":7}}'),
    ).toEqual(fine);
  });

  it('may stand behind a wait', async () => {
    agent.tool = error;
    expect(await verdict(call, '{"do":"wait","ms":1}', '{"do":"expect","is_error":true}')).toEqual(fine);
  });

  it('does not excuse the step before the last', async () => {
    agent.tool = error;
    const told = await verdict(call, '{"do":"command","name":"c"}', '{"do":"expect","is_error":false}');
    expect(told.findings).toEqual(['1: is-error t ended in an error: {"code": 7.0}']);
  });

  it.each([
    ['"is_error":false', 'is_error: expected false, found true.'],
    ['"is_error":true,"text":"x"', 'text: expected "x", found "{\\"code\\": 7.0}".'],
    ['"is_error":true,"text":{"matches":"^8"}', 'text: expected matches /^8/, found "{\\"code\\": 7.0}".'],
    ['"is_error":true,"value":{"/code":8}', 'value /code: expected 8, found 7.0.'],
    ['"is_error":true,"value":{"/mode":1}', 'value /mode: expected 1, found nothing.'],
    ['"is_error":true,"timed_out":true', 'timed_out: expected true, found false.'],
    ['"is_error":true,"within_ms":0', 'within_ms: expected 0 ms, found 1 ms.'],
    ['"is_error":true,"gone":true,"within_ms":1', 'gone: expected a process ended, found all run.'],
    [
      '"is_error":true,"row":{"type":"notify"},"within_ms":1',
      'row: expected a row notify, found none in 1 ms.',
    ],
  ])('that fails is a finding: %s', async (checks, message) => {
    agent.tool = error;
    expect(await verdict(call, `{"do":"expect",${checks}}`)).toEqual({
      ok: false,
      findings: [`2: expect-failed ${message}`],
    });
  });

  it('a timeout has to be expected as such', async () => {
    agent.tool = () => ({ isError: true, end: { how: 'timedOut', afterMs: 50 } });
    expect(await verdict(call, '{"do":"expect","timed_out":true,"is_error":true}')).toEqual(fine);
    expect((await verdict(call, '{"do":"expect","is_error":true}')).ok).toBe(false);
  });

  it('looks at what guards decided', async () => {
    agent.guard = () => ({
      blocked: true,
      reason: 'no',
      value: '{"command":"ls -l"}',
      hops: [hop('a', 'rewrite'), hop('b', 'timeout'), hop('c', 'block'), hop('d', 'notAsked')],
    });
    const checks =
      '"verdicts":["rewrite","timeout","block","not_asked"],"value":{"/command":"ls -l"},"reason":"no"';
    expect(await verdict(ask, `{"do":"expect",${checks}}`)).toEqual(fine);
    expect(await verdict(ask, '{"do":"expect","blocked":true,"timed_out":true}')).toEqual(fine);
    expect((await verdict(ask, '{"do":"expect","blocked":true}')).findings).toEqual([
      '1: timed-out b did not answer about tool_call in 0 ms.',
    ]);
  });

  it('looks at what a command asked for', async () => {
    agent.command = () => ({ effect: { kind: 'display', text: 'Hello' } });
    const command = '{"do":"command","name":"c"}';
    expect(await verdict(command, '{"do":"expect","action":"display","text":"Hello"}')).toEqual(fine);
    expect((await verdict(command, '{"do":"expect","action":"prompt"}')).findings).toEqual([
      '2: expect-failed action: expected prompt, found display.',
    ]);
  });

  it('of a row finds one that came, or comes in time', async () => {
    tools.onSend = () =>
      setImmediate(() => tools.line('extension', { type: 'notify', level: 'info', message: 'saw it' }));
    const row = '{"type":"notify","session":"tools","text":{"contains":"saw"},"value":{"/level":"info"}}';
    const send = '{"do":"send","frame":{"type":"x"}}';
    expect(await verdict(send, `{"do":"expect","row":${row}}`, `{"do":"expect","row":${row}}`)).toEqual(fine);
    expect(
      (await verdict(send, '{"do":"expect","row":{"type":"notify","session":"guard"},"within_ms":20}'))
        .findings,
    ).toEqual(['2: expect-failed row: expected a row notify of guard, found none in 20 ms.']);
  });

  it('of a process that ends waits for its end', async () => {
    tools.onSend = () => setImmediate(() => tools.exit(3));
    const send = '{"do":"send","frame":{"type":"x"},"session":"tools"}';
    expect(await verdict(call, '{"do":"expect","gone":false}')).toEqual(fine);
    expect(await verdict(send, '{"do":"expect","gone":true}')).toEqual(fine);
  });
});

describe('a turn', () => {
  const turn = '{"do":"turn","text":"I look.","tools":[{"tool":"t","args":{"a":1}},{"tool":"u"}]}';

  it('walks its parts, each with its outcome, and then the whole', async () => {
    const facts = await run([turn]);
    expect(agent.asked).toEqual([
      'event session_start',
      'event turn_start step=1',
      'ask turn_start step=1',
      'ask assistant_message text="I look."',
      'event assistant_message text="I look."',
      'event tool_call tool_id="toolu_1" tool_name="t" tool_args={"a":1}',
      'event tool_call tool_id="toolu_2" tool_name="u" tool_args={}',
      'event turn_end stop="tool_use"',
      'ask tool_call tool_id="toolu_1" tool_name="t" tool_args={"a":1}',
      'call t {"a":1}',
      'ask tool_call tool_id="toolu_2" tool_name="u" tool_args={}',
      'call u {}',
    ]);
    const parts = facts.flatMap((fact) => (fact.kind === 'happened' ? [[fact.part, fact.do]] : []));
    expect(parts).toHaveLength(13);
    expect(parts.at(-2)).toEqual([12, 'tool_call']);
    expect(parts.at(-1)).toEqual([null, 'turn']);
  });

  it('that is blocked ends at once, with the reason', async () => {
    agent.guard = (event) => (event === 'turn_start' ? { blocked: true, reason: 'not "now"' } : {});
    expect(await verdict(turn, '{"do":"expect","blocked":true,"reason":{"contains":"now"}}')).toEqual(fine);
    expect(agent.asked).toEqual([
      'event session_start',
      'event turn_start step=1',
      'ask turn_start step=1',
      'event turn_end stop="error" error="not \\"now\\""',
    ]);
  });

  it('tells the message as it was rewritten', async () => {
    agent.guard = (event) => (event === 'assistant_message' ? { value: 'I may look.', rewritten: true } : {});
    expect(await verdict(turn, '{"do":"expect","text":"I may look."}')).toEqual(fine);
    expect(agent.asked).toContain('event assistant_message text="I may look."');
  });

  it('does not tell a message that is suppressed, and goes on', async () => {
    agent.guard = (event) => (event === 'assistant_message' ? { blocked: true, reason: 'hush' } : {});
    expect(await verdict(turn, '{"do":"expect","blocked":true,"text":""}')).toEqual(fine);
    expect(agent.asked.filter((line) => line.includes('assistant_message'))).toHaveLength(1);
    expect(agent.asked).toContain('call u {}');
  });

  it('tells the arguments as the model gave them and calls with the rewritten ones', async () => {
    agent.guard = (_event, value) => (value === '{"a":1}' ? { value: '{"a":2}', rewritten: true } : {});
    await run([turn]);
    expect(agent.asked.filter((line) => / t | t$|"t"/.test(line))).toEqual([
      'event tool_call tool_id="toolu_1" tool_name="t" tool_args={"a":1}',
      'ask tool_call tool_id="toolu_1" tool_name="t" tool_args={"a":1}',
      'call t {"a":2}',
    ]);
  });

  it('does not call a tool that is blocked, and goes on with the next', async () => {
    agent.guard = (_event, value) => (value === '{"a":1}' ? { blocked: true, reason: 'no' } : {});
    expect(await verdict(turn, '{"do":"expect","blocked":true,"is_error":true,"reason":"no"}')).toEqual(fine);
    expect(agent.asked.filter((line) => line.startsWith('call'))).toEqual(['call u {}']);
  });

  it('calls no extension for a tool of the host', async () => {
    const facts = await run(['{"do":"turn"}']);
    const own = facts.flatMap((fact): PartOutcome[] => (fact.kind === 'happened' ? [fact.outcome] : []));
    expect(own).toContainEqual({ kind: 'hostTool', name: 'bash', argsText: '{"command":"ls"}' });
    expect(agent.asked.filter((line) => line.startsWith('call'))).toEqual([]);
  });

  it('that has an error is a finding of the turn', async () => {
    agent.tool = (name) => ({ isError: name === 'u', content: [{ kind: 'text', text: 'broken' }] });
    expect((await verdict(turn)).findings).toEqual(['1: is-error u ended in an error: broken']);
    expect(await verdict(turn, '{"do":"expect","is_error":true}')).toEqual(fine);
  });
});

describe('calling off', () => {
  it('gives up what is waited for, and says where', async () => {
    const ending = new AbortController();
    agent.tool = () => {
      setImmediate(() => ending.abort());
      return new Promise(() => {});
    };
    const facts = await run([call, '{"do":"wait","ms":60000}'], ending.signal);
    expect(facts.at(-1)).toMatchObject({
      ok: false,
      done: 0,
      findings: [{ step: 1, code: 'interrupted', message: 'Interrupted at step 1.' }],
    });
  });

  it('ends a check that waits', async () => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 5);
    const lines = [call, '{"do":"expect","row":{"type":"notify"},"within_ms":60000}'];
    expect((await run(lines, ending.signal)).at(-1)).toMatchObject({
      done: 1,
      findings: [{ step: 2, code: 'interrupted' }],
    });
  });

  it('ends a wait', async () => {
    const ending = new AbortController();
    setImmediate(() => ending.abort());
    const facts = await run(['{"do":"wait","ms":60000}', call], ending.signal);
    expect(facts.at(-1)).toMatchObject({ ok: false, done: 0, findings: [{ step: 1, code: 'interrupted' }] });
    expect(agent.asked).toEqual([]);
  });
});

describe('extensions that a scenario names', () => {
  it('have to take part, before anything is sent', () => {
    const named = (ref: string) => scenario('{"do":"turn"}', `{"do":"shutdown","session":${ref}}`);
    expect(checkSessions(named('"tools"'), [guard, tools]).ok).toBe(true);
    expect(checkSessions(named('2'), [guard, tools]).ok).toBe(true);
    expect(checkSessions(named('"s1"'), [guard, tools]).ok).toBe(true);
    expect(checkSessions(named('"tool"'), [guard, tools])).toMatchObject({
      failure: {
        message: 'Line 2 of the scenario names the extension "tool", which does not take part.',
        fix: 'These do: guard (1), tools (2).',
      },
    });
    expect(checkSessions(named('3'), [guard, tools])).toMatchObject({ ok: false });
  });

  it.each([
    '{"do":"tool_call","tool":"t","session":"x"}',
    '{"do":"turn","tools":[{"tool":"t","session":"x"}]}',
    '{"do":"wait","for":{"type":"t","session":"x"}}',
    '{"do":"send","raw":"t","session":"x"}',
    '{"do":"command","name":"t","session":"x"}',
  ])('are found in %s', (line) => {
    expect(checkSessions(scenario(line), [guard]).ok).toBe(false);
  });
});
