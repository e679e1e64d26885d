// Watching with real files and real extensions: what counts as a change, one restart for all that change together, and
// nothing without consent.

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Opened } from '../../../electron/engine/opened.ts';
import { DesksUnderTest, value } from '../../support/desks.ts';
import { Run } from '../../support/engine.ts';

let under: DesksUnderTest;
/** Sessions that something was done again in, in order. */
let after: Opened[];
beforeEach(() => {
  after = [];
  under = new DesksUnderTest({ afterRestart: (opened) => void after.push(opened) });
});
afterEach(() => under.close());

/** Resolves once the list of sessions passes, now or after a change. */
function until(what: string, test: () => boolean, withinMs = 15_000): Promise<void> {
  return new Promise((done, fail) => {
    const finish = (end: () => void): void => {
      clearTimeout(timer);
      off();
      end();
    };
    const look = (): void => {
      if (test()) finish(done);
    };
    const timer = setTimeout(
      () => finish(() => fail(new Error(`Not within ${withinMs} ms: ${what}`))),
      withinMs,
    );
    const off = under.engine.workspace.onChange(look);
    look();
  });
}

/** The session that runs instead of `old`. */
async function successor(old: Run): Promise<Run> {
  const found = (): Opened | undefined => under.list.find(({ replaces }) => replaces === old.session.id);
  await until('it was restarted', () => found() !== undefined && !under.list.includes(old.opened));
  const opened = found();
  if (!opened) throw new Error('gone again');
  return new Run(opened);
}

async function noted(run: Run): Promise<string> {
  const [first] = await run.views();
  return first?.entry.kind === 'note' ? first.entry.text : '';
}

/** An extension whose manifest names main.mjs, which loads lib/rules.mjs; watched and ready. */
async function watched(): Promise<{ run: Run; at: string; write: (file: string, text: string) => void }> {
  const at = under.disk.good('aside', 'ext');
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(at, file)), { recursive: true });
    writeFileSync(path.join(at, file), text);
  };
  write('lib/rules.mjs', '');
  const run = await under.open(at);
  await run.untilState('ready');
  value(await under.desks.watch.set(run.session.id, true));
  return { run, at, write };
}

const watchOf = (run: Run) => under.desks.desk.describe(run.opened).watch;

describe('a change of its files', () => {
  it('restarts it as it was running; the new journal says why, and what was done is done again', async () => {
    const { run, write } = await watched();
    write('lib/rules.mjs', 'export {};');
    const again = await successor(run);
    expect(await noted(again)).toBe('restarted: lib/rules.mjs changed');
    await again.untilState('ready');
    await until('it was done again', () => after.length === 1);
    expect(after).toEqual([again.opened]);
    expect(watchOf(again)).toEqual({ changed: [], failure: null, passedOver: [] });
  });

  it('of many at once is one restart, with all of them named', async () => {
    const { run, write } = await watched();
    for (const name of ['a', 'b', 'c', 'd', 'e']) write(`lib/${name}.mjs`, '');
    const again = await successor(run);
    expect(await noted(again)).toMatch(
      /^restarted: lib\/\w\.mjs, lib\/\w\.mjs, lib\/\w\.mjs and 2 more changed$/,
    );
    await again.untilState('ready');
    expect(under.list).toHaveLength(1);
  });

  it('keeps the mode it was in', async () => {
    const { run, write } = await watched();
    run.session.setMode('step');
    write('lib/rules.mjs', 'export {};');
    const again = await successor(run);
    expect(again.session.status.mode).toBe('step');
  });

  it('counts when a file is taken away or replaced by another, as editors save', async () => {
    const { run, at } = await watched();
    rmSync(path.join(at, 'lib/rules.mjs'));
    const second = await successor(run);
    expect(await noted(second)).toBe('restarted: lib/rules.mjs changed');
    await second.untilState('ready');
    writeFileSync(path.join(at, 'saved.tmp~'), 'export {};');
    renameSync(path.join(at, 'saved.tmp~'), path.join(at, 'other.mjs'));
    expect(await noted(await successor(second))).toBe('restarted: other.mjs changed');
  });

  it('restarts one that has crashed', async () => {
    const { run, write } = await watched();
    process.kill(run.summary.pid ?? 0, 'SIGKILL');
    await run.untilState('ended');
    write('lib/rules.mjs', 'export {};');
    await (await successor(run)).untilState('ready');
  });

  it('does not count in node_modules, .git, logs, caches and recordings', async () => {
    const { run, write } = await watched();
    for (const file of [
      'node_modules/x/index.js',
      '.git/index',
      '__pycache__/main.pyc',
      'debug.log',
      'run.fsj',
      'run.fsj.gz',
      '.main.mjs.swp',
      'main.mjs~',
    ])
      write(file, 'x');
    write('lib/rules.mjs', 'export {};');
    expect(await noted(await successor(run))).toBe('restarted: lib/rules.mjs changed');
  });

  it('counts no more once watching was ended, and none is kept after it was closed', async () => {
    const { run, write } = await watched();
    value(await under.desks.watch.set(run.session.id, false));
    expect(watchOf(run)).toBeUndefined();
    write('lib/rules.mjs', 'export {};');
    // Another one is watched and changes after it: what had to come would have come first.
    const other = await under.open(under.disk.good('aside', 'other'));
    value(await under.desks.watch.set(other.session.id, true));
    under.disk.write('aside', 'other/lib.mjs', '');
    const again = await successor(other);
    expect(under.list.map(({ id }) => id)).toEqual([run.session.id, again.session.id]);
    await under.engine.workspace.close(again.session.id);
    expect(await under.desks.watch.set(again.session.id, true)).toMatchObject({ ok: false });
  });
});

