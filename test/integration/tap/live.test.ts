// A tapped session in the engine: a real host process beside it, a real extension, and the real socket between tap and app.

import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  watch,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Opened } from '../../../electron/engine/opened.ts';
import { agentOf } from '../../../electron/engine/agent-of.ts';
import { TapDesk } from '../../../electron/engine/tap-desk.ts';
import { Workspace } from '../../../electron/engine/workspace.ts';
import { meetingFile, meetingFolder, readMeetingPlace } from '../../../electron/link/meeting-place.ts';
import type { Session } from '../../../electron/session/session-type.ts';
import { builtTap, recordedEntries, startTap, TapRun } from '../../support/built-tap.ts';
import { root } from '../../support/built-cli.ts';
import { spawn } from 'node:child_process';

const greeter = path.join(root, 'examples/extensions/greeter');
const hello = '{"type":"hello","name":"echo","version":"1","capabilities":[]}';

let state: string;
let workspace: Workspace;
let desk: TapDesk;
let reports: string[];
const taps: TapRun[] = [];

beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'framescope-tap-live-'));
  const environment = { ...process.env, FRAMESCOPE_STATE_DIR: state } as Record<string, string>;
  workspace = new Workspace({ stateDir: state, environment, programVersion: '0.0.0-test' });
  reports = [];
  desk = new TapDesk({ workspace, stateDir: state, report: (what) => reports.push(what) });
});
afterEach(async () => {
  for (const tap of taps.splice(0)) {
    tap.child.kill('SIGTERM');
    await tap.ended;
  }
  await desk.close();
  await workspace.closeAll();
  rmSync(state, { recursive: true, force: true });
});

async function tapped(argv: readonly string[], options: readonly string[] = []): Promise<TapRun> {
  const tap = await startTap(argv, { state, options });
  taps.push(tap);
  return tap;
}

/** Resolves with what `look` finds, asked again whenever something changes. */
function until<T>(look: () => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const offs: (() => void)[] = [];
    const check = (): void => {
      const found = look();
      if (found === undefined) return;
      for (const off of offs.splice(0)) off();
      resolve(found);
    };
    const follow = (): void => {
      for (const { session, journal } of workspace.list) {
        if (session) offs.push(session.onChange(check));
        offs.push(journal.onGrow(check));
      }
      check();
    };
    offs.push(workspace.onChange(follow));
    follow();
  });
}

type Live = Opened & { readonly session: Session };
const appears = (): Promise<Live> =>
  until(() => workspace.list.find((one): one is Live => one.session !== undefined));

async function types(opened: Opened): Promise<string[]> {
  return (await opened.journal.rows(1, 1_000)).map(({ type }) => type);
}

