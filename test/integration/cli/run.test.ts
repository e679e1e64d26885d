// `framescope run` with real extensions: chains over several of them, what is told of each step, and which code it ends
// with.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandLineUnderTest, type Told } from '../../support/command-line.ts';
import { examplesDir, fixture } from '../../support/fixture-extensions.ts';
import { writeExtension } from '../../support/written-extension.ts';

let cli: CommandLineUnderTest;
beforeEach(() => {
  cli = new CommandLineUnderTest();
});
afterEach(() => cli.close());

const greeter = path.join(examplesDir, 'greeter');
const scenarios = path.resolve(examplesDir, '..', 'scenarios');
const extension = (name: string, source: string): string => writeExtension(cli.stateDir, name, source);

function script(...lines: string[]): string {
  const file = path.join(cli.stateDir, 'script.scenario');
  writeFileSync(file, lines.join('\n'));
  return file;
}

const run = (targets: readonly string[], ...lines: string[]): Promise<Told> =>
  cli.run(['run', ...targets, '--script', script(...lines)]);

interface Fact {
  readonly kind: string;
  readonly [key: string]: unknown;
}

async function facts(args: readonly string[], ...lines: string[]): Promise<Told & { facts: Fact[] }> {
  const told = await cli.run(['run', ...args, '--json', '--script', script(...lines)]);
  return {
    ...told,
    facts: told.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Fact),
  };
}

const allow = 'handlers.event_intercept = ({ id }) => answer(id);';
const adding = (key: string): string => `
  intercept('tool_call');
  handlers.event_intercept = ({ id, tool_args }) => answer(id, { modified_args: { ...tool_args, ${key}: true } });`;
const blocking = `
  intercept('tool_call');
  handlers.event_intercept = ({ id }) => answer(id, { block: true, reason: 'not today' });`;
const tools = `
  tool('echo');
  tool('fail');
  tool('die');
  handlers.tool_call = ({ id, name }, line) => {
    if (name === 'die') process.exit(7);
    text(id, line.slice(line.indexOf('"args":') + 7, -1), { is_error: name === 'fail' });
  };`;
const ask =
  '{"do":"intercept","event":"tool_call","tool_id":"t1","tool_name":"bash","tool_args":{"command":"ls"}}';

describe('the examples', () => {
  it.each(readdirSync(scenarios))('%s runs as it says', async (name) => {
    const { code, out, err } = await cli.run(['run', greeter, '--script', path.join(scenarios, name)]);
    expect({ code, err }, out).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/✓ As expected: \d+ steps, \d+ checks\.\nRecording: .*\n$/);
  });
});

it('every kind of step runs, one after the other', async () => {
  const file = path.resolve(examplesDir, '../../test/fixtures/scenarios/good.scenario');
  const { code, out } = await cli.run(['run', fixture('good'), '--script', file]);
  expect(code, out).toBe(0);
});

