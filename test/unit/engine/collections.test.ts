// Saved frames on disk: one a line, exactly as they were, and nothing of a file that is not ours is lost.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectionExtension, FrameFiles } from '../../../electron/engine/collections.ts';
import { memoryPreferences } from '../../../electron/engine/preferences.ts';
import type { Collections } from '../../../shared/ipc/contract.ts';
import type { Result } from '../../../shared/result.ts';

let dir: string;
let folder: string;
let picked: string | null;
let files: FrameFiles;

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'framescope-frames-'));
  folder = path.join(dir, 'collections');
  picked = null;
  files = new FrameFiles({
    usualFolder: folder,
    preferences: memoryPreferences(),
    pickFolder: () => Promise.resolve(picked),
  });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
const file = (name: string, inside = folder): string => path.join(inside, name + collectionExtension);
const odd = '{"type":"tool_call", "id":"\\u0031",\n\t"args":{"n":1.0}}';

test('before anything is saved there is an empty list and no folder is made', async () => {
  expect(value(await files.list())).toEqual({ folder, chosen: false, collections: [] });
  expect(existsSync(folder)).toBe(false);
});

test('a saved frame comes back exactly, one line of the file', async () => {
  const all = value(await files.save('guards', { name: 'odd one', text: odd }));
  expect(all.collections).toEqual([{ name: 'guards', frames: [{ name: 'odd one', text: odd }], unread: 0 }]);
  const lines = readFileSync(file('guards'), 'utf8').split('\n');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toEqual({ name: 'odd one', text: odd });
});

test('a frame of the same name is replaced in its place, others stay as they are', async () => {
  for (const name of ['a', 'b', 'c']) await files.save('x', { name, text: name });
  const before = readFileSync(file('x'), 'utf8').split('\n');
  await files.save('x', { name: 'b', text: 'changed' });
  const after = readFileSync(file('x'), 'utf8').split('\n');
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  expect(after[1]).toContain('changed');
});

test('frames saved at the same moment are all kept', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => files.save('x', { name: `f${n}`, text: `${n}` })));
  expect(value(await files.list()).collections[0]?.frames).toHaveLength(10);
});

test('a removed frame is gone, and with the last one the file', async () => {
  await files.save('x', { name: 'a', text: '1' });
  await files.save('x', { name: 'b', text: '2' });
  expect(value(await files.remove('x', 'a')).collections[0]?.frames).toEqual([{ name: 'b', text: '2' }]);
  expect(value(await files.remove('x', 'b')).collections).toEqual([]);
  expect(existsSync(file('x'))).toBe(false);
});

test('lines that are no saved frame are counted and stay in the file', async () => {
  await files.save('x', { name: 'a', text: '1' });
  writeFileSync(file('x'), `${readFileSync(file('x'), 'utf8')}// by hand\n{"name":1}\n\n`);
  expect(value(await files.list()).collections[0]).toMatchObject({ unread: 2 });
  await files.save('x', { name: 'b', text: '2' });
  expect(readFileSync(file('x'), 'utf8')).toContain('// by hand\n{"name":1}\n\n{"name":"b"');
});

test.each(['../up', '.hidden', 'a/b', 'a\\b', 'nul\u0000', ' padded', 'con:', ''])(
  '%j can not be the name of a collection',
  async (name) => {
    const refused: Result<Collections> = await files.save(name, { name: 'a', text: '1' });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'argumentInvalid' } });
  },
);

test('a chosen folder is remembered, and the usual one can be had back', async () => {
  expect(value(await files.chooseFolder())).toBeNull();
  picked = dir;
  expect(value(await files.chooseFolder())).toMatchObject({ folder: dir, chosen: true });
  await files.save('here', { name: 'a', text: '1' });
  expect(existsSync(file('here', dir))).toBe(true);
  expect(value(await files.usualFolder())).toMatchObject({ folder, chosen: false, collections: [] });
});

test('a chosen folder that is gone is said, with what to do', async () => {
  picked = path.join(dir, 'gone');
  expect(await files.chooseFolder()).toMatchObject({ ok: false, failure: { code: 'fileUnreadable' } });
});

test('a file that is no text is said, and not written over', async () => {
  await files.save('x', { name: 'a', text: '1' });
  writeFileSync(file('x'), Buffer.from([0xff, 0xfe, 0x00]));
  expect(await files.save('x', { name: 'b', text: '2' })).toMatchObject({
    ok: false,
    failure: { code: 'fileUnreadable' },
  });
  expect(readFileSync(file('x'))).toHaveLength(3);
});

test('a place that can not be written is said', async () => {
  writeFileSync(path.join(dir, 'plain'), '');
  picked = path.join(dir, 'plain');
  await files.chooseFolder();
  const refused = await files.save('x', { name: 'a', text: '1' });
  expect(refused.ok).toBe(false);
});
