import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hostFunctions } from '../../../shared/protocol/opcode/abi.ts';
import { LivePlugins, type LivePlugin } from '../../support/live-plugin.ts';
import { until } from '../../support/marked-processes.ts';
import { pluginFrom } from '../../support/plugins.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

/** What the probe was told, piece by piece. */
async function told(live: LivePlugin, tool: string, args: object = {}): Promise<string[]> {
  return (await live.call(tool, args)).split('|').slice(0, -1);
}

describe('the host table', () => {
  it('has its version, its size, and zeroes in its reserved members', async () => {
    const live = await plugins.ready('probe');
    expect(await told(live, 'table')).toEqual(['1', '288', ...Array.from({ length: 8 }, () => 'NULL')]);
  });

  it('is watched: what a plugin writes into it is named and put right', async () => {
    const live = await plugins.ready('probe');
    expect(await live.call('scribble')).toBe('scribbled');
    expect(await live.problem('host-table-changed')).toMatch(/at offset 240 \(reserved\)/);
    expect((await told(live, 'table')).slice(2)).toEqual(Array.from({ length: 8 }, () => 'NULL'));
  });

  it('names a host pointer that is not the table, and answers all the same', async () => {
    const live = await plugins.ready('probe');
    expect(await live.call('wrong_host')).toBe('an answer');
    expect(await live.problem('wrong-host')).toMatch(/cwd was called with NULL as its host/);
  });

  it('names NULL where there should be a function', async () => {
    const live = await plugins.ready('probe');
    expect(await live.call('null')).toBe('survived');
    const named = live.sink.problems('function-null').map(({ message }) => message);
    expect(named).toEqual([
      expect.stringContaining('defer was given NULL as its fn'),
      expect.stringContaining('register_command was given NULL as its handler'),
    ]);
    expect(await live.problem('tool-null')).toMatch(/NULL/);
    expect(await live.problem('argument-null')).toMatch(/register_command was given NULL as its name/);
  });

  it('has every function called by the probe, each with a frame of its own', async () => {
    const live = await plugins.ready('probe');
    const parts = ['memory', 'json', 'session', 'ui', 'model', 'cancelled', 'resources', 'null'];
    for (const tool of parts) await live.call(tool);
    const http = await plugins.ready('http');
    await http.call('cancel');
    const crossed = [live, http].flatMap(({ sink }) => sink.lines('extension'));
    const functions = crossed.map((text) => /^\{"type":"host\.(\w+)"/.exec(text)?.[1]);
    const missing = hostFunctions.map(({ name }) => name).filter((name) => !functions.includes(name));
    expect(missing).toEqual([]);
  });
});

describe('memory', () => {
  it('comes zeroed, strdup_ copies, and NULL may be freed', async () => {
    const live = await plugins.ready('probe');
    expect(await told(live, 'memory')).toEqual(['0', 'copied', 'NULL']);
    expect(live.frames('host.free')).toContainEqual(expect.objectContaining({ p: null }));
    expect(await live.problem('argument-null')).toMatch(/strdup_ was given NULL as its s/);
  });
});

describe('the JSON helpers', () => {
  it('follow a path of keys, and give the default for what is missing or of another type', async () => {
    const live = await plugins.ready('probe');
    const args =
      '{"text":"grün","number":42,"inner":{"text":"deep","big":9223372036854775807},"fraction":1.5,"yes":true}';
    const outcome = await live.session.plugin.callTool({ name: 'json', argsText: args, raw: false });
    const [block] = outcome.content;
    expect(block?.kind === 'text' && block.text.split('|').slice(0, -1)).toEqual([
      'grün',
      'deep',
      'not a string',
      'no path',
      '42',
      '9223372036854775807',
      '-1',
      '-9223372036854775807',
      '1',
      '5',
      'a \\"quote\\" and \\\\ and \\n and \\u0001',
      'NULL',
      'default',
    ]);
    const numbers = live.sink
      .of('line')
      .map(({ raw }) => ('text' in raw ? raw.text : ''))
      .filter((text) => text.includes('json_get_int.return'));
    expect(numbers[1]).toContain('"value":9223372036854775807');
    expect(await live.problem('json-not-json')).toMatch(/json_get_str was given a text that is not JSON/);
  });
});

describe('the session', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-session-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('tells where it is, what it is called, where it is kept, and the prompt', async () => {
    const sessionFile = path.join(folder, 'session.jsonl');
    const host = { sessionId: 'the session', sessionFile, systemPrompt: 'Be careful.' };
    const live = await plugins.ready('probe', { host });
    expect(await told(live, 'session')).toEqual(['/', 'the session', sessionFile, 'Be careful.']);
    expect(live.session.plugin.offered.entries).toEqual([
      expect.objectContaining({ customType: 'probe.mark', data: '{"at":3}' }),
    ]);
    expect(await live.problem('entry-not-json')).toMatch(/"probe.broken" is not JSON/);
    expect(live.codes).toContain('argument-null');
    live.session.stop('user');
    await live.session.ended;
    expect(readFileSync(sessionFile, 'utf8')).toBe(
      '{"type":"custom","custom_type":"probe.mark","data":{"at":3}}\n',
    );
  });

  it('says when an entry can’t be written, and goes on', async () => {
    const live = await plugins.ready('probe', {
      host: { sessionFile: path.join(folder, 'no', 'such', 'folder.jsonl') },
    });
    await live.call('session');
    expect(await live.problem('entry-unwritable')).toMatch(/ENOENT/);
  });

  it('has nothing to tell in today’s host but the folder', async () => {
    const live = await plugins.ready('probe', { profile: 'opcode-today' });
    expect(await told(live, 'session')).toEqual(['/', 'NULL', 'NULL', 'NULL']);
  });
});