describe('several targets', () => {
  it('are one chain in the order given, and what is rewritten reaches the tool', async () => {
    const [first, second, last] = [
      extension('first', adding('a')),
      extension('second', adding('b')),
      extension('tools', tools),
    ];
    const { code, out } = await run(
      [first, second, last],
      '{"do":"turn","tools":[{"tool":"echo","args":{"n":1}}]}',
      '{"do":"expect","blocked":false,"is_error":false}',
      '{"do":"expect","row":{"type":"tool_call","from":"host","session":"tools","value":{"/args":{"n":1,"a":true,"b":true}}}}',
    );
    expect(code, out).toBe(0);
    expect(out).toMatch(
      / {2}first {2}rewrite [^]*"n": 1\n *\+ "a": true\n *second {2}rewrite[^]*\+ "b": true/,
    );
    expect(out).toContain('tool_call echo {"n":1,"a":true,"b":true}');
  });

  it('that block end the chain; those behind are not asked', async () => {
    const [first, second, third] = [
      extension('first', adding('a')),
      extension('second', blocking),
      extension('third', adding('c')),
    ];
    const lines = [ask, '{"do":"expect","blocked":true,"verdicts":["rewrite","block"],"reason":"not today"}'];
    const { code, out } = await run([first, second, third], ...lines);
    expect(code, out).toBe(0);
    expect(out).toMatch(/second {2}block .* not today\n *blocked: not today/);
    expect(out).not.toContain('third  ');
  });

  it('have a recording each', async () => {
    const file = path.join(cli.stateDir, 'run.fsj');
    const targets = [extension('first', adding('a')), extension('tools', tools)];
    await cli.run(['run', ...targets, '--script', script(ask), '--record', file]);
    expect([1, 2].map((at) => existsSync(path.join(cli.stateDir, `run-${at}.fsj`)))).toEqual([true, true]);
    expect(existsSync(file)).toBe(false);
  });

  it('may end with a command line', async () => {
    const guard = extension('guard', adding('a'));
    const program = ['--', process.execPath, path.join(fixture('good'), 'main.mjs')];
    const lines = ['{"do":"tool_call","tool":"echo","args":[2]}', '{"do":"expect","text":"[2]"}'];
    expect((await cli.run(['run', guard, '--script', script(...lines), ...program])).code).toBe(0);
  });

  it('are all ready, or nothing is asked', async () => {
    const told = await run([extension('tools', tools), fixture('exits-before-hello')], ask);
    expect(told).toMatchObject({ code: 1, out: '' });
    expect(told.err).toMatch(/exits-before-hello: .*exited with code 1 before it said hello/);
    expect(told.err.match(/^Recording: /gm)).toHaveLength(2);
  });
});

describe('a guard that never answers (case R08)', () => {
  const mute = "intercept('tool_call'); handlers.event_intercept = () => {};";

  it('costs 5 s and says so, and the call goes on', async () => {
    const started = performance.now();
    const { code, facts: told } = await facts(
      [extension('mute', mute)],
      ask,
      '{"do":"expect","timed_out":true,"blocked":false}',
    );
    expect(performance.now() - started).toBeGreaterThan(5_000);
    expect(code).toBe(0);
    const happened = told.find((fact) => fact.kind === 'happened') as unknown as {
      outcome: { chain: { spentMs: number; hops: { verdict: string; totalMs: number }[] } };
    };
    expect(happened.outcome.chain).toMatchObject({ hops: [{ verdict: 'timeout', totalMs: 5_000 }] });
    expect(happened.outcome.chain.spentMs).toBeGreaterThanOrEqual(5_000);
    expect(happened.outcome.chain.spentMs).toBeLessThan(6_000);
  });

  it('is a finding when nothing expects it, in words; with --fail-closed it blocks', async () => {
    const folder = extension('mute', mute);
    const [open, closed] = await Promise.all([
      run([folder], ask),
      cli.run(['run', folder, '--fail-closed', '--script', script(ask)]),
    ]);
    expect(open.code).toBe(1);
    expect(open.out).toMatch(/mute {2}no answer in 5 s: allowed\n/);
    expect(open.out).toContain('mute did not answer about tool_call in 5 s: allowed. [timed-out]');
    expect(closed.code).toBe(1);
    expect(closed.out).toMatch(/\[timed-out\][^]*tool_call was blocked[^]*\[blocked\]/);
  });

  it('is no worse when it exits, or answers nonsense', async () => {
    const exits = extension(
      'exits',
      "intercept('tool_call'); handlers.event_intercept = () => process.exit(3);",
    );
    const gone = await run([exits], ask, '{"do":"expect","gone":true,"blocked":false}');
    expect(gone.code, gone.out).toBe(0);
    const nonsense = extension(
      'nonsense',
      "intercept('tool_call'); handlers.event_intercept = ({ id }) => { answer(id, { block: 'yes' }); answer(id); };",
    );
    const wrong = await run([nonsense], ask, '{"do":"expect","blocked":false,"verdicts":["allow"]}');
    expect(wrong.code, wrong.out).toBe(0);
  });
});

