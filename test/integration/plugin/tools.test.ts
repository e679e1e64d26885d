import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins } from '../../support/live-plugin.ts';
import { examplePlugin } from '../../support/plugins.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

describe('a tool call', () => {
  it('is one frame to the plugin, its return, and tool_done as the answer', async () => {
    const live = await plugins.ready(examplePlugin('hello'));
    const outcome = await live.session.plugin.callTool({
      name: 'hello',
      argsText: '{"name":"A \\"da\\""}',
      raw: false,
    });
    expect(outcome).toMatchObject({
      isError: false,
      content: [{ kind: 'text', text: 'Hello A "da"!' }],
      end: { how: 'answered' },
    });
    const [execute] = live.frames('tool.execute');
    expect(execute).toMatchObject({ tool: 'hello', registration: 1, args_json: '{"name":"A \\"da\\""}' });
    expect(live.frames('host.tool_done')[0]).toMatchObject({
      id: execute?.id,
      is_error: 0,
      during: execute?.id,
    });
    await live.frame('tool.execute.return', ({ id }) => id === execute?.id);
    expect(live.codes).toEqual([]);
  });

  it('with arguments that do not fit the schema never reaches the plugin', async () => {
    const live = await plugins.ready(examplePlugin('hello'));
    const outcome = await live.session.plugin.callTool({ name: 'hello', argsText: '{"name":5}', raw: false });
    expect(outcome).toMatchObject({ isError: true, end: { how: 'notSent' }, callId: null });
    expect(live.frames('tool.execute')).toEqual([]);
    await live.session.plugin.callTool({ name: 'hello', argsText: '{"name":5}', raw: true });
    expect(live.frames('tool.execute')).toHaveLength(1);
  });

  it('runs through the agent of a workspace as any other extension’s does', async () => {
    await plugins.ready(examplePlugin('hello'));
    const { registry } = plugins.agent;
    expect(registry).toMatchObject([{ kind: 'tool', name: 'hello', extension: 'hello', status: 'active' }]);
    const outcome = await plugins.agent.callTool({ name: 'hello', argsText: '{}' });
    expect(outcome.content).toEqual([{ kind: 'text', text: 'Hello world!' }]);
  });

  it('may be ended in a later turn of the main loop', async () => {
    const live = await plugins.ready('completions');
    expect(await live.call('later')).toBe('later');
    expect(live.frames('deferred', 'host')).toHaveLength(1);
    expect(live.codes).toEqual([]);
  });
});

describe('the end of a tool call', () => {
  it('comes twice: the first one counts', async () => {
    const live = await plugins.ready('completions');
    expect(await live.call('twice')).toBe('first');
    expect(await live.problem('done-twice')).toMatch(/a second time for call \d+/);
  });

  it('never comes: the deadline says so', async () => {
    const live = await plugins.ready('completions');
    const ask = { name: 'never', argsText: '{}', raw: false, timeoutMs: 200 };
    const outcome = await live.session.plugin.callTool(ask);
    expect(outcome).toMatchObject({ isError: true, end: { how: 'timedOut' } });
    expect(await live.problem('done-never')).toMatch(
      /never called for call \d+ of never, 200 ms after it began/,
    );
  });

  it('comes after the host had given up', async () => {
    const live = await plugins.ready('probe');
    const outcome = live.session.plugin.callTool({
      name: 'open',
      argsText: '{}',
      raw: false,
      timeoutMs: 100,
    });
    expect((await outcome).end.how).toBe('timedOut');
    await live.call('close');
    expect(await live.problem('done-late')).toMatch(/after the host had given it up/);
  });

  it('is for a call that is none', async () => {
    const live = await plugins.ready('completions');
    expect(await live.call('unknown')).toBe('for the right one');
    expect(await live.problem('done-unknown')).toMatch(/\d{7}, which is no call of this plugin/);
  });

  it('has no result', async () => {
    const live = await plugins.ready('completions');
    await live.call('null');
    expect(await live.problem('done-null')).toMatch(/is NULL/);
  });

  it('has a result that is not JSON', async () => {
    const live = await plugins.ready('completions');
    await live.call('say', { raw: '{content:[]}' });
    expect(await live.problem('done-not-json')).toMatch(/is not JSON/);
  });

  const shapes: readonly (readonly [raw: string, words: RegExp])[] = [
    ['[]', /it is no object/],
    ['{}', /it has no content/],
    ['{"content":{}}', /content is no list/],
    ['{"content":["text"]}', /block 1 is no object/],
    ['{"content":[{"text":"x"}]}', /block 1 has no type/],
    ['{"content":[{"type":"text"}]}', /block 1 has no text/],
    ['{"content":[],"is_error":"no"}', /is_error is neither true nor false/],
  ];
  for (const [raw, words] of shapes)
    it(`has a result of the wrong shape: ${raw}`, async () => {
      const live = await plugins.ready('completions');
      await live.call('say', { raw });
      expect(await live.problem('done-shape')).toMatch(words);
    });

  it('has bytes that are not UTF-8: they are kept, and named', async () => {
    const live = await plugins.ready('completions');
    await live.call('bytes');
    expect(await live.problem('not-utf8')).toMatch(/is not UTF-8/);
    const named = live.sink.problems('not-utf8').map(({ message }) => message);
    expect(named).toContain('The result_json handed to tool_done is not UTF-8.');
    const result = live.frames('host.tool_done')[0]?.result_json as { base64: string };
    expect(Buffer.from(result.base64, 'base64').toString('latin1')).toContain('caf\xe9');
  });

  it('says two different things about is_error: the argument counts', async () => {
    const live = await plugins.ready('completions');
    const raw = '{"content":[{"type":"text","text":"x"}],"is_error":true}';
    const outcome = await live.session.plugin.callTool({
      name: 'say',
      argsText: JSON.stringify({ raw, is_error: 0 }),
      raw: false,
    });
    expect(outcome.isError).toBe(false);
    expect(await live.problem('done-is-error-differs')).toMatch(
      /with is_error 0, but its result says "is_error":true/,
    );
  });

  it('does not come within execute: today’s host has failed the call by then', async () => {
    const live = await plugins.ready('completions', { profile: 'opcode-today' });
    const outcome = await live.session.plugin.callTool({ name: 'never', argsText: '{}', raw: false });
    expect(outcome).toMatchObject({ isError: true, end: { how: 'gone' } });
    expect(await live.problem('done-not-in-execute')).toMatch(/execute of never returned without tool_done/);
  });
});

