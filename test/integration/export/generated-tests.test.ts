// A recording as a test: what is generated is run by the real vitest, Python and Go, green against the extension that was
// recorded and red against one that was changed. Go and pytest are not on every machine; what is not there is said in a line,
// and the Go text is compared with one that was reviewed in any case.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { root } from '../../support/built-cli.ts';
import { examplesDir } from '../../support/fixture-extensions.ts';
import { ChangedCopies } from '../../support/replay-runs.ts';

const recording = path.join(root, 'examples/recordings/greeting.fsj');
const greeter = path.join(examplesDir, 'greeter');
const golden = path.join(root, 'test/fixtures/export/greeter_test.go');

let cli: CommandLineUnderTest;
let folder: string;
let copies: ChangedCopies;
const at = (...names: string[]): string => path.join(folder, ...names);

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-generated-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  cli = new CommandLineUnderTest();
  copies = new ChangedCopies();
});
afterEach(async () => {
  copies.close();
  await cli.close();
});

function changed(): string {
  const copy = copies.of('greeter', 'greeter.mjs', "en: 'Hello'", "en: 'Howdy'");
  if (copy.kind !== 'path') throw new Error('no path');
  return copy.path;
}

async function generate(format: string, name: string): Promise<string> {
  mkdirSync(at(format), { recursive: true });
  const file = at(format, name);
  const { code, err } = await cli.run(['export', recording, '--as', format, '--output', file]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return file;
}

function ran(program: string, args: readonly string[], cwd: string, extension: string) {
  // The tools of this test run say nothing to those that it starts.
  const { VITEST: _, NODE_ENV: __, NODE_OPTIONS: ___, VITEST_WORKER_ID: ____, ...environment } = process.env;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...environment, EXTENSION_DIR: extension, CI: '1', NO_COLOR: '1', GOFLAGS: '-count=1' },
  });
  if (error) throw error;
  return { status, said: stdout + stderr };
}

function isThere(program: string, args: readonly string[], what: string): boolean {
  const there = spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  if (!there) process.stdout.write(`${program} is not on this machine: ${what}\n`);
  return there;
}

describe('the recording of greeter as a test', () => {
  test('vitest', { timeout: 120_000 }, async () => {
    await generate('vitest', 'greeter.test.mjs');
    symlinkSync(path.join(root, 'node_modules'), at('vitest/node_modules'));
    writeFileSync(at('vitest/vitest.config.mjs'), "export default { test: { include: ['*.test.mjs'] } };\n");
    const args = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', '.'];
    const green = ran(process.execPath, args, at('vitest'), greeter);
    expect(green.status, green.said).toBe(0);
    expect(green.said).toContain('1 passed');
    const red = ran(process.execPath, args, at('vitest'), changed());
    expect(red.status, red.said).toBe(1);
    expect(red.said).toContain('Howdy, Ada!');
  });

  test(
    'the same file with node:test in the place of vitest, without any package',
    { timeout: 120_000 },
    async () => {
      const file = await generate('vitest', 'alone.test.mjs');
      writeFileSync(file, readFileSync(file, 'utf8').replace("from 'vitest'", "from 'node:test'"));
      expect(ran(process.execPath, ['--test', file], folder, greeter).status).toBe(0);
      const red = ran(process.execPath, ['--test', file], folder, changed());
      expect(red.status).toBe(1);
      expect(red.said).toContain('Howdy, Ada!');
    },
  );

  test('Python, with its standard library alone', { timeout: 120_000 }, async () => {
    const file = await generate('pytest', 'greeter_test.py');
    const green = ran('python3', [file], folder, greeter);
    expect(green.status, green.said).toBe(0);
    const red = ran('python3', [file], folder, changed());
    expect(red.status, red.said).toBe(1);
    expect(red.said).toContain('Howdy, Ada!');
    if (!isThere('python3', ['-m', 'pytest', '--version'], 'the test was run by Python alone.')) return;
    expect(ran('python3', ['-m', 'pytest', '-q', file], folder, greeter).status).toBe(0);
    expect(ran('python3', ['-m', 'pytest', '-q', file], folder, changed()).status).toBe(1);
  });

  test('Go, the text of which is the reviewed one', { timeout: 300_000 }, async () => {
    const file = await generate('go', 'greeter_test.go');
    const text = readFileSync(file, 'utf8').replace(/^\tdefaultFolder {2}= .*$/m, '\tdefaultFolder  = ``');
    expect(text).toBe(readFileSync(golden, 'utf8'));
    if (!isThere('go', ['version'], 'its test was compared with the reviewed text, and not run.')) return;
    writeFileSync(at('go/go.mod'), 'module greeter\n\ngo 1.18\n');
    const formatted = ran('gofmt', ['-l', '.'], at('go'), greeter);
    expect(formatted).toEqual({ status: 0, said: '' });
    const green = ran('go', ['test', './...'], at('go'), greeter);
    expect(green.status, green.said).toBe(0);
    const red = ran('go', ['test', './...'], at('go'), changed());
    expect(red.status, red.said).toBe(1);
    expect(red.said).toContain('Howdy, Ada!');
  });

  test('the scenario beside it', { timeout: 120_000 }, async () => {
    await generate('vitest', 'scene.test.mjs');
    const green = await cli.run(['run', greeter, '--script', at('vitest/scene.scenario')]);
    expect(green.code, green.out).toBe(0);
    const red = await cli.run(['run', changed(), '--script', at('vitest/scene.scenario')]);
    expect(red.code, red.out).toBe(1);
    expect(red.out).toContain('Howdy, Ada!');
  });
});

