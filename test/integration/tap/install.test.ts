// A tap put into a manifest and taken out again: whatever the manifest looks like, its bytes come back.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  lstatSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installTap, uninstallTap } from '../../../electron/engine/tap-install.ts';
import { parseManifest } from '../../../electron/session/discover/manifest.ts';
import { tapWords } from '../../../electron/tap/tap-words.ts';
import { builtTap, recordedEntries } from '../../support/built-tap.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'framescope-tap-install-'));
  file = path.join(dir, 'extension.json');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const start = { node: '/usr/bin/node', program: '/opt/framescope/tap.js', options: [] as string[] };

function manifest(): { exec: string; args: readonly string[]; name: string } {
  const parsed = parseManifest(readFileSync(file), file);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
}

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !/\p{Surrogate}/u.test(text) && !text.includes('\0'));
const space = fc.stringMatching(/^[ \n\t]{0,4}$/);
/** Manifests as people write them: members in any order, letter case and layout, unknown ones, without args, twice. */
const manifests = fc
  .record({
    exec: word,
    args: fc.option(fc.array(word, { maxLength: 4 })),
    execKey: fc.constantFrom('exec', 'Exec', 'EXEC'),
    argsKey: fc.constantFrom('args', 'Args'),
    others: fc.dictionary(fc.stringMatching(/^x[a-z]{0,6}$/), fc.jsonValue(), { maxKeys: 3 }),
    twice: fc.boolean(),
    space,
    end: fc.constantFrom('', '\n', '\r\n'),
  })
  .map(({ exec, args, execKey, argsKey, others, twice, space, end }) => {
    const members: [string, unknown][] = [
      ...(twice ? [['exec', 'an earlier one'] as [string, unknown]] : []),
      ...Object.entries(others),
      [execKey, exec],
      ['name', 'one'],
      ...(args === null ? [] : [[argsKey, args] as [string, unknown]]),
    ];
    const body = members
      .map(([key, value]) => `${space}${JSON.stringify(key)}:${space}${JSON.stringify(value)}`)
      .join(`${space},`);
    return { text: `{${body}${space}}${end}`, exec, args: args ?? [] };
  });