describe('what the person sees', () => {
  it('is kept: notes with their level, pieces of the status line, the title', async () => {
    const live = await plugins.ready('probe');
    expect(await live.call('ui')).toBe('shown');
    const { notes, statuses, title } = live.session.plugin.offered;
    expect(notes).toEqual([expect.objectContaining({ level: 2, message: 'index is stale' })]);
    expect([...statuses]).toEqual([['probe', '3 marks']]);
    expect(title).toBe('shop · probe');
    expect(live.frames('host.log').map(({ level }) => level)).toEqual(
      expect.arrayContaining([0, 1, 2, 3, 7]),
    );
    expect(await live.problem('log-level-unknown')).toMatch(/log was given level 7/);
    expect(live.sink.problems('argument-null')).toHaveLength(4);
  });

  it('is nothing in today’s host', async () => {
    const live = await plugins.ready('probe', { profile: 'opcode-today' });
    await live.call('ui');
    expect(live.session.plugin.offered.title).toBeNull();
    expect(live.session.plugin.offered.statuses.size).toBe(0);
  });
});

describe('the model', () => {
  it('is chosen among those the host knows, and the handlers hear of it after the call', async () => {
    const live = await plugins.ready('probe');
    expect(await told(live, 'model')).toEqual(['1', '0']);
    expect(live.session.plugin.offered).toMatchObject({
      model: { provider: 'openai', model: 'gpt-5' },
      thinkingLevel: 'high',
    });
    await live.frame(
      'host.log',
      ({ msg }) => msg === '{"provider":"openai","model":"gpt-5","source":"plugin"}',
    );
    await live.frame('host.log', ({ msg }) => msg === '{"level":"high","source":"plugin"}');
    expect(await live.problem('model-unknown')).toMatch(/"nobody" "nothing"/);
    expect(await live.problem('thinking-level-unknown')).toMatch(/"enormous"/);
  });

  it('list is the person’s to edit', async () => {
    const models = [{ provider: 'nobody', model: 'nothing' }];
    const live = await plugins.ready('probe', { host: { models, thinkingLevels: ['enormous'] } });
    expect(await told(live, 'model')).toEqual(['0', '1']);
    expect(live.session.plugin.offered.thinkingLevel).toBe('enormous');
  });

  it('is none of a plugin’s business in today’s host', async () => {
    const live = await plugins.ready('probe', { profile: 'opcode-today' });
    expect(await told(live, 'model')).toEqual(['0', '0']);
    expect(live.session.plugin.offered.model).toBeNull();
  });
});

describe('cancelling', () => {
  it('is 0 until a person cancels the run, and 1 from then on', async () => {
    const live = await plugins.ready('probe');
    expect(await told(live, 'cancelled')).toEqual(['0', '0']);
    expect(await live.problem('token-unknown')).toMatch(/"a token of nobody"/);
    const outcome = live.session.plugin.callTool({
      name: 'until_cancelled',
      argsText: '{}',
      raw: false,
      token: 'the run',
    });
    const { id } = await live.frame('tool.execute', ({ tool }) => tool === 'until_cancelled');
    await live.frame('host.is_cancelled.return', ({ value }) => value === 0);
    expect(live.session.plugin.tokenOf(String(id))).toBe('the run');
    live.session.plugin.cancel('the run');
    expect((await outcome).content).toEqual([{ kind: 'text', text: 'cancelled' }]);
    expect(live.sink.decisions('runCancelled')).toMatchObject([
      { value: { token: 'the run', by: 'a person' } },
    ]);
  });
});