describe('exit code 1', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'a result that is an error',
      tools,
      '{"do":"tool_call","tool":"fail"}',
      /step 1 \(line 1\): fail ended in an error: \{\} \[is-error\]/,
    ],
    ['a block', blocking, ask, /tool_call was blocked by probe: not today \[blocked\]/],
    [
      'a process that ends',
      tools,
      '{"do":"tool_call","tool":"die"}',
      /die got no answer: .*\[process-died\]/,
    ],
    [
      'a call without an answer',
      "tool('mute');",
      '{"do":"tool_call","tool":"mute","timeout_ms":100}',
      /probe did not answer mute in .*\[timed-out\]/,
    ],
    [
      'a tool that is not there',
      tools,
      '{"do":"tool_call","tool":"nope"}',
      /nope was not sent: .*\[not-sent\]/,
    ],
    [
      'a row that does not come',
      tools,
      '{"do":"wait","for":{"type":"notify"},"timeout_ms":50}',
      /There was no row notify in 50 ms/,
    ],
  ])('means %s', async (_what, source, line, message) => {
    const { code, out } = await run([extension('probe', source)], line);
    expect(code, out).toBe(1);
    expect(out).toMatch(/✖ 1 finding in 1 step, 0 checks:/);
    expect(out).toMatch(message);
  });

  it.each([
    ['is_error', '{"do":"tool_call","tool":"fail"}', '"is_error":true'],
    ['gone', '{"do":"tool_call","tool":"die"}', '"gone":true'],
    ['timed_out', '{"do":"tool_call","tool":"mute","timeout_ms":50}', '"timed_out":true'],
  ])('is avoided by a check of %s', async (_what, line, checks) => {
    const { code, out } = await run(
      [
        extension(
          'probe',
          `${tools} tool('mute'); const { tool_call } = handlers;
      handlers.tool_call = (frame, line) => frame.name === 'mute' || tool_call(frame, line);`,
        ),
      ],
      line,
      `{"do":"expect",${checks}}`,
    );
    expect(code, out).toBe(0);
  });

  it('means a check that fails, with what was found', async () => {
    const lines = [
      '{"do":"tool_call","tool":"greet","args":{"name":"Ada"}}',
      '{"do":"expect","text":{"contains":"Bob"}}',
    ];
    const { code, out } = await run([greeter], ...lines);
    expect(code).toBe(1);
    expect(out).toContain('✖ text: expected contains "Bob", found "Hello, Ada."');
    expect(out).toContain(
      'step 2 (line 2): text: expected contains "Bob", found "Hello, Ada.". [expect-failed]',
    );
  });

  it('does not keep the steps behind from running', async () => {
    const { out } = await run(
      [greeter],
      '{"do":"tool_call","tool":"greet"}',
      '{"do":"command","name":"greet","args":"Ada"}',
    );
    expect(out).toMatch(/Hello, Ada!/);
  });
});

describe('a step', () => {
  it('send puts a line of the host on the wire, and wait finds its answer', async () => {
    const { code, out } = await run(
      [fixture('good')],
      '{"do":"send","frame":{"type":"tool_call","id":"mine","name":"echo","args":{"n":1.50}}}',
      '{"do":"wait","for":{"type":"tool_result","id":"mine"}}',
      '{"do":"expect","row":{"type":"tool_call","from":"host","text":{"contains":"\\"n\\":1.50"}}}',
    );
    expect(code, out).toBe(0);
  });

  it('shutdown ends one without a finding; what follows says that it is gone', async () => {
    const { out } = await run(
      [greeter, extension('guard', `intercept('tool_call');${allow}`)],
      '{"do":"shutdown","session":"greeter"}',
      ask,
    );
    expect(out).toContain('greeter: exit code 0');
    expect(out).toMatch(/guard {2}allow/);
  });
});

