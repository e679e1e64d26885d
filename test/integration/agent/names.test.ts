// Who has a name, over several real extensions: built-ins, first come, late, gone, and what schemas are worth.

import { afterEach, describe, expect, it } from 'vitest';
import { AgentBench, reached } from '../../support/agent-bench.ts';

let bench: AgentBench;
afterEach(() => bench.close());

const rows = () =>
  bench.agent.registry.map(
    ({ kind, name, extension, status }) => `${kind} ${name} of ${extension}: ${status}`,
  );
const ask = (name: string, session?: string) =>
  bench.agent.callTool({ name, argsText: '{}', ...(session ? { session: session as never } : {}) });
const said = (from: string) => [
  `{"type":"tool_result","id":"$ID","content":[{"type":"text","text":"${from}"}]}`,
];

describe('names over several extensions', () => {
  it('case R05: the built-in wins, then the first; the loser is named, and either can be called', async () => {
    bench = new AgentBench();
    const a = await bench.puppet({ name: 'a', offers: { tools: ['search'] }, on: { tool_call: said('a') } });
    const offers = { tools: ['search', 'bash', 'Search', 'search '] };
    const b = await bench.puppet({ name: 'b', offers, on: { tool_call: said('b') } });
    expect(rows()).toEqual([
      'tool search of a: active',
      'tool search of b: shadowed',
      'tool bash of b: shadowed',
      'tool Search of b: active',
      'tool search  of b: active',
    ]);
    expect(bench.agent.registry.map(({ why }) => why)).toEqual([
      '',
      'a registered "search" first.',
      'The host has a built-in tool "bash", which always wins.',
      '',
      '',
    ]);
    expect(b.sink.problems('name-taken-by-other')[0]).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/^a registered the tool "search" first, so b's own/),
      line: bench.agent.registry[1] && b.session.offers.registrations[0]?.line,
    });
    expect(b.sink.problems('shadowed-by-builtin')).toHaveLength(1);
    expect(a.sink.problems('name-taken-by-other')).toEqual([]);
    const texts = await Promise.all([
      ask('search'),
      ask('search', b.session.id),
      ask('Search'),
      ask('bash', b.session.id),
    ]);
    expect(texts.map(({ content }) => content[0])).toEqual(
      ['a', 'b', 'b', 'b'].map((text) => ({ kind: 'text', text })),
    );
    expect((await ask('bash')).end).toMatchObject({ how: 'notSent' });
  });

  it('nobody is promoted when the owner crashes: both stay listed, and calls fail', async () => {
    bench = new AgentBench({ profile: 'zot-2026-05' });
    const a = await bench.puppet({ name: 'a', offers: { tools: ['t'], commands: ['c'] } });
    await bench.puppet({ name: 'b', offers: { tools: ['t'] }, on: { tool_call: said('b') } });
    a.session.send({ text: '{"type":"tool_call","id":"x","name":"t","args":{"say":[{"exit":3}]}}' }, 'hand');
    await reached(a, 'ended');
    expect(rows()).toEqual(['tool t of a: gone', 'command c of a: gone', 'tool t of b: shadowed']);
    expect(bench.agent.registry[2]?.why).toMatch(/promotes nobody/);
    expect((await ask('t')).content).toEqual([
      { kind: 'text', text: 'extension a/t failed: no extension registered for tool "t"' },
    ]);
  });

  it('an extension that was stopped gives its names up', async () => {
    bench = new AgentBench();
    const a = await bench.puppet({ name: 'a', offers: { tools: ['t'] } });
    await bench.puppet({ name: 'b', offers: { tools: ['t'] }, on: { tool_call: said('b') } });
    await bench.host.end(a.session.id, 'user');
    expect(rows()).toEqual(['tool t of a: gone', 'tool t of b: active']);
    bench.host.forget(a.session.id);
    expect(rows()).toEqual(['tool t of b: active']);
    expect((await ask('t')).content[0]).toEqual({ kind: 'text', text: 'b' });
  });

  it('a name registered twice is listed twice, and the first registration counts', async () => {
    bench = new AgentBench();
    await bench.puppet({ name: 'a', offers: { tools: ['t', 't'], commands: ['c', 'C'] } });
    expect(rows()).toEqual([
      'tool t of a: active',
      'tool t of a: shadowed',
      'command c of a: active',
      'command C of a: shadowed',
    ]);
  });

  it('a late tool is marked, explained and can be called all the same', async () => {
    bench = new AgentBench();
    const { sink } = await bench.open('late-registration');
    await sink.seen((entry) => entry.kind === 'decided' && entry.decision === 'toolRegistered');
    const [row] = bench.agent.registry;
    expect(row).toMatchObject({
      late: true,
      status: 'active',
      why: expect.stringMatching(/list of tools is older/),
    });
    expect(sink.problems('late-registration')).toHaveLength(1);
  });

  it('a broken schema is explained on its tool, and hides nothing else', async () => {
    bench = new AgentBench();
    const { sink } = await bench.puppet({
      offers: {
        tools: [
          {
            name: 'good',
            schema: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: {} } },
          },
          { name: 'lost', schema: { $ref: '#/$defs/nowhere' } },
          { name: 'typo', schema: { type: 'objct' } },
          { name: 'old', schema: { $schema: 'http://json-schema.org/draft-07/schema#', items: [{}] } },
          { name: 'text', schema: 'none' },
        ],
      },
    });
    const problems = Object.fromEntries(bench.agent.registry.map((row) => [row.name, row.schemaProblem]));
    expect(problems).toEqual({
      good: '',
      lost: expect.stringMatching(/Can't resolve reference #\/\$defs\/nowhere/),
      typo: expect.stringMatching(/data\/type must be equal/),
      old: '',
      text: 'A schema is an object, or true or false.',
    });
    expect(sink.problems('schema-invalid').map(({ line }) => line)).toEqual(
      [1, 2].map((at) => bench.opened[0]?.session.offers.registrations[at]?.line),
    );
    expect((await ask('lost')).isError).toBe(false);
  });

  it('whoever listens is told of every change', async () => {
    bench = new AgentBench();
    let changes = 0;
    const stop = bench.agent.onChange(() => changes++);
    const a = await bench.puppet({ name: 'a', offers: { tools: ['t'] } });
    expect(changes).toBeGreaterThan(0);
    const before = changes;
    await bench.host.end(a.session.id, 'user');
    expect(changes).toBeGreaterThan(before);
    stop();
    const last = changes;
    bench.host.forget(a.session.id);
    expect(changes).toBe(last);
  });
});
