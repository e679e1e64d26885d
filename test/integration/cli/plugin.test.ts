// The command line takes a native plugin wherever it takes a target: as a program of its own, with the child it ships.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root, runCli, startCli } from '../../support/built-cli.ts';
import type { JsonReport } from '../../support/command-line.ts';
import { until } from '../../support/marked-processes.ts';
import { examplePlugin, examples, plugin } from '../../support/plugins.ts';

const stateDir = mkdtempSync(path.join(os.tmpdir(), 'framescope-plugin-cli-'));
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCli(args, { environment: { FRAMESCOPE_STATE_DIR: stateDir } });

async function report(...args: readonly string[]): Promise<JsonReport & { readonly code: number | null }> {
  const { out, code } = await run('inspect', '--json', ...args);
  return { ...(JSON.parse(out) as JsonReport), code };
}

describe('inspect', () => {
  it('loads a plugin, prints its rows and what it registers, and ends with 0', async () => {
    const { code, out } = await run('inspect', examplePlugin('hello'));
    expect(code).toBe(0);
    for (const type of [
      'library.open',
      'library.symbol',
      'plugin.entry',
      'plugin.init',
      'host.register_tool',
    ])
      expect(out).toMatch(new RegExp(`[←→] +${type.replace('.', '\\.')}`));
    expect(out).toMatch(/tool +hello +Says hello to somebody\./);
    expect(out).toMatch(/host +opcode-1/);
  });

  it('prints one JSON object as for any other target', async () => {
    expect(await report(examplePlugin('guard'))).toMatchObject({
      code: 0,
      ok: true,
      state: 'ready',
      hello: { name: 'guard', version: '1.0.0' },
      events: ['tool_call', 'resources_discover'],
      intercepts: ['tool_call'],
      problems: [],
      exit: { code: null, signal: 'SIGKILL' },
    });
  });

  it('builds C source first, and takes a folder with one library', async () => {
    expect(await report(path.join(examples, 'hello.c'))).toMatchObject({
      code: 0,
      tools: [{ name: 'hello' }],
    });
    expect(await report(path.dirname(plugin('quick')))).toMatchObject({ code: 0, hello: { name: 'quick' } });
  });

  it('behaves as today’s host when it is told to', async () => {
    const told = await report(plugin('events'), '--profile', 'opcode-today');
    expect(told.problems.map(({ code }) => code)).toContain('event-never-told');
  });

  it('ends with 1 when the plugin is refused, and names the reason', async () => {
    const told = await report(plugin('init-fails'));
    expect(told).toMatchObject({
      code: 1,
      ok: false,
      problems: [{ code: 'init-failed', severity: 'error' }],
    });
  });

  it('ends with 1 when loading never ends', async () => {
    const told = await report(plugin('constructor-hangs'), '--timeout', '300');
    expect(told.code).toBe(1);
    expect(told.problems.map(({ code }) => code)).toContain('not-loaded-in-time');
    expect(told.problems.at(-1)?.message).toMatch(
      /not loaded within 0\.3 s: (opening the library|starting its process)/,
    );
  });

  it('ends with 1 when it crashes while it is loaded, with the signal named', async () => {
    const { code, out } = await run('inspect', plugin('constructor-crash'));
    expect(code).toBe(1);
    expect(out).toMatch(/ended by SIGABRT in too_early/);
  });

  it('ends with 3 for what is no plugin, and runs nothing', async () => {
    const text = path.join(stateDir, 'text.so');
    writeFileSync(text, 'not a library\n');
    const { code, err } = await run('inspect', text);
    expect(code).toBe(3);
    expect(err).toMatch(/text\.so is no shared library: it is a text that begins with "not a library"/);
    expect((await run('inspect', path.join(stateDir, 'none.so'))).code).toBe(3);
    const broken = path.join(stateDir, 'broken.c');
    writeFileSync(broken, 'int opcode_plugin_init(void) { return missing; }\n');
    const built = await run('inspect', broken);
    expect(built.code).toBe(3);
    expect(built.err).toMatch(/could not be built: the compiler ended with 1/);
  });
});