describe('partial results', () => {
  it('reach the function that the tool gave for them', async () => {
    const live = await plugins.ready('probe');
    const outcome = live.session.plugin.callTool({ name: 'open', argsText: '{}', raw: false });
    const { id } = await live.frame('tool.execute');
    const partial = '{"content":[{"type":"text","text":"half"}]}';
    expect(await live.session.plugin.update('open', String(id), partial)).toBe(true);
    await live.frame('host.log', ({ msg }) => msg === `update of the call: ${partial}`);
    await live.session.plugin.update('open', String(id), '{"text":"half"}');
    expect(await live.problem('update-shape')).toMatch(/it has no content/);
    expect(await live.session.plugin.update('json', String(id), partial)).toBe(false);
    await live.call('close');
    expect((await outcome).content).toEqual([{ kind: 'text', text: 'closed' }]);
  });
});

describe('registering a tool', () => {
  it('goes by the rules for names, sizes, schemas and flags', async () => {
    const live = await plugins.ready('tool-shapes');
    const { tools } = live.session.plugin.offered;
    expect(tools.map(({ name }) => name)).toEqual([
      'all_flags',
      'unknown_flag',
      'a-z0-9_:.-',
      'a'.repeat(64),
      'longer',
      'older',
      'no_schema',
      'list_schema',
      'broken_schema',
    ]);
    expect(tools[0]?.flags).toEqual(['READONLY', 'SEQUENTIAL', 'DESTRUCTIVE', 'HIDDEN', 'THREADSAFE']);
    // Each flag stands in the row of its registration.
    expect(live.sink.decisions('toolRegistered')[0]?.message).toBe(
      'Tool all_flags registered (readonly, sequential, destructive, hidden, threadsafe).',
    );
    // Hidden from the model, not from who knows its name.
    expect(await live.call('all_flags')).toBe('here');
    const noSchema = tools.find(({ name }) => name === 'no_schema');
    expect(noSchema).toMatchObject({ schemaText: null, guidelines: ['- be quick', '- be kind'] });
    expect(tools.find(({ name }) => name === 'list_schema')).toMatchObject({ snippet: 'one line' });
    expect(tools.find(({ name }) => name === 'older')).toMatchObject({ hasUpdate: false });
    const told = Object.fromEntries(live.sink.problems().map(({ code, message }) => [code, message]));
    expect(told).toMatchObject({
      'tool-flags-unknown': expect.stringContaining('0x120'),
      'tool-name-long': expect.stringContaining('65 bytes; at most 64'),
      'tool-name-invalid': expect.any(String),
      'tool-name-taken': expect.stringContaining('"all_flags"'),
      'tool-struct-larger': expect.stringContaining('104, more than the 72'),
      'tool-struct-small': expect.stringContaining('32; the host needs the first 64'),
      'tool-schema-missing': expect.stringContaining('no_schema'),
      'tool-schema-invalid': expect.any(String),
      'tool-description-missing': expect.stringContaining('no_schema'),
      'tool-snippet-lines': expect.stringContaining('more than one line'),
      'tool-execute-missing': expect.stringContaining('no_execute'),
    });
    const invalid = live.sink.problems('tool-name-invalid').map(({ message }) => message);
    expect(invalid).toEqual([
      expect.stringContaining('"Upper"'),
      expect.stringContaining('""'),
      expect.stringContaining('NULL'),
    ]);
    const schemas = live.sink.problems('tool-schema-invalid').map(({ message }) => message);
    expect(schemas).toEqual([
      expect.stringMatching(/"list_schema".*it is no object/),
      expect.stringMatching(/"broken_schema".*does not compile/),
    ]);
  });

  it('outside of init and before session_start is named; after session_start it is late and fine', async () => {
    const live = await plugins.ready('tool-shapes');
    await live.session.plugin.tell('turn_start', '{}', false);
    expect(await live.problem('register-out-of-order')).toMatch(
      /neither during init nor after session_start/,
    );

    const second = await plugins.ready('events');
    await second.session.plugin.tell('session_start', '{"register":true}', false);
    expect(second.sink.decisions('toolRegistered').map(({ value }) => value)).toMatchObject([
      { name: 'late', late: true },
    ]);
    expect(second.codes).not.toContain('register-out-of-order');
    expect(await second.call('late')).toBe('late, and here');
  });

  it('is not looked at by today’s host', async () => {
    const live = await plugins.ready('tool-shapes', { profile: 'opcode-today' });
    expect(
      live.codes.filter((code) => code.startsWith('tool-name') || code.startsWith('tool-schema')),
    ).toEqual([]);
    expect(live.session.plugin.offered.tools.map(({ name }) => name)).toContain('Upper');
  });
});
