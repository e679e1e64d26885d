// Which extensions a host would load, with real folders: search order, duplicates, what is left out and why.

import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findExtensions } from '../../../electron/session/discover/find-extensions.ts';
import { resolveTarget } from '../../../electron/session/discover/resolve-target.ts';
import { zotHome } from '../../../electron/session/discover/zot-home.ts';
import { profileNamed } from '../../../shared/protocol/registry.ts';
import type { FoundExtension } from '../../../shared/target/found-extension.ts';
import type { TargetInput } from '../../../shared/target/target.ts';
import { ProjectFolder } from '../../support/project-folder.ts';

let disk: ProjectFolder;
beforeEach(() => {
  disk = new ProjectFolder();
});
afterEach(() => disk.dispose());

async function find(explicit: readonly TargetInput[] = [], profileName = 'zot-latest') {
  const profile = profileNamed(profileName)?.profile;
  if (!profile) throw new Error(`no profile ${profileName}`);
  return findExtensions({
    explicit,
    projectDir: disk.project,
    home: { folder: disk.home, from: 'ZOT_HOME' },
    profile,
    resolve: (input) => resolveTarget(input, { cwd: '/', environment: process.env }),
  });
}

const told = (extensions: readonly FoundExtension[]): string[] =>
  extensions.map(({ place, path: at, status }) => `${place} ${path.basename(at)} ${status}`);