describe('call', () => {
  it('calls a tool of a plugin and prints its text', async () => {
    const { code, out } = await run('call', examplePlugin('hello'), 'hello', '{"name":"Ada"}');
    expect({ code, out }).toEqual({ code: 0, out: 'Hello Ada!\n' });
  });

  it('ends with 1 and names the signal when the call crashes it', async () => {
    const { code, err } = await run('call', plugin('segfault'), 'crash');
    expect(code).toBe(1);
    expect(err).toMatch(/SIGSEGV/);
  });
});

describe('a plugin whose thread never stops calling the host', () => {
  it('case V01: is called and ended time after time, each with a clean exit code', async () => {
    for (let round = 0; round < 3; round++) {
      const { code, out, err } = await run('call', plugin('threads'), 'storm');
      expect({ code, out }, err).toEqual({ code: 0, out: 'a storm\n' });
      expect(err).not.toMatch(/SIG|crash|abort/i);
    }
  });
});

describe('a framescope that is killed', () => {
  it('leaves no plugin behind', async () => {
    const cli = await startCli(['inspect', examplePlugin('hello'), '--wait', '60000'], {
      environment: { FRAMESCOPE_STATE_DIR: stateDir },
    });
    const [, pid] = await cli.shows(/\bpid (\d+)/);
    cli.child.kill('SIGKILL');
    await cli.done;
    await until('the plugin is gone', () => !existsSync(`/proc/${pid}`));
  });
});

describe('run', () => {
  it('walks a scenario over plugins, vetoes included', async () => {
    const script = path.join(stateDir, 'guarded.scenario');
    const steps = [
      { framescope_scenario: 1, name: 'guarded', profile: 'opcode-1' },
      { do: 'tool_call', tool: 'hello', args: { name: 'Ada' } },
      { do: 'expect', is_error: false, text: 'Hello Ada!' },
      { do: 'intercept', event: 'tool_call', name: 'bash', args: { command: 'rm -rf /' } },
      { do: 'expect', blocked: true, reason: 'tool call refused by plugin guard' },
      { do: 'command', name: 'mark', args: 'here' },
      { do: 'expect', action: 'display', text: '{"text":"mark 1 is set"}' },
    ];
    writeFileSync(script, steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
    const targets = ['hello', 'guard', 'command'].map(examplePlugin);
    const { code, out, err } = await run('run', ...targets, '--script', script);
    expect(code, `${out}\n${err}`).toBe(0);
  });

  it('names the host that each target has, whatever profile is the usual one', async () => {
    const script = path.join(stateDir, 'hello.scenario');
    writeFileSync(script, '{"framescope_scenario":1}\n{"do":"tool_call","tool":"hello"}\n');
    const plain = await run('run', examplePlugin('hello'), '--script', script);
    expect(plain.out).toMatch(/^Scenario, 1 step, host opcode-1$/m);
    const greeter = path.join(root, 'examples', 'extensions', 'greeter');
    const both = await run('run', greeter, examplePlugin('hello'), '--script', script);
    expect(both.out).toMatch(/^Scenario, 1 step, host zot-latest and opcode-1$/m);
    const today = await run('run', examplePlugin('hello'), '--script', script, '--profile', 'opcode-today');
    expect(today.out).toMatch(/^Scenario, 1 step, host opcode-today$/m);
  });

  it('ends with 1 when a step crashes the plugin', async () => {
    const script = path.join(stateDir, 'crash.scenario');
    const steps = [
      { framescope_scenario: 1, name: 'crash' },
      { do: 'tool_call', tool: 'crash' },
    ];
    writeFileSync(script, steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
    const { code, out } = await run('run', plugin('segfault'), '--script', script);
    expect(code).toBe(1);
    expect(out).toMatch(/SIGSEGV/);
  });
});

describe('mock', () => {
  it('says why no process can stand in for a plugin, and what to choose instead', async () => {
    const recording = path.join(stateDir, 'hello.fsj');
    expect((await run('inspect', examplePlugin('hello'), '--record', recording)).code).toBe(0);
    const { code, out, err } = await run('mock', recording);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(
      'framescope: hello is a native plugin: its host loads a library, so no process can stand in for it.\n' +
        'Fix: Choose the recording of an extension that is a process.\n',
    );
  });
});