describe('wrong usage', () => {
  it('is a scenario with a wrong step: each place and its fix, and nothing is started', async () => {
    const { code, out, err } = await run(
      [greeter],
      '{"do":"tool_call","tol":"greet"}',
      '',
      '{"do":"expekt"}',
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(
      /script\.scenario:1:19: "tol" is no field of tool_call\n {4}\{.*\n {22}\^{5}\nFix: Write "tool"\./,
    );
    expect(err).toMatch(/script\.scenario:3:7: there is no step "expekt"\n.*\n.*\nFix: Write "expect"\./);
    expect(err).toMatch(/Nothing was started\.\n$/);
    expect(existsSync(path.join(cli.stateDir, 'journals'))).toBe(false);
  });

  it('is told as JSON with line and column', async () => {
    const { code, facts: told } = await facts([greeter], '{"do":"turn"}', '{"do":"wait"}');
    expect(code).toBe(2);
    expect(told).toMatchObject([
      {
        kind: 'outcome',
        ok: false,
        problems: [{ code: 'scenarioInvalid', line: 2, column: 1, fix: 'Give "ms" or "for".' }],
      },
    ]);
  });

  it.each([
    ['no target', () => ['run', '--script', script('{"do":"turn"}')], /no target/],
    ['no script', () => ['run', greeter], /--script/],
    [
      'a script that is not there',
      () => ['run', greeter, '--script', '/nonexistent'],
      /nonexistent cannot be read/,
    ],
  ])('is %s', async (_what, args, message) => {
    const { code, err } = await cli.run(args());
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('is an extension that does not take part, before anything is asked', async () => {
    const { code, err } = await run([greeter], '{"do":"tool_call","tool":"greet","session":"greter"}');
    expect(code).toBe(2);
    expect(err).toMatch(
      /Line 1 of the scenario names the extension "greter".*\nFix: These do: greeter \(1\)\./,
    );
  });

  it('a target that cannot be started is another thing', async () => {
    expect((await run(['/nonexistent'], ask)).code).toBe(3);
    expect((await run([greeter, fixture('no-exec')], ask)).code).toBe(3);
  });
});

describe('--json', () => {
  it('prints one fact a line, the last one the outcome', async () => {
    const { facts: told, out } = await facts([greeter], '{"do":"turn"}', '{"do":"expect","blocked":false}');
    expect(told[0]).toMatchObject({ kind: 'scenario', extensions: [{ name: 'greeter' }] });
    expect(told.filter(({ kind }) => kind === 'happened').map(({ part }) => part)).toEqual([
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      null,
      null,
    ]);
    expect(told.at(-1)).toMatchObject({
      kind: 'outcome',
      ok: true,
      steps: 2,
      done: 2,
      checks: 1,
      recordings: [expect.any(String)],
    });
    expect(out.endsWith('\n')).toBe(true);
  });
});

describe('the profile', () => {
  const hello = '{"do":"expect","row":{"type":"hello_ack"}}';
  const profileOf = (told: Told): unknown =>
    (
      JSON.parse(readFileSync(/^Recording: (.*)$/m.exec(told.out)?.[1] ?? '', 'utf8').split('\n')[0]!) as {
        profile: string;
      }
    ).profile;

  it('is the one of the option, else of the scenario, else the usual one', async () => {
    const header = '{"framescope_scenario":1,"profile":"terva-6"}';
    const step = '{"do":"wait","ms":1}';
    expect(hello).toContain('hello_ack');
    expect(profileOf(await run([greeter], header, step))).toBe('terva-6');
    expect(profileOf(await run([greeter], step))).toBe('zot-latest');
    const told = await cli.run(['run', greeter, '--profile', 'zot-seed', '--script', script(header, step)]);
    expect(profileOf(told)).toBe('zot-seed');
  });
});
