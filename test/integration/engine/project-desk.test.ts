// All extensions of a project at once, with real ones: found, opened with consent for each, restarted in place, reloaded.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DesksUnderTest, seen, value } from '../../support/desks.ts';
import { textOf } from '../../support/engine.ts';
import { copyFixture } from '../../support/fixture-extensions.ts';
import { isAlive, markedProcesses, until } from '../../support/marked-processes.ts';

let under: DesksUnderTest;
beforeEach(() => {
  under = new DesksUnderTest();
});
afterEach(() => under.close());

const names = (): string[] => under.list.map(({ name }) => name);
const pids = (): (number | null)[] => under.list.map(({ journal }) => journal.summary.pid);

describe('finding', () => {
  it('lists what a host would load with its consent and the session it is open in, and runs nothing', async () => {
    under.disk.good('project', 'a');
    under.disk.good('home', 'b', { enabled: false });
    const { extensions, folder } = await under.find();
    expect(folder).toBe(under.disk.project);
    expect(extensions.map(({ name, status, session }) => [name, status, session])).toEqual([
      ['a', 'wins', null],
      ['b', 'disabled', null],
    ]);
    expect(extensions[0]?.preview).toMatchObject({
      consent: 'neverAsked',
      target: { argv: ['node', 'main.mjs'], cwd: path.join(under.disk.project, '.zot/extensions/a') },
      settings: { projectDir: under.disk.project },
    });
    expect(markedProcesses(under.engine.mark)).toEqual([]);
  });

  it('of this machine needs no project', async () => {
    under.disk.good('project', 'a');
    under.disk.good('home', 'b');
    const { extensions, folders } = await under.find(null);
    expect(extensions.map(({ name }) => name)).toEqual(['b']);
    expect(folders.map(({ place }) => place)).toEqual(['home']);
  });

  it('of a folder that is not there is refused', async () => {
    const found = await under.desks.project.answers.find(path.join(under.disk.project, 'gone'));
    expect(found).toMatchObject({ ok: false, failure: { code: 'targetMissing' } });
  });
});

describe('opening all', () => {
  it('starts those agreed to, in load order, each told the project as its cwd', async () => {
    under.disk.good('home', 'b');
    under.disk.good('project', 'c');
    under.disk.good('project', 'a');
    const { opened, refused } = await under.openAll();
    expect(opened.map(({ name, place }) => [name, place])).toEqual([
      ['a', 'project'],
      ['c', 'project'],
      ['b', 'home'],
    ]);
    expect(refused).toEqual([]);
    expect(names()).toEqual(['a', 'c', 'b']);
    await Promise.all(['a', 'c', 'b'].map((name) => under.run(name).untilState('ready')));
    const [ack] = await under.run('c').lines('host');
    expect(ack && textOf(ack)).toContain(`"cwd":${JSON.stringify(under.disk.project)}`);
  });

  it('starts nothing that was not agreed to', async () => {
    under.disk.good('project', 'a');
    under.disk.good('project', 'b');
    const { opened } = await under.openAll(({ name }) => name === 'b');
    expect(opened.map(({ name }) => name)).toEqual(['b']);
    expect(names()).toEqual(['b']);
    expect((await under.find()).extensions.map(({ preview }) => preview?.consent)).toEqual([
      'neverAsked',
      'given',
    ]);
  });

  it('refuses the one that changed since it was looked at, and starts the others', async () => {
    under.disk.good('project', 'a');
    under.disk.good('project', 'b');
    const { extensions } = await under.find();
    under.disk.write('project', 'a/main.mjs', 'process.exit(0)');
    const answer = await under.desks.project.openAll(under.disk.project, extensions.map(seen), 'run');
    const { opened, refused } = value(answer);
    expect(opened.map(({ name }) => name)).toEqual(['b']);
    expect(refused).toMatchObject([{ name: 'a', failure: { code: 'consentNeeded' } }]);
  });

  it('refuses what is no winner, whatever was agreed to', async () => {
    const at = under.disk.good('project', 'a', { enabled: false });
    const { extensions } = await under.find();
    const answer = await under.desks.project.openAll(under.disk.project, extensions.map(seen), 'run');
    expect(value(answer)).toMatchObject({
      opened: [],
      refused: [{ name: 'a', path: at, failure: { code: 'targetDisabled' } }],
    });
  });

  it('asked again leaves those that run and starts those that ended, in their old places', async () => {
    for (const name of ['a', 'b', 'c']) under.disk.good('project', name);
    await under.openAll();
    const before = under.list.map(({ id }) => id);
    await under.run('b').untilState('ready');
    await under.run('b').stop();
    const { opened } = await under.openAll();
    expect(opened.map(({ name }) => name)).toEqual(['b']);
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(under.list.map(({ id }) => before.includes(id))).toEqual([true, false, true]);
  });

  it('puts what is opened by hand before the project and the home, as a host would load it', async () => {
    under.disk.good('project', 'a');
    await under.openAll();
    await under.open(under.disk.good('aside', 'z'));
    expect(names()).toEqual(['z', 'a']);
  });
});

