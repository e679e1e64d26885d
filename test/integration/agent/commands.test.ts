// Slash commands of real extensions: what is asked, and what the host would do with each answer.

import { afterEach, describe, expect, it } from 'vitest';
import { AgentBench, type BenchOptions, type PuppetAct } from '../../support/agent-bench.ts';

let bench: AgentBench;
afterEach(() => bench.close());

async function ready(on: Record<string, readonly PuppetAct[]>, options: BenchOptions = {}) {
  bench = new AgentBench({ changes: { commandDeadlineMs: 300 }, ...options });
  return bench.puppet({ offers: { tools: [], commands: ['c', 'Deploy', 'help'] }, on });
}

const respond = (fields: object): PuppetAct => ({ type: 'command_response', ...fields });

/** Effect of a command that is answered with these fields. */
async function effectOf(fields: object, options: BenchOptions = {}) {
  await ready({ 'command_invoked c': [respond(fields)] }, options);
  return (await bench.agent.runCommand({ name: 'c', args: '' })).effect;
}

describe('a command', () => {
  it.each([
    ['', '{"type":"command_invoked","id":"1","name":"c"}'],
    [' ', '{"type":"command_invoked","id":"1","name":"c","args":" "}'],
    ['--at "x <y>"', '{"type":"command_invoked","id":"1","name":"c","args":"--at \\"x \\u003cy\\u003e\\""}'],
  ])('with arguments %j is asked in these bytes, never trimmed', async (args, line) => {
    const { sink } = await ready({ command_invoked: [respond({ action: 'noop' })] });
    await bench.agent.runCommand({ name: 'c', args });
    expect(sink.lines('host').at(-1)).toBe(line);
  });

  it('is found in any letter case by the newest zot, which sends the registered spelling', async () => {
    const { sink } = await ready({ command_invoked: [respond({ action: 'display', display: 'done' })] });
    const outcome = await bench.agent.runCommand({ name: 'dEPLOY', args: '' });
    expect(outcome.effect).toEqual({ kind: 'display', text: 'done' });
    expect(sink.lines('host').at(-1)).toContain('"name":"Deploy"');
  });

  it('is matched exactly by the host of May 2026', async () => {
    await ready({}, { profile: 'zot-2026-05' });
    expect((await bench.agent.runCommand({ name: 'deploy', args: '' })).effect).toEqual({
      kind: 'error',
      text: 'extension /deploy: no extension registered for /deploy',
    });
  });

  it('of a built-in name is the host’s, and runs here only when its extension is named', async () => {
    const { session } = await ready({ command_invoked: [respond({ action: 'display', display: 'own' })] });
    const outcome = await bench.agent.runCommand({ name: 'help', args: '' });
    expect(outcome.end).toMatchObject({ how: 'notSent', reason: expect.stringMatching(/own \/help wins/) });
    const named = await bench.agent.runCommand({ name: 'help', args: '', session: session.id });
    expect(named.effect).toEqual({ kind: 'display', text: 'own' });
  });
});

describe('what comes of an answer', () => {
  it.each([
    [
      { action: 'prompt', prompt: 'Look at it' },
      { kind: 'prompt', text: 'Look at it' },
    ],
    [{ action: 'prompt', prompt: ' \n' }, { kind: 'noop' }],
    [
      { action: 'insert', insert: 'git status' },
      { kind: 'insert', text: 'git status' },
    ],
    [
      { action: 'display', display: 'two\nlines' },
      { kind: 'display', text: 'two\nlines' },
    ],
    [{ action: 'display' }, { kind: 'noop' }],
    [{ action: 'noop', display: 'not shown' }, { kind: 'noop' }],
    [{ action: '' }, { kind: 'noop' }],
    [{}, { kind: 'noop' }],
    [{ action: 'dance' }, { kind: 'error', text: 'extension /c: unknown action dance' }],
    [
      { action: 'prompt', prompt: 'x', error: 'no audit log' },
      { kind: 'error', text: 'extension /c: no audit log' },
    ],
    [
      { action: 'tool_prompt', tool_name: 'report', tool_args: { n: 1 } },
      { kind: 'toolPrompt', tool: 'report', argsText: '{"n":1}' },
    ],
    [{ action: 'open_panel' }, { kind: 'noop' }],
  ])('%j', async (fields, effect) => {
    expect(await effectOf(fields)).toEqual(effect);
  });

  it('is told in the journal with what the host does', async () => {
    const { sink } = await ready({ 'command_invoked c': [respond({ action: 'insert', insert: 'ls' })] });
    const outcome = await bench.agent.runCommand({ name: 'c', args: '' });
    expect(sink.decisions('commandFinished')[0]).toMatchObject({
      line: outcome.line,
      value: { command: 'c', id: '1', how: 'answered', effect: 'insert', text: 'ls' },
    });
  });

  it('depends on the host: the seed knows no panels, the host of May 2026 no tool_prompt', async () => {
    const panel = { action: 'open_panel', open_panel: { id: 'p' } };
    expect(await effectOf(panel, { profile: 'zot-seed' })).toMatchObject({
      text: 'extension /c: unknown action open_panel',
    });
    await bench.close();
    expect(await effectOf({ action: 'tool_prompt' }, { profile: 'zot-2026-05' })).toMatchObject({
      text: 'extension /c: unknown action tool_prompt',
    });
  });

  it('is an error in the status line when none comes in time, or the process dies', async () => {
    await ready({ 'command_invoked c': [], 'command_invoked Deploy': [{ exit: 2 }] });
    const late = await bench.agent.runCommand({ name: 'c', args: '' });
    expect(late).toMatchObject({
      end: { how: 'timedOut' },
      effect: { kind: 'error', text: 'extension /c: timeout waiting for puppet/c' },
    });
    const gone = await bench.agent.runCommand({ name: 'Deploy', args: '' });
    expect(gone).toMatchObject({ end: { how: 'gone', reason: 'the extension exited with code 2' } });
    const after = await bench.agent.runCommand({ name: 'c', args: '' });
    expect(after.effect).toEqual({ kind: 'error', text: 'extension /c: no extension registered for /c' });
  });
});
