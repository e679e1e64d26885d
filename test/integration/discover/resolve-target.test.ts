import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveTarget } from '../../../electron/session/discover/resolve-target.ts';
import { sampleTargets } from '../../../electron/session/discover/sample-targets.ts';
import type { ResolvedTarget, TargetInput } from '../../../shared/target/target.ts';
import { examplesDir, fixture, fixturesDir } from '../../support/fixture-extensions.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer = '', mode = 0o644): string {
  const made = path.join(folder, name);
  mkdirSync(path.dirname(made), { recursive: true });
  writeFileSync(made, content);
  chmodSync(made, mode);
  return made;
}

/** An extension in the test's folder under this name, with these manifest values. */
function extension(values: Record<string, unknown>, name = 'ext'): string {
  file(`${name}/extension.json`, JSON.stringify({ name, ...values }));
  return path.join(folder, name);
}

const resolve = (input: TargetInput | string, PATH = process.env.PATH ?? '', cwd = folder) =>
  resolveTarget(typeof input === 'string' ? { kind: 'path', path: input } : input, {
    cwd,
    environment: { PATH },
  });

async function target(input: TargetInput | string, PATH?: string, cwd?: string): Promise<ResolvedTarget> {
  const resolved = await resolve(input, PATH, cwd);
  if (!resolved.ok) throw new Error(resolved.failure.message);
  return resolved.value;
}

async function refusal(input: TargetInput | string) {
  const resolved = await resolve(input);
  if (resolved.ok) throw new Error('it resolved');
  return resolved.failure;
}

const codes = ({ remarks }: ResolvedTarget) => remarks.map(({ code, severity }) => `${severity} ${code}`);