describe('folders of resources', () => {
  it('are added under the rules of the header', async () => {
    const live = await plugins.ready('probe');
    await live.call('resources');
    const { roots } = live.session.plugin.offered;
    expect(roots.get('skills')).toEqual(['/opt/probe/skills', '/home/ada/skills']);
    expect(roots.get('themes')?.map((one) => one.length)).toEqual([1_024]);
    expect(roots.get('prompts')).toEqual(Array.from({ length: 8 }, (_, at) => `/home/ada/prompts/${at + 1}`));
    const named = live.codes.filter((code) => code.startsWith('root'));
    expect(new Set(named)).toEqual(
      new Set([
        'root-out-of-order',
        'root-kind-unknown',
        'root-not-absolute',
        'root-has-dots',
        'root-too-long',
        'roots-full',
      ]),
    );
    expect(live.sink.problems('roots-full')).toHaveLength(1);
  });

  it('may have one byte less in today’s host', async () => {
    const live = await plugins.ready('probe', { profile: 'opcode-today' });
    await live.call('resources');
    expect(live.session.plugin.offered.roots.get('themes')).toBeUndefined();
    expect(live.sink.problems('root-too-long')).toHaveLength(2);
  });
});

describe('what can’t be called', () => {
  it('is said, and never tried', async () => {
    const live = await plugins.ready('probe');
    const frames = [
      '{"type":"tool.execute","id":"a","tool":"nobody","tool_call_id":null,"args_json":"{}","signal_token":null}',
      '{"type":"event","id":"b","event":"input","registration":99,"payload_json":"{}"}',
      '{"type":"deferred","id":"c","defer":7}',
      '{"type":"http.callback","id":"d","request":7,"status":200,"headers_json":"{}","body":""}',
      '{"type":"plugin.shutdown","id":"e"}',
      '{"type":"dance","id":"f"}',
      'not json',
    ];
    for (const text of frames) live.session.send({ text }, 'hand');
    await until('all are refused', () => live.sink.problems('not-runnable').length === frames.length);
    expect(live.sink.problems('not-runnable').map(({ message }) => message)).toEqual([
      expect.stringContaining('there is no tool nobody'),
      expect.stringContaining('there is no handler of 99'),
      expect.stringContaining('nothing was deferred as number 7'),
      expect.stringContaining('no request 7 waits'),
      expect.stringContaining('the plugin has no shutdown'),
      expect.stringContaining('nothing is called by a frame "dance"'),
      expect.stringContaining('it is not JSON'),
    ]);
    expect(await told(live, 'table')).toHaveLength(10);
  });

  it('is more handlers and commands than today’s host keeps', async () => {
    const source = `
      #include "fixture.h"
      static int heard(void *userdata, const char *payload) { return (void)userdata, (void)payload, 0; }
      static char *ran(const char *args) { return (void)args, NULL; }
      static int init(const OpcodeHostV1 *host) {
        static char names[40][8];
        for (int i = 0; i < 40; i++) {
          snprintf(names[i], sizeof names[i], "c%d", i);
          host->on_event("input", heard, NULL);
          host->register_command(names[i], NULL, ran);
        }
        return 0;
      }
      PLUGIN("many", init)`;
    const live = await plugins.ready(pluginFrom('many', source), { profile: 'opcode-today' });
    const { handlers, commands } = live.session.plugin.offered;
    expect([handlers.length, commands.length]).toEqual([32, 32]);
    expect(live.sink.problems('handlers-full')).toHaveLength(16);
  });

  it('is a text without an end: it is named and not read', async () => {
    const source = `
      #include "fixture.h"
      static int init(const OpcodeHostV1 *host) {
        size_t size = (size_t)66 << 20;
        char *endless = malloc(size);
        memset(endless, 'a', size);
        host->log(1, endless);
        return 0;
      }
      PLUGIN("endless", init)`;
    const live = await plugins.ready(pluginFrom('endless', source));
    expect(await live.problem('text-endless')).toMatch(/msg handed to log is longer than 67108864 bytes/);
  });

  it('is anything when the process that calls plugins fails', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-child-'));
    const child = path.join(folder, 'child.mjs');
    writeFileSync(child, 'console.error("Error: no koffi here"); process.exit(3);');
    const live = await plugins.open('probe', { child });
    expect(await live.problem('child-failed')).toMatch(/exited with code 3 and said "Error: no koffi here"/);
    await live.session.ended;
    rmSync(folder, { recursive: true });
  });
});