describe('with the app open', () => {
  it('a tapped extension appears with its handshake, its tools and its end', async () => {
    expect((await desk.open()).ok).toBe(true);
    const tap = await tapped([process.execPath, path.join(greeter, 'greeter.mjs')], ['--name', 'greeter']);
    const opened = await appears();
    expect([opened.name, opened.kind, opened.tapped?.pid]).toEqual(['greeter', 'live', tap.child.pid]);
    await tap.says('"hello"');
    tap.write('{"type":"hello_ack","protocol_version":1}\n');
    await tap.says('"ready"');
    await until(() => (opened.session.state === 'ready' ? true : undefined));
    expect(opened.journal.summary).toMatchObject({
      hello: { name: 'greeter' },
      tools: [{ name: 'greet', late: false }],
      ready: { by: 'frame' },
    });
    tap.write('{"type":"shutdown"}\n');
    tap.child.stdin?.end();
    const end = await tap.ended;
    await until(() => (opened.session.state === 'ended' ? true : undefined));
    expect(opened.journal.summary.exit).toEqual({ code: end.code, signal: end.signal });
    expect(await types(opened)).toEqual(
      expect.arrayContaining(['hello', 'hello_ack', 'register_tool', 'ready', 'shutdown']),
    );
    expect(opened.damage()).toEqual([]);
  });

  it('what was there before is read from the recording, by an app that comes later', async () => {
    const tap = await tapped(['cat']);
    tap.write(`${hello}\n`);
    await tap.says(hello);
    await desk.open();
    const opened = await appears();
    await until(() => (opened.journal.summary.frames === 2 ? true : undefined));
    tap.write('plain text\n');
    await until(() => (opened.journal.summary.notFrames === 2 ? true : undefined));
  });

  it('frames are held, released, edited and dropped, and all of it is recorded', async () => {
    await desk.open();
    const tap = await tapped(['cat']);
    const opened = await appears();
    const { session } = opened;
    const heldLine = (at = 0): Promise<number> => until(() => session.status.held[at]);
    session.setMode('step');
    await until(() => (session.status.mode === 'step' ? true : undefined));
    tap.write('one\ntwo\nthree\n');
    const first = await heldLine();
    await heldLine(2);
    expect(tap.out).toBe('');
    const [, second = 0, third = 0] = session.status.held;
    expect((await opened.journal.rows(first, 1))[0]?.held).toEqual({ now: true });
    expect(session.release(second, { text: 'deux' }).ok).toBe(true);
    expect(session.drop(third).ok).toBe(true);
    await until(() => (session.status.held.length === 2 ? true : undefined)); // `one`, and `deux` on its way back
    session.releaseAll();
    await tap.says('deux\n');
    await until(() => (session.status.held.length === 1 ? true : undefined));
    session.setMode('run');
    await tap.says('one\n');
    expect(session.release(first)).toMatchObject({ ok: false, failure: { code: 'notHeld' } });
    tap.write('four\n');
    await tap.says('four\n');
    expect(tap.out).toBe('deux\none\nfour\n');
    const view = await opened.journal.view(second);
    expect([view?.entry, view?.editedRaw]).toMatchObject([
      { kind: 'line', held: true, raw: { text: 'two' } },
      { text: 'deux' },
    ]);
    const told = recordedEntries(state, opened.journal.path).filter(({ kind }) =>
      ['edited', 'released', 'dropped'].includes(kind),
    );
    expect(told.map(({ kind, line }) => [kind, line]).slice(0, 3)).toEqual([
      ['edited', second],
      ['released', second],
      ['dropped', third],
    ]);
  });

  it('a line that was begun when holding begins is passed to its end, byte by byte', async () => {
    await desk.open();
    const tap = await tapped(['cat']);
    const { session } = await appears();
    tap.write('half');
    await tap.says('half');
    session.setMode('step');
    await until(() => (session.status.mode === 'step' ? true : undefined));
    tap.write(' done\nheld\nrest');
    await tap.says('half done\n');
    await until(() => session.status.held[0]);
    expect(tap.out).toBe('half done\n');
    session.setMode('run');
    await tap.says('held\nrest');
  });

  it('what only the real host can do is refused with the reason, and the agent does not use its tools', async () => {
    await desk.open();
    await tapped(['cat']);
    const { session } = await appears();
    expect(session.notOurs).toContain('real host');
    expect(session.send({ text: '{}' }, 'hand')).toMatchObject({
      ok: false,
      failure: { code: 'sessionTapped' },
    });
    expect(
      await session.request({ type: 'tool_call', name: 'x', fields: [], deadlineMs: null, outcome: '' }).end,
    ).toMatchObject({ end: { how: 'notSent' } });
    const agent = agentOf(workspace);
    expect(agent.registry).toEqual([]);
    agent.dispose();
  });

  it('an app that is closed lets everything pass, and the tap goes on', async () => {
    await desk.open();
    const tap = await tapped(['cat']);
    const opened = await appears();
    opened.session.setMode('step');
    await until(() => (opened.session.status.mode === 'step' ? true : undefined));
    tap.write('held\n');
    await until(() => opened.session.status.held[0]);
    await workspace.close(opened.id);
    await tap.says('held\n');
    tap.write('on\n');
    await tap.says('on\n');
    expect(workspace.list).toEqual([]);
  });

  it('an app that is killed while it holds lets everything pass at once', async () => {
    const app = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '../../support/holding-app.mjs'), state],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const said = new TapRun(app);
    await said.says('listening');
    const tap = await tapped(['cat']);
    await said.says('stepping');
    tap.write('held\n');
    await said.says('holding');
    expect(tap.out).toBe('');
    app.kill('SIGKILL');
    await tap.says('held\n');
    // The socket it left behind is no hindrance.
    expect((await desk.open()).ok).toBe(true);
    expect((await appears()).name).toBe('cat');
  });
});