describe('a folder with extension.json', () => {
  it('resolves to what would be run, verbatim', async () => {
    const found = await target(fixture('good'));
    expect(found).toMatchObject({
      key: path.join(fixture('good'), 'extension.json'),
      input: { kind: 'path', path: fixture('good') },
      name: 'good',
      manifestPath: path.join(fixture('good'), 'extension.json'),
      asked: 'node',
      argv: ['node', 'main.mjs'],
      cwd: fixture('good'),
      remarks: [],
    });
    expect(found.executable).toMatch(/\/node$/);
    expect(found.searched.at(-1)).toBe(found.executable);
    expect(found.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same as its manifest file, and relative to the folder we are in', async () => {
    const byFolder = await target('good', undefined, fixturesDir);
    const byFile = await target('good/extension.json', undefined, fixturesDir);
    expect({ ...byFile, input: byFolder.input }).toEqual(byFolder);
  });

  it('with blanks and umlauts everywhere is found', async () => {
    const found = await target(fixture('path with späces'));
    expect(found.executable).toBe(path.join(fixture('path with späces'), 'läuft los.sh'));
    expect(found.argv).toEqual(['./läuft los.sh', 'zwei Wörter']);
    expect(found.remarks).toEqual([]);
  });

  it('with keys in other letter cases is read', async () => {
    expect(await target(fixture('case-manifest'))).toMatchObject({ name: 'case-manifest', asked: 'node' });
  });

  it('that is disabled may be run all the same', async () => {
    expect(codes(await target(fixture('disabled')))).toEqual(['warning targetDisabled']);
  });

  it('with another name than its folder is remarked, with a / in it an error', async () => {
    expect(codes(await target(extension({ name: 'other', exec: 'node' })))).toEqual([
      'info nameDiffersFromFolder',
    ]);
    expect(codes(await target(extension({ name: 'a/b', exec: 'node' })))).toEqual(['error nameHasSlash']);
  });

  it('that is a symbolic link is remarked', async () => {
    const link = path.join(folder, 'link');
    symlinkSync(extension({ name: 'link', exec: 'node' }), link);
    const found = await target(link);
    expect(codes(found)).toEqual(['warning folderIsLink']);
    expect(found.cwd).toBe(link);
  });
});

describe('what is no target', () => {
  it('does not exist', async () => {
    expect(await refusal('nowhere')).toMatchObject({
      code: 'targetMissing',
      message: expect.stringContaining(path.join(folder, 'nowhere')),
    });
  });

  it('is a folder without a manifest: what it has instead is named', async () => {
    expect(await refusal(folder)).toMatchObject({
      code: 'targetNotExtension',
      fix: expect.stringContaining('Add one'),
    });
    extension({ exec: 'node' }, 'inner');
    expect((await refusal(folder)).fix).toContain('open inner');
    file('Extension.JSON');
    expect((await refusal(folder)).fix).toContain('Rename Extension.JSON');
  });

  it('is another file: a program can be run as a command', async () => {
    expect(await refusal(file('notes.txt'))).toMatchObject({ code: 'targetNotExtension' });
    expect((await refusal(file('run.sh', '#!/bin/sh\n', 0o755))).fix).toContain('framescope inspect --');
  });

  it('has a manifest that can not be read', async () => {
    mkdirSync(path.join(folder, 'ext/extension.json'), { recursive: true });
    expect(await refusal('ext')).toMatchObject({
      code: 'manifestUnreadable',
      message: expect.stringContaining('EISDIR'),
    });
  });

  it.each([
    ['broken-manifest', /is not JSON: comma expected at line 4, column 3: ▸"exec"/],
    ['bom-manifest', /byte order mark/],
    ['no-name', /has no name/],
    ['no-exec', /has no exec/],
  ])('%s has a manifest that is refused', async (name, message) => {
    const failure = await refusal(fixture(name));
    expect(failure.code).toBe('manifestInvalid');
    expect(failure.message).toMatch(message);
    expect(failure.fix).toBeTruthy();
  });

  it.each([[[]], [['']]])('is the command %j', async (argv) => {
    expect(await refusal({ kind: 'command', argv })).toMatchObject({ code: 'commandEmpty' });
  });
});

describe('exec', () => {
  const script = '#!/bin/sh\n';

  it.each([
    ['./run.sh', 'ext/run.sh'],
    ['bin/run.sh', 'ext/bin/run.sh'],
    ['../run.sh', 'run.sh'],
    ['bin/../bin/./run.sh', 'ext/bin/run.sh'],
  ])('%s is relative to the extension’s folder', async (exec, place) => {
    const ext = extension({ exec });
    const made = file(place, script, 0o755);
    const found = await target(ext);
    expect(found).toMatchObject({
      executable: made,
      searched: [made],
      asked: exec,
      argv: [exec],
      remarks: [],
    });
  });

  it('absolute is as it is', async () => {
    expect(await target(extension({ exec: '/bin/sh' }))).toMatchObject({
      executable: '/bin/sh',
      searched: ['/bin/sh'],
    });
  });

  it.each(['.', '..', './'])('%s is a folder, which can not be run', async (exec) => {
    const found = await target(extension({ exec }));
    expect(codes(found)).toEqual(['error executableNotRunnable']);
    expect(found.remarks[0]?.message).toContain('is a folder');
  });

  it('as a bare word is looked for along PATH, in order, and not in the folder', async () => {
    const ext = extension({ exec: 'tool' });
    file('ext/tool', script, 0o755);
    const first = file('a/tool', script);
    const second = file('b/tool', script, 0o755);
    mkdirSync(path.join(folder, 'c/tool'), { recursive: true });
    file('d/tool', script, 0o755);
    const PATH = ['a', 'c', 'b', 'd'].map((name) => path.join(folder, name)).join(':');
    const found = await target(ext, PATH);
    expect(found.executable).toBe(second);
    expect(found.searched).toEqual([first, path.join(folder, 'c/tool'), second]);
    expect(found.argv).toEqual(['tool']);
  });

  it('that is nowhere on PATH lists what was searched', async () => {
    const found = await target(extension({ exec: 'no-such-tool' }), '/first:/second');
    expect(found.executable).toBeNull();
    expect(found.searched).toEqual(['/first/no-such-tool', '/second/no-such-tool']);
    expect(codes(found)).toEqual(['error executableNotFound']);
    expect(found.remarks[0]?.message).toContain('PATH searched: /first:/second');
    expect((await target(extension({ exec: 'no-such-tool' }), '')).remarks[0]?.message).toContain(
      'PATH is empty',
    );
  });

  it('that is in the folder but not on PATH is told how to be written', async () => {
    file('ext/main.sh', script, 0o755);
    expect((await target(extension({ exec: 'main.sh' }), '/first')).remarks[0]?.fix).toContain('./main.sh');
  });

  it('that is missing in its place says which', async () => {
    const found = await target(extension({ exec: './gone' }));
    expect(found).toMatchObject({ executable: null, searched: [path.join(folder, 'ext/gone')] });
    expect(codes(found)).toEqual(['error executableNotFound']);
  });

  it('case P01: without the execute bit is found before it runs, with the fix', async () => {
    const ext = extension({ exec: './x.sh' });
    const made = file('ext/x.sh', script);
    const found = await target(ext);
    expect(found.executable).toBe(made);
    expect(found.remarks).toEqual([
      {
        code: 'executableNotRunnable',
        severity: 'error',
        message: `${made} is not executable (mode 644, EACCES).`,
        fix: `chmod +x ${made}`,
      },
    ]);
  });

  it('with an interpreter that is missing is found before it runs', async () => {
    const found = await target(fixture('missing-interpreter'));
    expect(codes(found)).toEqual(['error executableNotRunnable']);
    expect(found.remarks[0]?.message).toContain('/nonexistent/interpreter');
  });

  it('with an interpreter that env does not find is found before it runs', async () => {
    const ext = extension({ exec: './x' });
    file('ext/x', '#!/usr/bin/env no-such-language\n', 0o755);
    const [remark] = (await target(ext, '/first')).remarks;
    expect(remark?.message).toContain('no-such-language');
    expect(remark?.message).toContain('(/first)');
  });

  it('built for another machine is found before it runs', async () => {
    const head = Buffer.alloc(64);
    head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
    head.writeUInt16LE(process.arch === 'arm64' ? 62 : 183, 18);
    const ext = extension({ exec: './x' });
    file('ext/x', head, 0o755);
    expect((await target(ext)).remarks[0]?.message).toContain(`this machine is ${process.arch}`);
  });

  it('without a shebang is no program', async () => {
    const ext = extension({ exec: './x' });
    file('ext/x', 'echo\n', 0o755);
    expect((await target(ext)).remarks[0]?.message).toContain('exec format error');
  });

  it('or an argument with a NUL byte is remarked', async () => {
    expect(codes(await target(extension({ exec: 'node', args: ['a\0'] })))).toEqual([
      'error executableNotRunnable',
    ]);
  });
});

describe('a bare command', () => {
  it('with a separator is relative to its folder, else on PATH', async () => {
    const made = file('bin/run', '#!/bin/sh\n', 0o755);
    const found = await target({ kind: 'command', argv: ['bin/run', 'a b', ''] });
    expect(found).toMatchObject({
      key: JSON.stringify({ command: ['bin/run', 'a b', ''], cwd: folder }),
      name: 'run',
      asked: 'bin/run',
      executable: made,
      argv: ['bin/run', 'a b', ''],
      cwd: folder,
      remarks: [],
    });
    expect(found.manifest).toBeUndefined();
    const onPath = await target({ kind: 'command', argv: ['run'], cwd: 'bin' }, path.join(folder, 'bin'));
    expect(onPath).toMatchObject({ executable: made, cwd: path.join(folder, 'bin') });
  });

  it('in a folder that is missing or none is remarked', async () => {
    expect(codes(await target({ kind: 'command', argv: ['node'], cwd: '/nowhere' }))).toEqual([
      'error cwdMissing',
    ]);
    const none = file('x');
    expect(codes(await target({ kind: 'command', argv: ['node'], cwd: none }))).toEqual(['error cwdMissing']);
  });
});

describe('the digest', () => {
  it('stays the same as long as nothing changes', async () => {
    const ext = extension({ exec: './run.sh', args: ['main.mjs', '--flag'] });
    file('ext/run.sh', '#!/bin/sh\n', 0o755);
    file('ext/main.mjs', '1');
    const { digest } = await target(ext);
    file('ext/loaded-by-main.mjs', '2');
    expect((await target(ext)).digest).toBe(digest);
  });

  it('changes with the manifest, the program, the arguments, the folder, and the scripts they name', async () => {
    const seen = new Set<string>();
    const look = async (input: TargetInput | string, PATH?: string) =>
      seen.add((await target(input, PATH)).digest);
    const ext = extension({ exec: './run.sh', args: ['main.mjs'] });
    const made = file('ext/run.sh', '#!/bin/sh\n', 0o755);
    await look(ext);
    extension({ exec: './run.sh', args: ['main.mjs'], description: 'x' });
    await look(ext);
    file('ext/main.mjs', '1');
    await look(ext);
    file('ext/main.mjs', '2');
    await look(ext);
    file('ext/run.sh', '#!/bin/sh\necho\n', 0o755);
    await look(ext);
    rmSync(made);
    await look(ext);
    expect(seen.size).toBe(6);
    await look({ kind: 'command', argv: ['node', 'a b'] });
    await look({ kind: 'command', argv: ['node', 'a', 'b'] });
    await look({ kind: 'command', argv: ['node', 'a b'], cwd: '/' });
    file('bin/node', '#!/bin/sh\n', 0o755);
    await look({ kind: 'command', argv: ['node', 'a b'] }, path.join(folder, 'bin'));
    expect(seen.size).toBe(10);
  });
});

describe('samples', () => {
  it('are the extensions of a folder, in order; the rest is left out', async () => {
    extension({ exec: 'node', language: 'js', description: 'B' }, 'b');
    extension({ exec: 'node' }, 'a');
    file('c/extension.json', '{');
    file('README.md');
    expect(await sampleTargets(folder)).toEqual([
      { path: path.join(folder, 'a'), name: 'a', language: '', description: '' },
      { path: path.join(folder, 'b'), name: 'b', language: 'js', description: 'B' },
    ]);
    expect(await sampleTargets(path.join(folder, 'nowhere'))).toEqual([]);
  });

  it('that come with Framescope can all be run as they are', async () => {
    const samples = await sampleTargets(examplesDir);
    expect(samples.length).toBeGreaterThanOrEqual(3);
    for (const sample of samples) expect((await target(sample.path)).remarks).toEqual([]);
  });
});
