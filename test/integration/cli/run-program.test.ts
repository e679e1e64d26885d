// `framescope run` and `call` as programs: interrupts, a reader that leaves, the standard input.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtCli, startCli } from '../../support/built-cli.ts';
import { examplesDir } from '../../support/fixture-extensions.ts';
import { markedProcesses, newMark, until } from '../../support/marked-processes.ts';
import { writeExtension } from '../../support/written-extension.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-run-'));
let environment: Record<string, string>;

beforeAll(builtCli, 60_000);
beforeEach(() => {
  environment = { FRAMESCOPE_STATE_DIR: path.join(folder, 'state'), ...newMark() };
});
afterEach(() => until('all processes are gone', () => markedProcesses(environment).length === 0));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const greeter = path.join(examplesDir, 'greeter');
const mute = writeExtension(folder, 'mute', "tool('mute');");

function script(...lines: string[]): string {
  const file = path.join(folder, 'script.scenario');
  writeFileSync(file, lines.join('\n'));
  return file;
}

it('an interrupt gives up the step, stops the extensions as a host would, and says where', async () => {
  const file = script('{"do":"tool_call","tool":"mute"}', '{"do":"turn"}');
  const run = await startCli(['run', mute, '--script', file], { environment });
  await run.shows(/1 {2}tool_call/);
  run.child.kill('SIGINT');
  const { code, out, err } = await run.done;
  expect(code).toBe(1);
  expect(err).toContain('interrupt again to kill');
  expect(out).toMatch(
    /1 finding in 0 of 2 steps.*\n {2}step 1 \(line 1\): Interrupted at step 1\. \[interrupted\]/,
  );
  expect(out).not.toMatch(/2 {2}turn/);
});

it('an interrupt ends a call', async () => {
  const run = await startCli(['call', mute, 'mute', '--json'], { environment });
  await run.shows(/"kind":"began"/);
  run.child.kill('SIGTERM');
  const { code, out } = await run.done;
  expect(code).toBe(1);
  expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    kind: 'outcome',
    ok: false,
    findings: [{ code: 'interrupted' }],
  });
});

it('an interrupt ends a wait, also in the last step', async () => {
  const run = await startCli(['run', greeter, '--script', script('{"do":"wait","ms":60000}')], {
    environment,
  });
  await run.shows(/1 {2}wait/);
  run.child.kill('SIGINT');
  const { code, out } = await run.done;
  expect(code).toBe(1);
  expect(out).toContain('Interrupted at step 1.');
});

it('when the reader leaves, the run ends and the extensions are stopped', async () => {
  const many = Array.from({ length: 600 }, () => '{"do":"wait","ms":100}');
  const run = await startCli(['run', greeter, '--script', script(...many)], { environment });
  await run.shows(/1 {2}wait/);
  run.child.stdout?.destroy();
  expect((await run.done).code).toBe(1);
});

it('the standard input may be the arguments or the scenario', async () => {
  const typed = (args: readonly string[], input: string) =>
    spawnSync(process.execPath, [path.join(cliFile), ...args], {
      input,
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
  const cliFile = await builtCli();
  const called = typed(['call', greeter, 'greet', '-'], '{"name":"Ada"}\n');
  expect(called).toMatchObject({ status: 0, stdout: 'Hello, Ada.\n' });
  const ran = typed(['run', greeter, '--script', '-'], '{"do":"command","name":"greet","args":"Ada"}\n');
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
  expect(typed(['run', greeter, '--script', '-'], 'nonsense').stderr).toContain('standard input:1:1: ');
});
