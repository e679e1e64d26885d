// One session in the window: batches come in and are acknowledged, commands go out, nothing is made up in between.

import { describe, expect, test, vi } from 'vitest';
import { failure, type Failure } from '../../../shared/errors.ts';
import { SessionState } from '../../../renderer/state/session.svelte.ts';
import { crashed, lossesOf, standing } from '../../../renderer/state/standing.ts';
import { stages } from '../../../renderer/state/stages.ts';
import { FakeBridge, Refusal } from '../../support/fake-bridge.ts';
import { batch, live, openSession, row, s1, summary } from '../../support/window-facts.ts';

function session(bridge = new FakeBridge()) {
  const refused: Failure[] = [];
  return { bridge, refused, session: new SessionState(bridge, openSession(), (why) => refused.push(why)) };
}
const heldRows = [
  row(4, 'hello_ack', { from: 'host', held: { now: true } }),
  row(5, 'register_command', { held: { now: true } }),
];
const holding = (held: readonly number[]) =>
  batch([row(1, 'a'), row(2, 'b'), row(3, 'hello'), ...heldRows], {
    summary: summary({ held, mode: 'step', state: 'registering' }),
    live: live({ held, mode: 'step', state: 'registering' }),
  });

describe('the stream', () => {
  test('takes in a batch and then acknowledges exactly that one', async () => {
    const { bridge, session: one } = session();
    one.apply({ ...holding([4, 5]), batch: 7 });
    expect(one.rows.count).toBe(5);
    expect(one.held).toEqual([4, 5]);
    expect(one.told).toBe(true);
    await vi.waitFor(() => expect(bridge.asked('stream.ack')).toEqual([{ session: s1, batch: 7 }]));
  });

  test('opens its stream once, however often it is looked at', async () => {
    const { bridge, session: one } = session();
    await Promise.all([one.open(), one.open()]);
    await one.open();
    expect(bridge.asked('stream.open')).toEqual([{ session: s1 }]);
  });

  test('says why the stream could not be opened, and tries again when asked', async () => {
    const { bridge, session: one } = session();
    bridge.on('stream.open', () => {
      throw new Refusal(failure('sessionUnknown', 'There is no session s1.'));
    });
    await one.open();
    expect(one.failure?.message).toBe('There is no session s1.');
    bridge.on('stream.open', () => undefined);
    await one.open();
    expect(one.failure).toBeNull();
  });

  test('closes its stream when it is forgotten', async () => {
    const { bridge, session: one } = session();
    await one.open();
    one.forget();
    expect(bridge.asked('stream.close')).toEqual([{ session: s1 }]);
  });
});

describe('commands', () => {
  test('a release changes nothing by itself: the fact has to come back', async () => {
    const { bridge, session: one } = session();
    bridge.on('sessions.release', () => undefined);
    one.apply(holding([4, 5]));
    await one.release(4);
    expect(one.held).toEqual([4, 5]);
    one.apply(holding([5]));
    expect(one.held).toEqual([5]);
  });

  test('a second press while the first is on its way releases nothing else', async () => {
    const { bridge, session: one } = session();
    bridge.on('sessions.release', () => undefined);
    one.apply(holding([4, 5]));
    await Promise.all([one.release(4), one.release(4)]);
    await one.release(4);
    expect(bridge.asked('sessions.release')).toEqual([{ session: s1, line: 4 }]);
  });

  test('a line whose release was refused can be released again', async () => {
    const { bridge, session: one, refused } = session();
    bridge.on('sessions.release', () => {
      throw new Refusal(failure('sessionNotRunning', 'It has ended.'));
    });
    one.apply(holding([4, 5]));
    await one.release(4);
    await one.release(4);
    expect(bridge.asked('sessions.release')).toHaveLength(2);
    expect(refused.map((why) => why.message)).toEqual(['It has ended.', 'It has ended.']);
  });

  test('releases the edited text, or the original when that is asked for', async () => {
    const { bridge, session: one } = session();
    bridge.on('sessions.release', () => undefined);
    one.apply(holding([4, 5]));
    one.drafts.set(4, '{"type":"hello_ack"}');
    one.drafts.set(5, 'x');
    await one.release(4);
    await one.release(5, 'original');
    expect(bridge.asked('sessions.release')).toEqual([
      { session: s1, line: 4, edited: { text: '{"type":"hello_ack"}' } },
      { session: s1, line: 5 },
    ]);
  });

  test('forgets an edit once its line has passed', () => {
    const { session: one } = session();
    one.apply(holding([4, 5]));
    one.drafts.set(4, 'x');
    one.apply(holding([5]));
    expect(one.drafts.size).toBe(0);
  });

  test('speaks of the selected held line, else of the oldest', () => {
    const { session: one } = session();
    one.apply(holding([4, 5]));
    expect(one.chosen).toBe(4);
    one.chooseHeld(1);
    expect(one.chosen).toBe(5);
    one.chooseHeld(1);
    expect(one.chosen).toBe(5);
    one.rows.select(1);
    expect(one.chosen).toBe(4);
  });
});