function only(extensions: readonly FoundExtension[], folder: string): FoundExtension {
  const found = extensions.filter(({ path: at }) => path.basename(at) === folder);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} of ${folder}`);
  return found[0];
}

describe('the search order', () => {
  it('is explicit ones as given, then the project, then the home of the host, each by name', async () => {
    disk.good('home', 'anna');
    disk.good('project', 'zoe');
    disk.good('project', 'Bob');
    const explicit = ['later', 'earlier'].map((name) => disk.good('aside', name));
    const { extensions, folders } = await find(explicit.map((at) => ({ kind: 'path', path: at })));
    expect(told(extensions)).toEqual([
      'explicit later wins',
      'explicit earlier wins',
      'project Bob wins',
      'project zoe wins',
      'home anna wins',
    ]);
    expect(folders.map(({ state, words }) => [state, words])).toEqual([
      ['read', ''],
      ['read', 'from ZOT_HOME'],
    ]);
  });

  it('goes by the bytes of the names, as the host does, not by what is usual in a language', async () => {
    for (const name of ['ä', 'b', 'A', '\u{1F600}', '\uFF5E']) disk.good('project', name);
    const { extensions } = await find();
    expect(extensions.map(({ name }) => name)).toEqual(['A', 'b', 'ä', '\uFF5E', '\u{1F600}']);
  });

  it('tells a folder that is not there from one that can not be read', async () => {
    disk.write('aside', 'file', '');
    const profile = profileNamed('zot-latest')?.profile;
    if (!profile) throw new Error('no profile');
    const { folders, extensions } = await findExtensions({
      explicit: [],
      projectDir: disk.project,
      home: { folder: path.join(disk.aside, 'file'), from: 'ZOT_HOME' },
      profile,
      resolve: (input) => resolveTarget(input, { cwd: '/', environment: process.env }),
    });
    expect(extensions).toEqual([]);
    expect(folders).toEqual([
      {
        place: 'project',
        folder: path.join(disk.project, '.zot/extensions'),
        state: 'missing',
        words: 'there is no such folder',
      },
      {
        place: 'home',
        folder: path.join(disk.aside, 'file', 'extensions'),
        state: 'unreadable',
        words: 'from ZOT_HOME; it is not a folder',
      },
    ]);
  });

  it('passes over files', async () => {
    disk.write('project', 'README.md', 'hello');
    disk.link('project', 'notes', disk.write('aside', 'notes.txt', ''));
    expect((await find()).extensions).toEqual([]);
  });
});

describe('duplicates', () => {
  it('of a folder name: the project has it before the home, whatever the manifests say', async () => {
    const first = disk.good('project', 'echo', { name: 'one' });
    disk.good('home', 'echo', { name: 'two' });
    const { extensions } = await find();
    expect(told(extensions)).toEqual(['project echo wins', 'home echo duplicateFolder']);
    expect(extensions[1]?.why).toContain(first);
    expect(extensions[1]?.fix).toContain('Rename');
  });

  it('of a folder name: a disabled or broken one has it all the same, and that is said', async () => {
    disk.good('project', 'off', { enabled: false });
    disk.good('home', 'off');
    disk.write('project', 'broken/extension.json', '{');
    disk.good('home', 'broken');
    const { extensions } = await find();
    expect(told(extensions)).toEqual([
      'project broken broken',
      'project off disabled',
      'home broken duplicateFolder',
      'home off duplicateFolder',
    ]);
    expect(extensions[2]?.why).toContain('although that one is broken');
    expect(extensions[3]?.why).toContain('although disabled');
  });

  it('of a manifest name: who comes first has it', async () => {
    const explicit = disk.good('aside', 'mine', { name: 'guard' });
    disk.good('project', 'a', { name: 'guard' });
    disk.good('home', 'b', { name: 'Guard' });
    const { extensions } = await find([{ kind: 'path', path: explicit }]);
    expect(told(extensions)).toEqual(['explicit mine wins', 'project a duplicateName', 'home b wins']);
    expect(only(extensions, 'a').why).toContain(explicit);
  });

  it('of a manifest name: one that is disabled or can not be run leaves it to the next', async () => {
    disk.good('project', 'a', { name: 'guard', enabled: false });
    disk.good('project', 'b', { name: 'guard', exec: './gone.sh' });
    disk.good('project', 'c', { name: 'guard' });
    const { extensions } = await find();
    expect(told(extensions)).toEqual(['project a disabled', 'project b broken', 'project c wins']);
  });

  it('of one that is open by hand already says just that', async () => {
    const at = disk.good('project', 'echo');
    const { extensions } = await find([{ kind: 'path', path: at }]);
    expect(told(extensions)).toEqual(['explicit echo wins', 'project echo duplicateName']);
    expect(extensions[1]?.why).toContain('open already');
  });

  it('are nothing to bare commands, which have no name that a host would know', async () => {
    const command = { kind: 'command', argv: ['node', '-e', '0'], cwd: disk.aside } as const;
    disk.good('project', 'node');
    const { extensions } = await find([command, { ...command, argv: ['node', '-e', '1'] }]);
    expect(extensions.map(({ status }) => status)).toEqual(['wins', 'wins', 'wins']);
  });
});

describe('what is left out', () => {
  it('has the reason of a broken manifest, with the place and what to do', async () => {
    disk.write('project', 'torn/extension.json', '{"name": "torn",');
    disk.write('project', 'nameless/extension.json', '{"exec": "node"}');
    const { extensions } = await find();
    expect(only(extensions, 'torn')).toMatchObject({ status: 'broken', target: null, name: 'torn' });
    expect(only(extensions, 'torn').why).toMatch(/line 1, column/);
    expect(only(extensions, 'nameless').why).toContain('has no name');
    expect(only(extensions, 'nameless').fix).toContain('Add "name"');
  });

  it('has the reason of a program that can not be started', async () => {
    disk.good('project', 'lost', { exec: 'framescope-no-such-program' });
    const { extensions } = await find();
    expect(only(extensions, 'lost')).toMatchObject({ status: 'broken' });
    expect(only(extensions, 'lost').why).toContain('framescope-no-such-program');
  });

  it.each([
    ['zot-2026-05', 'symlink'],
    ['terva-6', 'symlink'],
    ['zot-latest', 'wins'],
    ['zot-seed', 'wins'],
  ])('is a symbolic link by the rules of the profile: %s', async (profile, status) => {
    disk.link('project', 'linked', disk.good('aside', 'real'));
    const { extensions } = await find([], profile);
    expect(extensions.map((found) => found.status)).toEqual([status]);
    expect(extensions[0]?.target?.name).toBe('real');
    if (status === 'symlink') expect(extensions[0]?.why).toContain(profile);
  });

  it('is a link that leads nowhere, in every profile', async () => {
    disk.link('project', 'lost', path.join(disk.aside, 'gone'));
    disk.link('project', 'round', 'round');
    const { extensions } = await find();
    expect(told(extensions)).toEqual(['project lost symlink', 'project round symlink']);
  });

  it.each([
    ['zot-2026-05', 'duplicateFolder'],
    ['zot-latest', 'wins'],
  ])('may have lost its folder name to one without a manifest: %s', async (profile, status) => {
    disk.write('project', 'echo/state.json', '{}');
    disk.good('home', 'echo');
    const { extensions } = await find([], profile);
    expect(extensions.map((found) => found.status)).toEqual(['broken', status]);
  });

  it('is listed when it was named explicitly and is not there', async () => {
    const { extensions } = await find([{ kind: 'path', path: path.join(disk.aside, 'gone') }]);
    expect(extensions).toMatchObject([{ place: 'explicit', status: 'broken', target: null }]);
    expect(extensions[0]?.failure?.code).toBe('targetMissing');
  });
});

describe('the home of the host', () => {
  const at = (environment: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    zotHome({ environment, cwd: '/work', homeDir: '/home/ada', platform });

  it('is ZOT_HOME, relative to where we are, and an empty one counts as unset', () => {
    expect(at({ ZOT_HOME: '/z' })).toEqual({ folder: '/z', from: 'ZOT_HOME' });
    expect(at({ ZOT_HOME: 'z' }).folder).toBe('/work/z');
    expect(at({ ZOT_HOME: '' }).folder).toBe('/home/ada/.local/state/zot');
  });

  it('is the usual place of the system else', () => {
    expect(at({ XDG_STATE_HOME: '/s' })).toEqual({ folder: '/s/zot', from: 'XDG_STATE_HOME' });
    expect(at({}).folder).toBe('/home/ada/.local/state/zot');
    expect(at({}, 'darwin').folder).toBe('/home/ada/Library/Application Support/zot');
    expect(at({ LOCALAPPDATA: '/l' }, 'win32').folder).toBe('/l/zot');
  });
});
