import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtTarget } from '../../../electron/engine/build-plugin.ts';
import { resolvePlugin } from '../../../electron/session/discover/plugin-target.ts';
import { resolveTarget } from '../../../electron/session/discover/resolve-target.ts';
import type { ResolvedTarget } from '../../../shared/target/target.ts';
import { examplePlugin, examples, plugin } from '../../support/plugins.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-plugin-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  FRAMESCOPE_STATE_DIR: folder,
});

async function resolve(asked: string): Promise<ResolvedTarget> {
  const options = { cwd: folder, environment: environment(), pluginChild: '/opt/plugin-child.js' };
  const resolved = await resolveTarget({ kind: 'path', path: asked }, options);
  if (!resolved.ok) throw new Error(resolved.failure.message);
  return resolved.value;
}

const codes = (target: ResolvedTarget): string[] => target.remarks.map(({ code }) => code);

describe('a plugin as a target', () => {
  it('is a library, looked at and not run', async () => {
    const library = examplePlugin('hello');
    const target = await resolve(library);
    expect(target).toMatchObject({
      key: library,
      name: 'hello',
      executable: process.execPath,
      argv: [process.execPath, '/opt/plugin-child.js', library],
      remarks: [],
      plugin: { library, preflight: { format: 'elf', exported: ['opcode_plugin_init'] } },
    });
  });

  it('is a folder with one library, and a folder with two is asked about', async () => {
    copyFileSync(examplePlugin('hello'), path.join(folder, 'hello.so'));
    expect((await resolve(folder)).plugin?.library).toBe(path.join(folder, 'hello.so'));
    copyFileSync(plugin('segfault'), path.join(folder, 'other.so'));
    await expect(resolve(folder)).rejects.toThrow(/has several libraries: hello\.so, other\.so/);
  });

  it('is not a folder that has a manifest, whatever else is in it', async () => {
    copyFileSync(examplePlugin('hello'), path.join(folder, 'hello.so'));
    writeFileSync(path.join(folder, 'extension.json'), '{"name":"x","version":"1","exec":"true"}');
    expect((await resolve(folder)).plugin).toBeUndefined();
  });

  it('is another one for the person’s consent when its bytes change', async () => {
    const library = path.join(folder, 'x.so');
    copyFileSync(examplePlugin('hello'), library);
    const before = await resolve(library);
    expect((await resolve(library)).digest).toBe(before.digest);
    const bytes = readFileSync(library);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(library, bytes);
    expect((await resolve(library)).digest).not.toBe(before.digest);
  });

  const refused: readonly (readonly [name: string, bytes: () => Buffer, code: string, words: RegExp])[] = [
    [
      'case V02: a text',
      () => Buffer.from('#!/bin/sh\n'),
      'library-not-one',
      /a text that begins with "#!\/bin\/sh"/,
    ],
    ['an empty file', () => Buffer.alloc(0), 'library-not-one', /the file is empty/],
    [
      'a cut-off library',
      () => readFileSync(plugin('segfault')).subarray(0, 40),
      'library-not-one',
      /cut off/,
    ],
    [
      'a picture',
      () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]),
      'library-not-one',
      /neither ELF nor Mach-O/,
    ],
    ['case V02: another machine', () => otherMachine(), 'wrong-architecture', /ARM 64, 64 bits/],
    [
      'case V02: no symbol',
      () => readFileSync(plugin('no-symbol')),
      'entry-missing',
      /no symbol opcode_plugin_init/,
    ],
    ['a program', () => readFileSync(process.execPath), 'entry-missing', /no symbol/],
  ];
  for (const [name, bytes, code, words] of refused)
    it(`${name} is refused before it is run`, async () => {
      const library = path.join(folder, 'x.so');
      writeFileSync(library, bytes());
      const { remarks } = await resolve(library);
      const errors = remarks.filter(({ severity }) => severity === 'error');
      expect(errors.find((one) => one.code === code)?.message).toMatch(words);
    });

  it('says that it exports more than it should, and asks for libraries that are not to be seen', async () => {
    expect(codes(await resolve(plugin('no-symbol')))).toContain('library-exports-more');
    const library = path.join(folder, 'x.so');
    const bytes = readFileSync(examplePlugin('hello')).toString('latin1');
    writeFileSync(library, Buffer.from(bytes.replace('libc.so.6\0', 'libz.so.9\0'), 'latin1'));
    const target = await resolve(library);
    expect(target.remarks).toMatchObject([{ code: 'dependency-not-seen', severity: 'warning' }]);
  });

  it('is refused on Windows, with the reason', async () => {
    const place = {
      asked: '',
      environment: environment(),
      cwd: folder,
      child: '/opt/child.js',
      platform: 'win32',
    } as const;
    for (const found of [
      { kind: 'library', file: examplePlugin('hello') },
      { kind: 'source', file: path.join(examples, 'hello.c') },
    ] as const) {
      const resolved = await resolvePlugin(found, place);
      const remarks = resolved.ok ? resolved.value.remarks : [];
      const told = remarks.find(({ code }) => code === 'platform-unsupported');
      expect(told).toMatchObject({
        severity: 'error',
        message: expect.stringMatching(/can't be called on Windows/),
      });
    }
  });

  it('is refused when the program that calls plugins is not there', async () => {
    const place = { asked: '', environment: environment(), cwd: folder, child: null };
    const resolved = await resolvePlugin({ kind: 'library', file: examplePlugin('hello') }, place);
    expect(resolved.ok && codes(resolved.value)).toEqual(['executableNotRunnable']);
  });
});

describe('C source as a target', () => {
  it('shows the command first, and builds only when it is asked to', async () => {
    const source = path.join(examples, 'hello.c');
    const target = await resolve(source);
    const { library = '', build } = target.plugin ?? {};
    expect(build?.argv).toEqual([
      ...['cc', '-shared', '-fPIC', '-g', '-pthread', '-I', path.join(examples, 'include')],
      ...['-o', library, source],
    ]);
    expect(target.remarks).toMatchObject([{ code: 'buildFirst', severity: 'info' }]);
    expect(() => readFileSync(library)).toThrow(/ENOENT/);
    const built = await builtTarget(target, environment());
    expect(built).toMatchObject({
      ok: true,
      value: { plugin: { preflight: { exported: ['opcode_plugin_init'] } } },
    });
    expect(readFileSync(library).subarray(1, 4).toString()).toBe('ELF');
  });

  it('that does not compile is refused with the first error', async () => {
    const source = path.join(folder, 'broken.c');
    writeFileSync(source, 'int opcode_plugin_init(void) { return missing; }\n');
    const built = await builtTarget(await resolve(source), environment());
    expect(built).toMatchObject({ ok: false, failure: { code: 'buildFailed' } });
    expect(!built.ok && built.failure.fix).toMatch(/First error: .*missing/);
  });

  it('without a compiler is refused before it is run', async () => {
    const source = path.join(folder, 'x.c');
    writeFileSync(source, '');
    const empty = path.join(folder, 'empty');
    mkdirSync(empty);
    const options = { cwd: folder, environment: { PATH: empty, HOME: folder }, pluginChild: '/opt/child.js' };
    const resolved = await resolveTarget({ kind: 'path', path: source }, options);
    expect(resolved.ok && codes(resolved.value)).toContain('compilerMissing');
    expect(resolved.ok && resolved.value.plugin?.library).toContain(
      path.join(folder, '.cache', 'framescope', 'builds'),
    );
  });
});

/** A library that says it is for ARM 64. */
function otherMachine(): Buffer {
  const bytes = readFileSync(plugin('segfault'));
  bytes.writeUInt16LE(183, 18);
  return bytes;
}