describe('how it stands', () => {
  const of = (over: Parameters<typeof summary>[0]) => standing('live', summary(over));

  test.each([
    [{}, 'ready', 'ready'],
    [{ state: 'registering' }, 'starting', 'handshake'],
    [{ held: [4, 9] }, 'held', '2 held'],
    [{ state: 'ended', exit: { code: 0, signal: null }, stopAsked: true }, 'ended', 'exit 0'],
    [{ state: 'ended', exit: { code: 1, signal: null } }, 'crashed', 'exit 1'],
    [{ state: 'ended', exit: { code: null, signal: 'SIGSEGV' } }, 'crashed', 'SIGSEGV'],
    [
      { state: 'ended', spawnFailed: { code: 'ENOENT', message: 'no such file' } },
      'crashed',
      'did not start',
    ],
    [{ state: 'ended', exit: { code: null, signal: 'SIGKILL' }, stopAsked: true }, 'ended', 'SIGKILL'],
  ] as const)('%o is %s: “%s”', (over, shape, word) => {
    expect(of(over)).toMatchObject({ shape, word });
  });

  test('an exit with code 0 before hello is an end nobody asked for', () => {
    expect(crashed(summary({ exit: { code: 0, signal: null }, hello: null }))).toBe(true);
    expect(crashed(summary({ exit: { code: 0, signal: null } }))).toBe(false);
  });

  test('counts what the journal does not hold in full, and is silent when it holds all', () => {
    expect(lossesOf(summary())).toEqual([]);
    const meter = { truncatedLines: 2, truncatedBytes: 1_536, redactedValues: 1, unwritten: 0 };
    expect(lossesOf(summary({ meter }))).toEqual(['2 truncated, 1.5 KiB left out', '1 redacted']);
  });
});

describe('the mode that a restart keeps', () => {
  test('is the one asked for last, before its fact has come', async () => {
    const { session: one } = session();
    one.apply(batch([], { live: live({ mode: 'run' }) }));
    void one.setMode('step');
    expect([one.mode, one.modeToKeep]).toEqual(['run', 'step']);
    one.apply(batch([], { live: live({ mode: 'step' }) }));
    one.apply(batch([], { live: live({ mode: 'run' }) }));
    expect(one.modeToKeep).toBe('run');
  });

  test('is the old one when the change was refused', async () => {
    const { bridge, session: one } = session();
    bridge.on('sessions.setMode', () => {
      throw new Refusal(failure('sessionNotRunning', 'It has ended already.'));
    });
    await one.setMode('step');
    expect(one.modeToKeep).toBe(one.mode);
  });
});

describe('stages of the handshake', () => {
  const at = (over: Parameters<typeof summary>[0], held: Parameters<typeof stages>[1] = []) =>
    stages(summary(over), held).map((stage) => `${stage.title}: ${stage.at}`);

  test('waits for hello after the process was spawned', () => {
    expect(at({ state: 'awaitingHello', hello: null })).toEqual([
      'Spawned: done',
      'hello: current',
      'hello_ack: todo',
      'Registering: todo',
      'Ready: todo',
    ]);
  });

  test('is at hello_ack while that is held before it is written', () => {
    const [, , ack] = stages(summary({ state: 'registering' }), heldRows);
    expect(ack).toMatchObject({ at: 'current', held: true, sentence: 'held before it is written' });
  });

  test('says what was registered and that it is ready', () => {
    const all = stages(summary({ state: 'ready' }), []);
    expect(all.every((stage) => stage.at === 'done')).toBe(true);
    expect(all[3]?.sentence).toBe('1 command, 1 tool, 2 subscriptions');
  });

  test('says that hello_ack was dropped, and that the session goes on without it', () => {
    const [, , ack, registering] = stages(summary({ state: 'registering', dropped: ['hello_ack'] }), []);
    expect(ack).toMatchObject({ at: 'bad', sentence: 'dropped at the gate' });
    expect(registering?.at).toBe('current');
  });

  test('marks the stage at which the process ended', () => {
    const all = stages(summary({ state: 'ended', hello: null, exit: { code: 3, signal: null } }), []);
    expect(all[1]).toMatchObject({ at: 'bad', sentence: 'ended here, exit 3' });
  });
});