describe('one of several', () => {
  it('is restarted in its place and stopped without the others', async () => {
    for (const name of ['a', 'b', 'c']) under.disk.good('project', name);
    await under.openAll();
    const old = under.run('b');
    await old.untilState('ready');
    const again = value(await under.desks.desk.restart(old.session.id, 'step'));
    expect(again).toMatchObject({ name: 'b', place: 'project', replaces: old.session.id });
    expect(names()).toEqual(['a', 'b', 'c']);
    const run = under.run('b');
    expect(run.session.status.mode).toBe('step');
    expect(run.session.settings.projectDir).toBe(under.disk.project);
    await under.engine.workspace.end(run.session.id);
    await under.run('c').untilState('ready');
    expect(under.list.map(({ session }) => session?.status.state === 'ended')).toEqual([false, true, false]);
  });

  it('runs on when it may not be restarted as it is now', async () => {
    const at = under.disk.good('project', 'a');
    await under.openAll();
    const run = under.run('a');
    await run.untilState('ready');
    under.disk.write('project', 'a/extension.json', '{');
    const refused = await under.desks.desk.restart(run.session.id, 'run');
    expect(refused).toMatchObject({ ok: false, failure: { code: 'manifestInvalid' } });
    under.disk.good('project', 'a', { args: ['main.mjs', '--other'] });
    const asked = await under.desks.desk.restart(run.session.id, 'run');
    expect(asked).toMatchObject({ ok: false, failure: { code: 'consentNeeded' } });
    expect(run.session.status.state).toBe('ready');
    await under.agree(at);
    value(await under.desks.desk.restart(run.session.id, 'run'));
  });

  it('is not restarted twice at once', async () => {
    const { session } = await under.open(under.disk.good('aside', 'a'));
    const answers = await Promise.all([1, 2].map(() => under.desks.desk.restart(session.id, 'run')));
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(names()).toEqual(['a']);
  });
});