describe('the socket', () => {
  it('is in a folder for the user alone, and is no TCP port', async () => {
    const door = await desk.open();
    if (!door.ok) throw new Error(door.failure.message);
    const mode = (file: string): number => statSync(file).mode & 0o777;
    expect([mode(meetingFolder(state)), mode(meetingFile(state)), mode(door.value.address)]).toEqual([
      0o700, 0o600, 0o600,
    ]);
    expect(statSync(door.value.address).isSocket()).toBe(true);
    await desk.close();
    expect(readdirSync(meetingFolder(state))).toEqual([]);
  });

  it('is found where the path of the state folder is too long for one', async () => {
    const long = path.join(state, 'x'.repeat(120));
    const other = new TapDesk({ workspace, stateDir: long, report: () => {} });
    expect((await other.open()).ok).toBe(true);
    const tap = await startTap(['cat'], { state: long, cwd: state });
    taps.push(tap);
    await appears();
    await other.close();
  });

  it('is not taken from another app that is there', async () => {
    await desk.open();
    const other = new TapDesk({ workspace, stateDir: state, report: () => {} });
    expect(await other.open()).toMatchObject({ ok: false, failure: { code: 'tapUnavailable' } });
    await other.close();
    await tapped(['cat']);
    await appears();
  });

  it('turns away who does not know the key, who talks nonsense, and who says too much', async () => {
    const door = await desk.open();
    if (!door.ok) throw new Error(door.failure.message);
    const said = { kind: 'hello', tap: 1, pid: 5, journal: '/etc/passwd', name: 'x', argv: ['x'], cwd: '/' };
    const key = readMeetingPlace(state)?.key;
    for (const text of [
      `${JSON.stringify({ ...said, key: 'guess' })}\n`,
      'no json\n',
      '{"kind":"state"}\n',
      `${JSON.stringify({ ...said, tap: 99, key })}\n`,
      `"${'x'.repeat(5_000_000)}`,
      `${JSON.stringify({ ...said, key })}\n`, // knows the key, but its recording is none
    ]) {
      const socket = net.connect(door.value.address);
      socket.on('error', () => {}); // cut off while it writes
      socket.resume().write(text);
      await new Promise((resolve) => socket.once('close', resolve));
      socket.destroy();
    }
    expect(workspace.list).toEqual([]);
    expect(reports.length).toBe(6);
  });

  it('is not trusted by a tap when others could have made it', async () => {
    await desk.open();
    chmodSync(meetingFolder(state), 0o755);
    const tap = await tapped(['cat']);
    tap.write('x\n');
    await tap.says('x\n');
    tap.child.stdin?.end();
    await tap.ended;
    expect(workspace.list).toEqual([]);
    chmodSync(meetingFolder(state), 0o700);
  });
});