test(
  'a recording of an extension that chooses ids of its own, tells times and its folder is a test that stays green',
  { timeout: 120_000 },
  async () => {
    const home = at('own', 'asker');
    mkdirSync(home, { recursive: true });
    writeFileSync(
      path.join(home, 'extension.json'),
      JSON.stringify({ name: 'asker', version: '1.0.0', exec: process.execPath, args: ['main.mjs'] }),
    );
    writeFileSync(
      path.join(home, 'main.mjs'),
      `
    import { randomUUID } from 'node:crypto';
    const send = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n');
    send({ type: 'hello', name: 'asker', version: '1.0.0' });
    send({ type: 'register_tool', name: 'when', description: '', schema: { type: 'object' } });
    send({ type: 'ready' });
    let rest = '';
    process.stdin.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\\n');
      rest = lines.pop();
      for (const line of lines) {
        const frame = JSON.parse(line);
        const text = [new Date().toISOString(), randomUUID(), process.cwd(), 'é\\u2028"\\\\'].join(' ');
        if (frame.type === 'tool_call') send({ type: 'tool_result', id: frame.id, content: [{ type: 'text', text }] });
        if (frame.type === 'shutdown') process.stdout.write('{"type":"shutdown_ack"}\\n', () => process.exit(0));
      }
    });
    `,
    );
    const file = at('own', 'asker.fsj');
    expect((await cli.run(['call', home, 'when', '{}', '--record', file])).code).toBe(0);
    const copy = at('own', 'elsewhere');
    cpSync(home, copy, { recursive: true });
    const made = at('own', 'asker_test.py');
    expect((await cli.run(['export', file, '--as', 'pytest', '--output', made])).code).toBe(0);
    // The folder beside the test is found without being named.
    const { EXTENSION_DIR: _, ...environment } = process.env;
    const alone = spawnSync('python3', [made], { encoding: 'utf8', env: environment });
    expect(alone.status, alone.stderr).toBe(0);
    expect(ran('python3', [made], folder, copy)).toEqual({ status: 0, said: 'ok\n' });
    const node = at('own', 'asker.test.mjs');
    await cli.run(['export', file, '--as', 'vitest', '--output', node]);
    writeFileSync(node, readFileSync(node, 'utf8').replace("from 'vitest'", "from 'node:test'"));
    expect(ran(process.execPath, ['--test', node], folder, copy).status).toBe(0);
    const scenario = await cli.run(['run', home, '--script', at('own', 'asker.scenario')]);
    expect(scenario.code, scenario.out).toBe(0);
  },
);