describe('reloading all', () => {
  it('starts each again in its place and mode, in a journal that says why, and waits for ready', async () => {
    under.disk.good('project', 'a');
    under.disk.good('home', 'b');
    await under.openAll();
    await under.open(under.disk.good('aside', 'z'), 'step');
    await Promise.all(['a', 'b'].map((name) => under.run(name).untilState('ready')));
    const before = pids();
    await under.run('z').untilFrame('hello');
    const report = value(await under.desks.project.reloadAll());
    // Held at the gate, z is not ready: the host's grace for that is waited out.
    expect(report).toMatchObject({ stopped: 3, started: 3, ready: 2, refused: [], asks: [] });
    expect(names()).toEqual(['z', 'a', 'b']);
    expect(under.list.map(({ session }) => session?.status.mode)).toEqual(['step', 'run', 'run']);
    expect(pids().some((pid) => before.includes(pid))).toBe(false);
    const [first] = await under.run('a').views();
    expect(first?.entry).toMatchObject({ kind: 'note', text: 'restarted: all were reloaded' });
  });

  it('reads manifests and folders again: new ones are asked for, lost ones said, ended ones started', async () => {
    under.disk.good('project', 'gone');
    under.disk.good('project', 'off');
    under.disk.good('project', 'stays');
    await under.openAll();
    await Promise.all(names().map((name) => under.run(name).untilState('ready')));
    await under.run('stays').stop();
    rmSync(path.join(under.disk.folderOf('project'), 'gone'), { recursive: true });
    under.disk.good('project', 'off', { enabled: false });
    under.disk.good('project', 'new');
    const report = value(await under.desks.project.reloadAll());
    expect(report).toMatchObject({ stopped: 2, started: 1, ready: 1 });
    expect(report.asks.map(({ name, preview }) => [name, preview?.consent])).toEqual([['new', 'neverAsked']]);
    expect(report.refused.map(({ name, failure }) => [name, failure.code])).toEqual([
      ['off', 'targetDisabled'],
      ['gone', 'targetMissing'],
    ]);
    // What is lost stays listed with its journal.
    expect(names()).toEqual(['gone', 'off', 'stays']);
    const { opened } = value(
      await under.desks.project.openAll(under.disk.project, report.asks.map(seen), 'run'),
    );
    expect(opened.map(({ name }) => name)).toEqual(['new']);
  });

  it('does not run what changed before it was agreed to; then it takes its old place', async () => {
    for (const name of ['a', 'b']) under.disk.good('project', name);
    await under.openAll();
    await Promise.all(['a', 'b'].map((name) => under.run(name).untilState('ready')));
    under.disk.good('project', 'a', { args: ['main.mjs', '--other'] });
    const report = value(await under.desks.project.reloadAll());
    expect(report.asks.map(({ name, preview }) => [name, preview?.consent])).toEqual([['a', 'changed']]);
    expect(report.started).toBe(1);
    expect(under.run('a').session.status.state).toBe('ended');
    await under.openAll();
    expect(names()).toEqual(['a', 'b']);
    expect(under.run('a').opened.target?.argv).toEqual(['node', 'main.mjs', '--other']);
  });

  it('does not ask again for what was shown and left', async () => {
    for (const name of ['a', 'left']) under.disk.good('project', name);
    await under.openAll(({ name }) => name === 'a');
    const report = value(await under.desks.project.reloadAll());
    expect([report.asks, report.started]).toEqual([[], 1]);
  });

  it('restarts what was opened by hand without looking for any project', async () => {
    under.disk.good('home', 'b');
    await under.open(under.disk.good('aside', 'off', { enabled: false }));
    const report = value(await under.desks.project.reloadAll());
    expect(report).toMatchObject({ started: 1, asks: [], refused: [] });
    expect(names()).toEqual(['off']);
  });

  it('gives those that heed nothing 2 s, all at the same time', async () => {
    const copies = ['one', 'two'].map(() => copyFixture('ack-but-stay'));
    try {
      for (const copy of copies) await (await under.open(copy.path)).untilState('ready');
      const before = performance.now();
      const reloading = under.desks.project.reloadAll();
      await under.engine.workspace.list[0]?.session?.ended;
      await under.engine.workspace.list[1]?.session?.ended;
      const tookMs = performance.now() - before;
      expect(tookMs).toBeGreaterThan(1_900);
      expect(tookMs).toBeLessThan(3_900);
      await reloading;
    } finally {
      await under.engine.workspace.closeAll();
      for (const copy of copies) copy.dispose();
    }
  });

  it('is refused while it is under way, and so are restarts and openings', async () => {
    const { session } = await under.open(under.disk.good('aside', 'a'));
    const reloading = under.desks.project.reloadAll();
    expect(await under.desks.project.reloadAll()).toMatchObject({
      ok: false,
      failure: { code: 'workspaceBusy' },
    });
    expect(await under.desks.project.openAll(null, [], 'run')).toMatchObject({ ok: false });
    expect(await under.desks.desk.restart(session.id, 'run')).toMatchObject({
      ok: false,
      failure: { code: 'sessionRunning' },
    });
    value(await reloading);
  });

  it('ten times leaves nothing behind a wrapper script: case P06', async () => {
    const copy = copyFixture('leaves-grandchild');
    try {
      let run = await under.open(copy.path);
      const grandchildren: number[] = [];
      for (let round = 0; round <= 10; round += 1) {
        const notify = await run.untilFrame('notify', (text) => /pid \d+/.test(text));
        grandchildren.push(Number(/pid (\d+)/.exec(textOf(notify))?.[1]));
        // One there, and none of those before it.
        expect(grandchildren.filter(isAlive)).toEqual(grandchildren.slice(-1));
        if (round < 10) {
          expect(value(await under.desks.project.reloadAll())).toMatchObject({ stopped: 1, started: 1 });
          run = under.run('leaves-grandchild');
        }
      }
      expect(new Set(grandchildren).size).toBe(11);
      await under.engine.workspace.closeAll();
      await until('all are gone', () => !grandchildren.some(isAlive), 2_000);
      expect(markedProcesses(under.engine.mark)).toEqual([]);
    } finally {
      copy.dispose();
    }
  }, 120_000);
});