describe('a recorder that fails', () => {
  it.each([
    ['waits for ever for its disk', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
    ['falls over at once', "throw new Error('fell over');"],
    ['falls over in the middle', "setTimeout(() => { throw new Error('fell over'); }, 50);"],
    ['ends itself', 'process.exit(3);'],
  ])('delays no frame when it %s', async (_how, program) => {
    const folder = path.join(state, 'program');
    mkdirSync(folder);
    copyFileSync(path.join(await builtTap(), 'tap.js'), path.join(folder, 'tap.mjs'));
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(path.join(folder, 'tap-recorder.js'), program);
    const child = spawn(process.execPath, [path.join(folder, 'tap.mjs'), '--', 'cat'], {
      env: { ...process.env, FRAMESCOPE_STATE_DIR: state },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const tap = new TapRun(child);
    taps.push(tap);
    for (let at = 0; at < 20; at++) {
      tap.write(`frame ${at} ${'x'.repeat(at * 20_000)}\n`);
      await tap.says(`frame ${at} ${'x'.repeat(at * 20_000)}\n`);
    }
    child.stdin.end();
    expect(await tap.ended).toEqual({ code: 0, signal: null });
    expect(tap.err).toBe('');
  });

  it('leaves the stream alone when nothing can be written anywhere', async () => {
    writeFileSync(path.join(state, 'file'), '');
    const tap = await startTap(['cat'], { state: path.join(state, 'file', 'x'), cwd: state });
    taps.push(tap);
    tap.write('through\n');
    await tap.says('through\n');
    tap.child.stdin?.end();
    expect(await tap.ended).toEqual({ code: 0, signal: null });
    expect(tap.err).toBe('');
  });

  it('records in the state folder what it can’t record where it was to, and says so', async () => {
    const tap = await tapped(['cat'], ['--record', path.join(state, 'no', 'such', 'folder.fsj')]);
    tap.child.stdin?.end();
    await tap.ended;
    expect(JSON.stringify(recordedEntries(state)[0])).toContain('can’t be written'.replace('’', "'"));
  });

  it('leaves the stream alone when the disk is full, and everything held is let go', async () => {
    // A limit on the size of files is a full disk to whoever writes.
    await desk.open();
    const program = path.join(await builtTap(), 'cli.js');
    const child = spawn('sh', ['-c', `ulimit -f 8; exec '${process.execPath}' '${program}' tap -- cat`], {
      env: { ...process.env, FRAMESCOPE_STATE_DIR: state },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const tap = new TapRun(child);
    taps.push(tap);
    const { session } = await appears();
    tap.write(`${'x'.repeat(20_000)}\n`);
    await tap.says('x\n');
    session.setMode('step');
    for (const word of ['one', 'two', 'three']) {
      tap.write(`${word}\n`);
      await tap.says(`${word}\n`);
    }
    child.stdin.end();
    expect(await tap.ended).toEqual({ code: 0, signal: null });
    expect(tap.err).toBe('');
  });
});

it('--open starts the app that is named, apart from the tap', async () => {
  const app = path.join(state, 'app');
  writeFileSync(app, `#!/bin/sh\necho "$$ $PPID" > '${state}/started'\n`, { mode: 0o755 });
  const started = new Promise<void>((resolve) => {
    const watcher = watch(state, (_event, name) => {
      if (name !== 'started') return;
      watcher.close();
      resolve();
    });
  });
  const tap = await startTap(['cat'], { state, options: ['--open'], environment: { FRAMESCOPE_APP: app } });
  taps.push(tap);
  tap.write('x\n');
  await tap.says('x\n');
  await started;
  tap.child.stdin?.end();
  expect(await tap.ended).toEqual({ code: 0, signal: null });
  expect([tap.out, tap.err]).toEqual(['x\n', '']);
});

it('a recording that was asked for goes to that file, and opens like any other', async () => {
  const file = path.join(state, 'own.fsj');
  const tap = await tapped(['cat'], ['--record', file]);
  tap.write(`${hello}\nno frame\n\xff\n`);
  tap.child.stdin?.end();
  await tap.ended;
  const opened = await workspace.openRecording(file);
  if (!opened.ok) throw new Error(opened.failure.message);
  expect(opened.value.damage()).toEqual([]);
  expect(opened.value.journal.summary).toMatchObject({ frames: 2, notFrames: 4, state: 'ended' });
  expect(readFileSync(file, 'utf8')).toContain(`"from":"host","frame":${hello}}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
