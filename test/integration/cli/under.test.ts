// `--under`: a plugin run under another program. What is started is shown word for word; a stand-in shows that it is that, and
// where the real ones are installed they are run.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { underWords, wrappers } from '../../../shared/target/under.ts';
import { root, runCli } from '../../support/built-cli.ts';
import { markedProcesses, newMark, until } from '../../support/marked-processes.ts';
import { examplePlugin, plugin, pluginChild } from '../../support/plugins.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-under-'));
const mark = newMark();
const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runCli(args, { environment: { FRAMESCOPE_STATE_DIR: folder, ...mark, ...environment } });
const installed = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** A program that says how it was called and becomes what it was given, behind its own options. */
function standIn(name: string): string {
  const file = path.join(folder, name);
  const script = `#!/bin/sh
for word; do echo "$word" >> "${file}.called"; done
echo "watched by ${name}" >&2
while [ "\${1#-}" != "$1" ]; do shift; done
exec "$@"
`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return file;
}

const called = (file: string): string[] => readFileSync(`${file}.called`, 'utf8').trimEnd().split('\n');

let child = '';
beforeAll(async () => {
  child = await pluginChild();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await until('no process is left', () => markedProcesses(mark).length === 0);
});

describe('what stands for a program', () => {
  it('is a short name, or the words themselves', () => {
    expect(underWords('valgrind')).toEqual(wrappers.valgrind?.argv);
    expect(underWords('gdb')).toEqual(wrappers.gdb?.argv);
    expect(underWords('valgrind --tool=helgrind')).toEqual(['valgrind', '--tool=helgrind']);
    expect(underWords('  strace -f ')).toEqual(['strace', '-f']);
    expect(underWords(' ')).toEqual([]);
  });
});

describe('a plugin under another program', () => {
  it('is inspected as ever, and the command is shown and is the one that was run', async () => {
    const wrapper = standIn('watcher');
    const library = examplePlugin('hello');
    const { code, out } = await run(['inspect', library, '--under', `${wrapper} --deep -v`]);
    expect(code, out).toBe(0);
    const words = [wrapper, '--deep', '-v', process.execPath, child, library];
    expect(out).toContain(`  runs  ${words.join(' ')}\n`);
    expect(out).toMatch(/2> +stderr +watched by watcher/);
    expect(out).toMatch(/tool +hello +Says hello to somebody\./);
    expect(called(wrapper)).toEqual(words.slice(1));
  });

  it('is called, and what the program prints stands on stderr with the command', async () => {
    const wrapper = standIn('caller');
    const args = ['call', examplePlugin('hello'), 'hello', '{"name":"Ada"}', '--under', wrapper];
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 0, out: 'Hello Ada!\n' });
    expect(err).toContain(`Runs: ${wrapper} ${process.execPath} ${child} ${examplePlugin('hello')}\n`);
    expect(err).toMatch(/2> +stderr +watched by caller/);
  });

  it('is run over a scenario; the short name is found along PATH, with the options it stands for', async () => {
    const wrapper = standIn('valgrind');
    const script = path.join(folder, 'hello.scenario');
    writeFileSync(script, '{"framescope_scenario":1}\n{"do":"tool_call","tool":"hello"}\n');
    const { code, out, err } = await run(
      ['run', examplePlugin('hello'), '--script', script, '--under', 'valgrind'],
      { PATH: `${folder}:${process.env.PATH ?? ''}` },
    );
    expect(code, `${out}\n${err}`).toBe(0);
    expect(err).toMatch(/watched by valgrind/);
    const options = wrappers.valgrind?.argv.slice(1) ?? [];
    expect(called(wrapper)).toEqual([...options, process.execPath, child, examplePlugin('hello')]);
  });

  it('is not run under it again by a replay: no program that a recording names is', async () => {
    const wrapper = standIn('recorded');
    const recording = path.join(folder, 'recorded.fsj');
    const library = examplePlugin('hello');
    expect((await run(['inspect', library, '--under', wrapper, '--record', recording])).code).toBe(0);
    expect(readFileSync(recording, 'utf8')).toContain(wrapper);
    const before = called(wrapper);
    const { code, out, err } = await run(['replay', recording, '--against', library]);
    expect(code, `${out}\n${err}`).toBe(0);
    expect(called(wrapper)).toEqual(before);
  });

  it('that is not installed is not started, and is told how to get it', async () => {
    const empty = mkdtempSync(path.join(folder, 'empty-'));
    const { code, err } = await run(['call', examplePlugin('hello'), 'hello', '--under', 'gdb'], {
      PATH: empty,
    });
    expect(code).toBe(3);
    expect(err).toMatch(/^framescope: gdb was not found on this machine, so hello can't be run under it\.$/m);
    expect(err).toMatch(/^Fix: Install it \(on Debian: apt-get install gdb\)\.$/m);
  });

  it('is for plugins only: an extension has a command line of its own', async () => {
    const extension = path.join(root, 'examples', 'extensions', 'greeter');
    const { code, err } = await run(['inspect', extension, '--under', 'gdb']);
    expect(code).toBe(2);
    expect(err).toMatch(/greeter is no native plugin/);
    expect(err).toMatch(/Fix: Give the whole command line instead: -- gdb/);
  });

  it('ends with 1 and the signal when it crashes, although the program itself lives on', async () => {
    const wrapper = path.join(folder, 'outliving');
    writeFileSync(wrapper, '#!/bin/sh\n"$@"\nexit 0\n');
    chmodSync(wrapper, 0o755);
    const { code, err } = await run(['call', plugin('segfault'), 'crash', '--under', wrapper]);
    expect(code).toBe(1);
    expect(err).toMatch(/the plugin was ended by SIGSEGV/);
  });
});

describe('the real programs', () => {
  it.skipIf(!installed('gdb'))('gdb shows the stack of a crash with its values (needs gdb)', async () => {
    const { code, err } = await run(['call', plugin('segfault'), 'crash', '{"depth":3}', '--under', 'gdb']);
    expect(code, err).toBe(1);
    expect(err).toMatch(/#0 .* value_of \(node=0x18\) at .*segfault\.c:4/);
    expect(err).toMatch(/#1 .* walk \(offset=24\)/);
    expect(err).toMatch(/#2 .* crash \(.*args=0x[0-9a-f]+ "\{\\"depth\\":3\}"/);
    expect(err).toMatch(/the plugin was ended by SIGSEGV/);
  });

  it.skipIf(!installed('gdb'))('gdb is ended with its plugin (needs gdb)', async () => {
    const { code, out, err } = await run(['call', plugin('quick'), 'quick', '--under', 'gdb']);
    expect({ code, out }, err).toEqual({ code: 0, out: 'ok\n' });
  });

  it.skipIf(!installed('valgrind'))(
    'valgrind names a write behind memory of the host, with its callers (needs valgrind)',
    { timeout: 180_000 },
    async () => {
      const { code, out, err } = await run([
        'call',
        plugin('overwrite'),
        'write_over',
        '--under',
        'valgrind',
      ]);
      expect({ code, out }, err).toEqual({ code: 0, out: 'written\n' });
      expect(err).toMatch(/Invalid write of size 1/);
      expect(err).toMatch(/by 0x[0-9A-F]+: fill \(overwrite\.c:4\)/);
      expect(err).toMatch(/by 0x[0-9A-F]+: write_over \(overwrite\.c:9\)/);
      expect(err).toMatch(/0 bytes after a block of size 4 alloc'd/);
    },
  );
});
