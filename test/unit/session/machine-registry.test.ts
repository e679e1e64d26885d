import { describe, expect, it } from 'vitest';
import { MachineRun } from './machine-run.ts';

const registered = (): MachineRun => MachineRun.after('demo').hostFrame({ type: 'hello_ack' });

describe('registrations', () => {
  it('are taken before the ack was read, without a word', () => {
    const run = MachineRun.after('demo');
    run.frame({ type: 'register_command', name: 'a', description: 'does a' });
    run.frame({ type: 'register_tool', name: 't', description: 'does t', schema: {} });
    expect(run.decided('commandRegistered')).toEqual([{ name: 'a', description: 'does a', late: false }]);
    expect(run.decided('toolRegistered')).toEqual([
      { name: 't', description: 'does t', schemaText: '{}', late: false },
    ]);
    expect(run.problemCodes).toEqual([]);
  });

  it('before the ack was read are noted where the words of the profile forbid them', () => {
    const run = MachineRun.after('demo', { profile: 'zot-seed' });
    run.frame({ type: 'register_command', name: 'a', description: 'does a' });
    run.frame({ type: 'register_command', name: 'b', description: 'does b' });
    expect(run.problemCodes).toEqual(['info registered-before-ack']);
  });

  it('that came before the pipe took the ack count as early even when they pass the gate later', () => {
    const run = MachineRun.after('demo', { profile: 'zot-seed' });
    const early = run.parts.decode('{"type":"register_command","name":"a"}', 'extension', 'lf');
    const earlySeq = ++run.seq;
    run.hostFrame({ type: 'hello_ack' });
    const effects = run.machine.line(early, earlySeq, { text: '', bom: false }, 0);
    expect(JSON.stringify(effects)).toContain('registered-before-ack');
  });

  it('after the ack was taken need no note', () => {
    const run = registered().frame({ type: 'register_command', name: 'a' });
    expect(run.problemCodes).toEqual([]);
  });

  it('keep the schema exactly as it was sent', () => {
    const schema = '{ "b":1.0,"a":[1e2, "}"],"b":2 }';
    const run = registered().text(`{"type":"register_tool","schema":1,"name":"t","SCHEMA": ${schema} }`);
    expect(run.decided('toolRegistered')).toMatchObject([{ schemaText: schema }]);
  });

  it.each([
    ['"text"', 'schema-not-object'],
    ['null', 'schema-not-object'],
    ['[1]', 'schema-not-object'],
  ])('with the schema %s are taken with a warning', (schema, code) => {
    const run = registered().text(`{"type":"register_tool","name":"t","schema":${schema}}`);
    expect(run.decided('toolRegistered')).toMatchObject([{ schemaText: schema }]);
    expect(run.problemCodes).toEqual([`warning ${code}`]);
  });

  it('without a schema are taken, and absence is told apart from null', () => {
    const run = registered().frame({ type: 'register_tool', name: 't' });
    expect(run.decided('toolRegistered')).toMatchObject([{ schemaText: null }]);
  });

  it('of a taken name are ignored: the first wins', () => {
    const run = registered();
    run.frame({ type: 'register_tool', name: 't', description: 'first', schema: {} });
    run.frame({ type: 'register_tool', name: 't', description: 'second', schema: {} });
    run.frame({ type: 'register_command', name: 't' });
    expect(run.decided('toolRegistered')).toMatchObject([{ description: 'first' }]);
    expect(run.decided('commandRegistered')).toHaveLength(1);
    expect(run.problemCodes).toEqual(['warning name-taken']);
    expect(run.decided('frameIgnored')).toEqual([{ why: 'name taken' }]);
  });

  it('of a built-in name are shadowed, and the warning says who wins', () => {
    const run = registered();
    run.frame({ type: 'register_tool', name: 'bash', schema: {} });
    run.frame({ type: 'register_command', name: 'help' });
    expect(run.problemCodes).toEqual(['warning shadowed-by-builtin', 'warning shadowed-by-builtin']);
    expect(run.problem('shadowed-by-builtin')?.message).toContain('built-in tool "bash", which always wins');
  });

  it('with an empty name are taken with a warning', () => {
    const run = registered().frame({ type: 'register_command', name: '' });
    expect(run.problemCodes).toEqual(['warning name-empty']);
    expect(run.decided('commandRegistered')).toHaveLength(1);
  });

  it.each([
    [{ type: 'register_command', name: { not: 'a name' } }],
    [{ type: 'register_tool', name: 42, schema: {} }],
    [{ type: 'subscribe', events: ['turn_end', 7] }],
    [{ type: 'subscribe', events: 'turn_end' }],
  ])('with a field of a wrong type are dropped whole: %j', (frame) => {
    const run = registered().frame(frame);
    expect(run.decided('frameIgnored')).toHaveLength(1);
    expect(run.problemCodes).toEqual([]);
    expect(run.entries.filter((entry) => entry.kind === 'decided').map((entry) => entry.decision)).toEqual([
      'helloAccepted',
      'frameIgnored',
    ]);
  });

  it('after registration was over are late, and for a tool it is said why that matters', () => {
    const run = registered().frame({ type: 'ready' });
    run.frame({ type: 'register_tool', name: 't', schema: {} });
    run.frame({ type: 'register_command', name: 'c' });
    run.frame({ type: 'subscribe', events: ['turn_end'] });
    expect(run.decided('toolRegistered')).toMatchObject([{ late: true }]);
    expect(run.decided('commandRegistered')).toMatchObject([{ late: true }]);
    expect(run.problemCodes).toEqual([
      'warning late-registration',
      'info late-registration',
      'info late-registration',
    ]);
    expect(run.problem('late-registration')?.message).toContain("agent's tool list is already built");
  });
});

describe('subscriptions', () => {
  it('keep every event and only the intercepts that the host allows', () => {
    const run = registered();
    run.frame({
      type: 'subscribe',
      events: ['turn_end', 'no_such', ''],
      intercept: ['tool_call', 'session_start'],
    });
    expect(run.decided('subscribed')).toEqual([
      { events: ['turn_end', 'no_such', ''], intercept: ['tool_call'] },
    ]);
  });

  it('of the seed profile intercept tool_call only', () => {
    const run = MachineRun.after('demo', { profile: 'zot-seed' });
    run.frame({ type: 'subscribe', intercept: ['tool_call', 'turn_start'] });
    expect(run.decided('subscribed')).toEqual([{ events: [], intercept: ['tool_call'] }]);
  });

  it('take null for nothing', () => {
    const run = registered().frame({ type: 'subscribe', events: null, intercept: null });
    expect(run.decided('subscribed')).toEqual([{ events: [], intercept: [] }]);
  });
});
