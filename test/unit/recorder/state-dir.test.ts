import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  journalDir,
  journalFileName,
  listJournals,
  makePrivateDir,
  stateDir,
} from '../../../electron/recorder/state-dir.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-state-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

describe('stateDir', () => {
  const home = { HOME: '/home/ann' };

  it('is the one asked for before any other', () => {
    expect(stateDir({ ...home, FRAMESCOPE_STATE_DIR: '/srv/x', XDG_STATE_HOME: '/xdg' }, 'linux')).toBe(
      '/srv/x',
    );
  });

  it.each([
    ['linux', home, '/home/ann/.local/state/framescope'],
    ['linux', { ...home, XDG_STATE_HOME: '/xdg' }, '/xdg/framescope'],
    ['linux', { ...home, XDG_STATE_HOME: 'not/absolute' }, '/home/ann/.local/state/framescope'],
    ['linux', { ...home, XDG_STATE_HOME: '' }, '/home/ann/.local/state/framescope'],
    ['darwin', home, '/home/ann/Library/Application Support/Framescope'],
  ] as const)('follows the custom of %s with %o', (platform, env, expected) => {
    expect(stateDir(env, platform)).toBe(expected);
  });

  it('is the local app data on Windows', () => {
    expect(stateDir({ LOCALAPPDATA: 'X' }, 'win32')).toBe(path.join('X', 'Framescope'));
  });
});

describe('makePrivateDir', () => {
  it('makes folders for the user alone', () => {
    const target = journalDir(path.join(dir, 'a'));
    makePrivateDir(target);
    expect(fs.statSync(target).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.dirname(target)).mode & 0o777).toBe(0o700);
  });

  it('says so where no folder can be made, instead of trying for ever', () => {
    const file = path.join(dir, 'file');
    fs.writeFileSync(file, '');
    expect(() => makePrivateDir(path.join(file, 'a', 'b'))).toThrow(/ENOTDIR|ENOENT|EEXIST/);
    // Linux answers as if the parent were missing; other systems have no such folder at all.
    if (process.platform === 'linux') expect(() => makePrivateDir('/proc/nope/journals')).toThrow('ENOENT');
  });

  it('narrows a folder that others may read', () => {
    const target = path.join(dir, 'open');
    fs.mkdirSync(target, { mode: 0o755 });
    makePrivateDir(target);
    expect(fs.statSync(target).mode & 0o777).toBe(0o700);
  });
});

describe('journalFileName', () => {
  it('begins with the time, names the target and differs each time', () => {
    const name = journalFileName('2026-01-31T12:00:05.123Z', 'greeter');
    expect(name).toMatch(/^20260131T120005Z-greeter-[0-9a-f]{6}\.fsj$/);
    expect(journalFileName('2026-01-31T12:00:05.123Z', 'greeter')).not.toBe(name);
  });

  it.each(['../../etc/passwd', 'a/b\\c', 'nul\0', '. .', '', 'x'.repeat(500), '\u202egnp', 'äöü ß'])(
    'is a plain file name, whatever the target is called: %j',
    (target) => {
      const name = journalFileName('2026-01-31T12:00:05.123Z', target);
      expect(path.basename(name)).toBe(name);
      expect(name).toMatch(/^20260131T120005Z-[\p{Letter}\p{Number}_-]{1,40}-[0-9a-f]{6}\.fsj$/u);
    },
  );
});

describe('listJournals', () => {
  it('tells path, start, name and size, newest first, and nothing of other files', async () => {
    const older = journalFileName('2026-01-31T12:00:05.123Z', 'greeter');
    const newer = journalFileName('2026-02-01T00:00:00.000Z', 'word-count');
    fs.writeFileSync(path.join(dir, older), 'abc');
    fs.writeFileSync(path.join(dir, newer), '');
    fs.writeFileSync(path.join(dir, 'notes.txt'), '');
    fs.mkdirSync(path.join(dir, 'folder.fsj'));
    expect(await listJournals(dir)).toEqual([
      { path: path.join(dir, newer), startedAt: '2026-02-01T00:00:00.000Z', name: 'word-count', size: 0 },
      { path: path.join(dir, older), startedAt: '2026-01-31T12:00:05.000Z', name: 'greeter', size: 3 },
    ]);
  });

  it('lists files with names of their own by their time of change', async () => {
    const file = path.join(dir, 'mine.fsj');
    fs.writeFileSync(file, 'x');
    fs.utimesSync(file, new Date('2026-03-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z'));
    expect(await listJournals(dir)).toEqual([
      { path: file, startedAt: '2026-03-01T00:00:00.000Z', name: 'mine', size: 1 },
    ]);
  });

  it('is empty where there is no folder yet', async () => {
    expect(await listJournals(path.join(dir, 'none'))).toEqual([]);
  });
});