it('any manifest starts the real program through the tap, and comes back byte for byte', async () => {
  const seed = Date.now();
  console.info(`seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(manifests, fc.boolean(), async ({ text, exec, args }, records) => {
      writeFileSync(file, text);
      const options = records ? ['--record', '/tmp/a b.fsj'] : [];
      expect(await installTap(dir, { ...start, options })).toMatchObject({
        ok: true,
        value: { how: 'done' },
      });
      const tapped = manifest();
      expect([tapped.exec, tapped.args[0], tapped.name]).toEqual([start.node, start.program, 'one']);
      const words = tapWords(tapped.args.slice(1));
      const real = exec.includes('/') || exec === '.' || exec === '..' ? path.resolve(dir, exec) : exec;
      expect(words).toMatchObject({ argv: [real, ...args], record: records ? '/tmp/a b.fsj' : null });
      const once = readFileSync(file);
      expect(await installTap(dir, { ...start, options })).toMatchObject({
        ok: true,
        value: { how: 'already' },
      });
      expect(readFileSync(file)).toEqual(once);
      expect(await uninstallTap(dir)).toMatchObject({ ok: true, value: { how: 'done' } });
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect(await uninstallTap(dir)).toMatchObject({ ok: true, value: { how: 'already' } });
      expect(readdirSync(dir)).toEqual(['extension.json']);
    }),
    { seed, numRuns: 60 },
  );
});

it('another option goes in without a second backup', async () => {
  const text = '{"name": "one", "exec": "./run.sh"}';
  writeFileSync(file, text);
  await installTap(dir, start);
  await installTap(dir, { ...start, options: ['--open'] });
  expect(manifest().args).toContain('--open');
  await uninstallTap(dir);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('what was edited in between is left alone, by both', async () => {
  writeFileSync(file, '{"name": "one", "exec": "./run.sh"}');
  await installTap(dir, start);
  const edited = readFileSync(file, 'utf8').replace('"one"', '"two"');
  writeFileSync(file, edited);
  for (const act of [() => uninstallTap(dir), () => installTap(dir, start)]) {
    expect(await act()).toMatchObject({ ok: false, failure: { code: 'manifestTapped' } });
    expect(readFileSync(file, 'utf8')).toBe(edited);
  }
  expect(readFileSync(`${file}.before-tap`, 'utf8')).toContain('"one"');
});

it('a leftover of an earlier tap is never overwritten, nor is a tap without its original', async () => {
  writeFileSync(file, '{"name": "one", "exec": "./run.sh"}');
  writeFileSync(`${file}.before-tap`, '{"name": "old", "exec": "./old.sh"}');
  expect(await installTap(dir, start)).toMatchObject({ ok: false, failure: { code: 'manifestTapped' } });
  expect(await uninstallTap(dir)).toMatchObject({ ok: false, failure: { code: 'manifestTapped' } });
  rmSync(`${file}.before-tap`);
  await installTap(dir, start);
  rmSync(`${file}.before-tap`);
  expect(await uninstallTap(dir)).toMatchObject({ ok: false, failure: { code: 'manifestTapped' } });
});

it('an install that was interrupted after its backup is done or undone as if it were the first', async () => {
  const text = '{"name": "one", "exec": "./run.sh"}';
  writeFileSync(file, text);
  writeFileSync(`${file}.before-tap`, text);
  expect(await installTap(dir, start)).toMatchObject({ ok: true, value: { how: 'done' } });
  await uninstallTap(dir);
  writeFileSync(`${file}.before-tap`, text);
  expect(await uninstallTap(dir)).toMatchObject({ ok: true, value: { how: 'already' } });
  expect(existsSync(`${file}.before-tap`)).toBe(false);
});

it('mode and link stay, and other files of the folder are not touched', async () => {
  const real = path.join(dir, 'real.json');
  writeFileSync(real, '{"name": "one", "exec": "./run.sh"}');
  chmodSync(real, 0o640);
  symlinkSync('real.json', file);
  await installTap(dir, start);
  expect([statSync(file).mode & 0o777, lstatSync(file).isSymbolicLink()]).toEqual([0o640, true]);
  await uninstallTap(dir);
  expect([statSync(real).mode & 0o777, lstatSync(file).isSymbolicLink()]).toEqual([0o640, true]);
  expect(readdirSync(dir).sort()).toEqual(['extension.json', 'real.json']);
});

it('what is no extension is refused as everywhere', async () => {
  expect(await installTap(dir, start)).toMatchObject({ ok: false, failure: { code: 'targetNotExtension' } });
  writeFileSync(file, '{"name": "one"}');
  expect(await installTap(dir, start)).toMatchObject({ ok: false, failure: { code: 'manifestInvalid' } });
});

it('a host that starts a tapped manifest gets the extension, and a recording', async () => {
  const state = path.join(dir, 'state');
  mkdirSync(state);
  writeFileSync(path.join(dir, 'run.sh'), '#!/bin/sh\necho "$1"; cat\n', { mode: 0o755 });
  writeFileSync(file, '{"name": "one", "exec": "./run.sh", "args": ["-- hi"]}');
  await installTap(dir, { ...start, node: process.execPath, program: path.join(await builtTap(), 'tap.js') });
  const { exec, args } = manifest();
  const done = spawnSync(exec, [...args], {
    cwd: '/',
    input: 'frame\n',
    encoding: 'utf8',
    env: { ...process.env, FRAMESCOPE_STATE_DIR: state },
  });
  expect([done.status, done.stdout, done.stderr]).toEqual([0, '-- hi\nframe\n', '']);
  expect(recordedEntries(state).filter(({ kind }) => kind === 'line').length).toBe(3);
});