describe('what is only run with consent', () => {
  it('is a changed script: the old one runs on and it is said what waits; agreed to, it is restarted', async () => {
    const { run, at, write } = await watched();
    write('main.mjs', 'process.exit(3)');
    await until('it waits', () => (watchOf(run)?.changed.length ?? 0) > 0 && watchOf(run)?.failure !== null);
    expect(watchOf(run)).toMatchObject({ changed: ['main.mjs'], failure: { code: 'consentNeeded' } });
    expect(run.session.status.state).toBe('ready');
    await under.agree(at);
    value(await under.desks.desk.restart(run.session.id, 'run'));
    const again = await successor(run);
    expect(await noted(again)).toBe('restarted: main.mjs changed');
    expect(watchOf(again)?.changed).toEqual([]);
  });

  it('is a changed manifest; a broken one is said and the old one runs on', async () => {
    const { run, write } = await watched();
    write('extension.json', '{"name": "ext"');
    await until('it waits', () => watchOf(run)?.failure?.code === 'manifestInvalid');
    expect(run.session.status.state).toBe('ready');
    const other = { name: 'ext', exec: 'node', args: ['main.mjs', '--x'] };
    write('extension.json', JSON.stringify(other));
    await until('it waits for consent', () => watchOf(run)?.failure?.code === 'consentNeeded');
    expect(run.session.status.state).toBe('ready');
  });
});

describe('what can be watched', () => {
  it('is the script of a bare command', async () => {
    const script = under.disk.write('aside', 'tool.mjs', 'setInterval(() => {}, 1000)');
    const target = value(
      await under.targets.resolve({ kind: 'command', argv: ['node', 'tool.mjs'], cwd: path.dirname(script) }),
    );
    value(under.consents.give(target, target.digest));
    const opened = value(await under.desks.desk.start(target.input, 'run'));
    value(await under.desks.watch.set(opened.id, true));
    writeFileSync(script, 'setInterval(() => {}, 2000)');
    expect(await noted(await successor(new Run(opened)))).toBe('restarted: tool.mjs changed');
  });

  it('is not a command that names no file, and no recording', async () => {
    const target = value(
      await under.targets.resolve({ kind: 'command', argv: ['cat'], cwd: under.disk.aside }),
    );
    value(under.consents.give(target, target.digest));
    const opened = value(await under.desks.desk.start(target.input, 'run'));
    expect(await under.desks.watch.set(opened.id, true)).toMatchObject({
      ok: false,
      failure: { code: 'nothingToWatch' },
    });
    await under.engine.workspace.end(opened.id);
    const recording = value(await under.desks.desk.openRecording(opened.journal.path));
    expect(await under.desks.watch.set(recording.id, true)).toMatchObject({
      ok: false,
      failure: { code: 'sessionNotRunning' },
    });
  });
});

describe('an extension that writes into its own folder', () => {
  it('at each start is restarted a few times, then that file is passed over and named', async () => {
    const at = under.disk.good('aside', 'ext');
    writeFileSync(
      path.join(at, 'writes.mjs'),
      `import { writeFileSync } from 'node:fs';
       import './main.mjs';
       process.stdin.once('data', () => writeFileSync('state.json', String(Math.random())));`,
    );
    writeFileSync(
      path.join(at, 'extension.json'),
      JSON.stringify({ name: 'ext', exec: 'node', args: ['writes.mjs'] }),
    );
    const run = await under.open(at);
    await run.untilState('ready');
    value(await under.desks.watch.set(run.session.id, true));
    writeFileSync(path.join(at, 'lib.mjs'), '');
    const passedOver = (): readonly string[] =>
      under.list.flatMap((opened) => under.desks.desk.describe(opened).watch?.passedOver ?? []);
    await until('it is passed over', () => passedOver().length > 0, 25_000);
    expect(passedOver()).toEqual(['state.json']);
    expect(under.list).toHaveLength(1);
  }, 40_000);
});
