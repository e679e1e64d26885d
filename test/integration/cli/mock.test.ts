// `framescope mock` as a program: towards our own host, and towards bytes.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDifference } from '../../../shared/replay/result.ts';
import type { TargetInput } from '../../../shared/target/target.ts';
import { builtCli, runCli } from '../../support/built-cli.ts';
import { EngineUnderTest } from '../../support/engine.ts';
import { exampleTarget, record, replay, told } from '../../support/replay-runs.ts';

let engine: EngineUnderTest;
let folder: string;
let cli: string;
beforeEach(async () => {
  engine = new EngineUnderTest();
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-mock-'));
  cli = await builtCli();
}, 120_000);
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const mockOf = (file: string): TargetInput => ({
  kind: 'command',
  argv: [process.execPath, cli, 'mock', file],
});

const scripts: Readonly<Record<string, readonly string[]>> = {
  greeter: [
    '{"type":"event","event":"session_start"}',
    '{"type":"tool_call","id":"a","name":"greet","args":{"name":"Ada"}}',
    '{"type":"command_invoked","id":"c","name":"greet","args":"Grace"}',
    '{"type":"event_intercept","id":"d","event":"tool_call","tool_name":"bash","tool_args":{"command":"rm -rf /"}}',
  ],
  'word-count': ['{"type":"tool_call","id":"1","name":"count_words","args":{"text":"one two"}}'],
  uptime: ['{"type":"tool_call","id":"1","name":"uptime","args":{}}'],
};

/** What a program says to these lines on its standard input. */
async function talk(
  file: string,
  lines: readonly string[],
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [cli, 'mock', file], { stdio: ['pipe', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  child.stdin.on('error', () => {}); // it may have left before all was written
  child.stdin.end(lines.map((text) => `${text}\n`).join(''));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...said };
}

describe('a recorded extension that is played', { timeout: 60_000 }, () => {
  it.each(Object.keys(scripts))('is the same to our own host as %s was', async (name) => {
    const file = await record(engine, exampleTarget(name), scripts[name] ?? []);
    const { outcome, rows, run } = await replay(engine, file, mockOf(file));
    expect(rows.filter(isDifference), told(rows).join('\n')).toEqual([]);
    expect(outcome).toMatchObject({ ok: true, end: 'done' });
    expect(run.summary.problemCounts.error).toBe(0);
  });

  it('refuses what was never asked, and goes on', async () => {
    const file = await record(engine, exampleTarget('greeter'), scripts['greeter'] ?? []);
    const run = await engine.open(mockOf(file));
    await run.untilState('ready');
    run.session.send({ text: '{"type":"tool_call","id":"n","name":"other","args":{}}' }, 'driver');
    const refused = await run.untilFrame('tool_result');
    expect('text' in refused.entry.raw && refused.entry.raw.text).toContain('"is_error":true');
    run.session.send(
      { text: '{"type":"tool_call","id":"m","name":"greet","args":{"name":"Ada"}}' },
      'driver',
    );
    await run.untilFrame('tool_result', (text) => text.includes('Hello, Ada.'));
    await run.stop();
    expect(run.summary.exit).toEqual({ code: 0, signal: null });
    expect(run.summary.notFrames).toBe(0);
  });

  it('writes frames only, tells on stderr what it does, and leaves with its host', async () => {
    const file = await record(engine, exampleTarget('greeter'), (scripts['greeter'] ?? []).slice(1, 2));
    const { code, out, err } = await talk(file, [
      'no frame',
      '',
      '{"type":"hello_ack","protocol_version":1,"zot_version":"9","provider":"p","model":"m","cwd":"/"}',
      '{"type":"tool_call","id":"q","name":"greet","args":{"name":"Ada"}}',
    ]);
    expect(code).toBe(0);
    const types = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual([
      'hello',
      'register_command',
      'register_tool',
      'subscribe',
      'ready',
      'tool_result',
      'shutdown_ack',
    ]);
    expect(err).toMatch(/^framescope mock: a line of the host is no frame \(not JSON\)/m);
    expect(err).toMatch(/^framescope mock: tool_call greet: as #\d+, the same$/m);
  });

  it('ends with 2 and nothing on stdout when there is no recording', async () => {
    writeFileSync(path.join(folder, 'x.fsj'), 'x');
    expect(await runCli(['mock', path.join(folder, 'x.fsj')])).toMatchObject({ code: 2, out: '' });
    expect((await runCli(['mock'])).code).toBe(2);
  });
});
