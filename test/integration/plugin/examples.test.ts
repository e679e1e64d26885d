import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins } from '../../support/live-plugin.ts';
import { examplePlugin, examples } from '../../support/plugins.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

describe('the examples in C', () => {
  const names = readdirSync(examples).filter((name) => name.endsWith('.c'));

  it('are five', () =>
    expect(names.sort()).toEqual(['command.c', 'guard.c', 'hello.c', 'http.c', 'worker.c']));

  it.each(names)(
    '%s builds with nothing but cc -shared -fPIC, without a warning, and loads without a fault',
    async (name) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-example-'));
      const flags = ['-shared', '-fPIC', '-Wall', '-Wextra', '-Werror', '-I', path.join(examples, 'include')];
      const library = path.join(folder, 'example.so');
      execFileSync('cc', [...flags, '-o', library, path.join(examples, name)]);
      const live = await plugins.ready(library);
      live.session.stop('user');
      await live.reached('ended');
      expect(live.codes).toEqual([]);
      rmSync(folder, { recursive: true });
    },
  );

  it('worker counts on a thread and calls nothing of the host there but tool_done', async () => {
    const live = await plugins.ready(examplePlugin('worker'));
    expect(await live.call('count_primes', { limit: 100 })).toBe('25 primes up to 100');
    expect(live.frames('host.tool_done')[0]?.thread).toEqual(expect.any(Number));
    expect(live.codes).toEqual([]);
  });

  it('guard vetoes what would delete a lot, and nothing else', async () => {
    const live = await plugins.ready(examplePlugin('guard'));
    const ask = (command: string) =>
      plugins.agent.intercept({
        event: 'tool_call',
        fields: [
          { name: 'name', json: '"bash"' },
          { name: 'args', json: JSON.stringify({ command }) },
        ],
      });
    expect((await ask('ls')).blocked).toBe(false);
    expect(await ask('rm -rf ~/')).toMatchObject({
      blocked: true,
      reason: 'tool call refused by plugin guard',
    });
    expect(live.session.plugin.offered.roots.get('skills')).toEqual(['/usr/share/guard/skills']);
    expect(live.session.plugin.offered.notes).toMatchObject([{ level: 2, message: 'guard refused rm -rf' }]);
    expect(live.codes).toEqual([]);
  });

  it('command sets marks that are kept in the session', async () => {
    const live = await plugins.ready(examplePlugin('command'));
    const outcome = await plugins.agent.runCommand({ name: 'mark', args: 'here, "now"' });
    expect(outcome.effect).toEqual({ kind: 'display', text: '{"text":"mark 1 is set"}' });
    const { entries, statuses } = live.session.plugin.offered;
    expect(entries).toMatchObject([{ customType: 'command.mark', data: '{"note":"here, \\"now\\""}' }]);
    expect([...statuses]).toEqual([['command', '1 marks']]);
    expect(live.codes).toEqual([]);
  });

  it('http ends its call when the answer is there', async () => {
    const httpMocks = [{ url: 'https://example.com/', status: 200, headers: {}, body: 'twelve bytes' }];
    const live = await plugins.ready(examplePlugin('http'), { host: { httpMocks } });
    expect(await live.call('fetch_size', { url: 'https://example.com/' })).toBe('status 200, 12 bytes');
    expect(live.codes).toEqual(['http-mocked']);
  });

  it('ship the header as it is published', () => {
    const header = readFileSync(path.join(examples, 'include', 'opcode_plugin.h'), 'utf8');
    expect(header).toContain('#define OPCODE_ABI_VERSION 1');
    expect(header.split('\n').length).toBeGreaterThan(200);
  });
});
